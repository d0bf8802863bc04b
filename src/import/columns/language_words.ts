/** Language tags as files write them: `de_AT`, or the name of the language, which CLDR has in each of them. */
import { foldName } from "../../review/mod.ts";

const LANGUAGES =
  "en de fr es it pt nl pl ru sv da nb fi cs sk hu tr uk ro bg el hr sr sl ja ko zh ar he hi vi th id ca".split(" ");
const NAMED_IN = ["en", "de", "fr", "es"];
const TAG = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*$/;

const MAX_NAME_LENGTH = 100;

/** The tag of a language; null for another word. */
export function languageTag(given: string): string | null {
  if (given.length > MAX_NAME_LENGTH) return null;
  if (TAG.test(given)) return given.replaceAll("_", "-");
  // The country in "English (US)" says nothing about the words.
  return tagsByName().get(foldName(given.replace(/\s*\(.*$/, ""))) ?? null;
}

let byName: ReadonlyMap<string, string> | undefined;

function tagsByName(): ReadonlyMap<string, string> {
  byName ??= new Map(
    LANGUAGES.flatMap((tag) =>
      [...NAMED_IN, tag].map((locale) => {
        const name = new Intl.DisplayNames(locale, { type: "language" }).of(tag);
        return [foldName(name ?? tag), tag] as const;
      }),
    ),
  );
  return byName;
}
