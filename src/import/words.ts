/** The words in `words.tsv`, which has further lists for the names and values of columns. */
import { foldName, rowsOf, splitList } from "../review/mod.ts";
import wordsTsv from "./words.tsv" with { type: "text" };

const ROWS = rowsOf(wordsTsv, "list", "meaning", "words");

export function listedWords(list: string, meaning?: string): readonly string[] {
  const rows = ROWS.filter((row) => row.list === list && (meaning === undefined || row.meaning === meaning));
  if (rows.length === 0) throw new RangeError(`words.tsv has no ${list} ${meaning ?? ""}`);
  return rows.flatMap(({ words }) => splitList(words));
}

/** The folded words of one meaning in a list. */
export function wordSet(list: string, meaning: string, fold = foldName): ReadonlySet<string> {
  return new Set(listedWords(list, meaning).map(fold));
}

/** The meanings of the words of a list, by folded word. */
export function meaningsOf<Meaning extends string>(list: string, fold = foldName): ReadonlyMap<string, Meaning> {
  const rows = ROWS.filter((row) => row.list === list);
  return new Map(
    rows.flatMap(({ meaning, words }) => splitList(words).map((word) => [fold(word), meaning as Meaning] as const)),
  );
}
