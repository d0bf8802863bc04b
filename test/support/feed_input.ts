import type { FeedInput } from "../../src/publication/feeds/mod.ts";
import { businessOf, SITE } from "./page_stage.ts";

/** What a feed is written from, in which only `fields` matter. */
export function feedInput(fields: Partial<FeedInput> = {}): FeedInput {
  return {
    site: SITE,
    business: businessOf(),
    words: SITE.words,
    reviews: [],
    removals: [],
    authority: "0123456789abcdef",
    publishedAt: Date.parse("2026-06-01T12:00:00Z"),
    ...fields,
  };
}

/** A deep copy, except for the words, which are functions. */
export function copyOf({ words, site: { baseUrl }, ...data }: FeedInput): FeedInput {
  return { ...structuredClone(data), words, site: { ...SITE, baseUrl } };
}
