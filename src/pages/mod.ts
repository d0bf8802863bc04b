/**
 * Renders a publication for people, and the documents by which programs discover it.
 *
 * In: a publication, the site's addresses, the OpenAPI document. Out: documents (status, media type, body).
 * Never: how a request is answered, where reviews come from, a script that a page needs.
 *
 * @module
 */
export { pageAssets } from "./assets.ts";
export type { OpenApiDocument } from "./docs/openapi.ts";
export { errorPage } from "./load_pages.ts";
export { type PageDocument, pageSecurityHeaders } from "./page_document.ts";
export type { PageRequest, PageRoute, PageTrouble } from "./page_route.ts";
export { readSearch } from "./read_search.ts";
export { connectRoute, pageRoutes } from "./routes.ts";
export type { PageSite } from "./site.ts";
export { sitemapXml } from "./sitemap.ts";
