import type { Fault } from "./faults.ts";
import { World } from "./world.ts";

export interface SimulationReport {
  readonly deliveries: number;
  readonly crashes: number;
  readonly removals: number;
}

/** Runs one life. @throws with the broken promise and the virtual time */
export async function simulate(seed: number, fault: Fault | null = null): Promise<SimulationReport> {
  const world = new World(seed, fault);
  await world.storm();
  await world.calm();
  const { deliveries, crashes, removals } = world;
  return { deliveries, crashes, removals };
}
