/** Word lists of the lexicon, as tables that are parsed when first needed. */
import { rowsOf } from "../../review/tsv.ts";

/** The words of a list without keys. */
export function wordsOf(tsv: string): ReadonlySet<string> {
  return new Set(rowsOf(tsv, "words").flatMap(({ words }) => words.split(" ")));
}

/** Words with their values, in the order of the list; a word may come again. */
export function valuedWordsOf(tsv: string): (readonly [word: string, value: number])[] {
  return rowsOf(tsv, "value", "words").flatMap(({ value, words }) =>
    words.split(" ").map((word) => [word, Number(value)] as const),
  );
}

/** Words by what stands in another column, in the order of the list; rows of the same key add up. */
export function wordsBy(column: string, tsv: string): ReadonlyMap<string, ReadonlySet<string>> {
  const byKey = new Map<string, Set<string>>();
  for (const { [column]: key = "", words = "" } of rowsOf<string>(tsv, column, "words")) {
    const own = byKey.get(key) ?? new Set();
    byKey.set(key, own);
    for (const word of words.split(" ")) own.add(word);
  }
  return byKey;
}

/** Makes a value at the first call and returns the same at each. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
