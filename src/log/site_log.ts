/** Reads the log of a site as anybody can: its checkpoint, the key that signed it, and every entry. */
import { type Entry, readEntry } from "./entry.ts";
import { type Checkpoint, isSignedBy, readCheckpoint, readVerifierKey, type VerifierKey } from "./note.ts";
import { isSameHash, leafHash, readBundle, rootOf, TILE_WIDTH, tilePath, tileWidth } from "./tree.ts";

/** What a site answers at a path below its address. @throws when it cannot be asked */
export type FetchFromSite = (path: string) => Promise<{ readonly status: number; readonly body: Uint8Array }>;

export interface SiteLog extends Checkpoint {
  readonly key: VerifierKey;
  readonly signed: string;
  readonly leaves: readonly Uint8Array[];
  readonly entries: readonly Entry[];
}

type SiteLogReading =
  | { readonly kind: "read"; readonly log: SiteLog }
  | { readonly kind: "wrong"; readonly finding: LogFinding };

export interface LogFinding {
  readonly kind: FindingKind;
  readonly message: string;
}

export type FindingKind =
  /** The checkpoint: not signed by the key, none at all, or of another log. */
  | "signature"
  | "entries"
  /** The log does not begin with the entries that were seen before. */
  | "rewritten"
  /** The log that was seen is lost, and another one took its place. */
  | "lost"
  | "back_dated"
  /** A review is shown that the log does not have, or not as the log has it; or the other way round. */
  | "not_logged"
  | "differs"
  | "vanished"
  | "record";

export const finding = (kind: FindingKind, message: string): LogFinding => ({ kind, message });

const CONCURRENT_REQUESTS = 8;

/** A hundred thousand reviews with forty entries each; a larger size would take the memory of who reads it. */
const MAX_ENTRIES = 4_194_304;

/** Reads and checks the log of a site, signed with the `known` key or else the one that the site names. @throws when the site does not answer */
export async function readSiteLog(ask: FetchFromSite, known: VerifierKey | null): Promise<SiteLogReading> {
  const wrong = (kind: FindingKind, message: string) => ({ kind: "wrong", finding: finding(kind, message) }) as const;
  const named = (await textOf(ask, "log/key")).split("\n").map((line) => readVerifierKey(line.trim()));
  const key = known ?? named[0] ?? null;
  if (key === null) return wrong("signature", "The site has no key for its log at /log/key");
  const place = await addressOfLog(ask);
  const signed = await textOf(ask, `${place}/checkpoint`);
  const checkpoint = readCheckpoint(signed);
  if (checkpoint === null) return wrong("signature", "The response to /log/checkpoint is not a checkpoint");
  const { origin, size, root, note } = checkpoint;
  if (size > MAX_ENTRIES) return wrong("entries", `The checkpoint has ${size} entries, more than can be read`);
  if (!isSignedBy(note, key)) return wrong("signature", `The checkpoint is not signed with the key ${key.vkey}`);
  // If the log got another key, both sign: from now on the newest is enough.
  const newest = named[0] != null && isSignedBy(note, named[0]) ? named[0] : key;
  const bundles = Array.from({ length: Math.ceil(size / TILE_WIDTH) }, (_, index) => index);
  const bytes: Uint8Array[] = [];
  for (let start = 0; start < bundles.length; start += CONCURRENT_REQUESTS) {
    const batch = bundles.slice(start, start + CONCURRENT_REQUESTS).map(async (index) => {
      const tile = { level: "entries", index } as const;
      return readBundle(await bodyOf(ask, `${place}/${tilePath({ ...tile, width: tileWidth(tile, size) })}`));
    });
    for (const [at, entries] of (await Promise.all(batch)).entries()) {
      const width = tileWidth({ level: "entries", index: start + at }, size);
      if (entries.length !== width)
        return wrong("entries", `Entries from ${(start + at) * TILE_WIDTH} on are served incompletely`);
      bytes.push(...entries);
    }
  }
  const leaves = bytes.map(leafHash);
  if (!isSameHash(rootOf(leaves), root)) return wrong("entries", "The entries served are not those that were signed");
  const entries = bytes.map((each) => readEntry(Buffer.from(each).toString()));
  const unreadable = entries.findIndex((entry, n) => entry?.n !== n);
  if (unreadable >= 0) return wrong("entries", `Entry ${unreadable} does not belong at this position`);
  return {
    kind: "read",
    log: { origin, size, root, key: newest, signed, leaves, entries: entries.filter((entry) => entry !== null) },
  };
}

/** Path of the log; if it replaces a lost one, the path of the replacement. */
export async function addressOfLog(ask: FetchFromSite): Promise<string> {
  const { status, body } = await ask("log/checkpoint");
  return (status === 410 && /\blog\/\d+(?=\s*$)/.exec(Buffer.from(body).toString())?.[0]) || "log";
}

export function beginsWith(log: SiteLog, { size, root }: Pick<Checkpoint, "size" | "root">): boolean {
  return log.size >= size && isSameHash(rootOf(log.leaves.slice(0, size)), root);
}

async function bodyOf(ask: FetchFromSite, path: string): Promise<Uint8Array> {
  const { status, body } = await ask(path);
  if (status !== 200) throw new Error(`/${path} answers ${status}`);
  return body;
}

export async function textOf(ask: FetchFromSite, path: string): Promise<string> {
  return Buffer.from(await bodyOf(ask, path)).toString();
}
