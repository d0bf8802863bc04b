/** Brings the record of invitations up to date, and compares it with the rows for whoever checks it. */
import { randomBytes } from "node:crypto";
import {
  countRecord,
  decisionsToSeal,
  type InvitationPolicy,
  loggedTimeZone,
  missingClosings,
  recordSettings,
} from "../invitations/mod.ts";
import { calendarDateAt, type KeptRecord } from "../review/mod.ts";
import { instantOfChange, type ReviewReads, type ReviewWrites, type Store } from "../store/mod.ts";
import { type JobDecision, SALT_BYTES, SEAL_SIZE, sealCommitment, sealRoot } from "../transparency_log/mod.ts";

/**
 * Notes the settings where they differ from those before, and makes the record a new revision of the store where jobs, messages
 * or days have changed its figures: a change of reviews counts it itself. Seals in the public log what was decided about jobs,
 * once a day and before each message that waits for it. Until invitations are first on, nothing is done. Returns the new
 * revision; null when nothing changed.
 */
export async function updateRecord(store: Store, policy: InvitationPolicy): Promise<number | null> {
  const isCurrent = await store.reviews.read(async (reads) => {
    return !(await isNew(reads, policy)) && (await look(reads, policy)).isCurrent;
  });
  if (isCurrent) return null;
  return store.reviews.write(async (writes) => {
    await writes.prepareLog();
    if (await isNew(writes, policy)) await writes.savePolicy(recordSettings(policy));
    const { record, isCurrent, toSeal } = await look(writes, policy);
    if (isCurrent) return null;
    await seal(writes, toSeal);
    const at = instantOfChange(writes.now, await writes.state());
    return writes.recordChange({ command: "record", at, lines: [{ detail: { jobs: record.totals.jobs } }] });
  });
}

/** The parts of the kept record that say something else than the rows. */
export function differingParts(store: Store): Promise<readonly string[]> {
  return store.reviews.read(async (reads) => {
    const kept: KeptRecord = JSON.parse((await reads.setting("record")) ?? "{}");
    const counted = Object.entries(await countRecord(reads)) as [keyof KeptRecord, unknown][];
    return counted.flatMap(([part, value]) => (JSON.stringify(kept[part]) === JSON.stringify(value) ? [] : [part]));
  });
}

/** Whether these settings are to be noted: the first ones under which invitations are on, and each that differs from the last. */
async function isNew(reads: ReviewReads, policy: InvitationPolicy): Promise<boolean> {
  const { policies } = await reads.recordRows();
  const last = policies.at(-1)?.policy;
  if (last === undefined) return policy.mode !== "off";
  const settings = recordSettings(policy);
  // PostgreSQL keeps the members of JSON in an order of its own.
  const names = Object.keys(settings).sort();
  return JSON.stringify(last, names) !== JSON.stringify(settings, names);
}

async function look(reads: ReviewReads, policy: InvitationPolicy) {
  const record = await countRecord(reads);
  // Until invitations are first on.
  if (record.policy.since === null) return { record, isCurrent: true, toSeal: [] };
  const toSeal = await dueForSeal(reads, policy);
  const isLogged = toSeal.length === 0 && (await missingClosings(reads, record)).length === 0;
  const isCounted = JSON.stringify(record) === (await reads.setting("record"));
  return { record, isCurrent: isCounted && isLogged, toSeal };
}

/** Decisions that are to be sealed now: once a day, and at once where a message waits for it. */
async function dueForSeal(reads: ReviewReads, policy: InvitationPolicy): Promise<readonly JobDecision[]> {
  const { jobs } = reads;
  const timeZone = await loggedTimeZone(reads);
  if (timeZone === null || policy.mode === "off") return [];
  const dayOf = (instant: number) => calendarDateAt(instant, timeZone);
  const sealedAt = (await jobs.askingLogged()).findLast(({ act }) => act === "asked")?.at;
  const isToday = sealedAt !== undefined && dayOf(sealedAt) === dayOf(jobs.now);
  if (isToday && !(await jobs.waitsForSeal())) return [];
  const rows = { jobs: await jobs.list(), unsubscribed: await jobs.unsubscribed() };
  return decisionsToSeal(rows, await jobs.seals(), { policy, now: jobs.now, timeZone });
}

async function seal(writes: ReviewWrites, toSeal: readonly JobDecision[]): Promise<void> {
  for (let start = 0; start < toSeal.length; start += SEAL_SIZE) {
    const decisions = toSeal
      .slice(start, start + SEAL_SIZE)
      .map((each) => ({ ...each, salt: randomBytes(SALT_BYTES) }));
    const commitment = sealCommitment(decisions.length, sealRoot(decisions));
    await writes.jobs.saveSeal(await writes.appendToLog([{ act: "asked", commitment }]), decisions);
  }
}
