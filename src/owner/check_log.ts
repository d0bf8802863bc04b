/** Verifies the transparency log against the reviews: every entry, commitment and hash, its copy, and its signature. */
import { type Config, keyFilesOf } from "../config.ts";
import { PATHS } from "../http/paths.ts";
import {
  commitmentTo,
  isOfReview,
  isSameHash,
  isSignedBy,
  keptForm,
  leafHash,
  readCheckpoint,
  readEntry,
  readSalt,
  readVerifierKey,
  rootOf,
} from "../log/mod.ts";
import { counted } from "../review/mod.ts";
import type { Edition, LogReads, Store } from "../store/mod.ts";
import { readLogKeys } from "./log_key.ts";

export async function logFinding(store: Store, databasePath: string, { logKey: configured }: Pick<Config, "logKey">) {
  const about = PATHS.logCheckpoint;
  const { faults, size } = await checkLog(store);
  if (faults.length > 0) return { about, level: "wrong", message: `the log: ${faults.join("; ")}` } as const;
  const isKeyless = readLogKeys({ databasePath, configured }).length === 0;
  const wasSigned = (await store.transparencyLog.signer()) !== null;
  if (isKeyless && (wasSigned || keyFilesOf(databasePath) === null)) {
    const message = wasSigned ? "its key is missing, so nothing is signed" : "LOG_KEY is not set, so nothing is signed";
    return { about, level: "advice", message, remedy: "renew_log_key" } as const;
  }
  return { about, level: "fine", message: `${counted(size, "entry", "entries")}, matching the reviews` } as const;
}

const PAGE_ENTRIES = 1024;
const MAX_NAMED = 5;

/** Reads the whole log and every published review, in one snapshot. */
export async function checkLog({ editions, transparencyLog }: Store) {
  // The copy and the signature are written after the log, so read them first: they may lag behind the log, but not be
  // ahead of it.
  const place = await transparencyLog.read((log) => log.place());
  const lastSigned = await transparencyLog.lastSigned(place.number);
  const copy = transparencyLog.copy;
  const copied = copy?.state() ?? null;
  const key = await transparencyLog.signer();
  return editions.read(async (edition) => {
    const log = await edition.log();
    const { number, size, root } = await log.state();
    const { leaves, last, faults } = await walk(log, size);
    if (!isSameHash(rootOf(leaves), root)) faults.push("its hashes do not match its entries");
    if (edition.business?.is_sample !== true && size > 0) faults.push(...(await compareReviews(edition, last)));
    if (copy !== null && copied?.number === number) {
      if (copied.size > size)
        faults.push(`its copy next to the database has ${copied.size} entries, the database ${size}`);
      if (!isSameStart(copy.entries(number, 0), leaves)) faults.push("its copy next to the database differs");
    }
    if (lastSigned !== null && number === place.number) faults.push(...signatureFaults(lastSigned, leaves, key));
    return { number, size, faults };
  });
}

type LastEntries = Map<string, { readonly n: number; readonly commitment: string | null }>;

async function walk(log: LogReads, size: number) {
  const last: LastEntries = new Map();
  const walked = { leaves: [] as Uint8Array[], last, faults: [] as string[] };
  const encoder = new TextEncoder();
  let at = 0;
  const odd: number[] = [];
  for (let first = 0; first < size; first += PAGE_ENTRIES) {
    const texts = await log.entries(first, Math.min(size, first + PAGE_ENTRIES));
    for (const text of texts) {
      const n = walked.leaves.length;
      walked.leaves.push(leafHash(encoder.encode(text)));
      const entry = readEntry(text);
      if (entry === null || entry.n !== n || entry.at < at) odd.push(n);
      at = entry?.at ?? at;
      if (entry !== null && isOfReview(entry)) walked.last.set(entry.review, { n, commitment: entry.commitment });
    }
    if (texts.length === 0) break;
  }
  if (walked.leaves.length !== size) walked.faults.push(`${size - walked.leaves.length} entries are missing`);
  if (odd.length > 0) walked.faults.push(`not an entry of this log: ${named(odd)}`);
  return walked;
}

async function compareReviews({ reviews }: Edition, last: LastEntries): Promise<string[]> {
  const [missing, different]: [string[], string[]] = [[], []];
  for await (const rows of reviews) {
    for (const { logIndex, logSalt, ...review } of rows) {
      const entry = last.get(review.id);
      last.delete(review.id);
      const salt = readSalt(logSalt ?? "");
      if (entry === undefined || entry.commitment === null || entry.n !== logIndex) missing.push(review.id);
      else if (salt === null || commitmentTo(keptForm(review), salt) !== entry.commitment) different.push(review.id);
    }
  }
  const shown = [...last].flatMap(([id, { commitment }]) => (commitment === null ? [] : [id]));
  return [
    ...(missing.length > 0 ? [`published, but missing from it: ${named(missing)}`] : []),
    ...(different.length > 0 ? [`published with different content: ${named(different)}`] : []),
    ...(shown.length > 0 ? [`published according to it, but not here: ${named(shown)}`] : []),
  ];
}

function isSameStart(entries: Iterable<string>, leaves: readonly Uint8Array[]): boolean {
  const encoder = new TextEncoder();
  let n = 0;
  for (const entry of entries) {
    const leaf = leaves[n++];
    if (leaf !== undefined && !isSameHash(leafHash(encoder.encode(entry)), leaf)) return false;
  }
  return true;
}

function signatureFaults(signed: string, leaves: readonly Uint8Array[], vkey: string | null): string[] {
  const checkpoint = readCheckpoint(signed);
  if (checkpoint === null) return ["its checkpoint cannot be read"];
  const { size, root, note } = checkpoint;
  const key = vkey === null ? null : readVerifierKey(vkey);
  const isByKey = vkey === null || (key !== null && isSignedBy(note, key));
  const isStart = size <= leaves.length && isSameHash(rootOf(leaves.slice(0, size)), root);
  return [
    ...(isByKey ? [] : ["its last checkpoint is not signed by its key"]),
    ...(isStart ? [] : [`it does not begin with what was signed (${size} entries)`]),
  ];
}

function named(some: readonly (string | number)[]): string {
  const more = some.length > MAX_NAMED ? ` and ${some.length - MAX_NAMED} more` : "";
  return `${some.slice(0, MAX_NAMED).join(", ")}${more}`;
}
