/** Messages and their translations: flat JSON with plural forms `key_one` and `key_other`, as in i18next's JSON v4. */

/** A text for each plural category of a language (Unicode CLDR, as `Intl.PluralRules` names them), chosen by `{count}`. */
interface Plural {
  /** Form for exactly 0, in every language; otherwise the language's own category. */
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

export type CatalogueMessage = string | Plural;

export type MessageSet = Readonly<Record<string, CatalogueMessage>>;

export type Translated<Messages extends MessageSet> = {
  readonly [Key in keyof Messages]: Messages[Key] extends string ? string : Plural;
};

const PLURAL_CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const satisfies readonly (keyof Plural)[];

/** The English messages as a translator's JSON file has them. `test/house/translations_test.ts` checks the files. */
export function translated<Messages extends MessageSet>(
  english: Messages,
  texts: Readonly<Record<string, string>>,
): Translated<Messages> {
  const pluralOf = (key: string) =>
    Object.fromEntries(
      PLURAL_CATEGORIES.flatMap((category) => {
        const text = texts[`${key}_${category}`];
        return text === undefined ? [] : [[category, text]];
      }),
    );
  const messages = Object.entries(english).map(([key, message]) => [
    key,
    typeof message === "string" ? texts[key] : pluralOf(key),
  ]);
  return Object.fromEntries(messages) as Translated<Messages>;
}

type Gaps<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Gaps<Rest> : never;

/** The names of a message's gaps, read from its text by the type checker. */
export type GapsOf<M> = M extends string
  ? Gaps<M>
  : M extends { readonly other: infer Text extends string }
    ? Gaps<Text> | "count"
    : never;
