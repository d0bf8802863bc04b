/** Translations have the keys, gaps and plural forms that English asks for. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CatalogueMessage,
  consoleEnglish,
  LANGUAGES,
  type MessageSet,
  mailEnglish,
  pagesEnglish,
} from "../../src/languages/mod.ts";
import { ROOT } from "../support/source_files.ts";

const FOLDER = join(ROOT, "src/languages");
const ENGLISH: Readonly<Record<string, MessageSet>> = {
  pages: pagesEnglish,
  console: consoleEnglish,
  mail: mailEnglish,
};
const TRANSLATED = LANGUAGES.filter((language) => language !== "en");

test("every language has a file for each set of messages", () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...LANGUAGES].sort());
  for (const language of TRANSLATED) {
    const files = Object.keys(ENGLISH).map((set) => `${set}.json`);
    expect(readdirSync(join(FOLDER, language)).sort()).toEqual(files.sort());
  }
});

describe.each(TRANSLATED.flatMap((language) => Object.keys(ENGLISH).map((set) => [language, set] as const)))(
  "%s/%s.json",
  (language, set) => {
    const english = ENGLISH[set]!;
    const json = JSON.parse(readFileSync(join(FOLDER, language, `${set}.json`), "utf8")) as Record<string, string>;

    test("has a text for every key, and for every plural form of the language", () => {
      const needed = Object.entries(english).flatMap(([key, message]) => neededKeys(key, message, language));
      const optional = new Set(Object.keys(english).map((key) => `${key}_zero`));
      expect(
        Object.keys(json)
          .filter((key) => !optional.has(key))
          .sort(),
      ).toEqual(needed.sort());
    });

    test("fills the gaps that English fills", () => {
      const wrong = Object.entries(json).filter(([key, text]) => {
        const message = english[key] ?? english[key.replace(/_[a-z]+$/, "")]!;
        return gapsOf(text) !== gapsOf(typeof message === "string" ? message : message.other);
      });
      expect(wrong).toEqual([]);
    });
  },
);

/** Plural forms are those that whole numbers below a million fall into: a count of reviews is nothing else. */
function neededKeys(key: string, message: CatalogueMessage, language: string): string[] {
  if (typeof message === "string") return [key];
  const rules = new Intl.PluralRules(language);
  const categories = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
  return [...categories].map((category) => `${key}_${category}`);
}

/** A sentence may leave out the number that chooses its form, as in "none". */
function gapsOf(text: string): string {
  return [...text.matchAll(/\{(\w+)\}/g)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "count")
    .sort()
    .join();
}
