/**
 * How much of an author's name is shown. The owner chooses a policy; names that are already short pass unchanged, so
 * that an export can be imported again.
 *
 * @module
 */
import { maskPersonalData, REMOVED } from "./masking.ts";
import { comparableText, cutText, normaliseLine } from "./text.ts";

/** The name policies an owner can choose from, default first. */
export const NAME_POLICIES = ["first_last_initial", "first", "initials", "full", "anonymous"] as const;
/** How much of an author's name readers see. */
export type NamePolicy = (typeof NAME_POLICIES)[number];

/** Shown for authors who are not named. */
const ANONYMOUS_NAME = "A customer";
/** Longest name that is shown, in characters. */
export const MAX_NAME_LENGTH = 80;

/** An author's name as published, or the placeholder for an anonymous author. */
export interface ShownName {
  readonly name: string;
  readonly isAnonymous: boolean;
}

const ANONYMOUS: ShownName = { name: ANONYMOUS_NAME, isAnonymous: true };
const ALREADY_SHORT = /^[A-Z][a-z]+ [A-Z]\.$/;

/** The name as the policy shows it. Doing it twice changes nothing. */
export function shownName(given: string, policy: NamePolicy): ShownName {
  if (policy === "first_last_initial" && ALREADY_SHORT.test(given)) return { name: given, isAnonymous: false };
  if (policy === "anonymous") return ANONYMOUS;
  const name = withoutContact(withoutAsides(withoutPersonalData(normaliseLine(given))));
  if (isNobody(name)) return ANONYMOUS;
  const shown = isCompany(name) ? name : shortened(name, policy);
  return { name: cutText(shown, MAX_NAME_LENGTH).trimEnd(), isAnonymous: false };
}

const NOBODY = new Set([
  "",
  "a customer",
  "customer",
  "a google user",
  "google user",
  "ein google-nutzer",
  "un utilisateur de google",
  "un utilisateur google",
  "un usuario de google",
  "anonymous",
  "anonymous user",
  "anonymous customer",
  "anonym",
  "anonyme",
  "anonimo",
  "anónimo",
  "guest",
  "verified customer",
  "verified buyer",
  "n/a",
  "none",
  "null",
  "unknown",
]);

function isNobody(name: string): boolean {
  return NOBODY.has(comparableText(name)) || !/[\p{L}\p{N}]/u.test(name);
}

/** `Jane Doe (Google)`, `<b>Jane</b> Doe`: what stands in brackets is no part of the name. */
function withoutAsides(name: string): string {
  if (!/[([<]/.test(name)) return name;
  const outside = normaliseLine(name.replace(/\([^()]*\)|\[[^[\]]*\]|<[^<>]*>/g, " "));
  return /\p{L}/u.test(outside) ? outside : name;
}

/** What is masked in a text has no place in a name either. */
function withoutPersonalData(name: string): string {
  const { text, redactions } = maskPersonalData(name);
  if (redactions.length === 0) return name;
  const parts = text.split(REMOVED).map((part) => part.replace(/^[\s/,;:]+|[\s/,;:]+$/g, ""));
  return parts.filter((part) => part !== "").join(" ");
}

/** An e-mail address, a web address or a telephone number given as a name names nobody; beside a name it is dropped. */
function withoutContact(name: string): string {
  if (!/@|\d{3}|:\/\/|\bwww\./.test(name)) return name;
  const words = name.split(" ").map((word) => word.replace(/^@+/, ""));
  const kept = words.filter((word) => !/.@.|:\/\/|^www\./.test(word) && !/^[(+]?\d[\d().+-]{2,}$/.test(word));
  if (kept.length < words.length && !/\p{L}/u.test(kept.join())) return "";
  return kept.join(" ").replace(/^[\s,;<>()-]+|[\s,;<>(-]+$/g, "");
}

const COMPANY =
  /(?:^|[\s,])(?:llc|l\.l\.c\.|inc|incorporated|corp|corporation|ltd|limited|llp|plc|gmbh|ug|kg|ohg|e\.?k|s\.?a\.?r\.?l|s\.?r\.?l|b\.?v|n\.?v|pty|company|holdings|enterprises|properties|management|(?:&|and|und) co)\.?$/i;

/** Whether a name is a firm's: firms are not people, and their names are shown whole. */
function isCompany(name: string): boolean {
  return name.includes(" ") && COMPANY.test(name);
}

const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|sir|herr|frau|m|mme|mlle|sr|sra)\.?$/i;
const SUFFIX = /^(?:family|familie|jr|sr|ii|iii|iv|phd|ph\.d|md|m\.d|dds|esq|cpa|rn)\.?$/i;

function shortened(name: string, policy: NamePolicy): string {
  if (policy === "full") return name;
  const { title, words } = nameParts(name);
  const [first = "", last = first] = [words[0], words.at(-1)];
  if (words.length === 1) {
    if (title !== null) return policy === "initials" ? initial(first) : `${title} ${initial(first)}`;
    return policy === "initials" ? initial(first) : first;
  }
  if (policy === "first") return first;
  return policy === "initials" ? `${initial(first)} ${initial(last)}` : `${first} ${initial(last)}`;
}

/** Words with one space between two: nothing to turn round, or to trim. */
const PLAIN_NAME = /^[^\s,]+(?: [^\s,]+)*$/;

/** The words that name somebody, in the order first to last: "Dr. Doe, Jane" and "jane.doe" are seen through. */
export function nameParts(name: string): { title: string | null; words: string[] } {
  const words = inSpokenOrder(name)
    .split(" ")
    .flatMap((word) => (/[._]/.test(word) && /^\p{L}{2,}[._]\p{L}{2,}$/u.test(word) ? word.split(/[._]/) : word))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length > 2 && /^the$/i.test(words[0] ?? "")) words.shift();
  while (words.length > 1 && SUFFIX.test(words.at(-1) ?? "")) words.pop();
  const title = words.length > 1 && TITLE.test(words[0] ?? "") ? (words.shift() ?? null) : null;
  return { title, words };
}

function inSpokenOrder(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  const [last, first, ...more] = name.split(",").map((part) => part.trim());
  if (!first || more.length > 0 || SUFFIX.test(first)) return name.replaceAll(",", " ").replace(/\s+/g, " ").trim();
  return `${first} ${last}`;
}

/** First letter of a word with its marks, in upper case, and a full stop. */
function initial(word: string): string {
  const [letter = ""] = /[\p{L}\p{N}]\p{M}*/u.exec(word) ?? [];
  const upper = letter.toUpperCase();
  return `${upper.length === letter.length ? upper : letter}.`;
}
