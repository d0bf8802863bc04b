/** Reviews that release 1.0.0 kept under a spelling of their source, "google maps", which has been `google` since. */
import { expect, test } from "bun:test";
import { contentHash, reviewIdOf } from "../../src/review/mod.ts";
import { Workshop } from "../support/command_line.ts";
import { storedRemoval, storedReview } from "./contract/place.ts";

const WORDS = { date: "2026-04-02", rating: 4, text: "Good work", authorName: "Kim P." };
const HASH = contentHash({ ...WORDS, source: "google maps" });
const ID = reviewIdOf({ id: null, source: "google maps", sourceId: null, contentHash: HASH });

async function imported(shop: Workshop) {
  await shop.withStore((store) =>
    store.reviews.write((writes) =>
      writes.saveSetting("former_sources", JSON.stringify([["google", ["google maps"]]])),
    ),
  );
  shop.write("again.csv", "Date,Rating,Review,Reviewer,Source\n2026-04-02,4,Good work,Kim P.,google maps\n");
  return (await shop.run("import", "again.csv", "--verified-by", "operator_attested", "--json")).json;
}

test("a review that was removed under a former spelling of its source stays removed", async () => {
  using shop = new Workshop();
  await shop.withStore((store) =>
    store.reviews.write((writes) => writes.saveRemovals([storedRemoval({ id: ID, contentHash: HASH })])),
  );
  expect(await imported(shop)).toMatchObject({ new: 0, suppressed: 1 });
});

test("a review that was kept under a former spelling of its source is not added again", async () => {
  using shop = new Workshop();
  await shop.withStore(async (store) => {
    await store.reviews.write(async (writes) => {
      await writes.saveReviews([storedReview({ ...WORDS, id: ID, source: "google", sourceId: null })]);
      await writes.recordChange({ command: "import", at: writes.now, lines: [{ detail: {} }] });
    });
  });
  expect(await imported(shop)).toMatchObject({ new: 0 });
});
