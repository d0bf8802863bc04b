/** Masks e-mail addresses and telephone numbers. Other numbers must stay, so a telephone number needs its shape and no contrary context. */
import type { Business } from "./business.ts";
import { withoutIsolates } from "./text.ts";

export const REMOVED = "[removed]";

export type RedactionKind = "email" | "telephone";

interface Redaction {
  readonly kind: RedactionKind;
  readonly before: string;
}

interface MaskedText {
  readonly text: string;
  readonly redactions: readonly Redaction[];
}

/** The contacts that a business publishes in its profile. */
export type PublicContacts = Pick<Business, "telephone" | "report_to" | "url">;

const NO_CONTACTS: PublicContacts = { telephone: null, report_to: null, url: null };
const NOTHING_REMOVED: readonly Redaction[] = [];

/** Replaces contacts by `[removed]`, except `published` ones and addresses at the domain of the website. Idempotent. */
export function maskPersonalData(text: string, published = NO_CONTACTS): MaskedText {
  const bare = withoutIsolates(text);
  if (bare === text) return maskBare(text, published);
  // Bidirectional isolates must not hide an address or number. If they do, all isolates of the text are removed.
  const kept = maskBare(text, published);
  const masked = maskBare(bare, published);
  return kept.redactions.length === masked.redactions.length ? kept : masked;
}

function maskBare(text: string, published: PublicContacts): MaskedText {
  if (!mayHoldPersonalData(text)) return { text, redactions: NOTHING_REMOVED };
  const redactions: Redaction[] = [];
  let masked = text;
  // A replacement may expose another match. Each round removes digits or an @, so the loop ends.
  for (let before = ""; before !== masked; ) {
    before = masked;
    masked = maskEmails(masked, redactions, published);
    masked = maskTelephones(maskSpokenEmails(masked, redactions), redactions, published);
  }
  return { text: masked, redactions };
}

/** A quick check: every shape below has at least seven digits, with few characters between them. */
const SEVEN_DIGITS = /\d(?:[^\dA-Za-z]{0,4}\d){6}/;

function mayHoldPersonalData(text: string): boolean {
  return text.includes("@") || SEVEN_DIGITS.test(text) || MAY_BE_SPOKEN.test(text);
}

/* E-mail: scanned outwards from each @, since a regular expression would be quadratic on hostile input. */

const LOCAL_PART = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]/u;
const DOMAIN_PART = /[\p{L}\p{N}.-]/u;
const DOMAIN =
  /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*\.\p{L}{2,}$/u;
const MAX_LOCAL_PART = 64;
const MAX_DOMAIN = 253;

function maskEmails(text: string, redactions: Redaction[], published: PublicContacts): string {
  let masked = "";
  let copied = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const start = startOfLocalPart(text, at, copied);
    const end = endOfDomain(text, at);
    if (start === at || end === at || isPublishedEmail(text.slice(start, end), published)) continue;
    redactions.push({ kind: "email", before: text.slice(start, end) });
    masked += text.slice(copied, start) + REMOVED;
    copied = end;
  }
  return copied === 0 ? text : masked + text.slice(copied);
}

/** Whether an e-mail address is the business's own: that for reports, or one of its website's domain. */
export function isPublishedEmail(email: string, { report_to, url }: PublicContacts): boolean {
  const address = email.toLowerCase();
  const host = url === null ? null : URL.parse(url)?.hostname.replace(/^www\./, "");
  return address === report_to?.toLowerCase() || (Boolean(host) && address.endsWith(`@${host}`));
}

function startOfLocalPart(text: string, at: number, floor: number): number {
  let start = at;
  const lowest = Math.max(floor, at - MAX_LOCAL_PART);
  while (start > lowest && LOCAL_PART.test(text[start - 1] ?? "")) start--;
  // A quote or bracket before the address is not part of it.
  while (start < at && !/[\p{L}\p{N}_+]/u.test(text[start] ?? "")) start++;
  return start;
}

function endOfDomain(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && end - at <= MAX_DOMAIN && DOMAIN_PART.test(text[end] ?? "")) end++;
  // The full stop or dash after the address belongs to the sentence.
  while (end > at + 1 && /[.-]/.test(text[end - 1] ?? "")) end--;
  return DOMAIN.test(text.slice(at + 1, end)) ? end : at;
}

