/** Erased ids and addresses as keyed digests: a restored backup can be erased again, and the ledger reveals nothing else. */
import { createHmac } from "node:crypto";
import type { SettingName } from "./review_store.ts";

export interface Erasures {
  readonly key: string;
  readonly digests: ReadonlySet<string>;
}

/** A review, a job and a photograph by their ids, an address that is not written to again by its own digest. */
export type ErasedKind = "review" | "job" | "address" | "photo";

/** HMAC-SHA-256, 32 hexadecimal digits: enough to know something again. */
export function erasureDigest(key: string, kind: ErasedKind, value: string): string {
  return createHmac("sha256", Uint8Array.fromHex(key)).update(`${kind}\0${value}`).digest("hex").slice(0, 32);
}

interface Settings {
  setting(name: SettingName): Promise<string | undefined>;
}

interface ErasureReads extends Settings {
  removals(): Promise<readonly { readonly id: string; readonly suppressed: boolean }[]>;
  readonly jobs: {
    list(): Promise<readonly { readonly job: { readonly id: string; readonly forgottenAt: number | null } }[]>;
    unsubscribed(): Promise<ReadonlySet<string>>;
  };
}

export async function readErasures(reads: ErasureReads, key: string): Promise<Erasures> {
  const removals = await reads.removals();
  const jobs = await reads.jobs.list();
  const digestsOf = (kind: ErasedKind, values: Iterable<string>) =>
    [...values].map((each) => erasureDigest(key, kind, each));
  const removed = removals.filter(({ suppressed }) => suppressed).map(({ id }) => id);
  const forgotten = jobs.filter(({ job }) => job.forgottenAt !== null).map(({ job }) => job.id);
  return {
    key,
    digests: new Set([
      ...digestsOf("review", removed),
      ...digestsOf("job", forgotten),
      ...digestsOf("address", await reads.jobs.unsubscribed()),
      ...erasedBefore(await reads.setting("erased")),
    ]),
  };
}

/** Digests of photographs and digests from ledgers. The store does not contain their values. */
export function erasedBefore(setting: string | undefined): readonly string[] {
  return setting === undefined || setting === "" ? [] : setting.split(" ");
}

export async function readErased(reads: Settings, kind: ErasedKind): Promise<((value: string) => boolean) | null> {
  const digests = new Set(erasedBefore(await reads.setting("erased")));
  const key = await reads.setting("erasure_key");
  if (digests.size === 0 || key === undefined) return null;
  return (value) => digests.has(erasureDigest(key, kind, value));
}

const HEADING = "goodword erasures 1";

export function writeLedger({ key, digests }: Erasures): string {
  return `${[HEADING, key, ...[...digests].sort()].join("\n")}\n`;
}

export function parseLedger(text: string): Erasures | null {
  const [heading, key = "", ...digests] = text.trimEnd().split("\n");
  const isWhole =
    heading === HEADING && /^[0-9a-f]{64}$/.test(key) && digests.every((each) => /^[0-9a-f]{32}$/.test(each));
  return isWhole && text.endsWith("\n") ? { key, digests: new Set(digests) } : null;
}
