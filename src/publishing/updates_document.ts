/**
 * /api/updates.json of an edition.
 *
 * @module
 */
import { FEED_SIZE, type FeedUpdate, updatesFeed } from "../feeds/mod.ts";
import type { Words } from "../languages/words.ts";
import { openChanges } from "../publication/changes/open_changes.ts";
import type { PublicationData } from "../publication/publication_builder.ts";
import type { Business } from "../review/mod.ts";
import type { Edition } from "../store/mod.ts";
import { type Document, type DocumentHead, makeDocument } from "../web/document.ts";
import { PATHS } from "../web/paths.ts";
import type { Site } from "../web/site.ts";

/** What the document is made from. */
export interface UpdatesParts {
  readonly edition: Edition;
  readonly site: Site;
  /** With its public technicians only. */
  readonly business: Business;
  /** Of the business's language. */
  readonly words: Words;
  readonly data: PublicationData;
  readonly head: (path: string) => DocumentHead;
}

/** The latest changes as a feed. */
export function updatesDocument({ edition, site, business, words, data, head }: UpdatesParts): Document {
  const { changes, idAt, reviewAt } = openChanges(data);
  const updates = changes.latest(FEED_SIZE).map((change): FeedUpdate => {
    if (change.kind === "removed") return { ...change, review: null };
    const { ordinal, ...update } = change;
    return { ...update, id: idAt(ordinal), review: reviewAt(ordinal) };
  });
  const text = updatesFeed({ site, business, words, authority: edition.authority, updates });
  return makeDocument(head(PATHS.updates), new TextEncoder().encode(text));
}
