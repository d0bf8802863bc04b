/**
 * Keeps a name that the policy hides from coming back in the business's reply: "Thank you, Jane Doe!" becomes
 * "Thank you, Jane D.!" beside a review by "Jane D."
 *
 * @module
 */
import { REMOVED } from "./masking.ts";
import { nameParts, type ShownName } from "./names.ts";

/** An author's name as given by the source and as published. */
export interface ReviewerName {
  /** The name as the source gives it; the shown name where no more is known. */
  readonly given: string;
  /** What the policy makes of it. */
  readonly shown: ShownName;
}

/** The text with the reviewer's name as far as the policy shows it. Doing it twice changes nothing. */
export function hideReviewerName(text: string, { given, shown }: ReviewerName): string {
  const words = nameParts(given).words.filter((word) => /\p{L}.*\p{L}/u.test(word));
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return hideLikelyName(text, shown);
  if (given === shown.name) return hideLikelyName(text, shown);
  const lower = text.toLowerCase();
  if (!words.some((word) => lower.includes(word.toLowerCase()))) return text;
  const isShown = (word: string) => !shown.isAnonymous && shown.name.split(" ").includes(word);
  let hidden = text;
  if (words.length > 1 && !isShown(last)) hidden = hideWholeName(hidden, words, shown);
  if (!isShown(first)) hidden = hideWord(hidden, first, shortForm(first, shown));
  if (words.length > 1 && !isShown(last)) hidden = hideSurname(hidden, last, shortForm(last, shown));
  return hideLikelyName(hidden, shown);
}

/** "Jane Doe", "Jane Mary Doe", "Doe, Jane". */
function hideWholeName(text: string, words: readonly string[], shown: ShownName): string {
  const [first, last] = [words[0] ?? "", words.at(-1) ?? ""];
  const middle = String.raw`(?:\s+\p{L}[\p{L}.'’-]*){0,2}?`;
  const orders = [`${literal(first)}${middle}\\s+${literal(last)}`, `${literal(last)},\\s*${literal(first)}`];
  return text.replace(wordPattern(orders.join("|"), "giu"), shown.isAnonymous ? REMOVED : shown.name);
}

/** A surname alone may be a word of the language, so only as a name is written: with a capital, or after a title. */
function hideSurname(text: string, surname: string, short: string): string {
  const afterTitle = new RegExp(
    `(?<=\\b(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|se[nñ]ora?)\\.?\\s+)${literal(surname)}(?![\\p{L}\\p{N}])`,
    "giu",
  );
  return text.replace(afterTitle, short).replace(wordPattern(`(?<![.!?]\\s+|^)${literal(surname)}`, "gu"), short);
}

function hideWord(text: string, word: string, short: string): string {
  return text.replace(wordPattern(literal(word), "gu"), short);
}

/** Where only "Jane D." is known: "Jane" followed by a capitalised word with D. */
function hideLikelyName(text: string, { name, isAnonymous }: ShownName): string {
  const parts = isAnonymous ? null : /^(\p{L}[\p{L}'’-]+) (\p{Lu}\p{M}*)\.$/u.exec(name);
  if (parts === null) return text;
  const likely = wordPattern(`(?<=(?<![\\p{L}\\p{N}])${literal(parts[1] ?? "")}\\s+)${parts[2]}[\\p{L}'’-]+`, "gu");
  return text.replace(likely, `${parts[2]}.`);
}

function shortForm(word: string, { isAnonymous }: ShownName): string {
  return isAnonymous ? REMOVED : `${(/\p{L}\p{M}*/u.exec(word)?.[0] ?? "").toUpperCase()}.`;
}

function wordPattern(source: string, flags: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, flags);
}

function literal(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
