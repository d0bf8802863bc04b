/**
 * The renderers of pages and of agents' views, each loaded when it is first needed, so that a server starts without
 * them.
 */

import { ASSET_CACHE_CONTROL } from "../http/headers.ts";
import type { Publication } from "../publication/mod.ts";
import { catalogueLanguage, wordsFor } from "../review/languages/mod.ts";
import type { Comparison, Found } from "./agent_views.tsx";
import { themeAt } from "./brand.ts";
import type { OpenApiDocument } from "./docs/openapi.ts";
import type { AskedForm, AskedPart } from "./docs/part_page.tsx";
import { mentionedOf } from "./entity.ts";
import type { ErrorPageOptions } from "./error_page.tsx";
import type { PageDocument } from "./page.ts";
import type { Search } from "./search_page.tsx";
import type { PageSite } from "./site.ts";
import type { InvitationCard } from "./widgets/invitation_cards.ts";

/** The page at `/`; see {@link readSearch} for its search. */
export async function homePage(publication: Publication, site: PageSite, search?: Search): Promise<PageDocument> {
  return (await import("./home_page.tsx")).renderHomePage(publication, site, search);
}

/** The page at `/reviews/{id}`: status 200, 308, 404 or 410. */
export async function reviewPage(publication: Publication, site: PageSite, id: string): Promise<PageDocument> {
  return (await import("./review_page.tsx")).renderReviewPage(publication, site, id);
}

/** The page at `/record`. */
export async function recordPage(publication: Publication, site: PageSite): Promise<PageDocument> {
  return (await import("./record_page.tsx")).renderRecordPage(publication, site);
}

/** The page at `/verification`. */
export async function verificationPage(publication: Publication, site: PageSite): Promise<PageDocument> {
  return (await import("./verification_page.tsx")).renderVerificationPage(publication, site);
}

/** The page at `/technicians/{id}`: 404 for one who is not in the catalog, or not public. */
export async function technicianPage(publication: Publication, site: PageSite, id: string): Promise<PageDocument> {
  const found = mentionedOf(publication, "technician", id);
  return (await import("./entity_page.tsx")).renderEntityPage(publication, site, found);
}

/** The page at `/services/{id}`. */
export async function servicePage(publication: Publication, site: PageSite, id: string): Promise<PageDocument> {
  const found = mentionedOf(publication, "service", id);
  return (await import("./entity_page.tsx")).renderEntityPage(publication, site, found);
}

/** The pages at `/technicians` and `/services`. */
export async function mentionedPage(publication: Publication, site: PageSite, kind: "technician" | "service") {
  return (await import("./entity_page.tsx")).renderMentionedPage(publication, site, kind);
}

/** The page for browsers at the address where agents connect. */
export async function connectPage(publication: Publication, site: PageSite): Promise<PageDocument> {
  return (await import("./connect_page.tsx")).renderConnectPage(publication, await inEnglish(site));
}

/** The page at `/developers`. */
export async function developersPage(publication: Publication, site: PageSite): Promise<PageDocument> {
  return (await import("./developers_page.tsx")).renderDevelopersPage(publication, await inEnglish(site));
}

/** The page at `/show`. */
export async function widgetsPage(publication: Publication, site: PageSite): Promise<PageDocument> {
  return (await import("./widgets/widgets_page.tsx")).renderWidgetsPage(publication, site);
}

/** The card at `/card.svg`. */
export async function card(publication: Publication, site: PageSite): Promise<PageDocument> {
  return (await import("./widgets/card.ts")).renderCard(publication, site);
}

/** What the owner's console shows of the pages. */
export function ownerViews() {
  return import("./owner_views.tsx");
}

/** A page of cards to print, each in the language of its customer where there are words in it. */
export async function invitationCards(title: string, cards: readonly CardOrder[]): Promise<string> {
  const { renderInvitationCards } = await import("./widgets/invitation_cards.ts");
  const spoken = cards.map(async ({ language, ...card }) => ({ ...card, words: await wordsFor(language) }));
  return renderInvitationCards(title, await Promise.all(spoken));
}

/** A card, and the BCP 47 language of its customer. */
type CardOrder = Omit<InvitationCard, "words"> & { readonly language: string };

/** The style sheet of a colour. An earlier one is made too: pages in caches ask for it. */
export function theme(publication: Publication, site: PageSite, name: string): PageDocument | Promise<PageDocument> {
  const found = themeAt(name);
  if (found === null) return errorPage(site, 404, { publication });
  return {
    status: 200,
    mediaType: "text/css; charset=utf-8",
    body: found.css,
    cacheable: found.color === publication.business.color,
    headers: { "Cache-Control": ASSET_CACHE_CONTROL },
  };
}

/** The page at `/docs`, made from the OpenAPI document. */
export async function docsPage(openapi: OpenApiDocument, site: PageSite, queryString: string): Promise<PageDocument> {
  return (await import("./docs/docs_page.tsx")).renderDocsPage(openapi, await inEnglish(site), queryString);
}

/** The page at `/docs/{part}`; null where there is no such part. */
export async function docsPartPage(openapi: OpenApiDocument, site: PageSite, asked: AskedPart) {
  return (await import("./docs/part_page.tsx")).renderDocsPartPage(openapi, await inEnglish(site), asked);
}

/** Where a form on a page of the reference leads; null for no form. */
export async function docsFormTarget(openapi: OpenApiDocument, site: PageSite, asked: AskedForm) {
  return (await import("./docs/part_page.tsx")).formTargetOf(openapi, site, asked);
}

/** A page for an error, for people who follow a link that leads nowhere. */
export async function errorPage(site: PageSite, status: number, options?: ErrorPageOptions): Promise<PageDocument> {
  return (await import("./error_page.tsx")).renderErrorPage(site, status, options);
}

/** What is for developers is written in English only. */
async function inEnglish(site: PageSite): Promise<PageSite> {
  return site.words.language === "en" ? site : { ...site, words: await wordsFor("en") };
}

/** The views of a site, each as a whole document, in English as everything that agents are told. */
export function agentViews(site: Omit<PageSite, "words" | "ownLanguage">) {
  const load = () => import("./agent_views.tsx");
  const siteFor = async ({ business }: Publication): Promise<PageSite> => {
    const words = await wordsFor("en", business.address?.country);
    return { ...site, words, ownLanguage: catalogueLanguage(business.language) };
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
