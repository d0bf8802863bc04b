/** A report on a month of a business: new reviews, replies, invitations, and changes. */
import { isUnreached, type ListedJob } from "../invitations/mod.ts";
import { addDays, type CalendarPeriod, daysToReply, meanRating, startOfDay } from "../review/mod.ts";
import type { ReviewReads, Store, StoredReview } from "../store/mod.ts";

export type MonthFigures = Awaited<ReturnType<typeof figuresOf>>;

/** Reads only. `month` and `before` are the month and the one before; days begin in `timeZone`. */
export function readMonthReport(
  store: Store,
  { month, before, timeZone }: { month: CalendarPeriod; before: CalendarPeriod; timeZone: string },
) {
  return store.reviews.read(async (reads) => {
    const jobs = await reads.jobs.list();
    const reviews = await newReviews(reads, month);
    const lines = await reads.log({ between: instantsOf(month, timeZone), isOfActs: true, limit: MAX_ROWS });
    return {
      ...(await figuresOf(reads, reviews, { jobs, month, timeZone })),
      before: await figuresOf(reads, await newReviews(reads, before), { jobs, month: before, timeZone }),
      reviews,
      changes: lines.filter(({ command }) => PUBLISHING.has(command)),
    };
  });
}

/** More reviews or changes of a month are not read. */
const MAX_ROWS = 20_000;

/** Acts that change what readers see. */
const PUBLISHING: ReadonlySet<string> = new Set([
  "import",
  "undo",
  "reply",
  "withhold",
  "withdraw",
  "edit",
  "remove",
  "restore",
  "verify",
  "join",
  "split",
  "profile",
  "photos",
  "mentions",
  "insights overrides",
]);

async function newReviews(reads: ReviewReads, { from, to }: CalendarPeriod): Promise<readonly StoredReview[]> {
  const { reviews } = await reads.list({ status: "published", since: from, until: to, limit: MAX_ROWS });
  const wanted = { withoutMentions: false, withoutLanguage: false };
  const whole = await reads.reviewsById(
    reviews.map(({ id }) => id),
    wanted,
  );
  const byId = new Map(whole.map((review) => [review.id, review]));
  return reviews.flatMap(({ id }) => byId.get(id) ?? []).filter(({ datePrecision }) => datePrecision !== "year");
}

async function figuresOf(
  reads: ReviewReads,
  reviews: readonly StoredReview[],
  { jobs, month, timeZone }: { jobs: readonly ListedJob[]; month: CalendarPeriod; timeZone: string },
) {
  const { count, stars } = await reads.ratedUntil(month.to);
  const [start, end] = instantsOf(month, timeZone);
  const isWithin = (instant: number | null | undefined) => instant != null && instant >= start && instant < end;
  const asked = jobs.filter((listed) => isWithin(listed.invitation?.invitedAt) && !isUnreached(listed));
  const newStars = reviews.reduce((sum, { rating }) => sum + rating, 0);
  return {
    newCount: reviews.length,
    newMean: meanRating(newStars, reviews.length),
    // Up to the end of the month.
    ...{ count, mean: meanRating(stars, count) },
    replied: reviews.filter(({ replyText }) => replyText !== null).length,
    replyDays: median(
      reviews.flatMap(({ date, datePrecision, replyDate }) => {
        return daysToReply({ date, precision: datePrecision, replyDate }) ?? [];
      }),
    ),
    invited: asked.length,
    answered: jobs.filter(({ invitation }) => isWithin(invitation?.answeredAt)).length,
  };
}

/** The instants of a month, the second exclusive. */
function instantsOf({ from, to }: CalendarPeriod, timeZone: string): readonly [start: number, end: number] {
  return [startOfDay(from, timeZone), startOfDay(addDays(to, 1), timeZone)];
}

/** To the whole day; of an even number the mean of the two in the middle. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const lower = sorted[(sorted.length - 1) >> 1];
  const upper = sorted[sorted.length >> 1];
  return lower === undefined || upper === undefined ? null : Math.round((lower + upper) / 2);
}
