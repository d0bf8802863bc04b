/** What may go wrong, one function for each. Those of the servers and those of the database are played side by side. */
import type { Random } from "../../src/platform.ts";
import { pause } from "../../test/support/wait.ts";
import type { Member } from "./member.ts";
import type { PostgresPair } from "./postgres_pair.ts";
import type { Writer } from "./writer.ts";

export interface FaultStage {
  readonly members: readonly Member[];
  readonly pair: PostgresPair;
  readonly writer: Writer;
  /** The owner's link to the database. */
  readonly ownLink: { leadTo(port: number): void };
  readonly random: Random;
  /** The programs of the two releases. */
  readonly releases: readonly (readonly string[])[];
  readonly promotions: Promotion[];
}

/** Until a write was acknowledged again, in milliseconds. */
export interface Promotion {
  readonly afterLoss: number;
  /** From the instant at which the servers were led to the new primary. */
  readonly afterPromotion: number;
}

type Fault = (stage: FaultStage) => Promise<void>;

/** Faults of one server at a time. */
const OF_SERVERS = {
  /** Killed, and started again by its supervisor. */
  async kill(stage) {
    const member = pick(stage, stage.members);
    await member.end("SIGKILL");
    await pauseOf(stage, 100, 1500);
    await member.start();
  },
  /** Stopped for longer than its lease, or not quite, and continued as if nothing had been. */
  async stop(stage) {
    const member = pick(stage, stage.members);
    member.signal("SIGSTOP");
    await pauseOf(stage, 200, 4000);
    member.signal("SIGCONT");
  },
  /** Cut off from the database, or held up. */
  async cut(stage) {
    const { link } = pick(stage, stage.members);
    if (stage.random.number() < 0.5) link.cut();
    else link.hold();
    await pauseOf(stage, 200, 4000);
    link.mend();
  },
  /** The other release takes the place of the one that runs, one server after the other. */
  async upgrade(stage) {
    for (const member of stage.members) {
      const at = stage.releases.indexOf(member.program);
      member.program = stage.releases[(at + 1) % stage.releases.length] as readonly string[];
      await member.end("SIGTERM");
      await member.start();
      await pauseOf(stage, 500, 1500);
    }
  },
} satisfies Record<string, Fault>;

const OF_THE_DATABASE = {
  /** Killed, away for a while, and started again. */
  async database(stage) {
    stage.pair.kill();
    await pauseOf(stage, 300, 3000);
    await stage.pair.restart();
  },
  /** Lost for good; the standby takes its place, and gets one of its own. */
  async promote(stage) {
    let lostAt = 0;
    await stage.pair.promote(
      () => pauseOf(stage, 300, 1000),
      () => {
        lostAt = performance.now();
      },
    );
    for (const link of [...stage.members.map((member) => member.link), stage.ownLink]) link.leadTo(stage.pair.port);
    const promotedAt = performance.now();
    await stage.writer.writeOnce();
    const writtenAt = performance.now();
    stage.promotions.push({ afterLoss: writtenAt - lostAt, afterPromotion: writtenAt - promotedAt });
    await stage.pair.addStandby();
  },
} satisfies Record<string, Fault>;

interface Lane {
  readonly faults: Readonly<Record<string, Fault>>;
  /** Time from one to the next, in milliseconds: a database that is never there for long lets nobody write. */
  readonly pauseMs: readonly [least: number, most: number];
}

const LANES: readonly Lane[] = [
  { faults: OF_SERVERS, pauseMs: [300, 2000] },
  { faults: OF_THE_DATABASE, pauseMs: [3000, 8000] },
];

export const FAULTS = LANES.flatMap(({ faults }) => Object.keys(faults));

/** Plays the named faults, those of each lane by turns and then by chance, until it is over. Returns how often each was played. */
export async function playFaults(
  stage: FaultStage,
  names: readonly string[],
  isOver: () => boolean,
): Promise<Record<string, number>> {
  const played: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]));
  await Promise.all(
    LANES.map(async ({ faults, pauseMs }) => {
      const own = Object.entries(faults).filter(([name]) => names.includes(name));
      for (let round = 0; own.length > 0 && !isOver(); round++) {
        const [name, play] = own[round] ?? pick(stage, own);
        await play(stage);
        played[name] = (played[name] ?? 0) + 1;
        await pauseOf(stage, ...pauseMs);
      }
    }),
  );
  return played;
}

function pick<T>({ random }: FaultStage, choices: readonly T[]): T {
  return choices[Math.floor(random.number() * choices.length)] as T;
}

function pauseOf({ random }: FaultStage, least: number, most: number): Promise<void> {
  return pause(least + random.number() * (most - least));
}
