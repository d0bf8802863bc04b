/**
 * The views for agents' hosts as the MCP endpoint asks for them. The renderer is loaded with the first one.
 *
 * @module
 */
import { spokenLanguage, wordsFor } from "../../languages/mod.ts";
import type { Publication } from "../../publication/mod.ts";
import type { PageSite } from "../site.ts";
import type { Comparison } from "./comparison.tsx";
import type { Found } from "./views.tsx";

/** The views of a site, each as a whole document, in English as everything that agents are told. */
export function agentViews(site: Omit<PageSite, "words" | "ownLanguage">) {
  const load = () => import("./views.tsx");
  const siteFor = async ({ business }: Publication): Promise<PageSite> => {
    return { ...site, words: await wordsFor("en"), ownLanguage: spokenLanguage(business.language) };
  };
  return {
    rating: async (publication: Publication, uri: string) =>
      (await load()).ratingView(publication, await siteFor(publication), uri),
    reviews: async (publication: Publication, uri: string, found: Found | null) =>
      (await load()).reviewsView(publication, await siteFor(publication), uri, found),
    comparison: async (publication: Publication, uri: string, compared: Comparison | null) =>
      (await load()).comparisonView(publication, await siteFor(publication), uri, compared),
  };
}
