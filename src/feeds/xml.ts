/**
 * Writes XML 1.0: everything is escaped here and nowhere else.
 *
 * @module
 */

/** An element with attributes and either text, which is escaped, or elements written by this function. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content?: string | readonly string[],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const start = `<${name}${written.join("")}`;
  if (content === undefined) return `${start}/>`;
  return `${start}>${typeof content === "string" ? escaped(content) : content.join("\n")}</${name}>`;
}

/** A document with its root element. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`;
}

/** What XML 1.0 has no way to write, not even escaped (section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;");
}
