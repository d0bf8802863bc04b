/** Notices to the owner as they are sent. They contain no unpublished personal data. */
import { createHash } from "node:crypto";

export type NoticeChannel = "mail" | "webhook";

/** The most reviews of a revision that a notice names. */
export const MAX_NAMED = 20;

export interface ReviewsChanged {
  readonly revision: number;
  readonly counts: { readonly new: number; readonly edited: number; readonly withdrawn: number };
  readonly review_id?: string;
  readonly review_ids: readonly string[];
}

/** The week that ended on a Monday morning. Averages are null without ratings. */
export interface Digest {
  /** Calendar dates; the first day is a Monday, as is the day of the digest. */
  readonly from: string;
  readonly to: string;
  readonly counts: ReviewsChanged["counts"];
  readonly average_rating_of_new: number | null;
  readonly waiting: {
    readonly unanswered: number;
    readonly objections: number;
    readonly unverified: number;
    readonly undeliverable: number;
  };
  readonly published: number;
  readonly average_rating: number | null;
}

/** The types of a revision's notice; `review.changed` for several kinds of changes. */
export type ReviewsType = "review.new" | "review.edited" | "review.withdrawn" | "review.changed";

/** A notice. Instants are ISO 8601. */
export type OwnerNotice =
  | { readonly type: ReviewsType; readonly data: ReviewsChanged }
  | { readonly type: "review.contested"; readonly data: { readonly review_id: string } }
  | { readonly type: "review.reported"; readonly data: { readonly review_id: string; readonly reason: string } }
  | { readonly type: "import.failed"; readonly data: { readonly since: string } }
  | { readonly type: "backup.failed"; readonly data: { readonly since: string; readonly failures: number } }
  | { readonly type: "mail.undeliverable"; readonly data: { readonly date: string; readonly count: number } }
  | { readonly type: "subscriber.removed"; readonly data: { readonly subscription: number; readonly reason: string } }
  | { readonly type: "disk.low"; readonly data: { readonly disk: LowDisk; readonly since: string } }
  | { readonly type: "digest"; readonly data: Digest }
  | { readonly type: "test"; readonly data: Record<string, never> };

export type LowDisk = "database" | "backups";

/** The type of a revision's notice; null if nothing changed for readers. */
export function typeOfCounts(counts: ReviewsChanged["counts"]): ReviewsType | null {
  const kinds = (["new", "edited", "withdrawn"] as const).filter((kind) => counts[kind] > 0);
  if (kinds.length > 1) return "review.changed";
  return kinds[0] === undefined ? null : `review.${kinds[0]}`;
}

/** The id of a notice, derived from the installation and the event, so that it is the same in every attempt and server. */
export function noticeIdOf(authority: string, key: string): string {
  return `ntc_${createHash("sha256").update(`${authority} ${key}`).digest("hex").slice(0, 32)}`;
}

/** The bytes of a webhook, the same in every attempt. https://www.standardwebhooks.com */
export function webhookBody({ type, data }: OwnerNotice, at: number): string {
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
}

/** The last Monday at 8:00 of a time zone: the instant, and the days of the week before. */
export function lastDigest(
  now: number,
  timeZone: string,
): { readonly at: number; readonly from: string; readonly to: string } {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const monday = here.toPlainDate().subtract({ days: here.dayOfWeek - 1 });
  const instantOf = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from("08:00") }).epochMilliseconds;
  const day = instantOf(monday) <= now ? monday : monday.subtract({ days: 7 });
  return { at: instantOf(day), from: day.subtract({ days: 7 }).toString(), to: day.toString() };
}
