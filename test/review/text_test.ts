import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  comparableText,
  countCharacters,
  cutText,
  isLongerThan,
  normaliseLine,
  normaliseText,
  normaliseTitle,
  textFault,
} from "../../src/review/mod.ts";

describe("textFault()", () => {
  test.each(["", "plain", "tab\tline\nend\r\n", "naïve 李 👩‍🔧 \u200f"])("finds nothing wrong with %p", (text) => {
    expect(textFault(text)).toBeNull();
  });

  test.each([
    ["half a pair", "a\ud83d", "is not well-formed Unicode (unpaired surrogate)"],
    ["NUL", "a\u0000", "contains the control character U+0000"],
    ["an escape", "\u001b[2J", "contains the control character U+001B"],
    ["a vertical tab", "\u000b", "contains the control character U+000B"],
    ["a non-character", "\uffff", "contains the control character U+FFFF"],
  ])("names %s", (_what, text, fault) => {
    expect(textFault(text)).toBe(fault);
  });
});

describe("normaliseText()", () => {
  test("composes characters, ends lines by LF and trims", () => {
    expect(normaliseText("  e\u0301\r\nb\rc \n")).toBe("é\nb\nc");
  });

  test("takes out bidirectional overrides, C1 controls and byte order marks", () => {
    expect(normaliseText("a\u202eb\u2066c\u2069\u0085\u007f\ufeffd")).toBe("abcd");
    expect(normaliseText("\u202bשלום\u202c")).toBe("שלום");
  });

  test("keeps the isolates of a right-to-left text", () => {
    const text = "התקינו \u2066Rheem 40\u2069 תוך \u20672\u2069 שעות\nתודה";
    expect(normaliseText(text)).toBe(text);
    expect(normaliseTitle("\u2068Rheem\u2069  תודה")).toBe("\u2068Rheem\u2069 תודה");
  });

  test("closes isolates on their line, and takes out what closes none", () => {
    expect(normaliseText("א\u2066b\u2067c\nד\u2069e")).toBe("א\u2066b\u2067c\u2069\u2069\nדe");
  });

  test("leaves isolates out of names", () => {
    expect(normaliseLine("\u2067דנה\u2069 כהן")).toBe("דנה כהן");
  });

  test("keeps joiners and right-to-left marks", () => {
    const text = "👩‍🔧 می‌خواهم \u200fשלום\u200e";
    expect(normaliseText(text)).toBe(text);
  });

  test("changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const once = normaliseText(text);
        expect(normaliseText(once)).toBe(once);
        const title = normaliseTitle(text);
        expect(normaliseTitle(title)).toBe(title);
        const line = normaliseLine(text);
        expect(normaliseLine(line)).toBe(line);
      }),
      { numRuns: 2000 },
    );
  });
});

test("normaliseText() is idempotent for text of mixed directions", () => {
  const characters = fc.constantFrom(
    "א",
    "ب",
    "a",
    " ",
    "\n",
    "\u2066",
    "\u2067",
    "\u2068",
    "\u2069",
    "\u202e",
    "\u0301",
  );
  fc.assert(
    fc.property(fc.string({ unit: characters }), (text) => {
      const once = normaliseText(text);
      expect(normaliseText(once)).toBe(once);
      const title = normaliseTitle(text);
      expect(normaliseTitle(title)).toBe(title);
      const cut = cutText(once, 5);
      expect(normaliseText(cut)).toBe(cut.trim());
    }),
    { numRuns: 2000 },
  );
});

test("comparableText() sees no difference by isolates", () => {
  expect(comparableText("\u2066Rheem\u2069 תודה")).toBe(comparableText("Rheem תודה"));
});

test("comparableText() sees no difference of case, width and white space", () => {
  expect(comparableText(" Ｇood\n\tWORK ")).toBe("good work");
});

test("countCharacters(), isLongerThan() and cutText() take an emoji for one character, not for two", () => {
  expect(countCharacters("a👍b")).toBe(3);
  expect([2, 3, 4].map((most) => isLongerThan("a👍b", most))).toEqual([true, false, false]);
  expect(cutText("ab", 5)).toBe("ab");
  expect(cutText("a👍b", 2)).toBe("a👍");
  expect(cutText("a👍b", 1)).toBe("a");
});
