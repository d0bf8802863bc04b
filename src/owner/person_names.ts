/** Names of people who use the console: which are taken, and which two look alike to a reader. */
import { createHash } from "node:crypto";
import { toNormalForm } from "../review/mod.ts";

const MAX_NAME_LENGTH = 80;

export function nameKeyOf(name: string): string {
  return toNormalForm(tidyName(name), "NFKC").toLowerCase();
}

/** Digits of the digest by which attempts are counted: few enough that made-up names cannot fill the store. */
const DIGEST_DIGITS = 4;

/** What wrong passwords for a name are counted by. Many names share one, of which a single one may be a person's. */
export function triesKeyOf(name: string): string {
  return createHash("sha256").update(nameKeyOf(name)).digest("hex").slice(0, DIGEST_DIGITS);
}

export function tidyName(name: string): string {
  return name.trim().replace(/\s+/gu, " ");
}

/** Whether it may name a person: it has a letter, nothing invisible, and letters of one script among those that look alike. */
export function isPersonName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH || !name.isWellFormed() || !/\p{L}/u.test(name) || INVISIBLE.test(name))
    return false;
  return ALIKE_SCRIPTS.filter((script) => script.test(name)).length <= 1;
}

/** U+2800 is a Braille pattern without dots. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/u;
const ALIKE_SCRIPTS = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u, /\p{sc=Armenian}/u, /\p{sc=Cherokee}/u];

export function lookAlike(one: string, other: string): boolean {
  return skeletonOf(one) === skeletonOf(other);
}

/** Letters and digits by what they look like, each group after its letter: a part of Unicode's confusables (UTS #39). */
const LOOKS: ReadonlyMap<string, string> = new Map(
  `aаαΑА bВΒЬ cсСϲ dԁ eеЕΕ gɡ hһНΗ iіІΙι1lI|ıӏӀ jјЈ kкКΚκ mМΜ nΝ oоОοΟσ0 pрРρΡ qԛ sѕЅ tТΤ vνѵ wԝ xхХΧ yуУΥγ zΖ`
    .split(/\s+/)
    .flatMap(([plain = "", ...looks]) => looks.map((look) => [look, plain] as const)),
);

function skeletonOf(name: string): string {
  const plain = [...toNormalForm(tidyName(name), "NFKC")].map((letter) => LOOKS.get(letter) ?? letter).join("");
  return [...plain.toLowerCase()].map((letter) => LOOKS.get(letter) ?? letter).join("");
}
