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

const TITLE = "For developers";

/** The page at `/developers`, in English only. */
export function developersPage(publication: Publication, site: PageSite): PageDocument {
  const { business } = publication;
  const html = renderPage({
    site,
    publication,
    title: TITLE,
    description: `Feeds, open data, API and MCP server of the reviews of ${business.name}.`,
    canonicalPath: PATHS.developers,
    isEnglishOnly: true,
    children: (
      <>
        <section aria-labelledby="title">
          <h1 id="title">{TITLE}</h1>
          <p class="lead">Everything on this site is open to programs, too: no key, no account.</p>
          <p class="after-heading">
            <a href={linkWithin(site, PATHS.docs)}>API reference</a>: every operation with its parameters and answers,
            to read and to try out.
          </p>
        </section>
        <FollowSection site={site} />
      </>
    ),
  });
  return htmlPage(200, html, { cacheable: true, business });
}
