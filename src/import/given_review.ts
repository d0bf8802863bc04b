/**
 * What a format hands over: a record under our names, translated but not yet checked.
 *
 * @module
 */
import type { GivenField } from "../review/mod.ts";

/** A record under our names, translated by its format but not yet checked. What is undefined was not given. */
export type GivenReview = { readonly [Name in GivenField]?: unknown } & {
  /** Whether the source hides the review from its readers. */
  readonly hiddenAtSource?: unknown;
  /** What the author is known by; never published. */
  readonly email?: unknown;
  readonly telephone?: unknown;
  readonly invoice?: unknown;
};

/** What a field is called in the file, so that messages speak the owner's language. */
export type FieldNames = Readonly<Partial<Record<keyof GivenReview, string>>>;

/** Stands for a field that its format could not translate; it is refused in these words. */
export class Unreadable {
  constructor(
    readonly value: unknown,
    /** What was expected, as words that follow the value. */
    readonly expected: string,
    /** The field's name, where it is not the usual one. */
    readonly field?: string,
  ) {}
}
