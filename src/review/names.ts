/** Shortens authors' names, and compares them. A name that is already short stays unchanged, so that an export can be imported again. */
import { maskPersonalData, REMOVED } from "./masking.ts";
import { comparableText, cutText, foldLetters, isOneLetter, normaliseLine, toNormalForm } from "./text.ts";

export const NAME_POLICIES = ["first_last_initial", "first", "initials", "full", "anonymous"] as const;
export type NamePolicy = (typeof NAME_POLICIES)[number];

export const ANONYMOUS_NAME = "A customer";
export const MAX_NAME_LENGTH = 80;

export interface ShownName {
  readonly name: string;
  readonly isAnonymous: boolean;
}

const ANONYMOUS: ShownName = { name: ANONYMOUS_NAME, isAnonymous: true };
const ALREADY_SHORT = /^[A-Z][a-z]+ [A-Z]\.$/;

export function shownName(given: string, policy: NamePolicy): ShownName {
  if (policy === "first_last_initial" && ALREADY_SHORT.test(given)) return { name: given, isAnonymous: false };
  if (policy === "anonymous") return ANONYMOUS;
  const name = withoutDescription(withoutContact(withoutAsides(withoutPersonalData(normaliseLine(given)))));
  if (isPlaceholder(name)) return ANONYMOUS;
  const shown = isCompany(name) ? name : shortened(name, policy);
  return { name: cutText(shown, MAX_NAME_LENGTH).trimEnd(), isAnonymous: false };
}

const setOf = (words: string) => new Set(foldLetters(words).split(/\s+/));
/** Words for authors whose names a site does not show. */
const ROLES = setOf(
  `user account konto cuenta compte profile customer client guest member buyer shopper purchaser reviewer visitor homeowner resident tenant householder person
  someone somebody nutzer nutzerin benutzer benutzerin kunde kundin gast käufer käuferin mitglied besucher hausbesitzer
  hausbesitzerin utilisateur utilisatrice cliente invité invitée acheteur acheteuse membre visiteur internaute usuario usuaria
  invitado comprador compradora miembro huésped propietario utente ospite acquirente usuário usuária utilizador hóspede
  gebruiker klant koper bezoeker lid użytkownik klient klientka gość kupujący пользователь клиент покупатель гость användare
  kund gäst köpare medlem`,
);
const NAMELESS = setOf(
  `anonymous anonymously anon anonymus anonym anonyme anonymer anonymes anonimo anónimo anônimo anónima anônima anonima anoniem
  anonieme anonim anonimowy аноним анонимно анонимный unknown unnamed nameless undisclosed unbekannt unbekannter inconnu inconnue
  desconocido sconosciuto desconhecido onbekend onbekende nieznany неизвестно неизвестный okänd deleted removed hidden withheld
  redacted private confidential gelöscht gelöschter gelöschte gelöschtes
  supprimé supprimée eliminado eliminada eliminato eliminata excluído verwijderd verwijderde usunięty
  удаленный удален удалена borttagen none null undefined`,
);
const AROUND = setOf(
  `a an the of from by verified trusted valued happy satisfied loyal local new repeat returning former our ein eine einer der die
  von verifizierter verifizierte geprüfter zufriedener zufriedene ehemaliger un une d du de vérifié vérifiée satisfait satisfaite
  uno una del verificado verificada satisfecho satisfecha di verificato soddisfatto um uma do da satisfeito een geverifieerde
  tevreden van zweryfikowany zadowolony ett en verifierad nöjd google facebook yelp trustpilot airbnb tripadvisor amazon
  instagram nextdoor`,
);
const PHRASES = setOf(
  `n/a na noname namewithheld namehidden nonamegiven namenotgiven notgiven namenotprovided notprovided notavailable
  namenotavailable localguide keinname ohnename keineangabe sansnom sinnombre senzanome semnome geennaam безимени 匿名 匿名用户 匿名ユーザー`,
);
/** The last word of a placeholder such as "Kindle Customer". */
const USER =
  /^(?:user|account|customer|reviewer|homeowner|benutzer|utilisateur|usuario|usuário|utente|gebruiker|użytkownik|пользователь)$/;
/** "Customer in LS12", "Kunde aus Hamburg". */
const PLACE = /^(?:in|from|near|at|aus|bei|à|a|de|du|desde|da|di|do|uit|van|z|ze|w|i|från|из|в)$/;

/** Whether a name is a placeholder for an unnamed author: "A Google user", "Trusted Customer", "Homeowner in Leeds". */
export function isPlaceholderName(name: string): boolean {
  return isPlaceholder(normaliseLine(name));
}

