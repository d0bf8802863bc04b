import { describe, expect, test } from "bun:test";
import { hideReviewerName, type NamePolicy, REMOVED, shownName } from "../../src/review/mod.ts";

function hidden(text: string, given: string, policy: NamePolicy = "first_last_initial"): string {
  const reviewer = { given, shown: shownName(given, policy) };
  const once = hideReviewerName(text, reviewer);
  expect(hideReviewerName(once, reviewer)).toBe(once);
  return once;
}

describe("hideReviewerName()", () => {
  test.each([
    ["Thank you Jane Doe of 12 Elm Street", "Thank you Jane D. of 12 Elm Street"],
    ["Thank you, Jane Doe!", "Thank you, Jane D.!"],
    ["Jane Mary Doe was kind", "Jane D. was kind"],
    ["thanks JANE DOE", "thanks Jane D."],
    ["Dear Mrs. Doe,", "Dear Mrs. D.,"],
    ["Dear Ms doe,", "Dear Ms D.,"],
    ["To Doe's house", "To D.'s house"],
    ["Doe, Jane", "Jane D."],
    ["Thank you, Jane!", "Thank you, Jane!"],
    ["Does this help?", "Does this help?"],
  ])("leaves of %p no more than the policy shows", (text, expected) => {
    expect(hidden(text, "Jane Doe")).toBe(expected);
  });

  test("does what it can where only the short name is known", () => {
    expect(hidden("Thank you Jane Doe", "Jane D.")).toBe("Thank you Jane D.");
    expect(hidden("Thank you Jane, Dave will call", "Jane D.")).toBe("Thank you Jane, Dave will call");
  });

  test("follows every policy", () => {
    const reply = "Thank you Jane Doe, and Jane, say hello to Mr Doe";
    expect(hidden(reply, "Jane Doe", "full")).toBe(reply);
    expect(hidden(reply, "Jane Doe", "first")).toBe("Thank you Jane, and Jane, say hello to Mr D.");
    expect(hidden(reply, "Jane Doe", "initials")).toBe("Thank you J. D., and J., say hello to Mr D.");
    expect(hidden(reply, "Jane Doe", "anonymous")).toBe(
      `Thank you ${REMOVED}, and ${REMOVED}, say hello to Mr ${REMOVED}`,
    );
  });

  test("does not take a surname that is a word for the name at the start of a sentence", () => {
    expect(hidden("Young plumbers learn here. Thank you, Ann Young", "Ann Young")).toBe(
      "Young plumbers learn here. Thank you, Ann Y.",
    );
  });

  test("takes hyphens and apostrophes for parts of a name", () => {
    expect(hidden("Thank you, Anne-Marie Smith-Jones", "Anne-Marie Smith-Jones")).toBe("Thank you, Anne-Marie S.");
    expect(hidden("Dear Mr O'Brien", "Pat O'Brien")).toBe("Dear Mr O.");
  });

  test.each([
    ["Merci Zoe Muller", "Zoë Müller", "Merci Zoë M."],
    ["Merci Zoë Müller", "Zoe Muller", "Merci Zoe M."],
    ["Danke, Frau MÜLLER, für den Café-Tipp", "Zoe Muller", "Danke, Frau M., für den Café-Tipp"],
    ["Gracias José Núñez", "Jose N.", "Gracias José N."],
  ])("knows a name by its letters, with their accents or without: %s", (text, given, expected) => {
    expect(hidden(text, given)).toBe(expected);
  });

  test("takes a name for text, whatever characters it holds", () => {
    for (const character of "\\^$.*+?()[]{}|/-&,:;<>=!@#%~`'\"_") {
      expect(hidden(`Thanks Jo${character}e Do${character}e`, `Jo${character}e Do${character}e`)).toBeString();
    }
    expect(hidden("Thanks a.b (c", "A.b (c")).toBeString();
    expect(hidden("Merci Zoë O’Brien-Çelik", "Zoë O’Brien-Çelik")).toBe("Merci Zoë O.");
  });
});