/* E-mail as it is spoken: "jane at gmail dot com". In plain words, only the name of a mail provider distinguishes it from a place. */

const PROVIDER =
  "(?:gmail|googlemail|yahoo|ymail|hotmail|outlook|live|msn|icloud|aol|proton(?:mail)?|gmx|web|zoho|comcast|verizon)";
const BRACKETED_AT = String.raw`\s{0,2}[([{<]\s{0,2}at\s{0,2}[)\]}>]\s{0,2}`;
const DOT = String.raw`(?:\s{0,2}[([{<]\s{0,2}(?:dot|\.)\s{0,2}[)\]}>]\s{0,2}|\s{1,2}dot\s{1,2}|\.)`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})`;
const LOCAL_NAME = String.raw`[\p{L}\p{N}][\p{L}\p{N}._+-]{0,63}(?:\s{1,2}dot\s{1,2}[\p{L}\p{N}_+-]{1,64})?`;
/** Before a provider's name: "jane at gmail", "jane @ gmail", "jane@gmail". */
const PLAIN_AT = String.raw`(?:\s{1,2}at\s{1,2}|\s{0,2}@\s{0,2})`;
/** A quick check: every spoken address without an @ contains the word "at" in one of two forms. */
const MAY_BE_SPOKEN = new RegExp(String.raw`[([{<]\s{0,2}at\s{0,2}[)\]}>]|\sat\s{1,2}${PROVIDER}\b`, "iu");
const SPOKEN_EMAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}._+-])${LOCAL_NAME}(?:(?:${BRACKETED_AT}${LABEL}|${PLAIN_AT}${PROVIDER})(?:${DOT}${LABEL}){0,2}${DOT}\p{L}{2,24}|${PLAIN_AT}${PROVIDER}\s{1,2}(?:com|net|de))(?![\p{L}\p{N}])`,
  "giu",
);

function maskSpokenEmails(text: string, redactions: Redaction[]): string {
  if (!text.includes("@") && !MAY_BE_SPOKEN.test(text)) return text;
  return text.replace(SPOKEN_EMAIL, (found) => {
    redactions.push({ kind: "email", before: found });
    return REMOVED;
  });
}

/* Telephone numbers: a shape that telephone numbers have, alone between characters that do not continue it. */

const GAP = String.raw`[ \u00a0\u2009\u202f.\-\u2010-\u2013]`;
const DASH = String.raw`[.\-\u2010-\u2013]`;
/** The context before a number. After a slash, only the second of two numbers, whose first is already masked. */
const BEFORE = String.raw`(?<![\p{L}\d_#$€£¥@\\.,-]|\d:|(?<!\])/)`;
const EXTENSION = String.raw`(?:[ ]?(?:x|ext\.?)[ ]?\d{1,5})?`;
const AFTER = String.raw`(?![\p{L}\d_@%€£¥]|[.,:-]\d|/\d(?!\d{2}${DASH}\d{3}))`;
const AREA = String.raw`(?:\([2-9]\d{2}\)${GAP}?|[2-9]\d{2}${GAP})`;

/** +1 212 555 0142, +44 (0)20 7946 0958, 0049 30 123456: an international prefix and 8 to 15 digits. */
const INTERNATIONAL = String.raw`(?:\+|(?<!\d)00(?=[1-9]))\d(?:(?:${GAP}|[()/]){0,3}\d){7,14}`;
/** (212) 555-0142, 212.555.0142, 555-123-4567: North America, grouped. Real exchanges do not begin with 1, but fictitious ones do. */
const NORTH_AMERICAN = String.raw`(?:1${GAP}?)?(?:${AREA}(?:[2-9]\d{2}${GAP}|\d{3}${DASH})|(?:\(555\)|555)${GAP}\d{3}${GAP})\d{4}${EXTENSION}`;
/** 020 7946 0958, (01632) 960983, 030/1234567, 06 12 34 56 78, 02079460958: a trunk 0, then 8 to 11 digits. */
const TRUNK = String.raw`(?:\((?=0\d{1,5}\)))?0[1-9](?:\d{0,4}(?:\)${GAP}?|${GAP}|\/))?\d{2,}(?:${GAP}\d{2,}){0,4}`;
/** 2125550142: North America, digits only. */
const SOLID = String.raw`1?(?:[2-9]\d{2}[2-9]\d{6}|555\d{7})`;
/** 555-0142: a local number. isRange() excludes ranges such as 500-1000. */
const LOCAL = String.raw`(?:[2-9]\d{2}${DASH}|555[ ])\d{4}`;