function isPlaceholder(name: string): boolean {
  const folded = foldLetters(comparableText(name));
  if (!/[\p{L}\p{N}]/u.test(name) || PHRASES.has(folded.replaceAll(" ", ""))) return true;
  const words = folded.split(/[^\p{L}\p{N}]+/u).map((word) => word.replace(/(?<=\p{L})\d+$/u, ""));
  const named = words.filter((word) => word !== "" && !/\d/.test(word));
  const isRole = (word: string) => ROLES.has(word) || NAMELESS.has(word);
  const place = named.findIndex((word, at) => at > 0 && PLACE.test(word) && ROLES.has(named[at - 1] ?? ""));
  const before = place < 0 ? named : named.slice(0, place);
  if (before.some(isRole) && before.every((word) => isRole(word) || AROUND.has(word))) return true;
  return named.length > 1 && named.length <= 3 && USER.test(named.at(-1) ?? "");
}

function withoutDescription(name: string): string {
  const parts = name.split(/\s+[-–—|·•/]\s+|,\s*/);
  if (parts.length === 1) return name;
  const named = parts.filter((part) => !isPlaceholder(part));
  return named.length === parts.length || named.length === 0 ? name : named.join(", ");
}

function withoutAsides(name: string): string {
  if (!/[([<]/.test(name)) return name;
  const outside = normaliseLine(name.replace(/\([^()]*\)|\[[^[\]]*\]|<[^<>]*>/g, " "));
  return /\p{L}/u.test(outside) ? outside : name;
}

function withoutPersonalData(name: string): string {
  const { text, redactions } = maskPersonalData(name);
  if (redactions.length === 0) return name;
  const parts = text.split(REMOVED).map((part) => part.replace(/^[\s/,;:]+|[\s/,;:]+$/g, ""));
  return parts.filter((part) => part !== "").join(" ");
}

function withoutContact(name: string): string {
  if (!/@|\d{3}|:\/\/|\bwww\./.test(name)) return name;
  const words = name.split(" ").map((word) => word.replace(/^@+/, ""));
  const kept = words.filter((word) => !/.@.|:\/\/|^www\./.test(word) && !/^[(+]?\d[\d().+-]{2,}$/.test(word));
  if (kept.length < words.length && !/\p{L}/u.test(kept.join())) return "";
  return kept.join(" ").replace(/^[\s,;<>()-]+|[\s,;<>(-]+$/g, "");
}

const COMPANY =
  /(?:^|[\s,])(?:llc|l\.l\.c\.|inc|incorporated|corp|corporation|ltd|limited|llp|plc|gmbh|ug|kg|ohg|e\. ?k|s\.?a\.?r\.?l|s\.?r\.?l|b\.?v|n\.?v|pty|company|holdings|enterprises|properties|management|(?:&|and|und) co)\.?$/i;

/** Whether a name is that of a firm, which is shown in full since it is not a person's. */
function isCompany(name: string): boolean {
  return name.includes(" ") && COMPANY.test(name);
}

const TITLE =
  /^(?:mr|mrs|ms|miss|mx|dr|dra|prof|rev|sir|madam|herr|hr|frau|fr|m|mme|mlle|madame|monsieur|mademoiselle|sr|sra|srta|señor|señora|señorita|sig|sigra|signor|signora|senhor|senhora|dhr|mevr|mevrouw|meneer|pan|pani|ing|dipl-ing|г-н|г-жа)\.?$|^(?:med|jur|phil|rer|nat|h\.c)\.$/iu;

export function isTitle(word: string): boolean {
  return TITLE.test(word.trim());
}
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

/** Words separated by single spaces, without a comma: a name that needs no reordering. */
const PLAIN_NAME = /^[^\s,]+(?: [^\s,]+)*$/;

/** The title and the words of a name from first to last, also for "Dr. Doe, Jane" and "jane.doe". */
export function nameParts(name: string): { title: string | null; words: string[] } {
  const words = inSpokenOrder(name)
    .split(" ")
    .flatMap((word) => (/[._]/.test(word) && /^\p{L}{2,}[._]\p{L}{2,}$/u.test(word) ? word.split(/[._]/) : word))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length > 2 && /^the$/i.test(words[0] ?? "")) words.shift();
  while (words.length > 1 && SUFFIX.test(words.at(-1) ?? "")) words.pop();
  let title: string | null = null;
  while (words.length > 1 && TITLE.test(words[0] ?? "")) title = words.shift() ?? null;
  return { title, words };
}

function inSpokenOrder(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  const [last, first, ...more] = name.split(",").map((part) => part.trim());
  if (!first || more.length > 0 || SUFFIX.test(first)) return name.replaceAll(",", " ").replace(/\s+/g, " ").trim();
  return `${first} ${last}`;
}

function initial(word: string): string {
  const [letter = ""] = /[\p{L}\p{N}]\p{M}*/u.exec(word) ?? [];
  const upper = letter.toUpperCase();
  return `${upper.length === letter.length ? upper : letter}.`;
}

/** An author's name as given by the source and as published. */
export interface ReviewerName {
  /** The name as the source gives it, or the shown name if that is unknown. */
  readonly given: string;
  readonly shown: ShownName;
}

/** Shortens the reviewer's name in a reply as the policy does. Idempotent. */
export function hideReviewerName(text: string, reviewer: ReviewerName): string {
  // In NFD, a letter matches with or without its accents.
  const apart = toNormalForm(text, "NFD");
  const hidden = hideName(apart, reviewer);
  return hidden === apart ? text : toNormalForm(hidden, "NFC");
}

function hideName(text: string, { given, shown }: ReviewerName): string {
  const words = nameParts(given).words.filter((word) => /\p{L}.*\p{L}/u.test(word));
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return hideLikelyName(text, shown);
  if (given === shown.name) return hideLikelyName(text, shown);
  const letters = withoutAccents(text).toLowerCase();
  const occurs = (word: string) => letters.includes(withoutAccents(word).toLowerCase());
  if (!words.some(occurs)) return text;
  const isShown = (word: string) => !shown.isAnonymous && shown.name.split(" ").includes(word);
  // Most replies contain the first name only ("Thank you, Jane"), so the costly patterns of a surname are not needed.
  const hidesLast = words.length > 1 && !isShown(last) && occurs(last);
  let hidden = text;
  if (hidesLast) hidden = hideWholeName(hidden, words, shown);
  if (!isShown(first)) hidden = hideWord(hidden, first, shortForm(first, shown));
  if (hidesLast) hidden = hideSurname(hidden, last, shortForm(last, shown));
  return hideLikelyName(hidden, shown);
}

function hideWholeName(text: string, words: readonly string[], shown: ShownName): string {
  const first = words[0] ?? "";
  const last = words.at(-1) ?? "";
  const middle = String.raw`(?:\s+\p{L}[\p{L}\p{M}.'’-]*){0,2}?`;
  const orders = [`${literal(first)}${middle}\\s+${literal(last)}`, `${literal(last)},\\s*${literal(first)}`];
  return text.replace(wordPattern(orders.join("|"), "giu"), shown.isAnonymous ? REMOVED : shown.name);
}

/** Hides a surname that is capitalised within a sentence, or follows a title. It may be an ordinary word otherwise. */
function hideSurname(text: string, surname: string, short: string): string {
  const afterTitle = new RegExp(
    `(?<=\\b(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|sen\\p{M}?ora?)\\.?\\s+)${literal(surname)}(?![\\p{L}\\p{M}\\p{N}])`,
    "giu",
  );
  return text.replace(afterTitle, short).replace(wordPattern(`(?<![.!?]\\s+|^)${literal(surname)}`, "gu"), short);
}

function hideWord(text: string, word: string, short: string): string {
  return text.replace(wordPattern(literal(word), "gu"), short);
}

/** If only "Jane D." is known, shortens a capitalised word with D after "Jane". */
function hideLikelyName(text: string, { name, isAnonymous }: ShownName): string {
  const parts = isAnonymous ? null : /^(\p{L}[\p{L}'’-]+) (\p{Lu}\p{M}*)\.$/u.exec(name);
  if (parts === null) return text;
  const likely = wordPattern(
    `(?<=(?<![\\p{L}\\p{N}])${literal(parts[1] ?? "")}\\s+)${literal(parts[2] ?? "")}[\\p{L}\\p{M}'’-]+`,
    "gu",
  );
  return text.replace(likely, `${parts[2]}.`);
}

function shortForm(word: string, { isAnonymous }: ShownName): string {
  return isAnonymous ? REMOVED : `${(/\p{L}\p{M}*/u.exec(word)?.[0] ?? "").toUpperCase()}.`;
}

function wordPattern(source: string, flags: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${source})(?![\\p{L}\\p{M}\\p{N}])`, flags);
}

function literal(word: string): string {
  return withoutAccents(word)
    .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
    .replace(/\p{L}/gu, String.raw`$&\p{M}*`);
}

/** A text without accents, but with its case, which the patterns for names need. */
function withoutAccents(text: string): string {
  return toNormalForm(text, "NFD").replace(/\p{M}/gu, "");
}

export interface KnownName {
  /** {@link nameWords} of the stored name, which is usually shortened; empty for anonymous authors. */
  readonly nameWords: readonly string[];
  readonly wholeNameHash: string | null;
}

/** `same`: equal full names. `compatible`: the known parts agree. `unknown`: one has no name. `different`: two persons. */
export type NameAgreement = "same" | "compatible" | "unknown" | "different";

export function compareNames(one: KnownName, other: KnownName): NameAgreement {
  if (one.wholeNameHash !== null && other.wholeNameHash !== null) {
    return one.wholeNameHash === other.wholeNameHash ? "same" : "different";
  }
  if (one.nameWords.length === 0 || other.nameWords.length === 0) return "unknown";
  return agree(one.nameWords, other.nameWords) ? "compatible" : "different";
}

/** The words of a name without case, accents and punctuation: `["jane", "d"]`. */
export function nameWords(name: string): readonly string[] {
  return foldLetters(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function agree(one: readonly string[], other: readonly string[]): boolean {
  if (!wordsAgree(one[0], other[0])) return false;
  return one.length === 1 || other.length === 1 || wordsAgree(one.at(-1), other.at(-1));
}

function wordsAgree(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one === other || isInitialOf(one, other) || isInitialOf(other, one);
}

function isInitialOf(initial: string, word: string): boolean {
  return isOneLetter(initial) && word.startsWith(initial);
}
