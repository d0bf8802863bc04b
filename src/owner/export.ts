/** What a server would serve now, for acts that export or check it. */

import { exportChunks } from "../api/mod.ts";
import {
  type AnalysisThreads,
  analystFor,
  openPublished,
  type Published,
  publishEdition,
} from "../publication/publishing/mod.ts";
import { EXPORT_FORMATS, type ExportName } from "../review/mod.ts";
import { type ChangeMark, readBusiness, reanalyzeStale, type Store } from "../store/mod.ts";

/** What a publication depends on besides the store. */
export interface SiteOptions {
  /** Every link is made from it. */
  readonly baseUrl: string;
  /** Reads reviews whose analysis is missing or outdated; the engine when left out. */
  readonly analystOf?: Parameters<typeof publishEdition>[1]["analystOf"];
}

/** Builds the publication of the store as it is now. */
export async function publishNow(
  { editions }: Store,
  { baseUrl, analystOf = analystFor }: SiteOptions,
): Promise<Published> {
  const { parts } = await editions.read((edition) => publishEdition(edition, { site: { baseUrl }, analystOf }));
  return openPublished(parts, { baseUrl });
}

/**
 * The same for acts that show what was found: it is saved first where it is missing or outdated, so that only the first of them has to
 * wait for it. What cannot be saved, as in a database that can only be read, is found for this act alone.
 */
export async function publishAnalyzed(
  store: Store,
  options: SiteOptions,
  openThreads: (() => Promise<AnalysisThreads>) | null,
): Promise<Published> {
  const business = (await readBusiness(store))?.profile;
  if (business !== undefined) {
    using threads = (await openThreads?.()) ?? null;
    await reanalyzeStale(store, analystFor(business, threads), { thorough: true }).catch(() => {});
  }
  return publishNow(store, options);
}

/** What {@link publishNow} gives, built anew only when the store has changed since it was last asked for. */
export function publishedWhenAsked(store: Store, options: SiteOptions): () => Promise<Published> {
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
export function* exportBytes({ publication }: Published, name: ExportName): Iterable<string | Uint8Array> {
  const format = EXPORT_FORMATS.find((each) => each.name === name);
  if (format === undefined) yield* publication.json.reviews;
  else yield* exportChunks(publication, format);
}
