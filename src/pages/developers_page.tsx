/** @jsxImportSource preact */
/**
 * What programs and those who write them need: feeds, push, MCP, files and the API reference.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import { PATHS } from "../web/paths.ts";
import { FollowSection } from "./follow_section.tsx";
import { renderPage } from "./layout.tsx";
import { htmlPage, type PageDocument } from "./page_document.ts";
import { linkWithin, type PageSite } from "./site.ts";
import { EN } from "./words/en.ts";

/** The page at `/developers`. */
export function developersPage(publication: Publication, site: PageSite): PageDocument {
  const { business } = publication;
  const html = renderPage({
    site,
    publication,
    title: EN.developers.title,
    description: EN.developers.description(business.name),
    canonicalPath: PATHS.developers,
    isEnglishOnly: true,
    children: (
      <>
        <section aria-labelledby="title">
          <h1 id="title">{EN.developers.title}</h1>
          <p class="lead">{EN.developers.lead}</p>
          <p class="after-heading">
            <a href={linkWithin(site, PATHS.docs)}>{EN.developers.reference}</a>: {EN.developers.referenceNote}
          </p>
        </section>
        <FollowSection site={site} />
      </>
    ),
  });
  return htmlPage(200, html, { cacheable: true, business });
}
