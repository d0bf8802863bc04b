/** What waits for the owner, each with enough of it to decide where to begin. */
import type { OutboxState } from "../invitations/mod.ts";
import {
  isLicenseUndecided,
  type Listing,
  listReviews,
  type ReviewObjection,
  readBusiness,
  type Store,
} from "../store/mod.ts";
import { readDoubtfulCopies } from "./join_copies.ts";
import { lastExportAt } from "./last_export.ts";
import { readSurges, type Surge } from "./one_star_surge.ts";
import { computeAlways, type PerRevision } from "./per_revision.ts";
import { waitingObjections } from "./settle.ts";
import { matchKeptJobs } from "./verify_by_jobs.ts";

export interface Inbox {
  /** None of the owner's own reviews or business yet: the first step is an import. */
  readonly isNew: boolean;
  /** Whether any review of the owner's own is kept; a business that was added has a name first. */
  readonly hasReviews: boolean;
  readonly asksLicense: boolean;
  /** Published reviews without a reply: the most urgent, and how many there are. */
  readonly unanswered: Listing;
  readonly objections: readonly ReviewObjection[];
  readonly nearMisses: number;
  /** How many reviews have no verification and are not published. */
  readonly unverified: number;
  readonly surges: readonly Surge[];
  readonly doubtfulCopies: number;
  /** For how many days no file was imported, once that is too long; null until then. */
  readonly exportAge: number | null;
  /** Messages that came back, and why nothing is sent at present. */
  readonly mail: Pick<OutboxState, "undeliverable" | "pause">;
}

const SHOWN = 5;

interface InboxOptions {
  readonly now: number;
  /** How long after the last import of a file a new export is due; null for never. */
  readonly exportReminderMs: number | null;
  readonly perRevision?: PerRevision;
}

/** Reads all of it and changes nothing. */
export async function readInbox(
  store: Store,
  { now, exportReminderMs, perRevision = computeAlways }: InboxOptions,
): Promise<Inbox> {
  const business = (await readBusiness(store))?.profile;
  const isNew = business === undefined || business.is_sample === true;
  const { undeliverable, pause } = await store.outbox.outboxState();
  const matches = isNew ? null : await matchKeptJobs(store, { now, isDry: true, isWaitingOnly: true });
  return {
    isNew,
    hasReviews: !isNew && (await listReviews(store, { limit: 0 })).total > 0,
    asksLicense: !isNew && (await isLicenseUndecided(store, business)),
    unanswered: await listReviews(store, { status: "published", isAnswered: false, isByUrgency: true, limit: SHOWN }),
    objections: await waitingObjections(store),
    nearMisses: matches?.nearMisses.length ?? 0,
    unverified: matches?.waiting ?? 0,
    surges: isNew ? [] : await readSurges(store, now),
    doubtfulCopies: (await perRevision(store, readDoubtfulCopies)).pairs.length,
    exportAge: isNew ? null : await readExportAge(store, { now, exportReminderMs }),
    mail: { undeliverable, pause },
  };
}

const DAY_MS = 86_400_000;

async function readExportAge(
  { reviews }: Store,
  { now, exportReminderMs }: Pick<InboxOptions, "now" | "exportReminderMs">,
): Promise<number | null> {
  if (exportReminderMs === null) return null;
  const last = await reviews.read(lastExportAt);
  // Within a day it is never due, however short the setting.
  return last === null || now - last < Math.max(exportReminderMs, DAY_MS) ? null : Math.floor((now - last) / DAY_MS);
}

export function countWaiting({
  unanswered,
  objections,
  nearMisses,
  unverified,
  surges,
  doubtfulCopies,
  exportAge,
  mail,
}: Inbox): number {
  const { undeliverable, pause } = mail;
  const counts = [
    unanswered.total,
    objections.length,
    nearMisses,
    unverified,
    surges.length,
    doubtfulCopies,
    undeliverable,
    exportAge === null ? 0 : 1,
  ];
  return counts.reduce((sum, count) => sum + count, pause === null ? 0 : 1);
}

/** Reads every review, which takes half a second for 100,000. */
async function countUnanswered(store: Store): Promise<number> {
  return (await listReviews(store, { status: "published", isAnswered: false, limit: 0 })).total;
}

export async function countToAnswer(store: Store, perRevision: PerRevision = computeAlways): Promise<number> {
  return (await perRevision(store, countUnanswered)) + (await waitingObjections(store)).length;
}
