/** What the SVG images share, none of which load the HTML renderer. */
import { escapeMarkup } from "../review/mod.ts";

/** The outline of a star in a box 20 wide and 19 high. */
export const STAR_PATH = "m10 1.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z";

/** Five stars in a row, in a box 100 wide and 20 high. */
export const FIVE_STARS = [0, 20, 40, 60, 80]
  .map((x) => `<path d="${STAR_PATH}" transform="translate(${x})"/>`)
  .join("");

export function filledWidth(rating: number): number {
  return Math.round((rating / 5) * 1000) / 10;
}

export const SYSTEM_FONT = "font-family=\"system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif\"";

/** Text that may stand between tags and in attributes with double quotes; without characters that XML forbids. */
export function xmlText(text: string): string {
  return escapeMarkup(text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ""));
}
