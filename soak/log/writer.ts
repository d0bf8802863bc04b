/** Changes reviews in every way there is, and publishes, until it is killed: `bun soak/log/writer.ts DATABASE SEED`. */

import { withholdReview } from "../../src/owner/edit_review.ts";
import { removeReviews } from "../../src/owner/remove.ts";
import { replyToReview } from "../../src/owner/reply.ts";
import { undoImport } from "../../src/owner/undo_import.ts";
import { publishDatabase } from "../../src/server/publisher/publish_database.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { draftOf, importInto } from "../../test/support/drafts.ts";
import { createSeededRandom } from "../../test/support/seeded_random.ts";
import type { TestStore } from "../../test/support/test_store.ts";

const [path = "", seed = "1"] = process.argv.slice(2);
const random = createSeededRandom(Number(seed));
const upTo = (most: number) => new DataView(random.bytes(4).buffer).getUint32(0) % most;
const store = Object.assign(openDatabase(path, { busyTimeoutMs: 1000 }), {
  at: () => store,
}) as unknown as TestStore;
const REVIEWS = 60;
const anId = () => `r${upTo(REVIEWS)}`;

const WAYS: readonly (() => Promise<unknown>)[] = [
  () => {
    const ids = new Set(Array.from({ length: 1 + upTo(300) }, () => `r${upTo(REVIEWS * 5)}`));
    const drafts = [...ids].map((id) =>
      draftOf({ id, text: `${id} ${upTo(3)}`, source: upTo(9) > 0 ? "google" : "yelp" }),
    );
    return importInto(store, drafts, { now: Date.now() });
  },
  () => replyToReview(store, { id: anId(), text: `Thank you ${upTo(1000)}`, date: undefined, now: Date.now() }),
  () => withholdReview(store, { id: anId(), reason: upTo(2) === 0 ? "abuse" : null }),
  () => removeReviews(store, { ids: [anId()], reason: "request" }),
  async () => {
    const { revision } = await store.editions.state();
    return undoImport(store, { revision: revision - upTo(4), leaveOvertaken: true });
  },
  () => {
    const site = { baseUrl: "https://reviews.example" };
    const order = { databasePath: path, site, isReadOnly: false, logKey: null, checksIntegrity: false };
    return publishDatabase({ ...order, before: null, held: 0, othersHold: 0 }, () => {});
  },
];

// Loaded, and warm: what is killed later are changes, not starts.
for (const way of [0, 1, 5]) await WAYS[way]?.().catch(() => {});
process.stdout.write("ready\n");
for (;;) {
  // Two drafts may be one review: such an import is refused, and changes nothing.
  await WAYS[upTo(WAYS.length)]?.().catch(() => {});
}
