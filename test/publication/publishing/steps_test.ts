/** A publication built from the previous one equals one built from scratch, byte for byte, after any history. */
import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import type { Coding } from "../../../src/http/content_coding.ts";
import { digestOf } from "../../../src/http/digest.ts";
import { PATHS } from "../../../src/http/paths.ts";
import { completeBusiness } from "../../../src/import/mod.ts";
import { reply } from "../../../src/owner/reply.ts";
import {
  analystFor,
  openPublished,
  type PublishedParts,
  type Publishing,
  publishEdition,
} from "../../../src/publication/publishing/mod.ts";
import { partsOf } from "../../../src/publication/review_pieces.ts";
import { draftOf, importInto, NOON, storeInMemory } from "../../support/drafts.ts";
import { carryOut, ownerAct } from "../../support/histories.ts";
import { perform } from "../../support/perform.ts";
import type { TestStore } from "../../support/test_store.ts";

const SITE = { baseUrl: "https://reviews.example" };

function publish(store: TestStore, before: PublishedParts | null = null): Promise<Publishing> {
  return store.editions.read((edition) => publishEdition(edition, { site: SITE, analystOf: analystFor, before }));
}

/** Everything that is published, in a form whose differences can be read. */
function readable({ data, documents, index }: PublishedParts) {
  const { document, ...rest } = data;
  return {
    data: rest,
    reviews: Buffer.concat(partsOf(document)).toString(),
    pieces: document.pieces.map(({ first, digest }) => ({ first, digest })),
    documents: documents.map(({ path, digest, headers, bodies }) => {
      return {
        path,
        digest,
        headers,
        bodies: [...bodies].map(([coding, parts]) => [coding, digestOf(Buffer.concat(parts))]),
      };
    }),
    texts: new TextDecoder().decode(index.texts.bytes),
    index: { ...index, texts: index.texts.offsets },
  };
}

test("a publication built from an earlier one equals one built from scratch, after any history", async () => {
  let madeOfKept = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(ownerAct, fc.boolean()), { minLength: 4, maxLength: 24 }), async (acts) => {
      await using store = storeInMemory();
      let { parts: before } = await publish(store);
      for (const [at, [step, isPublished]] of acts.entries()) {
        await carryOut(store, step, NOON + at * 60_000);
        // Some are published together.
        if (!isPublished) continue;
        const { parts, keptCount } = await publish(store, before);
        expect(readable(parts)).toEqual(readable((await publish(store)).parts));
        if (keptCount > 0) madeOfKept++;
        before = parts;
      }
    }),
    { numRuns: 25 },
  );
  // Else nothing was kept that could have been wrong; how often it is depends on the histories drawn.
  expect(madeOfKept).toBeGreaterThan(0);
});

test("a reply rebuilds one review and reads no other", async () => {
  await using store = storeInMemory();
  const drafts = Array.from({ length: 300 }, (_, i) => draftOf({ id: `r${i}`, text: `Said by number ${i}` }));
  await importInto(store, drafts);
  const { parts: before } = await publish(store);
  await perform(reply, store.at(NOON + 60_000), "r200", { text: "Thanks", date: "2026-06-01" });
  const { keptCount, parts } = await store.editions.read((edition) => {
    const reviews = {
      [Symbol.asyncIterator](): never {
        throw new Error("The reviews are walked");
      },
    };
    return publishEdition({ ...edition, reviews }, { site: SITE, analystOf: analystFor, before });
  });
  expect(keptCount).toBe(299);
  // Unchanged parts are neither copied nor compressed again.
  expect(parts.index.texts).toBe(before.index.texts);
  const feed = (documents: PublishedParts["documents"]) => documents.find(({ path }) => path === PATHS.atomFeed);
  expect(feed(parts.documents)?.bodies).toBe(feed(before.documents)?.bodies);
  expect(readable(parts)).toEqual(readable((await publish(store)).parts));
});

test("in a large document, only the pieces around a change are compressed again, to the same bytes", async () => {
  await using store = storeInMemory();
  const text = "They came on time, explained the price and left the kitchen as clean as it was. ".repeat(5);
  const drafts = Array.from({ length: 4000 }, (_, i) => draftOf({ id: `r${i}`, text: `${i} ${text}` }));
  await importInto(store, drafts);
  const { parts: before } = await publish(store);
  await perform(reply, store.at(NOON + 60_000), "r200", { text: "Thanks", date: "2026-06-01" });
  const reviews = ({ documents }: PublishedParts) => documents.find(({ path }) => path === PATHS.reviews);
  const codedParts = (parts: PublishedParts) => reviews(parts)?.bodies.get("gzip") ?? [];
  const body = (parts: PublishedParts, coding: Coding) => Buffer.concat(reviews(parts)?.bodies.get(coding) ?? []);
  const { parts: next } = await publish(store, before);
  const { parts: anew } = await publish(store);
  expect(Buffer.compare(body(next, "gzip"), body(anew, "gzip"))).toBe(0);
  expect(Buffer.compare(gunzipSync(body(next, "gzip")), body(next, "identity"))).toBe(0);
  const known = new Set(codedParts(before));
  const made = codedParts(next).filter((part) => !known.has(part));
  // The head, which has the revision, one piece, the brackets behind all, and the end, which has the checksum.
  expect([made.length, codedParts(next).length > 8]).toEqual([4, true]);
});

test("another language in the profile rewrites the insights and keeps the reviews", async () => {
  await using store = storeInMemory();
  const speaking = (language: string) => () =>
    completeBusiness({ name: "Ace", language, address: { country: language === "de" ? "DE" : "US" } }, null);
  await importInto(store, [draftOf({ rating: 5 })], { now: NOON, businessAfter: speaking("en") });
  const english = (await publish(store)).parts;
  await importInto(store, [], { now: NOON + 60_000, businessAfter: speaking("de") });
  const { parts, keptCount } = await publish(store, english);
  const headlineOf = (parts: PublishedParts) => {
    const { language, summary } = JSON.parse(openPublished(parts, SITE).publication.json.insights);
    return [language, summary.headline];
  };
  expect([headlineOf(english), headlineOf(parts), keptCount]).toEqual([
    ["en", "5.0 of 5 stars"],
    ["de", "5,0 von 5 Sternen"],
    1,
  ]);
  expect(readable(parts)).toEqual(readable((await publish(store)).parts));
});
