/** Files of several sites, imported in any order and as often as one likes: one result, to the byte. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { readImport } from "../../src/import/mod.ts";
import { exportBytes, publishNow } from "../../src/owner/export.ts";
import { importRequest, runImport } from "../../src/owner/run_import.ts";
import { analystFor } from "../../src/publication/publishing/mod.ts";
import type { Store } from "../../src/store/mod.ts";
import { NOON, storeInMemory } from "../support/drafts.ts";
import type { TestStore } from "../support/test_store.ts";

const NO_PROGRESS = { step: () => () => {}, end: () => {} };
const LEAK =
  "They came within the hour, found the leak behind the wall and left the kitchen spotless, at a fair price.";
const TEXTS = [
  LEAK,
  LEAK.slice(0, 60),
  LEAK.replace("found", "fuond"),
  LEAK.toUpperCase(),
  "Great job!",
  "Nobody called ahead, the crew came two hours late and the price was twice the estimate",
];
/** A site under all the names that its files have. */
const SITES = [["google", "Google Maps", "Avis Google"], ["yelp", "Yelp.com"], ["facebook", "FB"], ["our own site"]];

const row = fc.record({
  spelling: fc.nat({ max: 2 }),
  day: fc.integer({ min: 1, max: 6 }),
  rating: fc.constantFrom(5, 5, 5, 1),
  author: fc.constantFrom("Jane Doe", "Jane Dow", "Jane D.", "J. D.", "Jane", "", "Ken Ames"),
  text: fc.constantFrom(...TEXTS),
  status: fc.constantFrom("published", "published", "hidden"),
  reply: fc.constantFrom("", "Thank you, Jane Doe!"),
});
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

const HEADER = "Review ID,Date,Rating,Review,Reviewer,Source,Status,Reply";

/** One file a site; numbers are of the file, so that two sites have some in common. */
function fileOf(rows: readonly Row[], site: number): File {
  const lines = rows.map(({ spelling, day, rating, author, text, status, reply }, at) => {
    const names = SITES[site] ?? [];
    const source = names[spelling % names.length];
    return [at + 1, `2026-03-0${day}`, rating, `"${text}"`, author, source, status, `"${reply}"`].join(",");
  });
  return { name: `site${site}.csv`, text: [HEADER, ...lines].join("\n") };
}

interface File {
  readonly name: string;
  readonly text: string;
}

async function importFiles(store: TestStore, files: readonly File[], now: number): Promise<void> {
  const inputs = files.map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) }));
  const reading = readImport(inputs, { today: "2026-06-01", verifiedBy: "platform" });
  expect(reading.problems).toEqual([]);
  const request = importRequest(reading, { replace: false, analystFor });
  await runImport(store.at(now), request, { command: "import", files: [], progress: NO_PROGRESS });
}

async function served(store: Store): Promise<string> {
  const published = await publishNow(store, { baseUrl: "https://ace.test" });
  const decoder = new TextDecoder();
  return [...exportBytes(published, "json")]
    .map((chunk) => (typeof chunk === "string" ? chunk : decoder.decode(chunk)))
    .join("");
}

/** When a review last changed, and so the digest, is the one thing that imports themselves decide. */
function timeless(document: string): string {
  return document.replace(/"(updated_at|revision)":"[^"]*"/g, '"$1":""');
}

test("imports of several sites' files in any order serve the same /reviews.json, and once more changes not a byte", async () => {
  const sites = fc.array(fc.array(row, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: SITES.length });
  const orders = sites.chain((all) => {
    const places = all.map((_, at) => at);
    const anyOrder = fc.shuffledSubarray(places, { minLength: places.length });
    return fc.tuple(fc.constant(all), anyOrder, anyOrder);
  });
  let joined = 0;
  await fc.assert(
    fc.asyncProperty(orders, async ([all, order, again]) => {
      const files = all.map(fileOf);
      const inOrder = (places: readonly number[]) => places.flatMap((at) => files[at] ?? []);
      const together = storeInMemory();
      const apart = storeInMemory();
      await importFiles(together, files, NOON);
      for (const [at, file] of inOrder(order).entries()) await importFiles(apart, [file], NOON + at * 60_000);
      const document = await served(apart);
      expect(timeless(document)).toBe(timeless(await served(together)));
      for (const [at, file] of inOrder(again).entries()) await importFiles(apart, [file], NOON + (9 + at) * 60_000);
      expect(await served(apart)).toBe(document);
      if (/"also_at":\[\{/.test(document)) joined++;
      together.file.close();
      apart.file.close();
    }),
    { numRuns: 40 },
  );
  // Else this has compared nothing that could depend on the order.
  expect(joined).toBeGreaterThan(0);
});
