/**
 * Parts what a platform added to a review from what the customer wrote: Google's lines of attributes and services, and its
 * translation beside the original.
 *
 * @module
 */
import type { AspectId } from "./aspects.ts";
import type { Span } from "./quote.ts";

/** The words of a review that are prose, and what the platform says beside them. */
export interface PlatformText {
  /** The text with everything but the prose to read blanked out, so that places in it hold in the text, too. */
  readonly prose: string;
  /** The customer's own words, blanked in the same way; the prose itself but for a translation. */
  readonly original: string;
  /** The prose is the platform's translation: read, never quoted as the customer's words. */
  readonly isTranslated: boolean;
  readonly attributes: readonly Attribute[];
  /** Where services are listed. */
  readonly services: readonly Span[];
}

/** An attribute the customer ticked, with the line it stands in. */
export interface Attribute extends Span {
  readonly aspect: AspectId;
  readonly side: 1 | -1;
}

/** What a customer may tick on Google, and the aspect it is about. */
const ATTRIBUTES: Readonly<Record<string, AspectId>> = {
  professionalism: "professionalism",
  punctuality: "punctuality",
  quality: "workmanship",
  responsiveness: "responsiveness",
  value: "price_value",
};

const LINE = /^[ \t]*(Positive|Critical|Services?)[ \t]*:?[ \t]*\n?[ \t]*(.+)$/gm;

/** Takes a text apart; quick where no platform has left its marks. */
export function platformText(text: string): PlatformText {
  const attributes: Attribute[] = [];
  const services: Span[] = [];
  let own = text;
  if (/^[ \t]*(?:Positive|Critical|Services?)\b/m.test(text)) {
    for (const match of text.matchAll(LINE)) {
      const [line, head = "", list = ""] = match;
      const span = { start: match.index, end: match.index + line.length };
      const ticked = list.split(",").map((item) => ATTRIBUTES[item.trim().toLowerCase()]);
      if (head.startsWith("Service")) {
        if (!line.includes(":")) continue;
        services.push(span);
      } else {
        // A sentence that begins with "Positive:" is prose.
        if (ticked.some((aspect) => aspect === undefined)) continue;
        const side = head === "Positive" ? 1 : -1;
        for (const aspect of ticked) if (aspect !== undefined) attributes.push({ aspect, side, ...span });
      }
      own = blanked(own, span);
    }
  }
  return { ...translationIn(own), attributes, services };
}

const TRANSLATED = "(Translated by Google)";
const ORIGINAL = "(Original)";

/** Both forms that exports have: the translation before the original, and behind it; or alone. */
function translationIn(text: string): Pick<PlatformText, "prose" | "original" | "isTranslated"> {
  const at = text.indexOf(TRANSLATED);
  if (at < 0) return { prose: text, original: text, isTranslated: false };
  const behind = text.indexOf(ORIGINAL, at);
  const from = at + TRANSLATED.length;
  const translation = { start: from, end: behind < 0 ? text.length : behind };
  const original = behind < 0 ? { start: 0, end: at } : { start: behind + ORIGINAL.length, end: text.length };
  return { prose: only(text, translation), original: only(text, original), isTranslated: true };
}

function only(text: string, { start, end }: Span): string {
  return blanked(blanked(text, { start: 0, end: start }), { start: end, end: text.length });
}

/** Line ends stay, so that sentences end where they did. */
function blanked(text: string, { start, end }: Span): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end);
}
