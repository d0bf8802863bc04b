/** Declares each field of a review once; types, schemas, readers, writers and queries derive from it. No schemas here: the publishing thread does not load them. */
export const MAX_TEXT_LENGTH = 10_000;

/** How the author was verified to be a customer. Reviews with `none` are kept and counted but not published. */
export const VERIFICATION_METHODS = ["job_record", "invitation", "platform", "operator_attested", "none"] as const;

export const JOB_STRENGTHS = ["invoice", "contact", "name_and_date"] as const;

export const VERIFICATION_STRENGTHS = [...JOB_STRENGTHS, "one_time_link"] as const;

export const PROVENANCES = ["invitation", "platform_api", "export", "public_page", "unknown"] as const;

/** The precision of a date that is not known to the day. */
const DATE_PRECISIONS = ["week", "month", "year"] as const;

/** The fields in the order of the JSON. The database column of a kept field is its name in snake case. */
export const REVIEW_FIELDS = {
  id: {
    kind: "id",
    json: "id",
    csv: "id",
    origin: "export",
    description: "Identifier, never changed and never reused",
  },
  url: {
    kind: "permalink",
    json: "url",
    csv: "url",
    origin: "computed",
    isKept: false,
    description: "Permalink of the review",
  },
  date: { kind: "date", json: "date", csv: "date" },
  rating: { kind: "stars", json: "rating", csv: "rating" },
  title: {
    kind: "text",
    isNullable: true,
    json: "title",
    csv: "title",
    limits: { maxLength: 200 },
    description: "Headline given by the author",
  },
  text: {
    kind: "text",
    json: "text",
    csv: "text",
    limits: { maxLength: MAX_TEXT_LENGTH },
    description: 'The customer\'s own words; "" when only stars were given, or nothing but a translation is known',
  },
  language: {
    kind: "text",
    isNullable: true,
    json: "language",
    csv: "language",
    limits: { maxLength: 35 },
    description: "BCP 47 language of the text",
  },
  translationText: {
    kind: "text",
    isNullable: true,
    json: "translation.text",
    csv: "translation",
    limits: { minLength: 1, maxLength: MAX_TEXT_LENGTH },
    description: "The text as the source translated it; never the customer's own words",
  },
  translationLanguage: {
    kind: "text",
    isNullable: true,
    json: "translation.language",
    csv: "translation_language",
    limits: { maxLength: 35 },
    description: "BCP 47 language of the translation; null when not known",
  },
  authorName: {
    kind: "text",
    json: "author.name",
    csv: "author",
    limits: { minLength: 1, maxLength: 80 },
    description: "Name as shown, shortened by the owner's policy",
  },
  isAnonymous: {
    kind: "flag",
    json: "author.is_anonymous",
    csv: "author_is_anonymous",
    description: "True when the author chose not to be named",
  },
  source: {
    kind: "text",
    json: "source.name",
    csv: "source",
    limits: { minLength: 1, maxLength: 64 },
    description: "Where the review was written, lower case",
  },
  sourceId: { kind: "text", isNullable: true, json: "source.id", isPrivate: true },
  sourceUrl: {
    kind: "text",
    isNullable: true,
    json: "source.url",
    csv: "source_url",
    limits: { format: "uri", maxLength: 2048 },
    description: "The review at its source; null when the source provides no URL",
  },
  alsoAt: {
    kind: "also_at",
    json: "also_at",
    csv: "also_at",
    origin: "export",
    description: "Other sources of the same review, which counts once",
  },
  verificationMethod: {
    kind: "one_of",
    values: VERIFICATION_METHODS,
    json: "verification.method",
    csv: "verification",
    description: "How the author was checked to be a customer",
  },
  verificationStrength: {
    kind: "one_of",
    values: VERIFICATION_STRENGTHS,
    isNullable: true,
    json: "verification.strength",
    csv: "verification_strength",
    description:
      "How the finished job was matched where the method is job_record, one_time_link where the review came by a link made for one job; null otherwise or when not recorded",
  },
  verificationDate: {
    kind: "date",
    isNullable: true,
    json: "verification.date",
    csv: "verification_date",
    description: "When it was checked; null when not recorded",
  },
  technicians: {
    kind: "names",
    json: "mentions.technicians",
    csv: "technicians",
    isKept: false,
    description: "Names of the technicians mentioned, as in the catalog",
  },
  services: {
    kind: "names",
    json: "mentions.services",
    csv: "services",
    isKept: false,
    description: "Ids of the services mentioned",
  },
  serviceAreas: {
    kind: "names",
    json: "mentions.service_areas",
    csv: "service_areas",
    isKept: false,
    description: "Ids of the service areas mentioned",
  },
  aspects: {
    kind: "aspects",
    json: "aspects",
    csv: "aspects",
    origin: "computed",
    isKept: false,
    description:
      "The review's judgements of aspects of the service, computed from its words and stars; not in the feeds",
  },
  replyText: {
    kind: "text",
    isNullable: true,
    json: "reply.text",
    csv: "reply",
    limits: { minLength: 1, maxLength: MAX_TEXT_LENGTH },
    description: "The business's reply",
  },
  replyDate: {
    kind: "date",
    isNullable: true,
    json: "reply.date",
    csv: "reply_date",
    description: "When it was given; null when not recorded",
  },
  /** Epoch milliseconds. Changes only with the published form. */
  updatedAt: {
    kind: "instant",
    origin: "export",
    json: "updated_at",
    csv: "updated_at",
    description: "When the published form last changed, RFC 3339 with milliseconds, UTC",
  },
  edited: {
    kind: "flag",
    origin: "export",
    json: "edited",
    csv: "edited",
    description: "True when text or rating changed after the first publication",
  },
  datePrecision: {
    kind: "one_of",
    values: DATE_PRECISIONS,
    isNullable: true,
    json: "date_precision",
    csv: "date_precision",
    description: "How exactly the date is known; null when to the day",
  },
  aspectRatings: {
    kind: "aspect_ratings",
    isNullable: true,
    json: "aspect_ratings",
    csv: "aspect_ratings",
    description: "Stars that the author gave to single aspects, never part of `rating`; null when there are none",
  },
  provenance: {
    kind: "one_of",
    values: PROVENANCES,
    json: "provenance",
    csv: "provenance",
    description:
      "How it came here: by an invitation of ours, from the source's API, as an export of the source or a tool, or from a public page; unknown if the file does not state it",
  },
  goneAtSource: {
    kind: "date",
    isNullable: true,
    origin: "export",
    json: "gone_at_source",
    csv: "gone_at_source",
    description: "Day on which an import found it gone from its source; null when it did not",
  },

  /** Keyed hashes of the author's contact data, as JSON of `ContactHashes`; null if the import had only the shown name. */
  marks: { kind: "text", isNullable: true, isPrivate: true, origin: "computed" },
  /** Salted hash of the job that proves `job_record`. */
  evidence: { kind: "text", isNullable: true, isPrivate: true, origin: "computed" },
  /** Mentions as the import gave them; null if they are detected in the text instead. */
  givenMentions: { kind: "mentions", isNullable: true, isPrivate: true, origin: "computed" },
  withheld: { kind: "withheld", isNullable: true, isPrivate: true, origin: "computed" },
  /** Other sources that our own export listed, whose copies may not be stored here; null without any. */
  givenAlsoAt: { kind: "also_at", isNullable: true, isPrivate: true, origin: "computed" },
  /** Id of the review that counts instead of this copy; null if this one counts. */
  copyOf: { kind: "text", isNullable: true, isPrivate: true, origin: "computed" },
  createdAt: { kind: "instant", isPrivate: true, origin: "computed" },
  analysis: { kind: "text", isNullable: true, isPrivate: true, origin: "computed" },
  analysisKey: { kind: "text", isNullable: true, isPrivate: true, origin: "computed" },
} as const satisfies Readonly<Record<string, FieldSpec>>;

