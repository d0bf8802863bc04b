/**
 * Single cells of a CSV file: stars and ticks as people and spreadsheets write them.
 *
 * @module
 */

const WORDS = ["ONE", "TWO", "THREE", "FOUR", "FIVE"];

/** `5`, `5.0`, `5/5`, `5 stars`, `5 out of 5`, `5★`, `FIVE`, `★★★★★` as a number; what is none of these is handed on to be refused. */
export function readStars(cell: string | undefined): unknown {
  if (cell === undefined) return undefined;
  const plain = cell.replace(/\s*(?:(?:\/|out of|of)\s*5)?\s*(?:stars?|★)?$/i, "").replace(",", ".");
  if (/^-?\d+(?:\.\d+)?$/.test(plain)) return Number(plain);
  if (/^★+☆*$/.test(plain) && plain.length === 5) return plain.lastIndexOf("★") + 1;
  const word = WORDS.indexOf(plain.toUpperCase());
  return word < 0 ? cell : word + 1;
}

/** `true`, or `TRUE` as spreadsheets write it; what is neither true nor false is handed on to be refused. */
export function readFlag(cell: string): unknown {
  const word = cell.toLowerCase();
  return word === "" ? undefined : word === "true" ? true : word === "false" ? false : cell;
}
