/**
 * A word as the engine knows it, each once: what is worked out of a word is worked out at its first occurrence.
 *
 * Reviews use few words over and over. Looking a word up once, and its stem, valence and place in the phrases from then on by
 * reference, is what most of the engine's speed comes from.
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
const FACTS = 14;

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
export function learnWord(word: string): number {
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

/** A {@link flagOf} for membership in a list. */
export function isOneOf(words: { has(word: string): boolean }): (lexeme: Lexeme) => boolean {
  return flagOf((word) => words.has(word));
}

/** Strips inflectional endings from a lower-case English word. */
export function stem(word: string): string {
  const base = word.endsWith("'s") ? word.slice(0, -2) : word;
  if (base.length < 5)
    return withoutE(base.length > 3 && base.endsWith("s") && !base.endsWith("ss") ? base.slice(0, -1) : base);
  for (const [ending, replacement] of ENDINGS) {
    if (base.endsWith(ending) && base.length - ending.length >= 3 && !base.endsWith("ss")) {
      return undoubled(base.slice(0, -ending.length) + replacement);
    }
  }
  return withoutE(base);
}

function withoutE(word: string): string {
  return word.length > 3 && word.endsWith("e") ? word.slice(0, -1) : word;
}

const ENDINGS = endingsOf("ations ation ements ement ings ing ies>y ied>y sses>ss ches>ch shes>sh xes>x es ed s");

/** Endings and what takes their place, as "ies>y ed": nothing where nothing is said. */
export function endingsOf(rules: string): readonly (readonly [ending: string, replacement: string])[] {
  return rules.split(" ").map((rule) => {
    const [ending = "", replacement = ""] = rule.split(">");
    return [ending, replacement];
  });
}

function undoubled(word: string): string {
  const last = word.at(-1) ?? "";
  if (last === word.at(-2) && !"lsz".includes(last)) return word.slice(0, -1);
  if (word.endsWith("s") && !word.endsWith("ss") && word.length > 4) return word.slice(0, -1);
  return word.endsWith("e") ? word.slice(0, -1) : word;
}

/** The singular of a plain plural: "windows" to "window", "batteries" to "battery". */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us") || word.endsWith("is"))
    return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:[sx]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** {@link stem} of a lexeme, worked out once. */
export const stemOf = factOf(stem);
