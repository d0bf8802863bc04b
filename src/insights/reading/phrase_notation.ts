/**
 * The notation of phrases in the lexicon.
 *
 * A pattern is a row of elements: a word, `a|b` for either (an empty side makes it optional), `@name` for a class of
 * words, `#` for a number in words or digits, `_` for any one word and `~` for up to three, negators excepted.
 *
 * @module
 */

/** Words of a class, by its name. */
export type WordClasses = Readonly<Record<string, string>>;

/** The rows of plain elements a pattern stands for, once `~` and optional elements are spelled out. */
export function readPattern(pattern: string): string[][] {
  let rows: string[][] = [[]];
  for (const element of pattern.trim().split(/\s+/)) {
    const choices = choicesFor(element);
    rows = rows.flatMap((row) => choices.map((choice) => [...row, ...choice]));
  }
  return rows.filter((row) => row.length > 0 && row[0] !== "_").map(withoutTail);
}

function choicesFor(element: string): string[][] {
  if (element === "~") return [[], ["_"], ["_", "_"], ["_", "_", "_"]];
  const options = element.split("|");
  return options.includes("") ? [[], [options.filter((option) => option !== "").join("|")]] : [[element]];
}

/** Any words at the end of a phrase would only swallow what follows. */
function withoutTail(row: readonly string[]): string[] {
  let end = row.length;
  while (row[end - 1] === "_") end--;
  return row.slice(0, end);
}
