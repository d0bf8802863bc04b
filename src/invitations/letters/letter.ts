/** A mail in plain text and in HTML: the same paragraphs in both, and nothing that a mail program would load. */
import type { Language } from "../../languages/mod.ts";
import { escapeMarkup } from "../../review/mod.ts";

export interface Letter {
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** For the List-Unsubscribe header. */
  readonly unsubscribeUrl: string | null;
}

export interface Paragraph {
  readonly text: string;
  /** Stands on a line of its own below the text. In HTML the first link of a letter is a button. */
  readonly link?: { readonly label: string; readonly url: string };
  readonly isSmallPrint?: boolean;
}

export function letterOf(
  paragraphs: readonly Paragraph[],
  heading: Pick<Letter, "language" | "subject" | "unsubscribeUrl">,
): Letter {
  const lines = paragraphs.map(({ text, link }) => (link ? `${text}\n${link.label}: ${link.url}`.trim() : text));
  return { ...heading, text: `${lines.join("\n\n")}\n`, html: htmlOf(paragraphs, heading) };
}

const SMALL_PRINT = "font-size:11px;color:#6b6b6b;word-break:break-all";
const FONT = "font:16px/1.5 system-ui,sans-serif;color:#1a1a1a";
const BUTTON =
  "display:inline-block;padding:10px 18px;background:#1a4fa0;color:#ffffff;text-decoration:none;border-radius:6px";

function htmlOf(paragraphs: readonly Paragraph[], { subject, language }: Pick<Letter, "language" | "subject">): string {
  const button = paragraphs.find(({ link }) => link !== undefined);
  const body = paragraphs.map((paragraph) => {
    const { text, link, isSmallPrint } = paragraph;
    if (link === undefined) return `<p${isSmallPrint ? ` style="${SMALL_PRINT}"` : ""}>${escapeMarkup(text)}</p>`;
    const style = paragraph === button ? ` style="${BUTTON}"` : "";
    return `<p>${escapeMarkup(text)}<br>\n<a href="${escapeMarkup(link.url)}"${style}>${escapeMarkup(link.label)}</a></p>`;
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

/** A calendar date or an instant, as the day in a time zone. */
export function dayInWords(at: string | number, timeZone: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone }).format(new Date(at));
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
