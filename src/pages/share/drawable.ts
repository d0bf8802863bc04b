/**
 * What of a text the fonts of pictures have letters for: anything else would be drawn as a box.
 *
 * @module
 */

/** Letters and signs of Latin, Greek, Cyrillic, Hebrew and Arabic; the fonts themselves are in `bun/drawing/fonts.ts`. */
const LETTERS = [
  "\\u0020-\\u007e\\u00a0-\\u0148\\u014a-\\u01c3\\u01c5-\\u0254\\u0300\\u0301\\u0303\\u0304\\u0307-\\u0309\\u0323",
  "\\u0384-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03d7",
  "\\u0400-\\u045f\\u0490\\u0491\\u04b0\\u04b1",
  "\\u0591-\\u05c7\\u05d0-\\u05ea\\u05ef-\\u05f4",
  "\\u0606-\\u06dc\\u06de-\\u06ff\\u0750-\\u077f",
  "\\u1e00-\\u1e9b\\u1e9d-\\u1eff",
  "\\u2010\\u2011\\u2013\\u2014\\u2018-\\u201a\\u201c-\\u201e\\u2020-\\u2022\\u2026\\u2030\\u2032\\u2033\\u2039\\u203a",
  "\\u200e\\u200f\\u2066-\\u2069\\u2044\\u20a0-\\u20af\\u20b1-\\u20b5\\u20b8-\\u20ba\\u20bc-\\u20bf\\u2113\\u2116\\u2122\\u2212",
].join("");
const NOT_DRAWN = new RegExp(`[^${LETTERS}]`, "gu");

/** A text of which less than this share of letters can be drawn says nothing any more. */
const FEWEST_LETTERS = 0.6;

/** One line of what can be drawn; nothing where most letters cannot. */
export function drawable(text: string): string {
  const line = text.slice(0, 800).toWellFormed().normalize("NFC").replaceAll(/\s+/g, " ");
  const drawn = line.replaceAll(NOT_DRAWN, "");
  if (lettersOf(drawn) < FEWEST_LETTERS * lettersOf(line)) return "";
  return drawn.replaceAll(/ {2,}/g, " ").trim().slice(0, 400).toWellFormed();
}

function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
