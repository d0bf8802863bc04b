import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { countCharacters, MAX_NAME_LENGTH, NAME_POLICIES, shownName } from "../../src/review/mod.ts";
import { readPromises } from "../support/promises.ts";

const shown = (name: string) => shownName(name, "first_last_initial").name;

test.each(readPromises(join(import.meta.dir, "names.txt")))("%s", (_promise, ...rows) => {
  const names = rows.map((row) => row.split(" | "));
  expect(names.map(([given = ""]) => [given, shown(given)])).toEqual(names);
  for (const [given = "", name] of names)
    expect([given, shownName(given, "full").isAnonymous]).toEqual([given, name === "A customer"]);
});

describe("shownName()", () => {
  test("cuts what is too long, never in the middle of a character", () => {
    expect(shownName(`${"x".repeat(79)}👍 y`, "full").name).toBe(`${"x".repeat(79)}👍`);
    expect(shownName("x ".repeat(60), "full").name).toHaveLength(79);
  });

  test("each policy shows its share of a name", () => {
    expect(NAME_POLICIES.map((policy) => shownName("Jane Doe", policy))).toEqual([
      { name: "Jane D.", isAnonymous: false },
      { name: "Jane", isAnonymous: false },
      { name: "J. D.", isAnonymous: false },
      { name: "Jane Doe", isAnonymous: false },
      { name: "A customer", isAnonymous: true },
    ]);
    expect(shownName("Jane Doe <jane@mail.example>", "full").name).toBe("Jane Doe");
    expect(shownName("Jane", "initials").name).toBe("J.");
    expect(shownName("Mr. Doe", "initials").name).toBe("D.");
    expect(shownName("Mr. Doe", "first").name).toBe("Mr. D.");
  });

  const parts = fc.constantFrom(
    "Jane",
    "DOE",
    "d.",
    "Dr.",
    "O'Neil",
    "PhD",
    ",",
    "LLC",
    "ß",
    "a@b.co",
    "555-123-4567",
    "🙂",
    "李",
    "x_y",
    "jo.hn",
    "é",
    "Jr",
    "3",
    "&",
  );
  const anyName = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 120 }),
    fc.array(parts, { maxLength: 6 }).map((words) => words.join(" ")),
  );

  test("shortening a shortened name changes nothing, under any policy", () => {
    fc.assert(
      fc.property(anyName, fc.constantFrom(...NAME_POLICIES), (name, policy) => {
        const once = shownName(name, policy);
        expect(shownName(once.name, policy)).toEqual(once);
      }),
      { numRuns: 2000 },
    );
  });

  test("what is shown is never empty, never too long, and well-formed", () => {
    fc.assert(
      fc.property(anyName, fc.constantFrom(...NAME_POLICIES), (name, policy) => {
        const { name: result } = shownName(name.repeat(3), policy);
        expect(result.length).toBeGreaterThan(0);
        expect(countCharacters(result)).toBeLessThanOrEqual(MAX_NAME_LENGTH);
        expect(result.isWellFormed()).toBe(true);
      }),
    );
  });
});
