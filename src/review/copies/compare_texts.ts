/**
 * Whether two texts are one text: equal, one cut short, or alike but for typing errors.
 *
 * @module
 */
import { comparableText } from "../text.ts";

/** How one text relates to the other. */
export type TextAgreement = "equal" | "contained" | "similar" | "different";

/** Letters, digits and single spaces: what is left of a text when sites have changed quotes, emoji and line ends. */
export function plainWords(text: string): string {
  return comparableText(text)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Sites that cut texts short end them with one of these, once {@link plainWords} has taken the dots. */
const CUT_MARK = / (?:read |see |show )?(?:more|full review)$/;

/** Least share of characters that agree for two texts to be alike. */
const ALIKE = 0.9;
/** Longer texts are compared by their beginnings; a band of a tenth of this costs under a millisecond. */
const COMPARED_LENGTH = 1000;

/** Compares two texts after {@link plainWords}; symmetric. Empty texts agree with nothing. */
export function compareTexts(one: string, other: string): TextAgreement {
  if (one === "" || other === "") return "different";
  if (one === other) return "equal";
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const beginning = short.replace(CUT_MARK, "");
  if (long.includes(beginning)) return "contained";
  if (isAlike(short, long)) return "similar";
  return isAlike(beginning, long.slice(0, beginning.length)) ? "contained" : "different";
}

/** Texts that differ in more than a quarter of their first letters are not worth the whole comparison. */
const GLANCE = 64;

function isAlike(one: string, other: string): boolean {
  if (!isWithinEdits(one.slice(0, GLANCE), other.slice(0, GLANCE), GLANCE / 4)) return false;
  const [left, right] = [one.slice(0, COMPARED_LENGTH), other.slice(0, COMPARED_LENGTH)];
  const longest = Math.max(one.length, other.length);
  if (Math.abs(one.length - other.length) > longest * (1 - ALIKE)) return false;
  const most = Math.floor(Math.max(left.length, right.length) * (1 - ALIKE));
  return isWithinEdits(left, right, most);
}

/** Whether at most `most` insertions, deletions and replacements lead from one to the other (Ukkonen's band). */
export function isWithinEdits(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  const beyond = most + 1;
  let above = new Uint16Array(other.length + 1).map((_, column) => Math.min(column, beyond));
  let row = new Uint16Array(other.length + 1);
  for (let i = 1; i <= one.length; i++) {
    const [from, to] = [Math.max(1, i - most), Math.min(other.length, i + most)];
    row.fill(beyond);
    if (from === 1) row[0] = Math.min(i, beyond);
    let least = row[0] ?? beyond;
    for (let j = from; j <= to; j++) {
      const replaced = (above[j - 1] ?? beyond) + (one.charCodeAt(i - 1) === other.charCodeAt(j - 1) ? 0 : 1);
      const edits = Math.min(replaced, (above[j] ?? beyond) + 1, (row[j - 1] ?? beyond) + 1, beyond);
      row[j] = edits;
      if (edits < least) least = edits;
    }
    if (least > most) return false;
    [above, row] = [row, above];
  }
  return (above[other.length] ?? beyond) <= most;
}
