/** Generated reviews as the columns that the search index is built from. */
import { mapLabels } from "../src/publication/filters.ts";
import { FoldedTextsWriter, type MentionLists, type SearchInput } from "../src/publication/search/mod.ts";
import { type GeneratedReview, generatedBusiness } from "./generate_reviews.ts";

export interface Columns extends SearchInput {
  textAt(ordinal: number): string;
}

export function benchColumns(reviews: readonly GeneratedReview[]): Columns {
  const technicians = mentionLists(
    reviews,
    "technicians",
    generatedBusiness.technicians.map(({ name }) => name),
  );
  const services = mentionLists(
    reviews,
    "services",
    generatedBusiness.services.map(({ id }) => id),
  );
  const none = { offsets: new Uint32Array(reviews.length + 1), ids: new Uint32Array(0) };
  const ratings = Uint8Array.from(reviews, ({ rating }) => rating);
  const dates = Int32Array.from(reviews, ({ date }) => Number(date.replaceAll("-", "")));
  const texts = new FoldedTextsWriter(reviews.length, "en");
  for (const { text } of reviews) texts.add({ text });
  return {
    reviewCount: reviews.length,
    texts: texts.finish(),
    textAt: (ordinal) => reviews[ordinal]!.text,
    ratings,
    dates,
    labels: { ...mapLabels(() => none), technicians, services },
    updated: new Uint32Array(reviews.length),
  };
}

function mentionLists(
  reviews: readonly GeneratedReview[],
  kind: "technicians" | "services",
  catalog: readonly string[],
): MentionLists {
  const offsets = new Uint32Array(reviews.length + 1);
  const ids: number[] = [];
  for (const [ordinal, { mentions }] of reviews.entries()) {
    ids.push(...mentions[kind].map((name) => catalog.indexOf(name)));
    offsets[ordinal + 1] = ids.length;
  }
  return { offsets, ids: Uint32Array.from(ids) };
}
