/** What is exported can be imported again without a trace, whatever was stated by a file and whatever was found here. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import pictures from "../../seed/pictures.json";
import { readImport } from "../../src/import/mod.ts";
import { exportBytes, publishNow } from "../../src/owner/export.ts";
import { importSeed } from "../../src/owner/import_seed.ts";
import { remove } from "../../src/owner/remove.ts";
import { importRequest, runImport } from "../../src/owner/run_import.ts";
import { analystFor } from "../../src/publication/publishing/mod.ts";
import { EXPORT_NAMES, type ExportName } from "../../src/review/mod.ts";
import type { Store } from "../../src/store/mod.ts";
import { NOON, storeInMemory } from "../support/drafts.ts";
import { perform } from "../support/perform.ts";
import type { TestStore } from "../support/test_store.ts";

/** What a server serves, and the list of reviews of a program that took it out of /reviews.json. */
const SHAPES = [...EXPORT_NAMES, "list"] as const;
const NO_PROGRESS = { step: () => () => {}, end: () => {} };
const textOf = (name: string) => readFileSync(new URL(`../../seed/${name}`, import.meta.url), "utf8");
const UTF8 = new TextEncoder();
const LEAK = "They came within the hour, found the leak behind the wall and left the kitchen spotless.";

const BUSINESS = {
  name: "Ace Plumbing",
  services: [{ id: "drains", name: "Drain cleaning", keywords: ["drain"] }, { name: "Water heaters" }],
  technicians: [
    { name: "Marcus Bell", aliases: ["Marc"] },
    { name: "Amy Stone", public: false },
  ],
  service_areas: [{ id: "oakville", name: "Oakville" }],
};

async function importText(store: TestStore, name: string, text: string, now: number): Promise<void> {
  const reading = readImport([{ name, bytes: UTF8.encode(text) }], { today: "2026-12-01", verifiedBy: "platform" });
  expect(reading.problems).toEqual([]);
  const request = importRequest(reading, { replace: false, analystFor });
  await runImport(store.at(now), request, { command: "import", files: [name], progress: NO_PROGRESS });
}

async function exported(store: Store, format: ExportName): Promise<string> {
  const published = await publishNow(store, { baseUrl: "https://ace.test" });
  const decoder = new TextDecoder();
  return [...exportBytes(published, format)]
    .map((chunk) => (typeof chunk === "string" ? chunk : decoder.decode(chunk)))
    .join("");
}

/** A file of what is published. */
async function fileOf(store: Store, shape: (typeof SHAPES)[number]): Promise<[name: string, text: string]> {
  if (shape !== "list") return [`export.${shape}`, await exported(store, shape)];
  return ["list.json", JSON.stringify(JSON.parse(await exported(store, "json")).reviews)];
}

/** A field that the file leaves out, gives as null, or states. */
const stated = <T>(...values: readonly T[]) => fc.constantFrom(undefined, null, ...values);
const list = (...values: readonly string[]) => stated<readonly string[]>([], ...values.map((value) => [value]), values);

/** Every combination of what a file states and what is found in these texts. */
const review = fc.record({
  source: fc.record({
    name: fc.constantFrom("google", "Angi", "our site"),
    id: stated("7"),
    url: stated("https://g.test/?a=1,2"),
  }),
  date: fc.constantFrom("2026-05-01", "2026-05-02"),
  rating: fc.integer({ min: 1, max: 5 }),
  title: stated("", "Tidy work", "=1+1"),
  text: fc.constantFrom(
    "",
    "Marc cleared the drain in Oakville and was very friendly",
    "Amy Stone fixed our water heater, thank you",
    "Sehr freundlicher Service, alles war nach einer Stunde wieder sauber",
    '-- \n\'="quoted", | and \\',
    "התקינו \u2066Rheem 40\u2069 תוך \u2067יומיים",
    "ok",
    "👍",
  ),
  language: stated("en", "de", "es-MX"),
  author: fc.constantFrom(
    undefined,
    null,
    { name: "Jane Doe" },
    { name: "Jane D." },
    { name: "J", is_anonymous: true },
  ),
  verification: fc.constantFrom(
    undefined,
    { method: "job_record" },
    { method: "job_record", strength: "invoice" },
    { method: "invitation", date: "2026-05-03" },
  ),
  mentions: fc.option(
    fc.record({
      technicians: list("Marc", "Amy Stone", "Nobody|Known"),
      services: list("Drain cleaning", "unknown-service"),
      service_areas: list("oakville"),
    }),
  ),
  reply: fc.constantFrom(undefined, null, { text: "Thanks" }, { text: "+1", date: "2026-05-04" }),
  updated_at: stated("2026-05-05T10:00:00.001Z"),
  edited: stated(true, false),
});
const reviews = fc
  .array(review, { minLength: 1, maxLength: 5 })
  .map((some) => some.map((fields, at) => ({ id: `r${at}`, ...fields, source: uniqueSource(fields.source, at) })));

function uniqueSource<T extends { readonly id?: string | null | undefined }>(source: T, at: number) {
  return { ...source, ...(typeof source.id === "string" && { id: `${source.id}-${at}` }) };
}

