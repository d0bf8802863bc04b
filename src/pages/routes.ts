import { parameterReader } from "../http/parameters.ts";
import { PATHS } from "../http/paths.ts";
import { once } from "../memo.ts";
import { SearchQuery } from "../publication/mod.ts";
import { PICTURE_KINDS } from "../review/mod.ts";
import { pictureFile, themeFile } from "./brand.ts";
import { renderConnectPage } from "./connect_page.tsx";
import { renderDevelopersPage } from "./developers_page.tsx";
import { apiCatalog, llmsTxt, robotsTxt, securityTxt, sitemapParameters, sitemapXml } from "./discovery.ts";
import { renderDocsPage } from "./docs_page.tsx";
import { mentionedOf } from "./entity.ts";
import { renderEntityPage, renderMentionedPage } from "./entity_page.tsx";
import { renderErrorPage } from "./error_page.tsx";
import { renderHomePage } from "./home_page.tsx";
import { type PageRoute, redirectTo } from "./page.ts";
import { renderRecordPage } from "./record_page.tsx";
import { renderReviewPage } from "./review_page.tsx";
import type { Search } from "./search_page.tsx";
import { linkWithin, pageLink } from "./site.ts";
import { renderVerificationPage } from "./verification_page.tsx";
import { WIDGET_ROUTES } from "./widgets/routes.ts";

const MENTIONED = ["technician", "service"] as const;

/** Paths where other programs have their API reference, and parts of ours until release 1.2. */
const OTHER_DOCS = [PATHS.swagger, PATHS.openApiPage, PATHS.docsPart];

export const pageRoutes: readonly PageRoute[] = [
  {
    path: "/",
    readsQuery: searchParameters,
    inLanguages: true,
    render: ({ publication, site, queryString }) => renderHomePage(publication, site, readSearch(queryString)),
  },
  {
    path: PATHS.review,
    wasInLanguages: true,
    render: ({ publication, site, parameters }) => renderReviewPage(publication, site, parameters.id ?? ""),
  },
  { path: PATHS.verification, inLanguages: true, render: renderVerificationPage },
  { path: PATHS.recordPage, inLanguages: true, render: renderRecordPage },
  {
    path: PATHS.searchPage,
    inLanguages: true,
    readsQuery: searchParameters,
    render: ({ site, queryString }) => redirectTo(`${pageLink(site, "/")}?${queryString || "sort=newest"}`),
  },
  ...MENTIONED.map(
    (kind): PageRoute => ({
      path: PATHS[`${kind}s`],
      inLanguages: true,
      render: ({ publication, site }) => renderMentionedPage(publication, site, kind),
    }),
  ),
  ...MENTIONED.map(
    (kind): PageRoute => ({
      path: PATHS[kind],
      inLanguages: true,
      render: ({ publication, site, parameters }) =>
        renderEntityPage(publication, site, mentionedOf(publication, kind, parameters.id ?? "")),
    }),
  ),
  { path: PATHS.developers, render: renderDevelopersPage },
  {
    path: PATHS.theme,
    render: ({ publication, site, parameters }) =>
      themeFile(publication, parameters.theme ?? "") ?? renderErrorPage(site, 404, { publication }),
  },
  ...PICTURE_KINDS.map(
    (kind): PageRoute => ({
      path: PATHS[kind],
      render: ({ publication, site, parameters }) =>
        pictureFile(publication, kind, parameters.name ?? "") ?? renderErrorPage(site, 404, { publication }),
    }),
  ),
  { path: PATHS.docs, render: renderDocsPage },
  ...OTHER_DOCS.map((path): PageRoute => ({ path, render: ({ site }) => redirectTo(linkWithin(site, PATHS.docs)) })),
  ...WIDGET_ROUTES,
  { path: PATHS.llms, render: llmsTxt },
  { path: PATHS.robots, render: robotsTxt },
  {
    path: PATHS.sitemap,
    readsQuery: sitemapParameters,
    render: ({ publication, site, queryString }) => {
      const asked = new URLSearchParams(queryString).get("part");
      const part = asked === null ? undefined : Number(asked);
      return sitemapXml(publication, site, part) ?? renderErrorPage(site, 404, { publication });
    },
  },
  { path: PATHS.apiCatalog, render: apiCatalog },
  {
    path: PATHS.securityTxt,
    render: ({ publication, site, now }) =>
      securityTxt(publication, site, now) ?? renderErrorPage(site, 404, { publication }),
  },
];

/** The page for browsers at the address of the MCP server. The MCP operation answers with it, so it is no operation of its own. */
export const connectRoute: PageRoute = { path: PATHS.mcp, render: renderConnectPage };

const readQuery = once(() => parameterReader(SearchQuery));

/** Fields of a form that were left empty are no filters, and unknown parameters (campaign tags) are let be. */
function searchParameters(queryString: string): string {
  const known = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(queryString)) {
    if (Object.hasOwn(SearchQuery.properties, name) && value.trim() !== "") known.append(name, value);
  }
  // A form offers this order also where no words were entered.
  if (known.get("sort") === "relevant" && !known.has("query") && !known.has("words")) known.delete("sort");
  return known.toString();
}

export function readSearch(queryString: string): Search {
  const known = searchParameters(queryString);
  const asked = [...new URLSearchParams(known).keys()];
  const reading = readQuery()(known);
  if (reading.kind === "invalid") return { query: {}, issues: reading.issues };
  const query = Object.fromEntries(Object.entries(reading.value).filter(([name]) => asked.includes(name)));
  return { query, issues: [] };
}
