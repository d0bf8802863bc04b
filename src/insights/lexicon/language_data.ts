/** What the engine knows of one language: tables as text, one a kind, the same kinds for each language. */
export interface LanguageData {
  /** BCP 47. */
  readonly code: string;
  /** What all forms of a lower-case word share; lists and texts meet by it. */
  readonly keyOf: (word: string) => string;
  /** What the forms of a word of the catalog share. */
  readonly stem: (word: string) => string;
  /** A topic's word as its readers would write it: the singular, where that is safe to tell. */
  readonly singular: (word: string) => string;
  /** Whether every noun begins with a capital. */
  readonly capitalisesNouns: boolean;
  readonly aspectGuards: string;
  readonly aspectTerms: string;
  readonly commonWords: string;
  /** English words, each with words that mean the same; none for English. */
  readonly englishWords: string;
  readonly homePhrases: string;
  readonly idioms: string;
  readonly intensifiers: string;
  readonly names: string;
  readonly narrativePhrases: string;
  readonly neutralTerms: string;
  readonly opinionPhrases: string;
  /** Endings that make another form of an opinion word, and what they take the place of: "ily>y". */
  readonly opinionEndings: string;
  /** Lists of single words with their valences; later ones replace earlier ones. */
  readonly opinionWords: readonly string[];
  readonly outcomePhrases: string;
  readonly ruleWords: string;
  readonly spellings: string;
  readonly topicStopWords: string;
  readonly wordClasses: string;
  /** What turns the features of `aspect_votes.ts` into log-odds. */
  readonly evidence: { readonly lowest: number; readonly praise: readonly number[]; readonly blame: readonly number[] };
  /** The models learned from labelled text: English has them, and the other languages by {@link englishWords} the one of sentences. */
  readonly learned: LearnedData | null;
}

/** Weights that `scripts/train_insights.ts` makes. */
export interface LearnedData {
  readonly meaningClasses: string;
  readonly sentences: {
    readonly words: string;
    readonly keys: string;
    readonly weights: string;
    readonly unit: number;
    readonly bias: readonly number[];
  };
  readonly terms: {
    readonly words: string;
    readonly weights: string;
    readonly unit: number;
    readonly praise: readonly number[];
    readonly blame: readonly number[];
  };
}

/** A table of phrases for a language that needs none of a kind. */
export const NO_PHRASES = "aspect\tvalue\tpattern";
