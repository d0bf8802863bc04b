/** The published transparency log: its checkpoint, signed with the revision it describes, and its key. */

import { absoluteUrl, logPath, PATHS, type Site } from "../../http/paths.ts";
import { type DocumentHead, makeDocument } from "../../http/representation.ts";
import { readEntry } from "../../log/entry.ts";
import { readCheckpoint } from "../../log/note.ts";
import type { RecordLog } from "../../review/mod.ts";
import type { LogReads, LogState } from "../../store/mod.ts";
import { utf8Bytes } from "../../utf8.ts";

export interface Notary {
  /** The key in use first, then earlier ones. */
  readonly vkeys: readonly string[];
  /** Signed for this state, or the last that was signed; null before the first. */
  checkpoint(log: LogReads, origin: string): Promise<string | null>;
}

/** The address of the site without its scheme, as checkpoints name the log. */
export function logOrigin({ baseUrl }: Site, number: number): string {
  return absoluteUrl({ baseUrl }, logPath(number)).replace(/^https?:\/\//, "");
}

/** Documents of the log; without a notary, only those signed before. */
export async function publishLog(
  log: LogReads,
  {
    site,
    notary,
    head,
  }: {
    readonly site: Site;
    readonly notary: Notary | null;
    readonly head: (path: string, contentType: string) => DocumentHead;
  },
) {
  const state = await log.state();
  const checkpoint = (await notary?.checkpoint(log, logOrigin(site, state.number))) ?? null;
  const vkeys = notary?.vkeys ?? [];
  const document = (path: string, text: string) => {
    const { links: _, ...own } = head(path, "text/plain; charset=utf-8");
    return makeDocument({ ...own, cacheControl: "max-age=5" }, utf8Bytes(text));
  };
  const at = logPath(state.number);
  return {
    record: await recordOf(log, state, { at, checkpoint }),
    documents: [
      ...(checkpoint === null ? [] : [document(`${at}/checkpoint`, checkpoint)]),
      ...(vkeys.length === 0 ? [] : [document(PATHS.logKey, vkeys.map((vkey) => `${vkey}\n`).join(""))]),
    ],
  };
}

async function recordOf(
  log: LogReads,
  { size, before }: LogState,
  { at, checkpoint }: { readonly at: string; readonly checkpoint: string | null },
): Promise<RecordLog> {
  const signed = checkpoint === null ? 0 : (readCheckpoint(checkpoint)?.size ?? 0);
  const [unsigned] = signed < size ? await log.entries(signed, signed + 1) : [];
  const entry = unsigned === undefined ? null : readEntry(unsigned);
  return {
    path: at,
    entries: size,
    unsigned_since: entry === null ? null : new Date(entry.at).toISOString(),
    lost: before,
  };
}
