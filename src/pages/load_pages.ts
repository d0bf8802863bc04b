/**
 * The pages, each loaded with the renderer of HTML when it is first asked for.
 *
 * @module
 */
import { wordsFor } from "../languages/mod.ts";
import type { Publication } from "../publication/mod.ts";
import { ASSET_CACHE_CONTROL } from "../web/headers.ts";
import { themeAt } from "./brand/theme.ts";
import type { OpenApiDocument } from "./docs/openapi.ts";
import type { AskedPart } from "./docs/part_page.tsx";
import { mentionedOf } from "./entity/mentioned.ts";
import type { ErrorPageOptions } from "./error_page.tsx";
import type { PageDocument } from "./page_document.ts";
import type { Search } from "./search_page.tsx";
import type { PageSite } from "./site.ts";

/** The page at `/`; see {@link readSearch} for its search. */
export async function homePage(publication: Publication, site: PageSite, search?: Search): Promise<PageDocument> {
  return (await import("./home_page.tsx")).homePage(publication, site, search);
}

/** The page at `/reviews/{id}`: status 200, 308, 404 or 410. */
export async function reviewPage(publication: Publication, site: PageSite, id: string): Promise<PageDocument> {
  return (await import("./review_page.tsx")).reviewPage(publication, site, id);
}

/** The page at `/verification`. */
export async function verificationPage(publication: Publication, site: PageSite): Promise<PageDocument> {
  return (await import("./verification_page.tsx")).verificationPage(publication, site);
}

/** The page at `/technicians/{id}`: 404 for one who is not in the catalog, or not public. */
export async function technicianPage(publication: Publication, site: PageSite, id: string): Promise<PageDocument> {
  const found = mentionedOf(publication, "technician", id);
  return (await import("./entity/entity_page.tsx")).entityPage(publication, site, found);
}

/** The page at `/services/{id}`. */
export async function servicePage(publication: Publication, site: PageSite, id: string): Promise<PageDocument> {
  const found = mentionedOf(publication, "service", id);
  return (await import("./entity/entity_page.tsx")).entityPage(publication, site, found);
}

/** The page for browsers at the address where agents connect. */
export async function connectPage(publication: Publication, site: PageSite): Promise<PageDocument> {
  return (await import("./connect/connect_page.tsx")).connectPage(publication, await inEnglish(site));
}

/** The page at `/developers`. */
export async function developersPage(publication: Publication, site: PageSite): Promise<PageDocument> {
  return (await import("./developers_page.tsx")).developersPage(publication, await inEnglish(site));
}

/** The page at `/show`. */
export async function showPage(publication: Publication, site: PageSite): Promise<PageDocument> {
  return (await import("./show_page.tsx")).showPage(publication, site);
}

/** The card at `/card.svg`. */
export async function card(publication: Publication, site: PageSite): Promise<PageDocument> {
  return (await import("./print/card.ts")).cardSvg(publication, site);
}

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
  return (await import("./docs/docs_page.tsx")).docsPage(openapi, await inEnglish(site), queryString);
}

/** The page at `/docs/{part}`; null where there is no such part. */
export async function docsPartPage(openapi: OpenApiDocument, site: PageSite, asked: AskedPart) {
  return (await import("./docs/part_page.tsx")).docsPartPage(openapi, await inEnglish(site), asked);
}

/** A page for an error, for people who follow a link that leads nowhere. */
export async function errorPage(site: PageSite, status: number, options?: ErrorPageOptions): Promise<PageDocument> {
  return (await import("./error_page.tsx")).errorPage(site, status, options);
}

/** What is for developers is written in English only. */
async function inEnglish(site: PageSite): Promise<PageSite> {
  return { ...site, words: await wordsFor("en") };
}