describe("an export that is imported again", () => {
  test.each(SHAPES)(
    "as %s leaves /reviews.json as it was, to the byte, and the revision where it was",
    async (shape) => {
      await fc.assert(
        fc.asyncProperty(reviews, async (given) => {
          const store = storeInMemory();
          await importText(store, "first.json", JSON.stringify({ business: BUSINESS, reviews: given }), NOON);
          const before = { document: await exported(store, "json"), state: await store.editions.state() };
          await importText(store, ...(await fileOf(store, shape)), NOON + 60_000);
          expect(await exported(store, "json")).toBe(before.document);
          expect(await store.editions.state()).toEqual(before.state);
          store.file.close();
        }),
        { numRuns: 25 },
      );
    },
  );

  test.each(SHAPES)("as %s keeps where else a review stands, also where its copies are not kept", async (shape) => {
    const one = storeInMemory();
    const other = storeInMemory();
    const said = { date: "2026-05-01", rating: 5, text: LEAK, author: { name: "Jane D." } };
    const sources = [
      { name: "google", url: "https://g.test/1" },
      { name: "yelp", url: "https://y.test/?a=1,2" },
      { name: "our site" },
    ];
    const copies = sources.map((source, at) => ({ id: `c${at}`, ...said, source }));
    await importText(one, "first.json", JSON.stringify({ business: BUSINESS, reviews: copies }), NOON);
    const before = await exported(one, "ndjson");
    expect(JSON.parse(before).also_at).toHaveLength(2);
    await importText(other, "business.json", JSON.stringify({ business: BUSINESS }), NOON + 60_000);
    for (const now of [NOON + 120_000, NOON + 180_000]) {
      await importText(other, ...(await fileOf(one, shape)), now);
      expect(await exported(other, "ndjson")).toBe(before);
    }
    // The copies themselves, imported later, change nothing for readers but the time of the change.
    await importText(other, "first.json", JSON.stringify({ business: BUSINESS, reviews: copies }), NOON + 240_000);
    expect(JSON.parse(await exported(other, "ndjson"))).toMatchObject({
      id: "c0",
      also_at: JSON.parse(before).also_at,
    });
    for (const store of [one, other]) store.file.close();
  });

  test.each(SHAPES)("as %s into an empty database publishes the same reviews", async (shape) => {
    await fc.assert(
      fc.asyncProperty(reviews, async (given) => {
        const one = storeInMemory();
        const other = storeInMemory();
        await importText(one, "first.json", JSON.stringify({ business: BUSINESS, reviews: given }), NOON);
        await importText(other, "business.json", JSON.stringify({ business: BUSINESS }), NOON + 60_000);
        await importText(other, ...(await fileOf(one, shape)), NOON + 120_000);
        expect(await exported(other, "ndjson")).toBe(await exported(one, "ndjson"));
        one.file.close();
        other.file.close();
      }),
      { numRuns: 25 },
    );
  });

  test.each(SHAPES)("as %s leaves the sample as it was", async (shape) => {
    const store = storeInMemory();
    await importSeed(
      store,
      { reviews: textOf("reviews.json"), jobs: textOf("jobs.csv"), record: textOf("record.tsv"), pictures },
      NOON,
    );
    const before = { document: await exported(store, "json"), state: await store.editions.state() };
    await importText(store, ...(await fileOf(store, shape)), NOON + 60_000);
    expect(await exported(store, "json")).toBe(before.document);
    expect(await store.editions.state()).toEqual(before.state);
  });
});

describe("the same review in a list and in a document", () => {
  const ours = {
    id: "r1",
    date: "2026-05-01",
    rating: 5,
    text: LEAK,
    author: { name: "Jane D." },
    source: { name: "google" },
    verification: { method: "job_record" },
  };
  /** Its author in words of another tool: no list of ours. */
  const { verification: _, source: _source, ...others } = { ...ours, author: "Jane D.", site: "google" };
  const files = {
    list: JSON.stringify([ours]),
    document: JSON.stringify({ business: BUSINESS, reviews: [ours] }),
    "list of another tool": JSON.stringify([others]),
  };

  test.each(
    Object.entries(files).flatMap(([one, first]) =>
      Object.entries(files).map(([other, second]) => ({ one, other, first, second })),
    ),
  )("is one, whether the $one comes before the $other or after", async ({ first, second }) => {
    const store = storeInMemory();
    await importText(store, "business.json", JSON.stringify({ business: BUSINESS }), NOON);
    await importText(store, "first.json", first, NOON + 60_000);
    await importText(store, "second.json", second, NOON + 120_000);
    const { reviews } = JSON.parse(await exported(store, "json"));
    expect(reviews).toMatchObject([{ source: { name: "google" }, text: LEAK }]);
  });

  test.each(Object.entries(files))("that was removed does not come back with the %s", async (_name, again) => {
    for (const first of Object.values(files)) {
      const store = storeInMemory();
      await importText(store, "business.json", JSON.stringify({ business: BUSINESS }), NOON);
      await importText(store, "first.json", first, NOON + 60_000);
      const [review] = JSON.parse(await exported(store, "json")).reviews;
      await perform(remove, store.at(NOON + 120_000), [review.id], { reason: "privacy" });
      await importText(store, "again.json", again, NOON + 180_000);
      expect(JSON.parse(await exported(store, "json")).reviews).toEqual([]);
      store.file.close();
    }
  });
});
