/** What release 1.0.0 has left behind. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/**
 * A database that release 1.0.0 has written, by its commands: reviews of two files, spelled sources among them, one proved by a
 * job and one unverified; an answer, a removal. Its subscription was added by hand.
 */
export function fileOfFirstRelease(): Uint8Array {
  return gunzipSync(readFileSync(new URL("../fixtures/release_1_0_0.sqlite.gz", import.meta.url)));
}
