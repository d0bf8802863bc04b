/** Brings the record of invitations up to date, and counts it anew for whoever checks it. */
import { buildRecord, closingsOf, type InvitationPolicy, recordSettings } from "../invitations/mod.ts";
import type { KeptRecord } from "../review/mod.ts";
import { instantOfChange, type ReviewReads, type Store } from "../store/mod.ts";

const OFF: InvitationPolicy = {
  ...{ mode: "off", inviteAfterMs: 0, remindAfterMs: 0, expiresAfterMs: 0, contactsKeptMs: 0, incentive: null },
};

/**
 * Notes the settings where they are others than before, counts the record, and makes it a revision of the store where it says
 * something else. Has the public log say of quarters that are over what the record says. Until invitations are first on,
 * nothing is done. Returns the new revision; null when nothing changed.
 */
export async function updateRecord(store: Store, policy: InvitationPolicy): Promise<number | null> {
  const before = await store.reviews.read((reads) => look(reads, policy));
  if (before.isCurrent) return null;
  return store.reviews.write(async (writes) => {
    await writes.prepareLog();
    const { settings, isPolicyNew, isCurrent } = await look(writes, policy);
    if (isCurrent) return null;
    if (isPolicyNew) await writes.savePolicy(settings);
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
  if (last === undefined && !isPolicyNew) return { settings, isPolicyNew, isCurrent: true };
  const record = await countRecord(reads, policy);
  const isLogged = (await closings(reads, record)).length === 0;
  const isCounted = JSON.stringify(record) === (await reads.setting("record"));
  return { settings, isPolicyNew, isCurrent: !isPolicyNew && isCounted && isLogged };
}

/** Nothing while there is nobody but the sample, of which the public log says nothing. */
async function closings(reads: ReviewReads, { periods }: KeptRecord) {
  const { jobs } = reads;
  const profile = (await reads.business())?.profile;
  if (profile === undefined || profile.is_sample) return [];
  return closingsOf(periods, await jobs.quartersLogged(), { now: jobs.now, timeZone: profile.time_zone });
}

/** PostgreSQL keeps the members of JSON in an order of its own. */
const KEYS = Object.keys(recordSettings(OFF)).sort();
