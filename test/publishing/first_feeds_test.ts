import { describe, expect, test } from "bun:test";
import { FEED_SIZE } from "../../src/feeds/mod.ts";
import { completeBusiness } from "../../src/import/mod.ts";
import { firstFeeds } from "../../src/publishing/first_feeds.ts";
import { analystFor, publishEdition } from "../../src/publishing/mod.ts";
import { readEdition } from "../../src/sql/read_edition.ts";
import { rowsOf } from "../../src/sql/rows.ts";
import { type Store, withEdition } from "../../src/store/mod.ts";
import { draftOf, importInto, NOON, storeInMemory } from "../support/drafts.ts";

const SITE = { baseUrl: "https://reviews.goodword.test" };
const BUSINESS = completeBusiness(
  {
    name: "Ace Plumbing",
    technicians: [{ name: "Amy Ortiz" }, { name: "Ben Hill", public: false }],
    services: [{ name: "Drain cleaning", keywords: ["drain"] }],
  },
  null,
);

function storeWith(count: number): Store {
  const store = storeInMemory();
  const drafts = Array.from({ length: count }, (_, at) =>
    draftOf({ id: `r${at}`, text: `Amy Ortiz and Ben Hill cleaned the drain & left it < clean, ${at} times` }),
  );
  importInto(store, drafts, { analystFor, businessAfter: () => BUSINESS });
  return store;
}

const first = (store: Store) => firstFeeds(readEdition(rowsOf(store), { newest: FEED_SIZE }), SITE);
const digests = (documents: ReturnType<typeof first>) => documents.map(({ path, digest }) => ({ path, digest }));

describe("firstFeeds()", () => {
  test("makes the feeds to the byte as the whole publication does", () => {
    const store = storeWith(60);
    const { parts } = withEdition(store, (edition) => publishEdition(edition, SITE, analystFor));
    const published = parts.documents.filter(({ path }) => path === "/feed.xml" || path === "/api/feed.json");
    expect(digests(first(store))).toEqual(digests(published));
  });

  test("makes feeds without entries of a store that nothing was imported into", () => {
    expect(first(storeInMemory()).map(({ path }) => path)).toEqual(["/feed.xml", "/api/feed.json"]);
  });

  test("makes none when a review was analysed by an older engine or under another catalog", () => {
    const store = storeWith(3);
    importInto(store, [draftOf({ id: "old", text: "Analysed by another" })], { now: NOON + 5000 });
    expect(first(store)).toEqual([]);
  });
});
