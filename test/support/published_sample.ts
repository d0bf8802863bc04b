/** The sample as it is published: its reviews, insights and search, made by the real import. */
import { readFileSync } from "node:fs";
import { importSeed, type SampleAnalyses } from "../../src/owner/import_seed.ts";
import type { Publication } from "../../src/publication/mod.ts";
import { analystFor, openPublished, publishEdition } from "../../src/publication/publishing/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { SAMPLE_ANALYSES } from "./analyzed_sample.ts";

const SEED = new URL("../../seed/reviews.json", import.meta.url);

/** The publication of the sample at a base address; `change` is called with the file before it is imported. */
export async function publishedSample(
  baseUrl: string,
  // biome-ignore lint/suspicious/noExplicitAny: a file as its owner may write it
  change: (file: any) => void = () => {},
): Promise<Publication> {
  await using store = openDatabase(":memory:");
  const file = JSON.parse(readFileSync(SEED, "utf8"));
  change(file);
  const analyses: SampleAnalyses = JSON.parse(readFileSync(SAMPLE_ANALYSES, "utf8"));
  await importSeed(store, JSON.stringify(file), Date.parse("2026-11-22T00:00:00Z"), analyses);
  const { parts } = await store.editions.read((edition) =>
    publishEdition(edition, { site: { baseUrl }, analystOf: analystFor }),
  );
  return openPublished(parts, { baseUrl }).publication;
}
