/** What holds for every catalogue; the list of them is the folder's. */
import { describe, expect, test } from "bun:test";
import type { CatalogueMessage, Plural } from "../../../src/review/languages/en.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "../../../src/review/languages/mod.ts";
import { catalogueOf, catalogues } from "../../support/catalogues.ts";
import { sourceFiles } from "../../support/source_files.ts";

const english = await catalogueOf("en");

const formsOf = (message: CatalogueMessage): Plural => (typeof message === "string" ? { other: message } : message);
/** Not the number that chooses a form: some say it in words, such as "none". */
const gapsOf = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "count")
    .sort()
    .join();

test("every file of a catalogue is in the list of languages, under its name, and nothing else is", async () => {
  expect((await catalogues()).map(({ language }) => language).sort()).toEqual([...LANGUAGES].sort());
  expect(Object.keys(LANGUAGE_NAMES).sort()).toEqual([...LANGUAGES].sort());
});

describe.each((await catalogues()).map((catalogue) => [catalogue.language, catalogue] as const))(
  "%s",
  (_, catalogue) => {
    const messages = Object.entries(catalogue.messages);

    test("fills every gap that English has, and no other", () => {
      const wrong = messages.filter(([key, message]) => {
        const wanted = gapsOf(formsOf(english.messages[key as keyof typeof english.messages]).other);
        return Object.values(formsOf(message)).some((text) => gapsOf(text) !== wanted);
      });
      expect(wrong.map(([key]) => key)).toEqual([]);
    });

    test("has a form for each plural category that whole numbers below a million fall into", () => {
      const rules = new Intl.PluralRules(catalogue.locale);
      const needed = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
      const wrong = messages.filter(
        ([, message]) => typeof message !== "string" && [...needed].some((category) => !(category in message)),
      );
      expect(wrong.map(([key]) => key)).toEqual([]);
    });

    test("names a locale whose numbers, dates and lists are known", () => {
      expect(Intl.DateTimeFormat.supportedLocalesOf(catalogue.locale)).toEqual([catalogue.locale]);
      expect(catalogue.locale.split("-")[0]).toBe(catalogue.language);
      expect(new Intl.Locale(catalogue.locale).getTextInfo?.().direction ?? catalogue.direction).toBe(
        catalogue.direction,
      );
    });

    test("is written with the apostrophes and quotation marks of print", () => {
      const typed = messages.filter(([, message]) => Object.values(formsOf(message)).some((text) => /['"]/.test(text)));
      expect(typed.map(([key]) => key)).toEqual([]);
    });
  },
);

test("no sentence of English was left in another catalogue", async () => {
  const others = (await catalogues()).filter(({ language }) => language !== "en");
  const left = others.flatMap(({ language, messages }) =>
    Object.entries(messages)
      .filter(([key, message]) => {
        const text = formsOf(message).other;
        return (
          text === formsOf(english.messages[key as keyof typeof messages]).other && /\p{L}{3,} \p{L}{3,}/u.test(text)
        );
      })
      .map(([key]) => `${language}: ${key}`),
  );
  expect(left).toEqual([]);
});

test("every message is said somewhere", () => {
  const sources = sourceFiles().filter(({ path }) => !/^src\/languages\/[a-z]{2}\.ts$/.test(path));
  const text = sources.map(({ text }) => text).join("\n");
  const beginnings = [...text.matchAll(/`([\w.]+)\$\{/g)].map(([, beginning = ""]) => beginning);
  const unsaid = Object.keys(english.messages).filter(
    (key) => !text.includes(`"${key}"`) && !beginnings.some((beginning) => key.startsWith(beginning)),
  );
  expect(unsaid).toEqual([]);
});
