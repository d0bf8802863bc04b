/** Many one-star reviews within two days, none with a matching job. No review is withheld for its stars. */
import { addDays, calendarDateAt, startOfDay } from "../review/mod.ts";
import {
  type ChangeLogLine,
  findReviews,
  type OneStarReview,
  readBusiness,
  readLog,
  type Store,
} from "../store/mod.ts";
import { repeatedWordings } from "./repeated_wordings.ts";
import { PROOF_DAYS, readPossibleJobs } from "./verify_by_jobs.ts";

/** One-star reviews of consecutive days; `before` is how many the 90 days before had. */
export interface Surge {
  readonly from: string;
  readonly to: string;
  readonly reviews: readonly OneStarReview[];
  readonly before: number;
}

const MIN_SURGE_REVIEWS = 5;
const DAYS_BEFORE = 90;

/** Dates have no time of day, so two consecutive days represent 48 hours. Reviews in `matched` count only among the ones before. */
export function findSurges(
  reviews: readonly OneStarReview[],
  { since, matched }: { readonly since: string; readonly matched: ReadonlySet<string> },
): Surge[] {
  const counted = reviews.filter(({ copyOf }) => copyOf === null);
  const suspect = counted.filter(({ id, datePrecision }) => datePrecision === null && !matched.has(id));
  const byDay = Map.groupBy(suspect, ({ date }) => date);
  const surges: Surge[] = [];
  for (const from of [...byDay.keys()].filter((day) => day >= since).sort()) {
    if (from <= (surges.at(-1)?.to ?? "")) continue;
    const inTwoDays = [from, addDays(from, 1)].flatMap((day) => byDay.get(day) ?? []);
    if (inTwoDays.length < MIN_SURGE_REVIEWS) continue;
    const earliest = addDays(from, -DAYS_BEFORE);
    const before = counted.filter(({ date }) => date >= earliest && date < from).length;
    if (inTwoDays.length <= before) continue;
    const days = [from];
    for (let day = addDays(from, 1); byDay.has(day); day = addDays(day, 1)) days.push(day);
    surges.push({ from, to: days.at(-1) ?? from, reviews: days.flatMap((day) => byDay.get(day) ?? []), before });
  }
  return surges;
}

/** Days that a surge stays in the inbox after its beginning. */
const SHOWN_DAYS = 30;

/** Reads the jobs only if there may be a surge. */
export async function readSurges(store: Store, now: number): Promise<readonly Surge[]> {
  const today = calendarDateAt(now, "UTC");
  const { surges } = await surgesSince(store, { since: addDays(today, -SHOWN_DAYS), now });
  const dismissals = surges.length === 0 ? [] : await readDismissals(store);
  return surges.filter((surge) => !isDismissed(surge, dismissals));
}

/** The act that takes a surge out of the inbox, as the history has it. */
export const DISMISS_COMMAND = "inbox dismiss";

/** More dismissals are not read; a surge is shown for a month. */
const MAX_DISMISSALS = 1000;

export function readDismissals(store: Store): Promise<readonly ChangeLogLine[]> {
  return readLog(store, { command: DISMISS_COMMAND, limit: MAX_DISMISSALS });
}

/** Whether it was dismissed, and has not grown since. */
export function isDismissed({ from, reviews }: Surge, dismissals: readonly ChangeLogLine[]): boolean {
  return dismissals.some(({ detail }) => detail.from === from && Number(detail.count) >= reviews.length);
}

export type SurgeFacts = NonNullable<Awaited<ReturnType<typeof readSurge>>>;

export async function readSurge(store: Store, day: string, now: number) {
  const { surges, suspects, matched, jobs } = await surgesSince(store, {
    since: day,
    now,
    isMeant: (surge) => surge.from === day,
  });
  const [surge] = surges;
  if (surge === undefined) return null;
  const { from, to } = surge;
  const found = new Map((await findReviews(store, ids(surge.reviews))).map((review) => [review.id, review]));
  const whole = surge.reviews.flatMap(({ id }) => found.get(id) ?? []);
  const start = startOfDay(from, (await readBusiness(store))?.profile.time_zone ?? "UTC");
  const earliest = addDays(from, -PROOF_DAYS);
  const inTime = jobs.filter(({ finished }) => finished >= earliest && finished <= to);
  const named = inTime.filter(({ customerName }) => customerName !== null);
  return {
    ...surge,
    whole,
    matched: suspects.filter(({ id, date }) => date <= to && matched.has(id)).length,
    // That the authors could be customers of; those without a name were erased and cannot be compared.
    jobs: {
      from: earliest,
      named: named.length,
      listedBefore: named.filter(({ addedAt }) => addedAt < start).length,
      unnamed: inTime.length - named.length,
    },
    wordings: repeatedWordings(whole.map(({ text }) => text)),
  };
}

/** Matches only the reviews of what may be a surge: whatever matches a job makes one smaller, and none larger. */
async function surgesSince(
  store: Store,
  { since, now, isMeant = () => true }: { since: string; now: number; isMeant?: (surge: Surge) => boolean },
) {
  const reviews = await store.reviews.read((reads) => reads.oneStarSince(addDays(since, -DAYS_BEFORE)));
  const suspected = findSurges(reviews, { since, matched: new Set() }).filter(isMeant);
  const suspects = suspected.flatMap((surge) => surge.reviews);
  if (suspects.length === 0) return { surges: [], suspects, matched: new Set<string>(), jobs: [] };
  const { matched, jobs } = await readPossibleJobs(store, await findReviews(store, ids(suspects)), now);
  return { surges: findSurges(reviews, { since, matched }).filter(isMeant), suspects, matched, jobs };
}

const ids = (reviews: readonly { readonly id: string }[]) => reviews.map(({ id }) => id);
