/** Backups that a server makes by itself: when one is due, and what became of the last. */
import { GoodwordError } from "../errors.ts";
import type { Store } from "../store/mod.ts";
import { type BackedUp, type BackUpOptions, type BackupPlan, backUpInto } from "./back_up.ts";

/** What is remembered, in the database, so that of several servers one makes a backup. */
interface BackupHistory {
  /** When the last one was begun that has not ended; 0 for none. */
  readonly begunAt: number;
  readonly madeAt: number;
  /** Failures in a row, and when the first of them was; 0 for none. */
  readonly failures: number;
  readonly failingSince: number;
  readonly failedAt: number;
  readonly reason: string | null;
}

const NOTHING: BackupHistory = { begunAt: 0, madeAt: 0, failures: 0, failingSince: 0, failedAt: 0, reason: null };

/** One that was begun this long ago was given up, as by a server that was killed; in milliseconds. */
const GIVEN_UP_MS = 15 * 60_000;
/** Wait after the first failure; it doubles with each. */
const RETRY_MS = 10 * 60_000;

/** How many failures in a row are told as trouble. */
const TROUBLING_FAILURES = 3;

/** What came of looking whether a backup is due. */
export type ScheduledBackup =
  | { readonly kind: "not_due"; readonly nextInMs: number }
  | { readonly kind: "made"; readonly backup: BackedUp; readonly nextInMs: number }
  | { readonly kind: "failed"; readonly reason: string; readonly failures: number; readonly nextInMs: number };

/** How the last backups went; null where none was ever due. */
export async function readBackupHistory({ reviews }: Store): Promise<BackupHistory | null> {
  const kept = await reviews.read((reads) => reads.setting("backups"));
  return kept === undefined ? null : { ...NOTHING, ...(JSON.parse(kept) as Partial<BackupHistory>) };
}

/** How backups stand: wrong after a few failures in a row, advice where none was made for twice the time that one is made in. */
export async function describeBackups(
  store: Store,
  plan: BackupPlan,
): Promise<{ readonly level: "fine" | "advice" | "wrong"; readonly message: string }> {
  const history = await readBackupHistory(store);
  if (history === null) return { level: "advice", message: `none in ${plan.folder} yet; a server makes the first` };
  const { failures, reason, madeAt } = history;
  if (failures >= TROUBLING_FAILURES) {
    return { level: "wrong", message: `the last ${failures} failed: ${reason ?? "for no known reason"}` };
  }
  const message = madeAt === 0 ? "none yet" : `the last one ${new Date(madeAt).toISOString()}`;
  const isLate = madeAt > 0 && (await store.now()) - madeAt > 2 * plan.everyMs;
  return isLate
    ? { level: "advice", message: `${message}: later than BACKUP_EVERY says; is a server running` }
    : { level: "fine", message };
}

/** Makes a backup when one is due. What fails is tried again later, and never thrown. */
export async function backUpWhenDue(
  store: Store,
  plan: BackupPlan,
  options: Omit<BackUpOptions, "path">,
): Promise<ScheduledBackup> {
  const claimed = await claim(store, plan);
  if (typeof claimed === "number") return { kind: "not_due", nextInMs: claimed };
  const now = await store.now();
  try {
    const backup = await backUpInto(store, plan, { ...options, now });
    await save(store, { ...NOTHING, madeAt: now });
    return { kind: "made", backup, nextInMs: plan.everyMs };
  } catch (error) {
    const reason = error instanceof GoodwordError ? error.message : String(error);
    const failures = claimed.failures + 1;
    // A database that cannot be written to either, as on a full disk, is looked at again after a while.
    const failingSince = claimed.failures === 0 ? now : claimed.failingSince;
    await save(store, { ...claimed, begunAt: 0, failures, failingSince, failedAt: now, reason }).catch(() => {});
    return { kind: "failed", reason, failures, nextInMs: retryMs(failures, plan) };
  }
}

/** What was before, where it is this server's to make one; else in how many milliseconds one is due. */
function claim({ reviews }: Store, plan: BackupPlan): Promise<BackupHistory | number> {
  return reviews.write(async (writes) => {
    const before: BackupHistory = { ...NOTHING, ...JSON.parse((await writes.setting("backups")) ?? "{}") };
    const { now } = writes;
    const dueAt = before.failures > 0 ? before.failedAt + retryMs(before.failures, plan) : before.madeAt + plan.everyMs;
    // An instant to come is of a clock that was set back.
    const isFuture = Math.max(before.madeAt, before.failedAt, before.begunAt) > now;
    if (!isFuture && now < dueAt) return dueAt - now;
    if (!isFuture && now < before.begunAt + GIVEN_UP_MS) return before.begunAt + GIVEN_UP_MS - now;
    await writes.saveSetting("backups", JSON.stringify({ ...before, begunAt: now }));
    return before;
  });
}

function retryMs(failures: number, { everyMs }: BackupPlan): number {
  return Math.min(everyMs, RETRY_MS * 2 ** Math.min(failures - 1, 10));
}

function save({ reviews }: Store, history: BackupHistory): Promise<void> {
  return reviews.write((writes) => writes.saveSetting("backups", JSON.stringify(history)));
}
