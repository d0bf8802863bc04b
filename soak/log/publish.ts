/** Publishes the database of the soak as a server does. */

import type { BuildRequest, BuiltPublication } from "../../src/server/publisher/build_request.ts";
import { publishDatabase } from "../../src/server/publisher/publish_database.ts";

export function publish(
  databasePath: string,
  { file, before }: Pick<BuildRequest, "file" | "before">,
): Promise<BuiltPublication> {
  const site = { baseUrl: "https://reviews.example" };
  const order = { databasePath, site, isReadOnly: false, logKey: null, checksIntegrity: false, release: "1" };
  // Whatever `before` holds is read from it: the number of its reviews only chooses a thread.
  const from = { file, before, reviewCount: 0, held: before === null ? 0 : 1, othersHold: 0, log: null };
  return publishDatabase({ ...order, ...from });
}
