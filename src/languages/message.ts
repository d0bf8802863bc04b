/**
 * What a catalogue is made of: texts with gaps, and texts that depend on a number.
 *
 * @module
 */

/** A text for each plural category of a language (Unicode CLDR, as `Intl.PluralRules` names them), chosen by `{count}`. */
export interface Plural {
  /** For exactly 0, in every language; otherwise the language's own category. */
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

/** A text whose gaps are written `{name}`, or one for each plural category. */
export type Message = string | Plural;

type Gaps<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Gaps<Rest> : never;

/** The names of a message's gaps, read from its text by the type checker. */
export type GapsOf<M> = M extends string
  ? Gaps<M>
  : M extends { readonly other: infer Text extends string }
    ? Gaps<Text> | "count"
    : never;
