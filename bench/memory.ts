/**
 * Measures the resident memory of a server after it has answered every kind of question, beside the size of its JSON.
 */
import type { BenchOptions, Figure, PartReport } from "./figures.ts";
import { startGoodword, type Workplace, wholePublished } from "./prepared.ts";
import { peakResidentBytes, residentBytes } from "./processes.ts";

const PATHS = ["/api/feed.json", "/feed.xml", "/insights.json", "/", "/api/reviews/since/2026-01-01"];
const SEARCHES = 2000;
const GOAL_MB = 300;

export async function benchMemory(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const figures: Figure[] = [];
  for (const size of isFull ? [10_000, 100_000] : [10_000]) {
    await using server = startGoodword(await place.database(size), {});
    await wholePublished(server);
    const document = await (await fetch(`${server.url}/reviews.json`)).bytes();
    const peak = peakResidentBytes(server.pid);
    const published = await settledBytes(server.pid);
    for (let search = 0; search < SEARCHES; search++) {
      const word = (search * 7919).toString(36).slice(0, 3);
      await (await fetch(`${server.url}/api/reviews/search?query=${word}`)).bytes();
      await (await fetch(server.url + PATHS[search % PATHS.length])).bytes();
    }
    const beside = { name: "its JSON", value: document.length / 1e6 };
    const loaded = await settledBytes(server.pid);
    figures.push({ name: `${size}: most while publishing`, value: peak / 1e6, unit: "MB", beside });
    figures.push({ name: `${size}: published`, value: published / 1e6, unit: "MB", beside });
    figures.push({
      name: `${size}: after ${2 * SEARCHES} requests`,
      value: loaded / 1e6,
      unit: "MB",
      beside,
      ...(size === 100_000 && { goal: { atMost: GOAL_MB } }),
    });
  }
  return { part: "Resident memory", figures, notes: [] };
}

/** Once the publishing worker is gone, and its memory with it. */
async function settledBytes(pid: number): Promise<number> {
  let bytes = residentBytes(pid);
  for (let unchanged = 0; unchanged < 5; ) {
    await Bun.sleep(200);
    const now = residentBytes(pid);
    unchanged = Math.abs(now - bytes) < 1e6 ? unchanged + 1 : 0;
    bytes = now;
  }
  return bytes;
}