export const FIELD_GROUPS = {
  translation: {
    description: "A machine's translation of the text, made by the source",
    nullWithout: "translationText",
    nullDescription: "A machine's translation of the text, made by the source; null when there is none",
  },
  author: { description: "Who wrote the review" },
  source: { description: "Where the review was written" },
  verification: { description: "How the review was verified" },
  mentions: { description: "Catalog entries that the review mentions" },
  reply: {
    description: "The business's reply to the review",
    nullWithout: "replyText",
    nullDescription: "The business's reply; null when there is none",
  },
} as const satisfies Readonly<Record<string, GroupSpec>>;

/** Why the owner may withhold a review, and a reader may report one. There is deliberately no reason "low rating". */
export const OWNERS_REASONS = ["personal_data", "abuse", "not_about_this_business", "legal_order"] as const;
export type OwnersReason = (typeof OWNERS_REASONS)[number];

/** Why a kept review is not published. */
export const WITHHOLDING_REASONS = [
  "unverified",
  "hidden_at_source",
  "duplicate",
  "spam",
  "privacy",
  "legal",
  "insider",
  ...OWNERS_REASONS,
] as const;
export type WithholdingReason = (typeof WITHHOLDING_REASONS)[number];

export const REMOVAL_REASONS = ["request", "privacy", "legal", "spam", "duplicate", "insider"] as const;
export type RemovalReason = (typeof REMOVAL_REASONS)[number];

/** The kind of a field's value, which decides how it is stored, checked, written and described. */
type FieldKind =
  | "id"
  | "permalink"
  | "text"
  | "date"
  | "instant"
  | "stars"
  | "flag"
  | "one_of"
  | "names"
  | "aspects"
  | "aspect_ratings"
  | "also_at"
  | "mentions"
  | "withheld";

export interface FieldSpec {
  readonly kind: FieldKind;
  readonly isNullable?: boolean;
  readonly json?: string;
  readonly csv?: string;
  /** Whether it is never published, although our own formats may contain it. Default false. */
  readonly isPrivate?: boolean;
  /** Given by any import (default), only by our own exports, or computed here. */
  readonly origin?: "given" | "export" | "computed";
  /** Whether it has a column of its own in the store. Default true. */
  readonly isKept?: boolean;
  readonly values?: readonly string[];
  readonly limits?: TextLimits;
  readonly description?: string;
}

interface TextLimits {
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface GroupSpec {
  readonly description: string;
  /** The field without which the whole object is null. */
  readonly nullWithout?: string;
  readonly nullDescription?: string;
}
