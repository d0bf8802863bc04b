/** What holds for the words of every language; `test/house/translations_test.ts` compares the translations with English. */
import { describe, expect, test } from "bun:test";
import { formatDay } from "../../src/invitations/mod.ts";
import {
  catalogueOf,
  consoleEnglish,
  consoleWords,
  LANGUAGE_NAMES,
  LANGUAGES,
  mailEnglish,
  mailWords,
  pagesEnglish,
  wordsFor,
} from "../../src/languages/mod.ts";
import { sourceFiles } from "../support/source_files.ts";

const english = { pages: pagesEnglish, console: consoleEnglish, mail: mailEnglish };

describe.each(LANGUAGES)("%s", (language) => {
  const { locale } = catalogueOf(language);

  test("names a locale whose numbers, dates and lists are known", () => {
    expect(Intl.DateTimeFormat.supportedLocalesOf(locale)).toEqual([locale]);
    expect(locale.split("-")[0]).toBe(language);
    expect(new Intl.Locale(locale).getTextInfo?.().direction ?? "ltr").toBe("ltr");
    expect(LANGUAGE_NAMES[language]).not.toBe("");
  });

  test("is written with the apostrophes and quotation marks of print", () => {
    const typed = textsIn(language).filter(([, text]) => /['"]/.test(text));
    expect(typed).toEqual([]);
  });

  test.if(language !== "en")("has no sentence left in English", () => {
    const englishTexts = new Map(textsIn("en"));
    const left = textsIn(language).filter(
      ([key, text]) => text === englishTexts.get(key) && /\p{L}{3,} \p{L}{3,}/u.test(text.replace("JSON Feed", "")),
    );
    expect(left).toEqual([]);
  });
});

test("French counts the first of a month, and no other day", () => {
  expect([wordsFor("fr").date("2026-10-01"), wordsFor("fr").date("2026-10-11")]).toEqual([
    "1er octobre 2026",
    "11 octobre 2026",
  ]);
  expect(wordsFor("fr").dates("2026-10-01", "2026-10-03")).toMatch(/^1er\D3 octobre 2026$/);
  expect(formatDay("2026-10-01", "UTC", "fr")).toBe("1er octobre 2026");
});

test("French elides before a name that begins with a vowel, and before no other", () => {
  const replyOf = (business: string) => wordsFor("fr").say("review.reply", { business });
  expect(["Ortega", "Émile & fils", "Martin", "8 à 8"].map(replyOf)).toEqual([
    "Réponse d’Ortega",
    "Réponse d’Émile & fils",
    "Réponse de Martin",
    "Réponse de 8 à 8",
  ]);
  expect(wordsFor("fr").say("question.punctuality", { business: "Alder" })).toStartWith("Est-ce qu’Alder arrive");
});

test("French keeps its spaces before two-part punctuation and inside of quotation marks from breaking", () => {
  expect(wordsFor("fr").say("report.text")).toContain("problème\u00a0?");
  expect(textsIn("fr").filter(([, text]) => / [:;?!»]|« /.test(text))).toEqual([]);
});

test("German has no ß in Switzerland, and has it elsewhere", () => {
  const written = (country: string) => wordsFor("de", country).say("say.allPraise", { number: 3, topic: "Preis" });
  expect([written("CH"), written("AT"), written("DE")].map((text) => text.includes("ß"))).toEqual([false, true, true]);
});

test("every message is used somewhere", () => {
  const sources = sourceFiles().filter(({ path }) => !path.startsWith("src/languages/en/"));
  const text = sources.map(({ text }) => text).join("\n");
  const quoted = new Set([...text.matchAll(/"([\w.-]+)"/g)].map(([, key]) => key));
  const beginnings = [...text.matchAll(/`([\w.]+)\$\{/g)].map(([, beginning = ""]) => beginning);
  const unused = Object.values(english)
    .flatMap((messages) => Object.keys(messages))
    .filter((key) => !quoted.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)));
  expect(unused).toEqual([]);
});

/** Every message with empty gaps, in the forms for one and for two. */
function textsIn(language: (typeof LANGUAGES)[number]): [key: string, text: string][] {
  const sets = { pages: wordsFor(language), console: consoleWords(language), mail: mailWords(language) };
  return (Object.keys(english) as (keyof typeof english)[]).flatMap((set) =>
    Object.keys(english[set]).flatMap((key) =>
      [1, 2].map((count): [string, string] => {
        const pieces = sets[set].pieces as (key: string, values: object) => string[];
        return [`${set} ${key} ${count}`, pieces(key, { count }).join("")];
      }),
    ),
  );
}
