/** What waits for the owner, each with enough of it to decide where to begin. */
import { DAY_MS } from "../durations.ts";
import { isLicenseUndecided, listReviews, readBusiness, type Store } from "../store/mod.ts";
import { readDoubtfulCopies } from "./join_copies.ts";
import { lastExportAt } from "./last_export.ts";
import { readSurges } from "./one_star_surge.ts";
import { computeAlways, type PerRevision } from "./per_revision.ts";
import { waitingObjections } from "./settle.ts";
import { matchKeptJobs } from "./verify_by_jobs.ts";

export type Inbox = Awaited<ReturnType<typeof readInbox>>;

const SHOWN = 5;

interface InboxOptions {
  readonly now: number;
  /** How long after the last import of a file a new export is due; null for never. */
  readonly exportReminderMs: number | null;
  readonly perRevision?: PerRevision;
}

/** Reads all of it and changes nothing. */
export async function readInbox(store: Store, { now, exportReminderMs, perRevision = computeAlways }: InboxOptions) {
  const business = (await readBusiness(store))?.profile;
  const isNew = business === undefined || business.is_sample === true;
  const { undeliverable, pause } = await store.outbox.outboxState();
  const matches = isNew ? null : await matchKeptJobs(store, { now, isDry: true, isWaitingOnly: true });
  return {
    /** None of the owner's own reviews or business yet: the first step is an import. */
    isNew,
    hasReviews: !isNew && (await listReviews(store, { limit: 0 })).total > 0,
    asksLicense: !isNew && (await isLicenseUndecided(store, business)),
    unanswered: await listReviews(store, { status: "published", isAnswered: false, isByUrgency: true, limit: SHOWN }),
    objections: await waitingObjections(store),
    nearMisses: matches?.nearMisses.length ?? 0,
    unverified: matches?.waiting ?? 0,
    surges: isNew ? [] : await readSurges(store, now),
    doubtfulCopies: (await perRevision(store, readDoubtfulCopies)).pairs.length,
    /** Days since a file was last imported, once that is too long; null until then. */
    exportAge: isNew ? null : await readExportAge(store, { now, exportReminderMs }),
    mail: { undeliverable, pause },
  };
}

async function readExportAge(
  { reviews }: Store,
  { now, exportReminderMs }: Pick<InboxOptions, "now" | "exportReminderMs">,
): Promise<number | null> {
  if (exportReminderMs === null) return null;
  const last = await reviews.read(lastExportAt);
  // Within a day it is never due, however short the setting.
  return last === null || now - last < Math.max(exportReminderMs, DAY_MS) ? null : Math.floor((now - last) / DAY_MS);
}

export function countWaiting({ unanswered, objections, surges, exportAge, mail, ...counted }: Inbox): number {
  const { nearMisses, unverified, doubtfulCopies } = counted;
  const isDue = [exportAge !== null, mail.pause !== null].filter(Boolean).length;
  const each = [unanswered.total, objections.length, nearMisses, unverified, surges.length, doubtfulCopies];
  return each.reduce((sum, count) => sum + count, isDue + mail.undeliverable);
}

/** Reads every review, which takes half a second for 100,000. */
async function countUnanswered(store: Store): Promise<number> {
  return (await listReviews(store, { status: "published", isAnswered: false, limit: 0 })).total;
}

export async function countToAnswer(store: Store, perRevision: PerRevision = computeAlways): Promise<number> {
  return (await perRevision(store, countUnanswered)) + (await waitingObjections(store)).length;
}
