import { describe, expect, test } from "bun:test";
import { LEGACY_VERSIONS } from "../../src/mcp/identity.ts";
import { createSessions } from "../../src/mcp/legacy.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const OLD_KEY = new Uint8Array(32).fill(1);
const NEW_KEY = new Uint8Array(32).fill(2);
const random = createSeededRandom(1);
const settled = async () => {};

function sessionsWith(keys: readonly Uint8Array[], clock = createVirtualClock(), maxEnded = 10) {
  return createSessions({ keys, clock, random, lifeSeconds: 3600, maxEnded });
}

describe("A session id", () => {
  test("is fifty visible ASCII characters and differs each time", () => {
    const sessions = sessionsWith([NEW_KEY]);
    const ids = new Set(Array.from({ length: 100 }, () => sessions.mint("2025-06-18").id));
    expect(ids.size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]{50}$/);
  });

  test.each([...LEGACY_VERSIONS])("remembers that version %s was agreed on", (version) => {
    const sessions = sessionsWith([NEW_KEY]);
    expect(sessions.find(sessions.mint(version).id)?.version).toBe(version);
  });

  test("is good on another instance with the same key and unknown with another key", () => {
    const { id } = sessionsWith([NEW_KEY]).mint("2025-06-18");
    expect(sessionsWith([NEW_KEY]).find(id)).not.toBeNull();
    expect(sessionsWith([OLD_KEY]).find(id)).toBeNull();
  });

  test("signed with the previous key is good for as long as that key is kept", () => {
    const { id } = sessionsWith([OLD_KEY]).mint("2025-06-18");
    expect(sessionsWith([NEW_KEY, OLD_KEY]).find(id)).not.toBeNull();
    expect(sessionsWith([NEW_KEY]).find(id)).toBeNull();
  });

  test("is refused when any character of it was changed", () => {
    const sessions = sessionsWith([NEW_KEY]);
    const { id } = sessions.mint("2025-06-18");
    const forgeries = Array.from(id, (character, index) => {
      const other = character === "3" ? "5" : "3";
      return id.slice(0, index) + other + id.slice(index + 1);
    });
    for (const forgery of [...forgeries, "", "x", `${id}A`, id.slice(1)]) expect(sessions.find(forgery)).toBeNull();
  });

  test("is refused when its life is over", async () => {
    const clock = createVirtualClock();
    const sessions = sessionsWith([NEW_KEY], clock);
    const { id } = sessions.mint("2025-06-18");
    await clock.advance(3600_000, settled);
    expect(sessions.find(id)).not.toBeNull();
    await clock.advance(1000, settled);
    expect(sessions.find(id)).toBeNull();
  });

  test("is refused once it was ended; only so many ended ones are remembered", () => {
    const sessions = sessionsWith([NEW_KEY], createVirtualClock(), 2);
    const ids = [1, 2, 3].map(() => sessions.mint("2025-06-18").id);
    for (const id of ids) sessions.end(id);
    expect(ids.map((id) => sessions.find(id) === null)).toEqual([false, true, true]);
  });

  test("needs a key", () => {
    expect(() => sessionsWith([])).toThrow("no key was given");
  });
});
