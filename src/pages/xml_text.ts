/**
 * Text within SVG.
 *
 * @module
 */

/** Text that may stand between tags and in attributes with double quotes; without characters that XML forbids. */
export function xmlText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
