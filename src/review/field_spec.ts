/**
 * What can be said of a field of a review.
 *
 * @module
 */

/** What a field holds: how it is kept, checked, written and described. */
export type FieldKind =
  | "id"
  /** The review's address here, made from its id. */
  | "permalink"
  | "text"
  /** Calendar date, YYYY-MM-DD. */
  | "date"
  /** Epoch milliseconds inside, RFC 3339 outside. */
  | "instant"
  | "stars"
  | "flag"
  /** One of `values`. */
  | "one_of"
  | "names"
  | "aspects"
  /** Where else the review stands. */
  | "also_at"
  | "mentions"
  | "withheld";

/** Declares one field of a review: its type, where it is published and where its value comes from. */
export interface FieldSpec {
  readonly kind: FieldKind;
  /** Whether it may be null. Default false. */
  readonly isNullable?: boolean;
  /** Its place in the JSON of a review, such as `author.name`; none when it never leaves the store. */
  readonly json?: string;
  /** Its column of /reviews.csv. */
  readonly csv?: string;
  /** Never published, although our own formats may be read with it. Default false. */
  readonly isPrivate?: boolean;
  /** Whether any import may give it, the default, only an export of ours, or it is made here. */
  readonly origin?: "given" | "export" | "computed";
  /** Whether it has a column of its own in the store. Default true. */
  readonly isKept?: boolean;
  readonly values?: readonly string[];
  /** JSON Schema keywords. */
  readonly limits?: TextLimits;
  /** For the schema of a published field. */
  readonly description?: string;
}

/** JSON Schema keywords that constrain a text field; lengths are in code points. */
export interface TextLimits {
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** An object inside the JSON of a review. */
export interface GroupSpec {
  readonly description: string;
  /** The field without which the whole object is null. */
  readonly nullWithout?: string;
  readonly nullDescription?: string;
}
