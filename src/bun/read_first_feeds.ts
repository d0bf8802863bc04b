/**
 * What a starting server reads of its database: the feeds, before anything else is loaded.
 *
 * @module
 */
import { FEED_SIZE } from "../feeds/entry.ts";
import type { Log } from "../platform.ts";
import { firstFeeds } from "../publishing/first_feeds.ts";
import type { Store } from "../store/mod.ts";
import { representationsOf } from "../web/document.ts";
import type { Representation } from "../web/representation.ts";
import type { Site } from "../web/site.ts";

/** The feeds of a revision, by path. */
export interface FirstFeeds {
  readonly revision: number;
  readonly feeds: ReadonlyMap<string, Representation>;
}

/** The feeds from the newest reviews; none when they would take long to make, or cannot be read. */
export async function readFirstFeeds(
  { editions }: Pick<Store, "editions">,
  site: Site,
  log: Log,
): Promise<FirstFeeds | null> {
  try {
    return await editions.read(
      async (edition) => {
        return { revision: edition.revision, feeds: representationsOf(await firstFeeds(edition, site)) };
      },
      { newest: FEED_SIZE },
    );
  } catch (error) {
    // The publisher looks closer: it ends the server when it cannot read the file either, and says why.
    log.warn("Feeds are unavailable until the first publication", { error: String(error) });
    return null;
  }
}
