/** Checks the name of a column against its values: whether they are ratings, dates or prose, or contradict the name. */

import { Parser } from "htmlparser2";
import { DAY_MS, HOUR_MS } from "../../durations.ts";
import { foldName, isTitle } from "../../review/mod.ts";
import type { Cell } from "../reading.ts";
import { wordSet } from "../words.ts";
import { readWrittenDay } from "./dates.ts";
import { languageTag } from "./language_words.ts";
import { readWrittenRating } from "./stars.ts";

const CHANNELS = wordSet("value", "channel");

/** Whether a value names a way of collecting reviews rather than a site. */
export function isChannel(value: string): boolean {
  return CHANNELS.has(foldName(value));
}

const NO_SERVICE = wordSet("value", "no_service");
const DOCUMENTS_OF_WORK = wordSet("document", "finished");

/** Why a column's values contradict its name; null if they do not. */
export function doubtOf(role: string, values: readonly Cell[], rows: number): string | null {
  if (values.length === 0) return null;
  const texts = values.map((value) => String(value).trim());
  const distinct = new Set(texts);
  const isConstant = distinct.size === 1 && texts.length >= 3 && texts.length === rows;
  if (role === "rating" && !values.some(isRating) && isProse(values)) return "it contains sentences";
  if (role === "text" && texts.every((text) => /^\d+(?:[.,]\d+)?$/.test(text))) return "it contains numbers";
  if (role === "text" && values.length > 1 && values.every(isRating)) return "it contains ratings";
  if (role === "reply" && texts.every((text) => YES_OR_NO.test(text))) return "it only states whether there is a reply";
  if (role === "reply" && values.every(isDay)) return "it contains dates";
  if (WORDS.has(role) && texts.every((text) => /^[{[]/.test(text)))
    return "it contains structured data instead of text";
  if (role === "title" && texts.every(isTitle)) return "it contains forms of address";
  if (role === "title" && isConstant) return "it is the same for every review";
  if (role === "author" && isConstant && !isAnonymousName(texts[0] ?? "")) return "it is the same for every review";
  if (role === "author" && texts.every((text) => RESOURCE.test(text))) return "it contains paths instead of names";
  if (role === "replyDate" && shareWhere(values, isDay) === 0) return "it contains no dates";
  if (role === "services" && isProse(values)) return "it contains sentences";
  if (role === "serviceAreas" && texts.some((text) => ADDRESS.test(text))) return "it contains addresses";
  if ((role === "service" || role === "services") && texts.every((text) => NO_SERVICE.has(foldName(text))))
    return "it does not name the work";
  if (role === "service" && texts.some((text) => DOCUMENTS_OF_WORK.has(foldName(text))))
    return "it has types of documents";
  if (role === "invoice" && shareWhere(values, isInWords) > 0.5) return "it contains words instead of numbers";
  if (role === "url" && isConstant) return "it is the same for every review";
  if (role === "url" && !texts.some((text) => /^https?:\/\//i.test(text))) return "it contains no web addresses";
  if (role === "source" && texts.every(isChannel)) return "it names the channel by which reviews were collected";
  if (role === "verification" && typeof values[0] === "boolean") return "a yes or no does not prove a purchase";
  const isTag = role === "language" || role === "translationLanguage";
  if (isTag && texts.some((text) => languageTag(text) === null)) return "it contains no language tags";
  if (
    role === "date" &&
    rows >= 3 &&
    shareWhere(values, isDay) === 0 &&
    texts.every((text) => /^(?:true|false|yes|no|0|1)$/i.test(text))
  ) {
    return "it contains no dates";
  }
  return null;
}

const YES_OR_NO = /^(?:\d+|yes|no|[yn]|true|false|ja|nein|oui|non|s[ií])$/i;
const ADDRESS = /\d\s+\p{L}{2}|\p{L}{2}\.?\s+\d/u;
/** The path of a record in an API, such as `accounts/1/locations/2/reviews/3`. */
const RESOURCE = /^[\w-]+\/\S+\/\S+$/;
const isInWords = (cell: Cell) => /^\D*\p{L}{3}\D*$/u.test(String(cell).trim());

const WORDS: ReadonlySet<string> = new Set(["text", "title", "author", "reply"]);

function isLongAgo(cell: Cell): boolean {
  const day = readWrittenDay(String(cell ?? ""));
  return day.kind === "relative" && (day.unit === "month" || day.unit === "year");
}

/** Why times are those at which reviews were collected: they are too close together. `all`: of every column that may hold the dates. */
export function collectedAtOnce(values: readonly Cell[], all: readonly Cell[]): string | null {
  if (values.length < 3) return null;
  const withinMs = all.some(isLongAgo) ? 7 * DAY_MS : HOUR_MS;
  const times = values.map((value) => {
    const text = String(value).trim();
    if (/^\d{10}$/.test(text)) return Number(text) * 1000;
    // Tools write a day without a time as midnight or noon.
    const isTimed =
      /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text) && !/[T ](?:00|12):00(?::00(?:\.0+)?)?(?!:)/.test(text);
    return isTimed ? Date.parse(text.replace(" ", "T")) : Number.NaN;
  });
  if (!times.every(Number.isFinite)) return null;
  const isClose = Math.max(...times) - Math.min(...times) < withinMs;
  return isClose
    ? `it is the same ${withinMs === HOUR_MS ? "hour" : "week"} in every row, as when reviews are collected`
    : null;
}

const MIN_LAG_MS = 1.5 * DAY_MS;

/** Whether the days of a column are later than those of another one, and never earlier. */
export function areLater(values: readonly Cell[], others: readonly Cell[]): boolean {
  const lags = values.map((value, at) => knownMs(value) - knownMs(others[at])).filter(Number.isFinite);
  return lags.some((lag) => lag > MIN_LAG_MS) && !lags.some((lag) => lag < -MIN_LAG_MS);
}

function knownMs(cell: Cell): number {
  const day = readWrittenDay(String(cell ?? ""));
  if (day.kind === "instant") return day.ms;
  return day.kind === "day" && day.precision === "day" ? Date.parse(day.date) + (day.localMs ?? 0) : Number.NaN;
}

function isAnonymousName(name: string): boolean {
  return /anonym|google user|a customer|guest/i.test(name);
}

export function shareWhere(values: readonly Cell[], test: (cell: Cell) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length;
}

export function isRating(cell: Cell): boolean {
  return readWrittenRating(cell).kind === "value";
}

export function isDay(cell: Cell): boolean {
  return (typeof cell === "string" || typeof cell === "number") && readWrittenDay(String(cell)).kind !== "none";
}

export function isExactDay(cell: Cell): boolean {
  if (typeof cell !== "string" && typeof cell !== "number") return false;
  const day = readWrittenDay(String(cell));
  return day.kind === "instant" || day.kind === "numeric" || (day.kind === "day" && day.precision === "day");
}

/** Whether values are sentences, mostly distinct. */
export function isProse(values: readonly Cell[]): boolean {
  const texts = values.filter((value): value is string => typeof value === "string");
  if (texts.length === 0 || texts.length < values.length) return false;
  const sentences = texts.filter((text) => text.trim().split(/\s+/).length >= 4 && !/^https?:\/\//.test(text));
  const isVaried = new Set(texts).size * 2 > texts.length;
  return (
    isVaried && (sentences.length * 10 >= texts.length * 3 || texts.some((text) => text.length > 80 && / /.test(text)))
  );
}

/** Whether values are sentences, however short, such as "Came too late." */
export function areSentences(values: readonly Cell[]): boolean {
  if (isProse(values)) return true;
  const texts = values.map(String);
  const sentences = texts.filter((text) => /\p{L}\s+\S*\p{L}.*\p{L}{2}[.!?…]["')\]]?$/su.test(text.trim()));
  return sentences.length * 10 >= texts.length * 3 && new Set(texts).size * 2 > texts.length;
}

/** Whether values are prose rather than lists of addresses, titles or links: most words are neither capitalised nor numbers. */
export function isSpeech(values: readonly Cell[]): boolean {
  if (!isProse(values)) return false;
  const words = values.flatMap((value) => String(value).split(/\s+/)).slice(0, 2000);
  const plain = words.filter((word) => /^["'(¿¡«„“]*[\p{Ll}\p{Lo}]/u.test(word) && !word.includes("://"));
  return plain.length * 2 > words.length;
}

/** Tags that break lines, and tags for looks. Anything else in angle brackets belongs to the customer's text. */
const BREAK = /(?<![ \t])[ \t]*<(?:br|\/p|\/div|\/li)(?:\s[^<>]*)?\/?>[ \t]*\n?/gi;
const LOOK = /<\/?(?:p|div|li|ul|ol|span|b|i|u|em|strong|small|font|a)(?:\s[^<>]*)?>/gi;
const CHARACTER = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,31}\d{0,2});/gi;

/** Replaces such tags and character references: `It&#39;s fixed.<br>Thanks` becomes two lines of plain text. */
export function withoutMarks(text: string): string {
  if (!/[<&]/.test(text)) return text;
  return text.replace(BREAK, "\n").replace(LOOK, "").replace(CHARACTER, characterOf).trim();
}

function characterOf(reference: string): string {
  let text = "";
  const parser = new Parser({ ontext: (piece) => (text += piece) }, { decodeEntities: true });
  parser.end(reference);
  return text;
}

/** The label that scrapers leave between a review and the business's reply, in the languages of the platforms. */
const ANSWER = [
  "(?:response|reply) (?:from|by) (?:the )?(?:owner|business)|(?:owner|business)['’]?s? (?:response|reply)",
  "antwort (?:vom|des) (?:inhabers?|eigentümers?)|antwort der (?:inhaberin|eigentümerin|firma)",
  "respuesta del (?:propietario|dueño|negocio)|respuesta de la (?:propietaria|dueña|empresa)",
  "réponse (?:du|de la) propriétaire|réponse de l['’](?:entreprise|établissement)",
].join("|");
const AGE = String.raw`(?:[^\n:.!?]{0,20}(?:ago|vor|hace|il y a|\d)[^\n:]{0,20})?`;
const ANSWER_LINE = new RegExp(String.raw`^[ \t]*(?:${ANSWER})\b${AGE}(?:\s?:|[ \t]*\n|[ \t]*$)`, "imu");
/** The label after a sentence, or after an emoji in place of its full stop. */
const ANSWER_BEHIND = new RegExp(
  String.raw`(?<=[.!?…]["”»')\]]*[ \t]*|\p{Extended_Pictographic}\uFE0F?[ \t]*)(?:${ANSWER})\b${AGE}\s?:`,
  "iu",
);
const MAY_HAVE_ANSWER = /response|reply|antwort|respuesta|réponse/i;
const ANSWER_ANYWHERE = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${ANSWER})\s?:`, "giu");

/** Splits a text into the review and the business's reply that was scraped along with it. `isUnclear`: a reply may be left in it. */
export function splitOffReply(text: string): {
  readonly text: string;
  readonly answer: string;
  readonly isUnclear: boolean;
} {
  if (!MAY_HAVE_ANSWER.test(text)) return { text, answer: "", isUnclear: false };
  const marks = text.match(ANSWER_ANYWHERE)?.length ?? 0;
  const mark = marks > 1 ? null : (ANSWER_LINE.exec(text) ?? ANSWER_BEHIND.exec(text));
  const answer = mark === null ? "" : text.slice(mark.index + mark[0].length).trim();
  if (mark === null || answer === "") return { text, answer: "", isUnclear: marks > 0 };
  return { text: text.slice(0, mark.index).trim(), answer, isUnclear: false };
}
