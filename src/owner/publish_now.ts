/**
 * What a server would serve now, for acts that export or check it.
 *
 * @module
 */
import { analystFor, openPublished, type Published, publishEdition } from "../publishing/mod.ts";
import { CSV, exportChunks, NDJSON } from "../rest/mod.ts";
import type { ChangeMark, Store } from "../store/mod.ts";
import type { ExportFormat } from "./export_formats.ts";

/** What a publication depends on besides the store. */
export interface PublishOptions {
  /** Every link is made from it. */
  readonly baseUrl: string;
}

/** Builds the publication of the store as it is now. */
export async function publishNow({ editions }: Store, { baseUrl }: PublishOptions): Promise<Published> {
  const { parts } = await editions.read((edition) =>
    publishEdition(edition, { site: { baseUrl }, analystOf: analystFor }),
  );
  return openPublished(parts, { baseUrl });
}

/** What {@link publishNow} gives, built anew only when the store has changed since it was last asked for. */
export function publishedWhenAsked(store: Store, options: PublishOptions): () => Promise<Published> {
  const { editions } = store;
  let seen: ChangeMark | null = null;
  let latest: Promise<Published | null> = Promise.resolve(null);
  async function look(before: Published | null): Promise<Published> {
    const mark = await editions.changed(before === null ? null : seen);
    const isAsBefore = mark === null || (await editions.state()).revision === before?.publication.revision;
    const published = before !== null && isAsBefore ? before : await publishNow(store, options);
    // Only now: a change that could not be published is looked for again.
    seen = mark ?? seen;
    return published;
  }
  // One look after another.
  return () => {
    const next = latest.catch(() => null).then(look);
    latest = next;
    return next;
  };
}

/** The published reviews in pieces, byte for byte as a server serves them in this format. */
export function* exportBytes({ publication }: Published, format: ExportFormat): Iterable<string | Uint8Array> {
  if (format === "json") yield* publication.json.reviews;
  else yield* exportChunks(publication, format === "csv" ? CSV : NDJSON);
}
