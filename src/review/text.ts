/** Normalises texts for storing and comparing. Lone surrogates and NUL, which SQLite changes, are refused; overrides that mislead readers are removed. Folding: CaseFolding.txt, status C and S. */
/** Anything beyond printable ASCII on LF lines. A text without it needs no normalisation. */
const UNUSUAL = /[^\n\t\x20-\x7e]/;
/** C0 controls but tab, LF and CR, and the two non-characters that XML cannot carry. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
/** The same, DEL, the C1 controls, and unpaired surrogates, which tools leave that cut an emoji in two. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Surrogate}\ufffe\uffff]/gu;
/** DEL, C1 controls, bidirectional embeddings and overrides, the byte order mark. */
const STRIPPED = /[\u007f-\u009f\u202a-\u202e\ufeff]/g;

/** White space that is not a single plain space. */
const WIDE_SPACE = /[^\S ]| {2}/;

/** No language has more marks on a letter: UAX #15, section 13. */
const MARKS = /(\p{M}{30})\p{M}+/gu;

/** A normal form of any text, without marks beyond 30 in a row: the time to put them in order grows with their square. */
export function toNormalForm(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  return text.replace(MARKS, "$1").normalize(form);
}

/** Whether a text is printable ASCII on LF lines, so that it is normalised except for trimming. */
export function isPlainText(text: string): boolean {
  return !UNUSUAL.test(text);
}

/** Why a text is refused, in words that follow "title " or "text "; null if it is not. */
export function textFault(text: string): string | null {
  if (!UNUSUAL.test(text)) return null;
  if (!text.isWellFormed()) return "is not well-formed Unicode (unpaired surrogate)";
  const forbidden = FORBIDDEN.exec(text);
  if (forbidden) return `contains the control character ${codePointName(forbidden[0])}`;
  return null;
}

/** The useless control characters of a text and its unpaired surrogates, as `U+000B`. */
export function controlsOf(text: string): string[] {
  return UNUSUAL.test(text) ? (text.match(CONTROL) ?? []).map(codePointName) : [];
}

export function withoutControls(text: string): string {
  return text.replace(CONTROL, "");
}

/** Escapes a text for HTML or XML, between tags or in an attribute in double quotes. */
export function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** NFC, LF, without bidirectional overrides and stray control characters, trimmed. Idempotent. */
export function normaliseText(text: string): string {
  if (!UNUSUAL.test(text)) return text.trim();
  return toNormalForm(settleIsolates(text.replace(STRIPPED, "").replace(/\r\n?/g, "\n")), "NFC").trim();
}

/** Like {@link normaliseText}, on one line: every run of white space becomes one space. For titles. */
export function normaliseTitle(text: string): string {
  const normal = normaliseText(text);
  return WIDE_SPACE.test(normal) ? normal.replace(/\s+/g, " ") : normal;
}

/** Like {@link normaliseTitle}, without isolates, so that it may be cut and compared. For names. */
export function normaliseLine(text: string): string {
  return normaliseTitle(isPlainText(text) ? text : withoutIsolates(text));
}

/** Folds a text for comparison, ignoring case, width, white space and isolates. */
export function comparableText(text: string): string {
  const folded = foldText(isPlainText(text) ? text : withoutIsolates(toNormalForm(text, "NFKC"))).trim();
  return WIDE_SPACE.test(folded) ? folded.replace(/\s+/g, " ") : folded;
}

