/**
 * Shows a publication to people, and tells programs where everything is.
 *
 * In: a publication, the site's addresses, the OpenAPI document. Out: documents (status, media type, body).
 * Never: how a request is answered, where reviews come from, a script that a page needs.
 *
 * @module
 */
export { type PageAsset, pageAssets } from "./assets.ts";
export { badgeSvg } from "./badge.ts";
export { apiCatalog, llmsTxt, robotsTxt, securityTxt, sitemapXml } from "./discovery.ts";
export type { OpenApiDocument } from "./docs/openapi.ts";
export { embedScript } from "./embed.ts";
export type { ErrorPageOptions } from "./error_page.tsx";
export { PAGE_SECURITY_HEADERS, type PageDocument } from "./page_document.ts";
export {
  docsPage,
  errorPage,
  homePage,
  type PageRequest,
  type PageRoute,
  pageRoutes,
  readSearch,
  reviewPage,
  verificationPage,
} from "./routes.ts";
export type { Search } from "./search_page.tsx";
export type { PageSite } from "./site.ts";
