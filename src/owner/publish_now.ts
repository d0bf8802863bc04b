/**
 * What a server would serve now, for commands that write or check it.
 *
 * @module
 */

import type { FileFormat } from "../cli/commands/export.ts";
import type { World } from "../cli/world.ts";
import { readConfig } from "../config.ts";
import { analystFor, openPublished, type Published, publishEdition } from "../publishing/mod.ts";
import { CSV, exportChunks, NDJSON } from "../rest/mod.ts";
import type { Store } from "../store/mod.ts";

/** @throws {GoodwordError} usage, when the environment cannot be understood: links are made from BASE_URL */
export async function publishNow({ editions }: Store, { env }: Pick<World, "env">): Promise<Published> {
  const { baseUrl } = readConfig(env);
  const { parts } = await editions.read((edition) => publishEdition(edition, { baseUrl }, analystFor));
  return openPublished(parts, { baseUrl });
}

/** What is served under /reviews.json, /reviews.csv or /reviews.ndjson, in pieces. */
export function* exportBytes({ publication, parts }: Published, format: FileFormat): Iterable<string | Uint8Array> {
  if (format === "json") yield parts.data.document;
  else yield* exportChunks(publication, format === "csv" ? CSV : NDJSON);
}
