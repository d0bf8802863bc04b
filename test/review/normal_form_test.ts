/** Texts of strangers in normal forms: what a program would otherwise take minutes for. */
import { expect, test } from "bun:test";
import { normaliseText, toNormalForm } from "../../src/review/mod.ts";
import { sourceFiles } from "../support/source_files.ts";

const [ABOVE, BELOW] = ["\u0301", "\u0316"];

test("toNormalForm() keeps 30 marks of a run, which no language exceeds", () => {
  expect(toNormalForm(`a${BELOW.repeat(30)}b`, "NFD")).toBe(`a${BELOW.repeat(30)}b`);
  expect(toNormalForm(`a${BELOW.repeat(31)}b`, "NFD")).toBe(`a${BELOW.repeat(30)}b`);
  expect(toNormalForm("Zoe\u0308", "NFC")).toBe("Zoë");
});

test("a million marks in the wrong order are normalised at once", () => {
  // In their square, they would take hours.
  expect(normaliseText(`a${ABOVE.repeat(500_000)}${BELOW.repeat(500_000)}`).length).toBeLessThan(40);
});

test("every text is normalised by toNormalForm()", () => {
  const others = sourceFiles().filter(({ text }) => /\.normalize\("NF/.test(text));
  expect(others.map(({ path }) => path)).toEqual([]);
});
