import { describe, expect, test } from "bun:test";
import { createSessions } from "../../src/mcp/legacy.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const OTHER_KEY = new Uint8Array(32).fill(1);
const KEY = new Uint8Array(32).fill(2);
const random = createSeededRandom(1);
const settle = async () => {};

function sessionsWith(key: Uint8Array, clock = createVirtualClock()) {
  return createSessions({ key, clock, random, lifeSeconds: 3600 });
}

describe("A session id", () => {
  test("is refused when any character of it was changed, and under another key", () => {
    const sessions = sessionsWith(KEY);
    const id = sessions.mint();
    const forgeries = Array.from(id, (character, index) => {
      const other = character === "3" ? "5" : "3";
      return id.slice(0, index) + other + id.slice(index + 1);
    });
    for (const forgery of [...forgeries, "", "x", `${id}A`, id.slice(1)]) expect(sessions.isValid(forgery)).toBe(false);
    expect([sessions.isValid(id), sessionsWith(OTHER_KEY).isValid(id)]).toEqual([true, false]);
  });

  test("is refused when its life is over", async () => {
    const clock = createVirtualClock();
    const sessions = sessionsWith(KEY, clock);
    const id = sessions.mint();
    await clock.advance(3600_000, settle);
    expect(sessions.isValid(id)).toBe(true);
    await clock.advance(1000, settle);
    expect(sessions.isValid(id)).toBe(false);
  });
});
