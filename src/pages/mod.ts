/**
 * Renders a publication for people, and the documents by which programs discover it.
 *
 * In: a publication, the site's addresses, the operations of the interface. Out: documents (status, media type, body).
 * Never: which address leads here, where reviews come from, a script that a page needs.
 *
 * @module
 */
export { agentViews } from "./agent_views.tsx";
export { pageAssets } from "./assets.ts";
export { SITEMAP_PART, sitemapXml } from "./discovery.ts";
export { createForms, type FormService, type FormsOptions, formOperations } from "./invitations/forms.ts";
export { reviewJsonLd } from "./json_ld.ts";
export { cardSheet, codeSource, ProfilePreview, previewCss, takeaways } from "./owner_views.tsx";
export { PAGE_SECURITY_HEADERS, type PageDocument } from "./page.ts";
export {
  createPageAnswers,
  keptPageAt,
  type PageAnswersOptions,
  type PageService,
  pageOperations,
  pageSite,
  withoutLanguage,
} from "./page_answers.ts";
export { connectRoute, readSearch } from "./routes.ts";
export type { PageSite } from "./site.ts";
export { renderInvitationCards } from "./widgets/card.ts";
export { embedCodes } from "./widgets/embed.ts";
export { EMBED_DEFAULTS, EMBED_LAYOUTS } from "./widgets/embed_page.tsx";
