/** Brings the record of invitations up to date, and counts it anew for whoever checks it. */
import { randomBytes } from "node:crypto";
import { buildRecord, closingsOf, decisionsToSeal, type InvitationPolicy, recordSettings } from "../invitations/mod.ts";
import { calendarDateAt, type KeptRecord } from "../review/mod.ts";
import { instantOfChange, type ReviewReads, type ReviewWrites, type Store } from "../store/mod.ts";
import { type JobDecision, SALT_BYTES, SEAL_SIZE, sealCommitment, sealRoot } from "../transparency_log/mod.ts";

const OFF: InvitationPolicy = {
  ...{ mode: "off", inviteAfterMs: 0, remindAfterMs: 0, expiresAfterMs: 0, contactsKeptMs: 0, incentive: null },
};

/**
 * Notes the settings where they are others than before, counts the record, and makes it a revision of the store where it says
 * something else. Seals in the public log what was decided about jobs, once a day and before each message that waits for it, and
 * has the log say of quarters that are over what the record says. Until invitations are first on, nothing is done. Returns the
 * new revision; null when nothing changed.
 */
export async function updateRecord(store: Store, policy: InvitationPolicy): Promise<number | null> {
  const before = await store.reviews.read((reads) => look(reads, policy));
  if (before.isCurrent) return null;
  return store.reviews.write(async (writes) => {
    await writes.prepareLog();
    const { settings, isPolicyNew, isCurrent, toSeal } = await look(writes, policy);
    if (isCurrent) return null;
    if (isPolicyNew) await writes.savePolicy(settings);
    await seal(writes, toSeal);
    const record = await countRecord(writes, policy);
    await writes.appendToLog(await closings(writes, record));
    await writes.saveSetting("record", JSON.stringify(record));
    const at = instantOfChange(writes.now, await writes.state());
    return writes.recordChange({ command: "record", at, lines: [{ detail: { jobs: record.totals.jobs } }] });
  });
}

/** The record as the rows of the store say it now; by the settings that were last in force when `policy` is null. */
export async function countRecord(reads: ReviewReads, policy: InvitationPolicy | null): Promise<KeptRecord> {
  const { jobs } = reads;
  const rows = { ...(await reads.recordRows()), jobs: await jobs.list(), unsubscribed: await jobs.unsubscribed() };
  const timeZone = (await reads.business())?.profile.time_zone ?? "UTC";
  const last = rows.policies.at(-1)?.policy;
  const mode = last?.invitations ?? "off";
  return buildRecord(rows, { policy: policy ?? { ...OFF, mode }, now: jobs.now, timeZone });
}

/** The parts of the kept record that say something else than the rows. */
export function differingParts(store: Store): Promise<readonly string[]> {
  return store.reviews.read(async (reads) => {
    const kept: KeptRecord = JSON.parse((await reads.setting("record")) ?? "{}");
    const counted = Object.entries(await countRecord(reads, null)) as [keyof KeptRecord, unknown][];
    return counted.flatMap(([part, value]) => (JSON.stringify(kept[part]) === JSON.stringify(value) ? [] : [part]));
  });
}

async function look(reads: ReviewReads, policy: InvitationPolicy) {
  const settings = recordSettings(policy);
  const { policies } = await reads.recordRows();
  const last = policies.at(-1)?.policy;
  const isPolicyNew =
    last === undefined ? policy.mode !== "off" : JSON.stringify(last, KEYS) !== JSON.stringify(settings, KEYS);
  if (last === undefined && !isPolicyNew) return { settings, isPolicyNew, isCurrent: true, toSeal: [] };
  const record = await countRecord(reads, policy);
  const toSeal = await dueForSeal(reads, policy);
  const isLogged = toSeal.length === 0 && (await closings(reads, record)).length === 0;
  const isCounted = JSON.stringify(record) === (await reads.setting("record"));
  return { settings, isPolicyNew, isCurrent: !isPolicyNew && isCounted && isLogged, toSeal };
}

/** The time zone of the business; null where there is nobody but the sample, of which the public log says nothing. */
async function timeZoneOf(reads: ReviewReads): Promise<string | null> {
  const profile = (await reads.business())?.profile;
  return profile === undefined || profile.is_sample ? null : profile.time_zone;
}

/** Decisions that are to be sealed now: once a day, and at once where a message waits for it. */
async function dueForSeal(reads: ReviewReads, policy: InvitationPolicy): Promise<readonly JobDecision[]> {
  const { jobs } = reads;
  const timeZone = await timeZoneOf(reads);
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

async function closings(reads: ReviewReads, { periods }: KeptRecord) {
  const { jobs } = reads;
  const timeZone = await timeZoneOf(reads);
  if (timeZone === null) return [];
  const asked = await jobs.askingLogged();
  const isClosing = closingsOf(periods, { asked, seals: [] }, { now: jobs.now, timeZone });
  if (isClosing.every(({ seals }) => seals.length === 0)) return isClosing;
  return closingsOf(periods, { asked, seals: await jobs.seals() }, { now: jobs.now, timeZone });
}

/** PostgreSQL keeps the members of JSON in an order of its own. */
const KEYS = Object.keys(recordSettings(OFF)).sort();
