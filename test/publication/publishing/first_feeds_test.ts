import { describe, expect, test } from "bun:test";
import { completeBusiness } from "../../../src/import/mod.ts";
import { FEED_SIZE } from "../../../src/publication/feeds/mod.ts";
import { firstFeeds } from "../../../src/publication/publishing/feed_documents.ts";
import { analystFor, publishEdition } from "../../../src/publication/publishing/mod.ts";
import type { Store } from "../../../src/store/mod.ts";
import { draftOf, importInto, storeInMemory } from "../../support/drafts.ts";
import type { TestStore } from "../../support/test_store.ts";

const SITE = { baseUrl: "https://reviews.goodword.test" };
const BUSINESS = completeBusiness(
  {
    name: "Ace Plumbing",
    technicians: [{ name: "Amy Ortiz" }, { name: "Ben Hill", public: false }],
    services: [{ name: "Drain cleaning", keywords: ["drain"] }],
  },
  null,
);

async function storeWith(count: number): Promise<TestStore> {
  const store = storeInMemory();
  const drafts = Array.from({ length: count }, (_, at) =>
    draftOf({ id: `r${at}`, text: `Amy Ortiz and Ben Hill cleaned the drain & left it < clean, ${at} times` }),
  );
  await importInto(store, drafts, { analystFor, businessAfter: () => BUSINESS });
  return store;
}

const first = ({ editions }: Store) => editions.read((edition) => firstFeeds(edition, SITE), { newest: FEED_SIZE });
const digests = (documents: Awaited<ReturnType<typeof first>>) =>
  documents.map(({ path, digest }) => ({ path, digest }));

describe("firstFeeds()", () => {
  test("makes the feeds to the byte as the whole publication does", async () => {
    const store = await storeWith(60);
    const { parts } = await store.editions.read((edition) =>
      publishEdition(edition, { site: SITE, analystOf: analystFor }),
    );
    const published = parts.documents.filter(({ path }) => path === "/feed.xml" || path === "/api/feed.json");
    expect(digests(await first(store))).toEqual(digests(published));
  });

  test("makes feeds without entries of a store that nothing was imported into", async () => {
    const paths = (await first(storeInMemory())).map(({ path }) => path);
    expect(paths).toEqual(["/api/feed.json", "/feed.xml"]);
  });

  test("analyses those of their reviews that were analysed by an older engine or under another catalog", async () => {
    const store = await storeWith(60);
    const made = digests(await first(store));
    store.file.run("UPDATE reviews SET analysis = 'of another form', analysis_key = 'older'");
    expect(digests(await first(store))).toEqual(made);
  });
});
