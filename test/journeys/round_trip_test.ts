/** What is exported can be imported again without a trace, whatever was stated by a file and whatever was found here. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readImport } from "../../src/import/mod.ts";
import { carryOutImport } from "../../src/owner/carry_out_import.ts";
import type { ExportFormat } from "../../src/owner/export_formats.ts";
import { importRequest } from "../../src/owner/import_request.ts";
import { exportBytes, publishNow } from "../../src/owner/publish_now.ts";
import { analystFor } from "../../src/publishing/mod.ts";
import type { Store } from "../../src/store/mod.ts";
import { NOON, storeInMemory } from "../support/drafts.ts";
import type { TestStore } from "../support/test_store.ts";

const FORMATS: readonly ExportFormat[] = ["json", "ndjson", "csv"];
const NO_PROGRESS = { step: () => () => {}, end: () => {} };
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
  const reading = readImport([{ name, bytes: UTF8.encode(text) }], { today: "2026-06-01", verifiedBy: "platform" });
  expect(reading.problems).toEqual([]);
  const request = importRequest(reading, { replace: false, analystFor });
  await carryOutImport(store.at(now), request, { command: "import", files: [name], progress: NO_PROGRESS });
}

async function exported(store: Store, format: ExportFormat): Promise<string> {
  const published = await publishNow(store, { baseUrl: "https://ace.test" });
  const decoder = new TextDecoder();
  return [...exportBytes(published, format)]
    .map((chunk) => (typeof chunk === "string" ? chunk : decoder.decode(chunk)))
    .join("");
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
  test.each(FORMATS)(
    "as %s leaves /reviews.json as it was, to the byte, and the revision where it was",
    async (format) => {
      await fc.assert(
        fc.asyncProperty(reviews, async (given) => {
          const store = storeInMemory();
          await importText(store, "first.json", JSON.stringify({ business: BUSINESS, reviews: given }), NOON);
          const before = { document: await exported(store, "json"), state: await store.editions.state() };
          await importText(store, `export.${format}`, await exported(store, format), NOON + 60_000);
          expect(await exported(store, "json")).toBe(before.document);
          expect(await store.editions.state()).toEqual(before.state);
          store.file.close();
        }),
        { numRuns: 25 },
      );
    },
  );

  test.each(FORMATS)("as %s keeps where else a review stands, also where its copies are not kept", async (format) => {
    const [one, other] = [storeInMemory(), storeInMemory()];
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
      await importText(other, `export.${format}`, await exported(one, format), now);
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

  test.each(FORMATS)("as %s into an empty database publishes the same reviews", async (format) => {
    await fc.assert(
      fc.asyncProperty(reviews, async (given) => {
        const [one, other] = [storeInMemory(), storeInMemory()];
        await importText(one, "first.json", JSON.stringify({ business: BUSINESS, reviews: given }), NOON);
        await importText(other, "business.json", JSON.stringify({ business: BUSINESS }), NOON + 60_000);
        await importText(other, `export.${format}`, await exported(one, format), NOON + 120_000);
        expect(await exported(other, "ndjson")).toBe(await exported(one, "ndjson"));
        one.file.close();
        other.file.close();
      }),
      { numRuns: 25 },
    );
  });
});
