/** A mail in plain text and in HTML: the same paragraphs in both, and nothing that a mail program would load. */
import { type Language, wordsFor } from "../../languages/mod.ts";
import { calendarDateAt, colorText, escapeMarkup, parseColor, readableShade } from "../../review/mod.ts";

export interface Letter {
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address for the List-Unsubscribe header. */
  readonly unsubscribeUrl: string | null;
}

export interface Paragraph {
  readonly text: string;
  /** Stands on a line of its own below the text. In HTML the first link of a letter without stars is a button. */
  readonly link?: { readonly label: string; readonly url: string };
  /** Address of a form with a choice of stars: in HTML five links, each of which opens it with that rating. */
  readonly stars?: string;
  readonly isSmallPrint?: boolean;
}

export function letterOf(
  paragraphs: readonly Paragraph[],
  heading: Pick<Letter, "language" | "subject" | "unsubscribeUrl"> & { readonly color?: string | null },
): Letter {
  const { color, ...kept } = heading;
  const { labelled } = wordsFor(heading.language);
  const lines = paragraphs.map(({ text, link, stars }) => {
    const below = stars ?? (link && labelled(link.label, link.url));
    return below === undefined ? text : `${text}\n${below}`.trim();
  });
  const html = htmlOf(paragraphs, { ...kept, accent: readableColor(color ?? "#1a4fa0") });
  return { ...kept, text: `${lines.join("\n\n")}\n`, html };
}

const WHITE = parseColor("#ffffff");
const BLACK = parseColor("#000000");

/** The color itself if it is readable on white, otherwise a darker one. */
function readableColor(color: string): string {
  return colorText(readableShade(parseColor(color), BLACK, [WHITE]));
}

const SMALL_PRINT = "font-size:11px;color:#6b6b6b;word-break:break-all";
const FONT = "font:16px/1.5 system-ui,sans-serif;color:#1a1a1a";
const BUTTON = "display:inline-block;padding:10px 18px;color:#ffffff;text-decoration:none;border-radius:6px";
const STAR = "display:inline-block;padding:4px 6px;font-size:36px;line-height:1;text-decoration:none";

interface HtmlHeading extends Pick<Letter, "language" | "subject"> {
  /** Color of the stars and the button. */
  readonly accent: string;
}

function htmlOf(paragraphs: readonly Paragraph[], { subject, language, accent }: HtmlHeading): string {
  const hasStars = paragraphs.some(({ stars }) => stars !== undefined);
  const button = hasStars ? undefined : paragraphs.find(({ link }) => link !== undefined);
  const body = paragraphs.map((paragraph) => {
    const { text, link, stars, isSmallPrint } = paragraph;
    if (stars !== undefined) return `<p>${escapeMarkup(text)}</p>\n<p>${starLinks(stars, language, accent)}</p>`;
    if (link === undefined) return `<p${isSmallPrint ? ` style="${SMALL_PRINT}"` : ""}>${escapeMarkup(text)}</p>`;
    const style = paragraph === button ? ` style="${BUTTON};background:${accent}"` : "";
    const above = text === "" ? "" : `${escapeMarkup(text)}<br>\n`;
    return `<p>${above}<a href="${escapeMarkup(link.url)}"${style}>${escapeMarkup(link.label)}</a></p>`;
  });
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(subject)}</title></head>
<body style="${FONT};max-width:36em;margin:0 auto;padding:16px">
${body.join("\n")}
</body>
</html>
`;
}

/** Five links to a form, the same for all. */
function starLinks(form: string, language: Language, accent: string): string {
  const { say } = wordsFor(language);
  const linkOf = (count: number) => {
    const name = escapeMarkup(say("count.stars", { count }));
    const style = `${STAR};color:${accent}`;
    return `<a href="${escapeMarkup(form)}?rating=${count}" title="${name}" aria-label="${name}" style="${style}">★</a>`;
  };
  return [1, 2, 3, 4, 5].map(linkOf).join("\n");
}

/** A calendar date or an instant, as the day in a time zone, in the words of a language and country. */
export function formatDay(
  at: string | number,
  timeZone: string,
  language: string,
  country: string | null = "US",
): string {
  return wordsFor(language, country).date(calendarDateAt(new Date(at).getTime(), timeZone));
}

/** Bare addresses, and the Message-ID in angle brackets. */
interface Addressing {
  readonly from: string;
  readonly to: string;
  readonly messageId: string;
}

/**
 * The parts of a finished message that differ from its letter; empty when it may be sent. Customers read the bytes, in which an
 * encoding or a library may have lost a line that they have a right to.
 */
export async function letterFaults(mime: Uint8Array, letter: Letter, addressing: Addressing): Promise<string[]> {
  const { default: PostalMime } = await import("postal-mime");
  const { from, to = [], cc = [], bcc = [], headers, attachments, ...parsed } = await PostalMime.parse(mime);
  const header = (name: string) => headers.flatMap(({ key, value }) => (key === name ? [value] : [])).join();
  const { unsubscribeUrl } = letter;
  const parts = {
    "the sender": [from?.address, addressing.from],
    "the recipient": [[...to, ...cc, ...bcc].map(({ address }) => address).join(), addressing.to],
    "the Message-ID": [parsed.messageId, addressing.messageId],
    "the subject": [parsed.subject, letter.subject],
    "List-Unsubscribe": [header("list-unsubscribe"), unsubscribeUrl === null ? "" : `<${unsubscribeUrl}>`],
    "List-Unsubscribe-Post": [
      header("list-unsubscribe-post"),
      unsubscribeUrl === null ? "" : "List-Unsubscribe=One-Click",
    ],
    "the text": [squeezed(parsed.text), squeezed(letter.text)],
    "the HTML": [squeezed(parsed.html), squeezed(letter.html)],
    "an attachment": [attachments.length, 0],
  };
  return Object.entries(parts).flatMap(([part, [found, expected]]) => (found === expected ? [] : [part]));
}

/** Line breaks of another kind and a last one more are no difference. */
function squeezed(text = ""): string {
  return text.replace(/\s+/g, " ").trim();
}
