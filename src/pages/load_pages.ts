/** Renderers that others than the rows of pages need, loaded when first needed: a server starts without them. */

import { catalogueLanguage, wordsFor } from "../languages/mod.ts";
import type { Publication } from "../publication/mod.ts";
import type { Comparison, Found } from "./agent_views.tsx";
import type { ErrorPageOptions } from "./error_page.tsx";
import type { PageDocument } from "./page.ts";
import type { PageSite } from "./site.ts";
import type { InvitationCard } from "./widgets/card.ts";

/** What the owner's console shows of the pages. */
export function ownerViews() {
  return import("./owner_views.tsx");
}

/** A page of cards to print, each in the language of its customer where there are words in it. */
export async function invitationCards(title: string, cards: readonly CardOrder[]): Promise<string> {
  const { renderInvitationCards } = await import("./widgets/card.ts");
  const spoken = cards.map(({ language, ...card }) => ({ ...card, words: wordsFor(language) }));
  return renderInvitationCards(title, spoken);
}

/** A card, and the BCP 47 language of its customer. */
type CardOrder = Omit<InvitationCard, "words"> & { readonly language: string };

/** A page for an error, for people who follow a link that leads nowhere. */
export async function errorPage(site: PageSite, status: number, options?: ErrorPageOptions): Promise<PageDocument> {
  return (await import("./error_page.tsx")).renderErrorPage(site, status, options);
}

/** What is for developers is written in English only. */
export function inEnglish(site: PageSite): PageSite {
  return site.words.language === "en" ? site : { ...site, words: wordsFor("en") };
}

/** The views of a site, each as a whole document, in English as everything that agents are told. */
export function agentViews(site: Omit<PageSite, "words" | "ownLanguage">) {
  const load = () => import("./agent_views.tsx");
  const siteFor = ({ business }: Publication): PageSite => {
    const words = wordsFor("en", business.address?.country);
    return { ...site, words, ownLanguage: catalogueLanguage(business.language) };
  };
  return {
    rating: async (publication: Publication, uri: string) =>
      (await load()).ratingView(publication, siteFor(publication), uri),
    reviews: async (publication: Publication, uri: string, found: Found | null) =>
      (await load()).reviewsView(publication, siteFor(publication), uri, found),
    comparison: async (publication: Publication, uri: string, compared: Comparison | null) =>
      (await load()).comparisonView(publication, siteFor(publication), uri, compared),
  };
}
