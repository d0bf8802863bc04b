/** Every figure of /insights.json follows from /reviews.json, and every search beside one finds as many reviews. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type LabelledReview, readLines } from "../../bench/insights_accuracy.ts";
import { readImport } from "../../src/import/mod.ts";
import { publishNow } from "../../src/owner/export.ts";
import { importRequest, runImport } from "../../src/owner/run_import.ts";
import { analystFor } from "../../src/publication/publishing/mod.ts";
import { appOf, getOf } from "../support/app_of.ts";
import { NOON, storeInMemory } from "../support/drafts.ts";
import { skipUnless } from "../support/tools.ts";
import { differences, receipts } from "./recompute_insights.js";

const BASE_URL = "https://reviews.example";
const ROOT = join(import.meta.dir, "../..");
const SHARED = join(ROOT, "../shared/data/real");

/** Imports a file as an owner does, and recomputes what would be served. */
async function recompute(name: string, bytes: Uint8Array) {
  await using store = storeInMemory();
  const reading = readImport([{ name, bytes }], { today: "2026-12-01", verifiedBy: "platform", source: "google" });
  const request = importRequest(reading, { replace: false, analystFor });
  await runImport(store.at(NOON), request, {
    command: "import",
    files: [name],
    progress: { step: () => () => {}, end: () => {} },
  });
  const { publication } = await publishNow(store, { baseUrl: BASE_URL });
  const app = appOf(publication, { site: { baseUrl: BASE_URL } });
  const reviews = JSON.parse(Buffer.concat(publication.json.reviews).toString());
  const insights = JSON.parse(publication.json.insights);
  const found = differences(reviews, insights);
  const asked = receipts(insights);
  for (const { value, href } of asked) {
    const url = new URL(href);
    url.searchParams.set("limit", "1");
    const { total } = (await (await getOf(app, `${url.pathname}${url.search}`)).json()) as { total: number };
    if (total !== value) found.push(`${href}: told ${value}, found ${total}`);
  }
  return { found, asked: asked.length, reviews, insights };
}

test("every figure of the sample is recomputed from its reviews, and every linked search finds its number", async () => {
  const { found, asked } = await recompute("reviews.json", readFileSync(join(ROOT, "seed/reviews.json")));
  expect(found).toEqual([]);
  expect(asked).toBeGreaterThan(300);
});

test("every figure of generated reviews is recomputed, in a business with two hundred of them", async () => {
  const { found, reviews } = await recompute("made.json", new TextEncoder().encode(JSON.stringify(generated())));
  expect(found).toEqual([]);
  expect(reviews.reviews).toHaveLength(240);
});

/** Members that do not follow from /reviews.json, and those that are no figures. */
const GIVEN = [
  "schema_version",
  "input.corrections",
  "entities.technicians.*.ambiguous_count",
  "transparency.joined",
  "methodology.thresholds",
];

const GIVEN_CERTAINTY = /^entities\..*\.certainty$/;

test("a figure that is off by one is noticed, wherever it stands", async () => {
  const made = await recompute("made.json", new TextEncoder().encode(JSON.stringify(generated())));
  const places = new Map(numbersIn(made.insights).map((place) => [place.map(withoutIndex).join("."), place]));
  const unnoticed = [...places].filter(([, place]) => {
    const altered = structuredClone(made.insights);
    add(altered, place, 1);
    // Each search is followed; another number or address is another answer.
    const isFollowed = JSON.stringify(receipts(altered)) !== JSON.stringify(receipts(made.insights));
    return !isFollowed && differences(made.reviews, altered).length === 0;
  });
  expect(places.size).toBeGreaterThan(80);
  expect(
    unnoticed
      .map(([name]) => name)
      .filter((name) => !GIVEN.some((given) => name.startsWith(given)) && !GIVEN_CERTAINTY.test(name))
      .sort(),
  ).toEqual([]);
});

type Place = readonly string[];

function numbersIn(node: unknown, place: Place = []): Place[] {
  if (typeof node === "number") return [place];
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, part]) => numbersIn(part, [...place, key]));
}

function withoutIndex(key: string): string {
  return /^\d+$/.test(key) ? "*" : key;
}

/** Adds to the number at a place. */
function add(node: unknown, [key = "", ...rest]: Place, amount: number): void {
  const parts = node as Record<string, unknown>;
  if (rest.length > 0) add(parts[key], rest, amount);
  else parts[key] = Number(parts[key]) + amount;
}

for (const name of ["hotel.csv", "travel.csv"]) {
  const path = join(SHARED, name);
  test.skipIf(skipUnless(existsSync(path), `figures of ${name}, which is no part of the project`))(
    `every figure of ${name} is recomputed from its reviews`,
    async () => {
      expect((await recompute(name, readFileSync(path))).found).toEqual([]);
    },
  );
}

/** Labelled reviews, dated and rated so that things change and services differ. */
function generated() {
  const texts = ["labelled_tuning", "voices_one_tuning", "voices_two_tuning"]
    .flatMap((name) => readLines<LabelledReview>(join(ROOT, `test/insights/data/${name}.jsonl`)))
    .slice(0, 240);
  const stars = { positive: 5, neutral: 4, mixed: 3, negative: 1 };
  return {
    business: {
      name: "Northside Home Services",
      services: [{ id: "furnaces", name: "Furnace repair", keywords: ["furnace"] }],
      technicians: [{ name: "Mike O'Brien", aliases: ["Mike"] }, { name: "Rosa Delgado" }],
      service_areas: [{ id: "oak-park", name: "Oak Park" }],
    },
    reviews: texts.map(({ text, overall }, index) => ({
      id: `g${index}`,
      date: `202${4 + (index % 3)}-${String(1 + (index % 11)).padStart(2, "0")}-1${index % 10}`,
      rating: stars[overall],
      text,
      author: { name: `Author ${index % 90}` },
      source: { name: "google" },
      mentions: {
        technicians: index % 4 === 0 ? ["Rosa Delgado"] : [],
        services: overall === "negative" ? ["furnaces"] : [],
        service_areas: index % 5 === 0 ? ["oak-park"] : [],
      },
    })),
  };
}
