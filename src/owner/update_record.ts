/** Updates the record of invitations, and compares it with the rows it is counted from. */
import { countRecord, type InvitationPolicy, missingQuarterEntries, recordSettings } from "../invitations/mod.ts";
import type { KeptRecord } from "../review/mod.ts";
import { instantOfChange, type ReviewReads, type ReviewWrites, type Store } from "../store/mod.ts";

/** Saves the record as a new revision if jobs, messages or days changed its figures; null if nothing did. */
export async function updateRecord(store: Store, policy: InvitationPolicy): Promise<number | null> {
  const isCurrent = await store.reviews.read(async (reads) => {
    return !(await isNew(reads, policy)) && (await look(reads)).isCurrent;
  });
  if (isCurrent) return null;
  return store.reviews.write(async (writes) => {
    await writes.prepareLog();
    if (await isNew(writes, policy)) await writes.savePolicy(recordSettings(policy));
    const { record, isCurrent } = await look(writes);
    if (isCurrent) return null;
    const at = instantOfChange(writes.now, await writes.state());
    return writes.recordChange({ command: "record", at, lines: [{ detail: { jobs: record.totals.jobs } }] });
  });
}

/** Starts the record with the first customer who is asked; call it last in the transaction. */
export async function beginRecord(writes: ReviewWrites, policy: InvitationPolicy): Promise<void> {
  if ((await writes.recordRows()).policies.length > 0) return;
  await writes.prepareLog();
  await writes.savePolicy(recordSettings(policy));
  const at = instantOfChange(writes.now, await writes.state());
  await writes.recordChange({ command: "record", at, lines: [{ detail: {} }] });
}

export function differingParts(store: Store): Promise<readonly string[]> {
  return store.reviews.read(async (reads) => {
    const kept: KeptRecord = JSON.parse((await reads.setting("record")) ?? "{}");
    const counted = Object.entries(await countRecord(reads)) as [keyof KeptRecord, unknown][];
    return counted.flatMap(([part, value]) => (JSON.stringify(kept[part]) === JSON.stringify(value) ? [] : [part]));
  });
}

/** Whether to note these settings: the first with invitations on, and later each that differs from the last. */
async function isNew(reads: ReviewReads, policy: InvitationPolicy): Promise<boolean> {
  const { policies } = await reads.recordRows();
  const last = policies.at(-1)?.policy;
  if (last === undefined) return policy.mode !== "off";
  const settings = recordSettings(policy);
  // PostgreSQL reorders the members of JSON.
  const names = Object.keys(settings).sort();
  return JSON.stringify(last, names) !== JSON.stringify(settings, names);
}

async function look(reads: ReviewReads) {
  const record = await countRecord(reads);
  if (record.policy.since === null) return { record, isCurrent: true };
  const isLogged = (await missingQuarterEntries(reads, record)).length === 0;
  const isCounted = JSON.stringify(record) === (await reads.setting("record"));
  return { record, isCurrent: isCounted && isLogged };
}
