/** Word lists of the lexicon, as tables that are parsed when first needed. */
import { rowsOf } from "../../review/tsv.ts";

/** The words of a list without keys. */
export function wordsOf(tsv: string, keyOf: KeyOf = asWritten): ReadonlySet<string> {
  return new Set(rowsOf(tsv, "words").flatMap(({ words }) => words.split(" ").map(keyOf)));
}

/** What the forms of a word share. */
type KeyOf = (word: string) => string;

function asWritten(word: string): string {
  return word;
}

/** Words with their values, in the order of the list; a word may come again. */
export function valuedWordsOf(tsv: string, keyOf: KeyOf = asWritten): (readonly [word: string, value: number])[] {
  return rowsOf(tsv, "value", "words").flatMap(({ value, words }) =>
    words.split(" ").map((word) => [keyOf(word), Number(value)] as const),
  );
}

/** Words by what stands in another column, in the order of the list; rows of the same key add up. */
export function wordsBy(
  column: string,
  tsv: string,
  keyOf: KeyOf = asWritten,
): ReadonlyMap<string, ReadonlySet<string>> {
  const byKey = new Map<string, Set<string>>();
  for (const { [column]: key = "", words = "" } of rowsOf<string>(tsv, column, "words")) {
    const own = byKey.get(key) ?? new Set();
    byKey.set(key, own);
    for (const word of words.split(" ")) own.add(keyOf(word));
  }
  return byKey;
}

/** The rows that {@link wordsBy} gives, by word: each with its keys, in the order of the list. */
export function keysByWord(column: string, tsv: string, keyOf?: KeyOf): ReadonlyMap<string, readonly string[]> {
  const byWord = new Map<string, string[]>();
  for (const [key, words] of wordsBy(column, tsv, keyOf)) {
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), key]);
  }
  return byWord;
}

/** Makes a value at the first call and returns the same at each. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Makes the value of a word at its first call; forgets all when there are more than `max`: a hostile text must not fill the memory. */
export function remembered<Value extends object>(max: number, make: (word: string) => Value): (word: string) => Value {
  const known = new Map<string, Value>();
  return (word) => {
    let value = known.get(word);
    if (value === undefined) {
      value = make(word);
      if (known.size >= max) known.clear();
      known.set(word, value);
    }
    return value;
  };
}

/** Endings and what takes their place, as "ies>y ed": nothing where nothing is said. */
export function endingsOf(rules: string): readonly (readonly [ending: string, replacement: string])[] {
  return rules.split(" ").map((rule) => {
    const [ending = "", replacement = ""] = rule.split(">");
    return [ending, replacement];
  });
}
