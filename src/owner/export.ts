/** The publication a server would serve now, for commands that export or check it. */

import { exportChunks } from "../api/mod.ts";
import {
  type AnalysisThreads,
  analystFor,
  openPublished,
  type Published,
  type PublishOptions,
  publishEdition,
} from "../publication/publishing/mod.ts";
import { EXPORT_FORMATS, type ExportName } from "../review/mod.ts";
import { type ChangeToken, readBusiness, reanalyzeStale, type Store } from "../store/mod.ts";

export interface SiteOptions {
  readonly baseUrl: string;
  readonly analystOf?: PublishOptions["analystOf"];
}

export async function publishNow(
  { editions }: Store,
  { baseUrl, analystOf = analystFor }: SiteOptions,
): Promise<Published> {
  const { parts } = await editions.read((edition) => publishEdition(edition, { site: { baseUrl }, analystOf }));
  return openPublished(parts, { baseUrl });
}

/** Saves missing or outdated analyses first; if it cannot, as in a read-only database, they serve this call alone. */
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

/** Returns {@link publishNow}'s result, and builds it again only if the store has changed since the last call. */
export function publishedWhenAsked(store: Store, options: SiteOptions): () => Promise<Published> {
  const { editions } = store;
  let seen: ChangeToken | null = null;
  let latest: Promise<Published | null> = Promise.resolve(null);
  async function look(before: Published | null): Promise<Published> {
    const mark = await editions.changed(before === null ? null : seen);
    const isAsBefore = mark === null || (await editions.state()).revision === before?.publication.revision;
    const published = before !== null && isAsBefore ? before : await publishNow(store, options);
    // Only after success, so that a failed publication is retried.
    seen = mark ?? seen;
    return published;
  }
  return () => {
    const next = latest.catch(() => null).then(look);
    latest = next;
    return next;
  };
}

export function* exportBytes({ publication }: Published, name: ExportName): Iterable<string | Uint8Array> {
  const format = EXPORT_FORMATS.find((each) => each.name === name);
  if (format === undefined) yield* publication.json.reviews;
  else yield* exportChunks(publication, format);
}
