/**
 * Makes words of a language equal that mean the same: inflection, accents and some irregular forms are ignored.
 * Languages without a stemmer here compare letters.
 */
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { foldSearched, plainLetters, toNormalForm } from "../../review/text.ts";

const ACCENTS = /[\u0300-\u036f]/g;
const NOT_ASCII = /[^\0-\x7f]/;
const PLAIN = /^[a-z]{3,}$/;
const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" };

/** Each line is one word. */
const IRREGULAR = mapped([
  "not never didn don doesn isn wasn weren won wouldn couldn shouldn aren hasn hadn haven",
  // Spellings without apostrophes, as typed on phones.
  "not didnt dont doesnt isnt wasnt werent wont wouldnt couldnt shouldnt arent hasnt hadnt havent",
  "break broke broken",
  "freeze froze frozen",
  "come came",
  "take took taken",
  "give gave given",
  "go went gone",
  "pay paid",
  "steal stole stolen",
  "speak spoke spoken",
  "drive drove driven",
  "write wrote written",
  "tear tore torn",
  "buy bought",
  "keep kept",
  "leave left",
  "find found",
  "tell told",
  "send sent",
  "run ran",
  "ring rang rung",
]);

/** Words in -y that are no form of the word without it. */
const OTHER_IN_Y = new Set(["party", "handy", "county", "friendly", "factory", "parties", "counties"]);

type KeyOf = (plain: string) => string;

/** Stemmers by language, for plain letters. They recognise some endings by their accents, which are restored. */
const KEYS: ReadonlyMap<string, KeyOf> = new Map<string, KeyOf>([
  ["en", englishKey],
  // "ue" behind a, e or q is no ü: "Neue", "Steuer", "Quelle".
  [
    "de",
    (plain) =>
      stemmed(
        plain.replace(/[ao]e|(?<![aeq])ue/g, (both) => both.charAt(0)),
        german,
      ),
  ],
  ["es", (plain) => stemmed(plain.replace(/cion$/, "ción"), spanish)],
  ["fr", (plain) => stemmed(plain.replace(/ee(?=s?$)/, "ée"), french)],
]);

/** Equal for folded words that mean the same. */
export function wordKey(word: string, language: string): string {
  const plain = withoutAccents(word);
  return KEYS.get(language)?.(plain) ?? plain;
}

function stemmed(word: string, stemmer: (word: string) => string): string {
  return /^\p{L}{4,}$/u.test(word) ? withoutAccents(stemmer(word)) : word;
}

function englishKey(plain: string): string {
  const irregular = IRREGULAR.get(plain);
  if (irregular !== undefined) return irregular;
  if (!PLAIN.test(plain)) return plain;
  const stem = english(plain);
  const base = IRREGULAR.get(stem);
  if (base !== undefined) return base;
  if (!stem.endsWith("i") || stem.length < 5 || OTHER_IN_Y.has(plain)) return stem;
  // Leaky, pricey and honesty go with leak, price and honest, promptly with prompt.
  return stem.replace(/(?:(?<=[cdeghkmnrt])l)?i$/, "");
}

/** é as e, ü as u, ß as ss. Marks of other scripts stay: in Hindi they are vowels. */
export function withoutAccents(word: string): string {
  if (!NOT_ASCII.test(word)) return word;
  return plainLetters(toNormalForm(word, "NFD").replace(ACCENTS, ""));
}

/** German: ü for ue, which holds only for words with an umlaut, and ue for ü. */
export function umlautKeys(
  word: string,
  language: string,
): { readonly written: string | null; readonly meant: string | null } {
  const written = word.replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter);
  const meant = word.replace(/([aou])e/g, "$1");
  return {
    written: written === word ? null : wordKey(written, language),
    meant: meant === word ? null : wordKey(meant, language),
  };
}

/** They do not narrow a search. */
const FUNCTION_WORDS = mappedSets({
  en: `a about also am an and any anybody anyone are as at be been being but by can could d did do does ever for from had has
  have he her here hers him his how i if in is it its just ll m may me might mine must my of off on or our out re s
  shall she should so some somebody someone t than that the their them then there these they this those to too up us ve
  very was we were what when where which who whom why will with would you your
  cant hes im ive shes thats theres theyll theyre theyve weve whats youll youre youve`,
  de: `aber als am an auch auf aus bei beim bin da das dass dem den der des die dies diese dieser du ein eine einem einen einer
  er es für hat haben hatte ich ihr ihre im in ist ja kann mein meine mich mir mit nach ob oder sein seine sich sie sind so
  um und uns unser unsere vom von vor war waren was wegen wenn wer wie wir wird wo zu zum zur`,
  es: `a al ante así como con cuando de del donde e el él ella ellos en era es esa ese eso esta está este esto fue ha hay la las
  le les lo los me mi mis muy nos nosotros o para pero por que qué quien se si son su sus también te tu un una uno unos y ya yo`,
  fr: `a ai au aussi aux avec ce ces cette chez ci comme d dans de des du elle elles en es est et été eu il ils j je l la le
  les leur leurs lui m ma mais me mes mon n nos notre nous on ont ou où par pour qu que qui s sa se ses si son sont sur t ta te
  tu un une vos votre vous y`,
});

export function isFunctionWord(word: string, language: string): boolean {
  return FUNCTION_WORDS.get(language)?.has(word) ?? false;
}

/** Primary language of a BCP 47 tag; "" if it states none. */
export function primaryLanguage(tag: string | null | undefined): string {
  const primary = tag?.split("-", 1)[0]?.toLowerCase() ?? "";
  return /^[a-z]{2,8}$/.test(primary) && primary !== "und" ? primary : "";
}

/** Distinct, in order. */
export function foldedWords(text: string): string[] {
  return [...new Set(foldSearched(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])];
}

/** Words of a text that stand for one of a search: what to mark in it. */
export function wordsMeant(text: string, words: string, tag: string): string[] {
  const language = primaryLanguage(tag);
  const asked = foldedWords(words);
  const telling = asked.filter((word) => !isFunctionWord(word, language));
  const sought = telling.length > 0 ? telling : asked;
  const keys = new Set(
    sought.flatMap((word) => [wordKey(word, language), ...Object.values(umlautKeys(word, language))]),
  );
  return foldedWords(text).filter((word) => keys.has(wordKey(word, language)));
}

function mappedSets(lists: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(lists).map(([language, words]) => [language, new Set(words.split(/\s+/))]));
}

function mapped(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const forms = line.split(" ");
      return forms.map((form) => [form, forms[0] ?? form] as const);
    }),
  );
}
