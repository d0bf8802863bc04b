/** The sample as it is published: its reviews, insights and search, made by the real import. */
import { readFileSync } from "node:fs";
import pictures from "../../seed/pictures.json";
import { importSeed } from "../../src/owner/import_seed.ts";
import type { Publication } from "../../src/publication/mod.ts";
import { analystFor, openPublished, publishEdition } from "../../src/publication/publishing/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";

const textOf = (name: string) => readFileSync(new URL(`../../seed/${name}`, import.meta.url), "utf8");

/** The publication of the sample at a base address; `change` is called with the file before it is imported. */
export async function publishedSample(
  baseUrl: string,
  // biome-ignore lint/suspicious/noExplicitAny: a file as its owner may write it
  change: (file: any) => void = () => {},
): Promise<Publication> {
  await using store = openDatabase(":memory:");
  const file = JSON.parse(textOf("reviews.json"));
  change(file);
  const sample = { reviews: JSON.stringify(file), jobs: textOf("jobs.csv"), record: textOf("record.tsv"), pictures };
  await importSeed(store, sample, Date.parse("2026-11-22T00:00:00Z"));
  const { parts } = await store.editions.read((edition) =>
    publishEdition(edition, { site: { baseUrl }, analystOf: analystFor }),
  );
  return openPublished(parts, { baseUrl }).publication;
}
