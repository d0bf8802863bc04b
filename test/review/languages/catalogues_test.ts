/** What holds for every catalogue; the list of them is the folder's. */
import { describe, expect, test } from "bun:test";
import type { CatalogueMessage, Plural } from "../../../src/review/languages/en.ts";
import { LANGUAGE_NAMES, LANGUAGES, wordsFor } from "../../../src/review/languages/mod.ts";
import { catalogueOf, catalogues, consoleCatalogueOf } from "../../support/catalogues.ts";
import { sourceFiles } from "../../support/source_files.ts";

const english = await catalogueOf("en");
const consoleEnglish = await consoleCatalogueOf("en");

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

describe.each((await catalogues()).map((each) => [each.language, each] as const))(
  "%s",
  (_, { language, locale, direction }) => {
    test("names a locale whose numbers, dates and lists are known", () => {
      expect(Intl.DateTimeFormat.supportedLocalesOf(locale)).toEqual([locale]);
      expect(locale.split("-")[0]).toBe(language);
      expect(new Intl.Locale(locale).getTextInfo?.().direction ?? direction).toBe(direction);
    });
  },
);

/** The messages of readers and those of owners, by language. */
const sets = await Promise.all(
  (await catalogues()).flatMap(({ language, locale, messages }) => [
    { said: `pages in ${language}`, locale, messages, origin: english.messages },
    consoleCatalogueOf(language).then((own) => ({
      said: `console in ${language}`,
      locale,
      messages: own,
      origin: consoleEnglish,
    })),
  ]),
);

describe.each(sets.map((set) => [set.said, set] as const))("%s", (_, { locale, origin, ...set }) => {
  const messages = Object.entries<CatalogueMessage>(set.messages);

  test("fills every gap that English has, and no other", () => {
    const wrong = messages.filter(([key, message]) => {
      const wanted = gapsOf(formsOf(origin[key as keyof typeof origin]).other);
      return Object.values(formsOf(message)).some((text) => gapsOf(text) !== wanted);
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  test("has a form for each plural category that whole numbers below a million fall into", () => {
    const rules = new Intl.PluralRules(locale);
    const needed = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
    const wrong = messages.filter(
      ([, message]) => typeof message !== "string" && [...needed].some((category) => !(category in message)),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  test("is written with the apostrophes and quotation marks of print", () => {
    const typed = messages.filter(([, message]) => Object.values(formsOf(message)).some((text) => /['"]/.test(text)));
    expect(typed.map(([key]) => key)).toEqual([]);
  });
});

test("French keeps its spaces before two-part punctuation and inside of quotation marks from breaking", async () => {
  const words = await wordsFor("fr");
  expect(words.say("report.text")).toContain("problème\u00a0?");
  for (const key of Object.keys(english.messages) as (keyof typeof english.messages)[]) {
    expect(words.pieces(key, { count: 2 } as never).join("")).not.toMatch(/ [:;?!»]|« /);
  }
});

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
  const sources = sourceFiles().filter(
    ({ path }) => !/^src\/(review\/languages|console\/words)\/[a-z]{2}\.ts$/.test(path),
  );
  const text = sources.map(({ text }) => text).join("\n");
  const quoted = new Set([...text.matchAll(/"([\w.-]+)"/g)].map(([, key]) => key));
  const beginnings = [...text.matchAll(/`([\w.]+)\$\{/g)].map(([, beginning = ""]) => beginning);
  const unsaid = Object.keys({ ...english.messages, ...consoleEnglish }).filter(
    (key) => !quoted.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)),
  );
  expect(unsaid).toEqual([]);
});
