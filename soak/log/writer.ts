/** Changes reviews in every way there is, and publishes, until it is killed: `bun soak/log/writer.ts DATABASE SEED`. */

import { remove } from "../../src/owner/remove.ts";
import { reply } from "../../src/owner/reply.ts";
import { undo } from "../../src/owner/undo.ts";
import { withhold } from "../../src/owner/withhold.ts";
import type { PublicationPlace } from "../../src/server/publisher/publication_file.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { draftOf, importInto } from "../../test/support/drafts.ts";
import { perform } from "../../test/support/perform.ts";
import { createSeededRandom } from "../../test/support/seeded_random.ts";
import type { TestStore } from "../../test/support/test_store.ts";
import { publish } from "./publish.ts";

const [path = "", seed = "1"] = process.argv.slice(2);
const random = createSeededRandom(Number(seed));
const upTo = (most: number) => new DataView(random.bytes(4).buffer).getUint32(0) % most;
const store = Object.assign(openDatabase(path, { busyTimeoutMs: 1000 }), {
  at: () => store,
}) as unknown as TestStore;
const REVIEWS = 60;
const anId = () => `r${upTo(REVIEWS)}`;

/** What was published last, of which the next takes over what has not changed. */
let before: PublicationPlace | null = null;

const WAYS: readonly (() => Promise<unknown>)[] = [
  () => {
    const ids = new Set(Array.from({ length: 1 + upTo(300) }, () => `r${upTo(REVIEWS * 5)}`));
    const drafts = [...ids].map((id) =>
      draftOf({ id, text: `${id} ${upTo(3)}`, source: upTo(9) > 0 ? "google" : "yelp" }),
    );
    return importInto(store, drafts, { now: Date.now() });
  },
  () => perform(reply, store, anId(), { text: `Thank you ${upTo(1000)}` }, { now: Date.now() }),
  () => perform(withhold, store, anId(), upTo(2) === 0 ? { reason: "abuse" } : { undo: true }),
  () => perform(remove, store, [anId()], { reason: "request" }),
  async () => {
    const { revision } = await store.editions.state();
    return perform(undo, store, String(revision - upTo(4)), { force: true });
  },
  async () => {
    const built = await publish(path, { file: `${path}.publication`, before });
    before = built.place;
  },
];

// Loaded, and warm: what is killed later are changes, not starts.
for (const way of [0, 1, 5]) await WAYS[way]?.().catch(() => {});
process.stdout.write("ready\n");
for (;;) {
  // Two drafts may be one review: such an import is refused, and changes nothing.
  await WAYS[upTo(WAYS.length)]?.().catch(() => {});
}
