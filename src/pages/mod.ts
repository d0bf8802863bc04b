/**
 * Renders a publication for people, and the documents by which programs discover it.
 *
 * In: a publication, the site's addresses, the operations of the interface. Out: documents (status, media type, body).
 * Never: which address leads here, where reviews come from, a script that a page needs.
 *
 * @module
 */
export { pageAssets } from "./assets.ts";
export { sitemapXml } from "./discovery.ts";
export { createForms, type FormService, type FormsOptions, formOperations } from "./invitations/forms.ts";
export { invitationCards, ownerViews } from "./load_pages.ts";
export { PAGE_SECURITY_HEADERS, type PageDocument } from "./page.ts";
export {
  createPageAnswers,
  type PageAnswersOptions,
  type PageService,
  pageOperations,
  pageSite,
  withoutLanguage,
} from "./page_answers.ts";
export { connectRoute, readSearch } from "./routes.ts";
export type { PageSite } from "./site.ts";
