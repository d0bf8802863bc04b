import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { REVIEW_COLUMNS } from "../../src/import/columns/column_words.ts";
import { DATE_FORMATS, IMPORT_FORMATS } from "../../src/import/mod.ts";
import { listedWords } from "../../src/import/words.ts";
import { NAME_POLICIES, splitList, VERIFICATION_METHODS } from "../../src/review/mod.ts";
import { readOne } from "./builders.ts";

const page = readFileSync(new URL("../../docs/importing.md", import.meta.url), "utf8");

describe("docs/importing.md", () => {
  test.each([
    ["format", IMPORT_FORMATS],
    ["verification method", VERIFICATION_METHODS],
    ["name policy", NAME_POLICIES],
  ])("names every %s", (_what, names) => {
    for (const name of names) expect(page).toContain(`\`${name}\``);
  });

  test("names every way of writing a date", () => {
    for (const name of DATE_FORMATS) expect(page).toContain(name);
  });

  test("names every name of every column", () => {
    const english = REVIEW_COLUMNS.filter(({ language }) => language === "en").flatMap(({ names }) => splitList(names));
    for (const alias of [...english, ...listedWords("moderation_column")]) expect(page).toContain(`\`${alias}\``);
  });

  test("shows a smallest file that is accepted", () => {
    const [, file] = /```json\n([\s\S]*?)```/.exec(page)!;
    const { records, problems, business } = readOne("r.json", file!);
    expect([records.length, problems, business?.name]).toEqual([1, [], "Brook & Daughter Plumbing"]);
  });
});
