/**
 * A word as the engine knows it, each once: what is worked out of a word is worked out at its first occurrence.
 *
 * Reviews use few words over and over. Looking a word up once, and its stem, valence and place in the phrases from then on by
 * reference, is what most of the engine's speed comes from.
 *
 * @module
 */

/** A word in its usual spelling. */
export interface Lexeme {
  readonly word: string;
  /** Its number among the words that phrases know; {@link UNLEARNED} for all others. */
  number: number;
  /** Bits of {@link flagOf}: which questions were asked of the word, and which have the answer yes. */
  asked: number;
  flags: number;
  /** What {@link factOf} has gathered of it. */
  readonly facts: unknown[];
}

/** Number of every word that no phrase contains. */
export const UNLEARNED = 0;
/** Words kept at a time beside those that were learned; the words of a hostile text must not fill the memory. */
const MOST = 30_000;
/** Room for the facts of a lexeme, so that none has to grow. */
const FACTS = 10;

const learned = new Map<string, Lexeme>();
let kept = new Map<string, Lexeme>();

/** The lexeme of a word; the same object for the same word, until too many words have been seen. */
export function lexemeOf(word: string): Lexeme {
  const known = kept.get(word);
  if (known) return known;
  if (kept.size >= MOST + learned.size) kept = new Map(learned);
  const lexeme = { word, number: UNLEARNED, asked: 0, flags: 0, facts: new Array(FACTS).fill(undefined) };
  kept.set(word, lexeme);
  return lexeme;
}

/** Gives a word a number of its own, from 1; learning it again changes nothing. */
export function learn(word: string): number {
  const lexeme = lexemeOf(word);
  if (lexeme.number === UNLEARNED) {
    learned.set(word, lexeme);
    lexeme.number = learned.size;
  }
  return lexeme.number;
}

let facts = 0;

/** A reader of a fact about words that never changes, computed once a word. */
export function factOf<Fact extends number | string | boolean | null>(
  compute: (word: string) => Fact,
): (lexeme: Lexeme) => Fact {
  const slot = facts++;
  return ({ word, facts: own }) => {
    const known = own[slot];
    if (known !== undefined) return known as Fact;
    const fact = compute(word);
    own[slot] = fact;
    return fact;
  };
}

/** Bits that a number holds without becoming slow. */
const MOST_FLAGS = 31;
let flags = 0;

/**
 * A reader of a yes or no about words that never changes, asked once a word; kept as a bit, so that going through a text asks
 * each of its words many questions at next to no cost. Questions beyond the number of bits are kept as facts.
 */
export function flagOf(test: (word: string) => boolean): (lexeme: Lexeme) => boolean {
  if (flags >= MOST_FLAGS) return factOf(test);
  const bit = 1 << flags++;
  const ask = (lexeme: Lexeme): boolean => {
    const answer = test(lexeme.word);
    lexeme.asked |= bit;
    if (answer) lexeme.flags |= bit;
    return answer;
  };
  return (lexeme) => ((lexeme.asked & bit) !== 0 ? (lexeme.flags & bit) !== 0 : ask(lexeme));
}

/** A {@link flagOf} that tells whether a word is in a list. */
export function isOneOf(words: { has(word: string): boolean }): (lexeme: Lexeme) => boolean {
  return flagOf((word) => words.has(word));
}
