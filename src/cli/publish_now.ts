/**
 * The documents as a server would serve them now, for commands that write or check them.
 *
 * @module
 */
import { readConfig } from "../config.ts";
import { openPublication, type Publication, SearchIndex } from "../publication/mod.ts";
import { type PublishedData, publishEdition } from "../publish.ts";
import { type Store, withEdition } from "../store/mod.ts";
import type { World } from "./world.ts";

export interface PublishedNow {
  readonly data: PublishedData;
  readonly publication: Publication;
}

/** @throws {GoodwordError} usage, when the environment cannot be understood: links are made from BASE_URL */
export function publishNow(store: Store, { env }: Pick<World, "env">): PublishedNow {
  const { baseUrl } = readConfig(env);
  const publishing = withEdition(store, (edition) => publishEdition(edition, { baseUrl }));
  const { publication: data, insightsJson } = publishing.published;
  const search = new SearchIndex(publishing.searchIndex());
  return { data: publishing.published, publication: openPublication({ data, search, insightsJson }) };
}