const TELEPHONE = new RegExp(
  `${BEFORE}(?:(?<plus>${INTERNATIONAL})|(?<american>${NORTH_AMERICAN})|(?<trunk>${TRUNK})|(?<solid>${SOLID})|(?<local>${LOCAL}))${AFTER}`,
  "gu",
);

const DIALLED =
  /(?:\b(?:call(?:ed|ing)?|phone[ds]?|telephone|tel|cell|mobile|text(?:ed|ing)?|dial(?:led)?|ring|rang|reach(?:ed)?|whatsapp|fax|ph)\b)[^.\d]{0,24}$/i;
const NUMBERED =
  /(?:\b(?:licen[cs]e|lic|permit|model|serial|part|sku|upc|ean|isbn|invoice|order|job|ticket|claim|case|account|acct|policy|reference|ref|registration|reg|item|product|unit|vin|cslb|roc|estimate|quote|quotation|po|id)\b(?:[ ]+(?:number|no|nr|num|code|id))?|\b(?:no|nr|num)\.|№|#)[ :.#=-]*(?:(?:is|was|of)[ ]+)?$/i;
const MONEY = /[$€£¥][ ]?$/;
/** 01.02.2024, 1/2/2024 or 2024-02-01 at the start of a candidate. */
const STARTS_AS_DATE = /^(?:\d{1,2}([./ -])\d{1,2}\1(?:19|20)\d{2}(?!\d)|(?:19|20)\d{2}([./-])\d{1,2}\2\d{1,2}(?!\d))/;

function maskTelephones(text: string, redactions: Redaction[], { telephone }: PublicContacts): string {
  const published = telephone === null ? "" : significantDigits(telephone);
  if (!SEVEN_DIGITS.test(text)) return text;
  return text.replace(TELEPHONE, (...match: unknown[]) => {
    const found = match[0] as string;
    const groups = match.at(-1) as Record<string, string | undefined>;
    const offset = match.at(-3) as number;
    if (!isTelephone(found, groups, text.slice(Math.max(0, offset - 40), offset))) return found;
    if (published.endsWith(significantDigits(found))) return found;
    redactions.push({ kind: "telephone", before: found });
    return REMOVED;
  });
}

/** Whether a whole telephone number is the one that the business publishes. */
export function isPublishedTelephone(number: string, { telephone }: PublicContacts): boolean {
  return telephone !== null && significantDigits(telephone) === significantDigits(number);
}

/** The last nine digits, which "+44 20 7946 0958", "020 7946 0958" and "(0)20 7946 0958" share; fewer for a local number. */
function significantDigits(telephone: string): string {
  return telephone
    .replace(/(?:x|ext\.?) ?\d{1,5}$/, "")
    .replace(/\D/g, "")
    .slice(-9);
}

/** Whether a candidate is an ascending range such as 350-1450, at least one end of which is a round number. */
function isRange(found: string): boolean {
  const [from = 0, to = 0] = found.split(/[^\d]/).map(Number);
  return to >= 1000 && to > from && (from % 50 === 0 || to % 50 === 0);
}

function isTelephone(found: string, shape: Record<string, string | undefined>, before: string): boolean {
  if (STARTS_AS_DATE.test(found) || MONEY.test(before)) return false;
  if (shape.local && DIALLED.test(before)) return true;
  if (NUMBERED.test(before)) return false;
  if (shape.local) return found.startsWith("555") || (!found.includes(".") && !isRange(found));
  if (!shape.trunk) return true;
  const digits = found.replace(/\D/g, "").length;
  const isGrouped = found.length > digits;
  return isGrouped ? digits >= 9 && digits <= 12 : digits === 10 || digits === 11;
}
