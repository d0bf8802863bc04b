/**
 * Google wraps a text it has translated in one of two envelopes; this separates the customer's own words from the
 * machine translation.
 *
 * A: the original, a line "(Translated by Google)", the translation.
 * B: "(Translated by Google)", the translation, then "(Original)" and the original.
 */

/** The marks of both envelopes. */
export const GOOGLE_MARKS = { translated: "(Translated by Google)", original: "(Original)" } as const;

const { translated: TRANSLATED, original: ORIGINAL } = GOOGLE_MARKS;
const TRANSLATED_LINE = /(?:^|\n)[ \t]*\(Translated by Google\)[ \t]*(?:\n|$)/;

/** A review text separated from its machine translation. */
interface EnvelopedText {
  /** The customer's own words; null when only a translation is left of them. */
  readonly original: string | null;
  readonly translation: string | null;
}

/** Whether a text is worth opening: nearly none is. */
export function mayBeEnvelope(text: string): boolean {
  return text.includes(TRANSLATED);
}

/**
 * Takes a text out of its envelope; a text that merely mentions one of the marks is left as it is. What it gives back as the
 * original is in no envelope itself.
 */
export function openEnvelope(text: string): EnvelopedText {
  const opened = openOnce(text);
  const { original } = opened;
  const isEnveloped = original !== null && original.length < text.length && mayBeEnvelope(original);
  return isEnveloped ? { ...opened, original: openEnvelope(original).original } : opened;
}

function openOnce(text: string): EnvelopedText {
  const trimmed = text.trim().replace(/\r\n?/g, "\n");
  if (trimmed.startsWith(TRANSLATED)) return openTranslationFirst(trimmed.slice(TRANSLATED.length));
  const mark = TRANSLATED_LINE.exec(trimmed);
  if (mark === null) return { original: trimmed, translation: null };
  const [original, translation] = [trimmed.slice(0, mark.index), trimmed.slice(mark.index + mark[0].length)];
  return { original: original.trim(), translation: translation.trim() || null };
}

function openTranslationFirst(rest: string): EnvelopedText {
  const mark = rest.indexOf(ORIGINAL);
  if (mark < 0) return { original: null, translation: rest.trim() };
  const original = rest.slice(mark + ORIGINAL.length).trim();
  return { original: original === "" ? null : original, translation: rest.slice(0, mark).trim() };
}

/** A translation under its mark, so that a machine's words never pass for the customer's. */
export function labelledTranslation(translation: string): string {
  return `${TRANSLATED} ${translation}`.trim();
}

/** What is published of a reply in an envelope: the original; where Google kept none, its translation under its mark. */
export function publishableReply(text: string): string {
  const { original, translation } = openEnvelope(text);
  return original ?? labelledTranslation(translation ?? "");
}
