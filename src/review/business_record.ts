/** The schemas of a business's public record: whom it invited, what they answered, and what is withheld. */
import { type Static, Type } from "typebox";
import { orNull } from "./field_values.ts";
import { REVIEW_FIELDS } from "./fields.ts";
import { ContentRevision } from "./review.ts";

const closed = { additionalProperties: false } as const;
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Counts = (description: string) => Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description });
const ByStars = (description: string) =>
  Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer({ minimum: 0 })), { description });
const Instant = (description: string) => Type.String({ format: "date-time", description });

const InvitedBy = Type.Object(
  {
    mail: Count("By mail"),
    link: Count("By a link that the business sent itself"),
    card: Count("By a printed card"),
    sms: Type.Optional(Count("By text message")),
    whatsapp: Type.Optional(Count("By WhatsApp")),
    copy: Type.Optional(Count("By a copied link")),
    code: Type.Optional(Count("By a code on a screen")),
  },
  { ...closed, description: "How customers were asked" },
);

export const RecordCounts = Type.Object(
  {
    jobs: Count("Finished jobs that the business listed"),
    invited: Count("Jobs among them whose customer was ever asked; undeliverable ones count as not invited"),
    not_invited: Counts("Those that were not asked, by reason"),
    answered: Count("Those whose customer ever answered"),
    published: Count("Answers that readers see now"),
    withheld: ByStars("Answers that readers do not see now, by stars and reason"),
    removed: ByStars("Answers that the business took down, by stars and reason"),
    edited: Count("Answers that their author changed"),
    withdrawn: Count("Answers that their author took back"),
    reported: Count("Answers that a reader reported"),
    contested: Count("Withheld answers whose author objects"),
    invited_by: InvitedBy,
  },
  { ...closed, description: "What became of finished jobs" },
);
export type RecordCounts = Static<typeof RecordCounts>;

export function noCounts(): RecordCounts {
  return {
    jobs: 0,
    invited: 0,
    not_invited: {},
    answered: 0,
    published: 0,
    withheld: {},
    removed: {},
    edited: 0,
    withdrawn: 0,
    reported: 0,
    contested: 0,
    invited_by: { mail: 0, link: 0, card: 0 },
  };
}

const settings = {
  invitations: Type.Enum(["off", "links", "mail"], { description: "Whether customers are asked, and how" }),
  asked: Type.Enum(["every_job"], {
    description: "Who is asked: every listed job or the reason why not; none is picked",
  }),
  invite_after_hours: Type.Number({ description: "From the end of the job's day" }),
  remind_after_hours: Type.Number({ description: "One reminder, only without an answer" }),
  expires_after_hours: Type.Number({ description: "How long a first answer is taken" }),
  may_be_withheld_for: Type.Array(Type.String(), {
    description: "The only reasons for which an answer may be withheld",
  }),
  may_not_review: Type.Array(Type.String(), { description: "Whose reviews are not taken" }),
  incentive: Type.Enum(["none", "disclosed"], { description: "Whether anything is given in return for a review" }),
  incentive_words: orNull(Type.String(), "What is given, in the business's words"),
};

/** The policy as the settings of the server enforce it, never a statement by the business. */
export const RecordSettings = Type.Object(settings, { ...closed, description: "Settings while they were in force" });
export type RecordSettings = Static<typeof RecordSettings>;

const DatedSettings = Type.Object(
  { ...settings, since: Instant("From when on") },
  { ...closed, description: "Settings, and from when on" },
);

export const RecordPolicy = Type.Object(
  {
    ...settings,
    since: orNull(Instant("From when on"), "Null before invitations were ever on"),
    history: Type.Array(DatedSettings, { description: "Every change, the first one first" }),
  },
  { ...closed, description: "What the settings are now, and since when" },
);
export type RecordPolicy = Static<typeof RecordPolicy>;

const RecordPeriod = Type.Object(
  { period: Type.String({ pattern: "^\\d{4}-Q[1-4]$", description: "Quarter" }), ...RecordCounts.properties },
  { ...closed, description: "What became of the jobs that were finished in a quarter" },
);
export type RecordPeriod = Static<typeof RecordPeriod>;

const WithheldAnswer = Type.Object(
  {
    date: Type.String({ format: "date", description: "Day of the answer" }),
    rating: Type.Integer({ minimum: 1, maximum: 5, description: "Stars of the answer" }),
    reason: Type.String({ description: "Why readers do not see it" }),
    contested: Type.Boolean({ description: "Whether its author objects" }),
  },
  { ...closed, description: "An answer that is withheld" },
);
export type WithheldAnswer = Static<typeof WithheldAnswer>;

const RecordSource = Type.Object(
  {
    name: Type.String({ description: "As in `source.name`" }),
    provenance: Type.Enum([...REVIEW_FIELDS.provenance.values], { description: "How its reviews came here" }),
    review_count: Count("Published reviews"),
    license: orNull(
      Type.String(),
      "Licence of these texts where the business may license them, else the terms of their source; null when not declared",
    ),
  },
  { ...closed, description: "Published reviews of one source that came here in one way" },
);
export type RecordSource = Static<typeof RecordSource>;

const LostLog = Type.Object(
  {
    origin: Type.String({ description: "Of the log that was lost" }),
    size: Count("Its entries at the last known checkpoint"),
    root: Type.String({ description: "Its root then, base64" }),
  },
  { ...closed, description: "The last known checkpoint of the log before this one" },
);

const RecordLog = Type.Object(
  {
    path: Type.String({ description: "Where the log is served" }),
    entries: Count("What was published, changed, withheld, removed and asked, each once"),
    unsigned_since: orNull(
      Instant("The first entry that no checkpoint covers"),
      "Since when no checkpoint was signed, as when the key is lost; null while the newest one covers all",
    ),
    lost: orNull(LostLog, "Null unless this log had to take the place of one that was lost"),
  },
  { ...closed, description: "The public log of everything that was published" },
);
export type RecordLog = Static<typeof RecordLog>;

export const BusinessRecord = Type.Object(
  {
    schema_version: Type.Literal(1, { description: "Raised when a member changes its meaning" }),
    revision: ContentRevision,
    policy: RecordPolicy,
    periods: Type.Array(RecordPeriod, { description: "Latest first; empty until invitations were first on" }),
    totals: RecordCounts,
    withheld_reviews: Type.Array(WithheldAnswer, { description: "The gaps, latest first" }),
    log: RecordLog,
    sources: Type.Array(RecordSource, { description: "Where the published reviews come from" }),
    cannot_show: Type.Array(Type.String(), { description: "What these numbers cannot show" }),
  },
  { ...closed, description: "What was asked, what was answered, and what was left out" },
);
export type BusinessRecord = Static<typeof BusinessRecord>;

export const RECORD_SCHEMAS = {
  BusinessRecord,
  LostLog,
  RecordLog,
  RecordCounts,
  RecordPeriod,
  RecordPolicy,
  RecordSource,
  DatedSettings,
  InvitedBy,
  WithheldAnswer,
};

/** The part of the record that the store computes from its rows. */
export type KeptRecord = Pick<BusinessRecord, "policy" | "periods" | "totals" | "withheld_reviews">;
