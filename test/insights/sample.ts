/** The business of the insights tests and bench, its analyzed reviews and its dataset. */
import { completeBusiness } from "../../src/import/mod.ts";
import {
  type AnalysedReview,
  analyzeReview,
  buildInsights,
  foundMentions,
  type TransparencyCounts,
} from "../../src/insights/mod.ts";
import { wordsFor } from "../../src/languages/mod.ts";
import type { Business } from "../../src/review/mod.ts";

const technician = (id: string, name: string, aliases: string[] = []) => ({ id, name, aliases, public: true });

export const CATALOG_BUSINESS: Business = {
  ...completeBusiness({ name: "Northside Home Services", type: "HomeAndConstructionBusiness" }, null),
  services: [
    { id: "water-heaters", name: "Water heater installation", keywords: ["water heater", "tankless"] },
    { id: "drain-cleaning", name: "Drain cleaning", keywords: ["clogged drain", "sewer line"] },
    { id: "ac-repair", name: "AC repair", keywords: ["AC", "air conditioner", "air conditioning"] },
    { id: "furnaces", name: "Furnace repair", keywords: ["furnace", "heat pump"] },
    { id: "electrical-panels", name: "Electrical panel upgrade", keywords: ["breaker panel", "panel"] },
  ],
  technicians: [
    technician("mike", "Mike O'Brien", ["Big Mike"]),
    technician("will", "Will Hart"),
    technician("rosa", "Rosa Delgado"),
    technician("may", "May Chen"),
    technician("darnell", "Darnell Price"),
    technician("frank", "Frank Kowalski"),
    technician("chris-a", "Chris Alvarez"),
    technician("chris-b", "Chris Bauer"),
  ],
  service_areas: [
    { id: "springfield", name: "Springfield", aliases: [] },
    { id: "oak-park", name: "Oak Park", aliases: ["OP"] },
  ],
};

const NONE = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };

export const NO_WITHHOLDING: TransparencyCounts = {
  imported: 0,
  published: 0,
  joined: 0,
  withheld_count: 0,
  withheld: [{ reason: "unverified", count: 0, by_rating: NONE }],
};

export const SEARCH_URL = "https://reviews.example/api/reviews/search";

/** The words of an English business's insights. */
export const ENGLISH = wordsFor("en");

/** A review as the engine reads it. */
export function analysed(
  { id, text, ...review }: Pick<AnalysedReview, "id" | "text" | "date" | "rating">,
  translation: string | null = null,
): AnalysedReview {
  const analysis = analyzeReview({ id, title: null, text, translation, author_name: null }, CATALOG_BUSINESS);
  return { id, text, ...review, mentions: foundMentions(analysis, CATALOG_BUSINESS), analysis };
}

export function datasetOf(
  reviews: readonly AnalysedReview[],
  input: Partial<Parameters<typeof buildInsights>[0]> = {},
) {
  const ours = { business: CATALOG_BUSINESS, words: ENGLISH, overrides: {}, searchUrl: SEARCH_URL };
  return buildInsights({ ...ours, reviews, transparency: NO_WITHHOLDING, ...input });
}
