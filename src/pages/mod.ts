/**
 * Renders a publication for people, and the documents by which programs discover it.
 *
 * In: a publication, the site's addresses, the OpenAPI document. Out: documents (status, media type, body).
 * Never: how a request is answered, where reviews come from, a script that a page needs.
 *
 * @module
 */
export { pageAssets } from "./assets.ts";
export { sitemapXml } from "./discovery.ts";
export type { OpenApiDocument } from "./docs/openapi.ts";
export { errorPage } from "./load_pages.ts";
export { type PageDocument, pageSecurityHeaders } from "./page_document.ts";
export { readSearch } from "./read_search.ts";
export { connectRoute, type PageRequest, type PageRoute, type PageTrouble, pageRoutes } from "./routes.ts";
export type { PageSite } from "./site.ts";