/** The number of code points, as JSON Schema counts: an emoji is not two. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Whether a text has more than `most` code points. Fast unless it is close to the limit. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || countCharacters(text) > max);
}

/** The first `length` characters of a text. Removes all isolates if the cut left one open or useless. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  let left = length;
  for (const character of text) {
    if (left-- === 0) break;
    end += character.length;
  }
  const cut = text.slice(0, end);
  return settleIsolates(cut) === cut ? cut : toNormalForm(withoutIsolates(cut), "NFC");
}

/** A text of at most `most` characters for display; a cut one ends with an ellipsis. */
export function shortened(text: string, max: number): string {
  return isLongerThan(text, max) ? `${cutText(text, max)}…` : text;
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

const OVERRIDES = /[\u202a-\u202e]/g;
const ISOLATES = /[\u2066-\u2069]/g;
const HAS_ISOLATE = /[\u2066-\u2069]/;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const POP = "\u2069";

export function overridesOf(text: string): string[] {
  const found = text.match(OVERRIDES) ?? [];
  return [...new Set(found)].map(codePointName);
}

export function withoutIsolates(text: string): string {
  return HAS_ISOLATE.test(text) ? text.replace(ISOLATES, "") : text;
}

/** Closes the isolates of a right-to-left text on their line, where their effect ends anyway. Removes those of other texts. */
function settleIsolates(text: string): string {
  if (!HAS_ISOLATE.test(text)) return text;
  return RIGHT_TO_LEFT.test(text) ? text.split("\n").map(closeIsolates).join("\n") : text.replace(ISOLATES, "");
}

function closeIsolates(line: string): string {
  let open = 0;
  const closed = line.replace(ISOLATES, (character) => {
    if (character !== POP) open++;
    else if (open === 0) return "";
    else open--;
    return character;
  });
  return closed + POP.repeat(open);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, including NUL
const ASCII_ONLY = /^[\x00-\x7f]*$/;
/** Lower-case letters that fold to another letter, and capital sigma, whose lower case depends on its neighbours. */
const FOLDS_IRREGULARLY = /[Σ[\p{Lowercase}&&\p{Changes_When_Casefolded}]]/gv;

/** Folds case and composition, so that a folded text contains another's folded form. Never throws; lone surrogates are kept. */
export function foldText(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  const regular = toNormalForm(text, "NFC").replace(FOLDS_IRREGULARLY, foldLetter);
  if (!regular.includes("İ")) return regular.toLowerCase();
  const parts = regular.split("İ").map((part) => part.toLowerCase());
  return parts.join("İ");
}

const APOSTROPHES = /[\u2018\u2019\u02bc\uff07]/g;
const HYPHENS = /[\u2010-\u2015\u2212]/g;

/** Like {@link foldText}, with plain apostrophes and hyphens: the form of texts for searching. Keeps the length. */
export function foldSearched(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return foldText(text).replace(APOSTROPHES, "'").replace(HYPHENS, "-");
}

const PLAIN_LETTERS: Readonly<Record<string, string>> = { ß: "ss", ø: "o", ł: "l", đ: "d", æ: "ae", œ: "oe", ı: "i" };

/** Like {@link foldText}, without accents, which people omit when they search for a name. */
export function foldLetters(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  const bare = toNormalForm(foldText(text), "NFKD").replace(/\p{M}/gu, "");
  return toNormalForm(plainLetters(bare), "NFC");
}

/** Like {@link foldLetters}, with letters and digits only: the form in which names of columns and sources are compared. */
export function foldName(name: string): string {
  return foldLetters(name).replace(/[^\p{L}\p{N}]/gu, "");
}

export function plainLetters(text: string): string {
  return text.replace(/[ßøłđæœı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

function foldLetter(letter: string): string {
  if (letter === "ﬅ") return "ﬆ";
  const upper = letter.toUpperCase();
  // Only full folding expands a letter, as ß into SS.
  return isOneLetter(upper) ? upper.toLowerCase() : letter;
}

export function isOneLetter(text: string): boolean {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);
}

/** DEL, C1 controls, line separators, and whatever is invisible, reorders text or spells hidden sentences; not U+FE0E and U+FE0F, which emoji have. */
const UNSEEN =
  /[\x7f-\x9f\u00ad\u061c\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0d]|\udb40[\udc00-\udfff]/g;

/** Writes invisible characters as escapes such as `\u200b`, which does not change the value of JSON text. */
export function visible(text: string): string {
  return text.replace(UNSEEN, escaped);
}

/** Makes a text safe for a terminal: escapes what could move the cursor or reorder the text, and removes invisible characters. */
export function printable(text: string): string {
  return text.replace(MOVES, escaped).replace(UNSEEN, "");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it escapes control characters
const MOVES = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/g;

function escaped(characters: string): string {
  return Array.from({ length: characters.length }, (_, index) => {
    return `\\u${characters.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }).join("");
}

// Google wraps a translated text in one of two envelopes: original, mark, translation; or mark, translation, "(Original)", original.

export const GOOGLE_MARKS = { translated: "(Translated by Google)", original: "(Original)" } as const;

// Google writes the marks in the language of the viewer: "(Übersetzt von Google)", "(Avis d'origine)".
const TRANSLATED =
  "\\((?=[^()\\n]{0,40}Google)[^()\\n]{0,40}(?:transl|übersetz|tradu|tradot|vertaal|przetłum|перев|översatt|oversat|oversett|přelo|prelož|preved|fordít|käänt|çevir|tradus|tłumacz|翻訳|翻译|翻譯|번역|μετάφρ|μεταφρ|תורגם|ترجم)[^()\\n]{0,40}\\)";
const ORIGINAL =
  /\([^()\n]{0,30}(?:origin|oryginał|оригинал|оригінал|eredeti|původní|pôvodn|alkuperäi|orijinal|原文|원문|αρχικ|πρωτότυπ|המקור|الأصل)[^()\n]{0,20}\)/iu;
const TRANSLATED_FIRST = new RegExp(`^${TRANSLATED}`, "iu");
const TRANSLATED_LINE = new RegExp(`(?:^|\\n)[ \\t]*${TRANSLATED}[ \\t]*(?:\\n|$)`, "iu");
const TRANSLATED_ANYWHERE = new RegExp(TRANSLATED, "iu");

interface EnvelopedText {
  readonly original: string | null;
  readonly translation: string | null;
}

export function mayBeEnvelope(text: string): boolean {
  return text.includes("Google") && TRANSLATED_ANYWHERE.test(text);
}

/** Takes a text out of its envelope. A text that merely mentions a mark is the original, which is normalised and never contains an envelope. */
export function openEnvelope(text: string): EnvelopedText {
  const opened = openOnce(text);
  if (opened.original === null) return opened;
  // The original may lose isolates and then begin with a mark itself.
  const original = normaliseText(opened.original);
  const isEnveloped = original.length < text.length && mayBeEnvelope(original);
  return { ...opened, original: isEnveloped ? openEnvelope(original).original : original };
}

function openOnce(text: string): EnvelopedText {
  const trimmed = text.trim().replace(/\r\n?/g, "\n");
  const first = TRANSLATED_FIRST.exec(trimmed)?.[0];
  if (first !== undefined) return openTranslationFirst(trimmed.slice(first.length));
  const mark = TRANSLATED_LINE.exec(trimmed);
  if (mark === null) return { original: trimmed, translation: null };
  const original = trimmed.slice(0, mark.index);
  const translation = trimmed.slice(mark.index + mark[0].length);
  return { original: original.trim(), translation: translation.trim() || null };
}

function openTranslationFirst(rest: string): EnvelopedText {
  const mark = /\(Original\)/.exec(rest) ?? ORIGINAL.exec(rest);
  if (mark === null) return { original: null, translation: rest.trim() };
  const original = rest.slice(mark.index + mark[0].length).trim();
  return { original: original === "" ? null : original, translation: rest.slice(0, mark.index).trim() };
}

/** A translation with its mark, so that it is never taken for the customer's text. */
export function labelledTranslation(translation: string): string {
  return `${GOOGLE_MARKS.translated} ${translation}`.trim();
}

/** The part of a reply in an envelope to publish: the original, or else the translation with its mark. */
export function publishableReply(text: string): string {
  const { original, translation } = openEnvelope(text);
  return original ?? labelledTranslation(translation ?? "");
}
