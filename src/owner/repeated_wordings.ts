/** Finds words that several texts share. */
import { foldLetters } from "../review/mod.ts";

interface RepeatedWording {
  readonly wording: string;
  readonly count: number;
}

/** Customers share three words in a row by chance. */
const WORDS = 4;
const MAX_WORDINGS = 20;
/** Comparing takes the square of the number of texts: of more, and of longer ones, only the beginning is read. */
const MAX_TEXTS = 300;
const MAX_TEXT_LENGTH = 2000;

/** The longest runs of four words or more that several texts share, whatever their case and accents; those of most texts first. */
export function repeatedWordings(texts: readonly string[]): readonly RepeatedWording[] {
  const split = texts.slice(0, MAX_TEXTS).map((text) => wordsOf(text.slice(0, MAX_TEXT_LENGTH)));
  const users = new Map<string, Set<number>>();
  for (const [text, words] of split.entries()) {
    for (const key of keysOf(words)) users.set(key, (users.get(key) ?? new Set()).add(text));
  }
  const found = new Map<string, RepeatedWording>();
  for (const [text, words] of split.entries()) {
    const keys = keysOf(words);
    for (let first = 0; first < keys.length; first++) {
      let sharing = usersOf(keys[first]);
      if (sharing.size < 2) continue;
      let last = first;
      for (let next = sharing; next.size > 1; next = sharing.intersection(usersOf(keys[++last]))) sharing = next;
      const run = words.slice(first, last + WORDS - 1);
      const wording = texts[text]?.slice(run[0]?.start, run.at(-1)?.end) ?? "";
      const key = run.map(({ folded }) => folded).join(" ");
      if (!found.has(key)) found.set(key, { wording, count: sharing.size });
      first = last + WORDS - 2;
    }
  }
  const longest = [...found.values()].sort(
    (one, other) => other.count - one.count || other.wording.length - one.wording.length,
  );
  return longest.slice(0, MAX_WORDINGS);

  function usersOf(key: string | undefined): ReadonlySet<number> {
    return users.get(key ?? "") ?? new Set();
  }
}

function wordsOf(text: string) {
  const words = text.matchAll(/[\p{L}\p{M}\p{N}]+/gu);
  return [...words].map(({ 0: word, index }) => ({
    folded: foldLetters(word),
    start: index,
    end: index + word.length,
  }));
}

function keysOf(words: ReturnType<typeof wordsOf>): string[] {
  const count = Math.max(0, words.length - WORDS + 1);
  return Array.from({ length: count }, (_, at) =>
    words
      .slice(at, at + WORDS)
      .map(({ folded }) => folded)
      .join(" "),
  );
}
