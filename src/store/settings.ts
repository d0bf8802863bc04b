/** What the store remembers between commands: the name policy, the owner's hints, and keys that the installation makes for itself. */

import type { ImportHints, RememberedJobHints } from "../import/mod.ts";
import type { Random } from "../platform.ts";
import type { Business, NamePolicy } from "../review/mod.ts";
import { CONTACT_HASH_KEY } from "./contact_hashes.ts";
import type { Store } from "./store.ts";

export const NAME_POLICY = "name_policy";

export async function readNamePolicy(store: Store): Promise<NamePolicy | undefined> {
  return (await store.reviews.read((reads) => reads.setting(NAME_POLICY))) as NamePolicy | undefined;
}

/** Makes `policy` the default for later imports. Stored reviews keep their names. */
export function saveNamePolicy(store: Store, policy: NamePolicy): Promise<void> {
  return store.reviews.write((writes) => writes.saveSetting(NAME_POLICY, policy));
}

export async function isLicenseDeclined({ reviews }: Store): Promise<boolean> {
  return (await reviews.read((reads) => reads.setting("license_declined"))) !== undefined;
}

export async function isLicenseUndecided(store: Store, { license }: Pick<Business, "license">): Promise<boolean> {
  return license === null && !(await isLicenseDeclined(store));
}

const IMPORT_HINTS = "import_hints";

export type RememberedHints = Readonly<Record<string, ImportHints>>;

export async function readImportHints(store: Store): Promise<RememberedHints> {
  const kept = await store.reviews.read((reads) => reads.setting(IMPORT_HINTS));
  return kept === undefined ? {} : (JSON.parse(kept) as RememberedHints);
}

export async function saveImportHints(store: Store, hints: RememberedHints): Promise<void> {
  if (Object.keys(hints).length === 0) return;
  const before = await readImportHints(store);
  const after = JSON.stringify({ ...before, ...hints });
  if (after === JSON.stringify(before)) return;
  await store.reviews.write((writes) => writes.saveSetting(IMPORT_HINTS, after));
}

export async function readJobHints(store: Store): Promise<RememberedJobHints> {
  const kept = await store.reviews.read((reads) => reads.setting("job_hints"));
  return kept === undefined ? {} : (JSON.parse(kept) as RememberedJobHints);
}

export async function saveJobHints(store: Store, answers: RememberedJobHints): Promise<void> {
  const before = await readJobHints(store);
  const statuses = { ...before.statuses };
  for (const [column, values] of Object.entries(answers.statuses ?? {})) {
    statuses[column] = { ...statuses[column], ...values };
  }
  const after = JSON.stringify({
    dateFormat: answers.dateFormat ?? before.dateFormat,
    columns: { ...before.columns, ...answers.columns },
    statuses,
    consents: { ...before.consents, ...answers.consents },
  });
  const { dateFormat, columns = {}, consents = {} } = answers;
  const isSilent = [columns, answers.statuses ?? {}, consents].every((each) => Object.keys(each).length === 0);
  if (dateFormat === undefined && isSilent) return;
  await store.reviews.write((writes) => writes.saveSetting("job_hints", after));
}

const SESSION_KEY_BYTES = 32;

/** The key that signs MCP session ids, one for all servers that share the store. @throws {GoodwordError} `database` if it cannot be kept */
export async function sessionKey({ reviews }: Store, random: Random): Promise<Uint8Array> {
  const kept = await reviews.read((reads) => reads.setting("mcp_session"));
  if (kept !== undefined) return Uint8Array.fromHex(kept);
  const fresh = random.bytes(SESSION_KEY_BYTES).toHex();
  return Uint8Array.fromHex(await reviews.write((writes) => writes.makeSetting("mcp_session", fresh)));
}

/** The salt that keeps evidence from being guessed from a list of customers; made at its first use. */
export function evidenceSalt({ reviews }: Store, randomBytes: (count: number) => Uint8Array): Promise<string> {
  return reviews.write((writes) => writes.makeSetting(CONTACT_HASH_KEY, randomBytes(32).toHex()));
}

export function readEvidenceSalt({ reviews }: Store): Promise<string | undefined> {
  return reviews.read((reads) => reads.setting(CONTACT_HASH_KEY));
}
