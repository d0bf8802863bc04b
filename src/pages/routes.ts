/**
 * The pages and discovery documents as rows: which path, rendered how. Renderers are loaded with the first page that
 * is requested.
 */
import { parameterReader } from "../http/parameters.ts";
import { PATHS } from "../http/paths.ts";
import { once } from "../memo.ts";
import { SearchQuery } from "../publication/mod.ts";
import { pictureFile, themeFile } from "./brand.ts";
import { apiCatalog, llmsTxt, robotsTxt, securityTxt, sitemapParameters, sitemapXml } from "./discovery.ts";
import { mentionedOf } from "./entity.ts";
import { errorPage, inEnglish } from "./load_pages.ts";
import { type PageRoute, redirectTo } from "./page.ts";
import type { Search } from "./search_page.tsx";
import { linkWithin, pageLink } from "./site.ts";
import { WIDGET_ROUTES } from "./widgets/routes.ts";

/** Who and what has pages of its own. */
const MENTIONED = ["technician", "service"] as const;

/** Where other programs have their API reference, and the parts that it had until release 1.2. */
const OTHER_DOCS = [PATHS.swagger, PATHS.openApiPage, PATHS.docsPart];

/** Every page and discovery document. */
export const pageRoutes: readonly PageRoute[] = [
  {
    path: "/",
    readsQuery: searchParameters,
    inLanguages: true,
    render: async ({ publication, site, queryString }) =>
      (await import("./home_page.tsx")).renderHomePage(publication, site, readSearch(queryString)),
  },
  {
    path: PATHS.review,
    wasInLanguages: true,
    render: async ({ publication, site, parameters }) =>
      (await import("./review_page.tsx")).renderReviewPage(publication, site, parameters.id ?? ""),
  },
  {
    path: PATHS.verification,
    inLanguages: true,
    render: async ({ publication, site }) =>
      (await import("./verification_page.tsx")).renderVerificationPage(publication, site),
  },
  {
    path: PATHS.recordPage,
    inLanguages: true,
    render: async ({ publication, site }) => (await import("./record_page.tsx")).renderRecordPage(publication, site),
  },
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
      render: async ({ publication, site }) =>
        (await import("./entity_page.tsx")).renderMentionedPage(publication, site, kind),
    }),
  ),
  ...MENTIONED.map(
    (kind): PageRoute => ({
      path: PATHS[kind],
      inLanguages: true,
      render: async ({ publication, site, parameters }) => {
        const found = mentionedOf(publication, kind, parameters.id ?? "");
        return (await import("./entity_page.tsx")).renderEntityPage(publication, site, found);
      },
    }),
  ),
  {
    path: PATHS.developers,
    render: async ({ publication, site }) =>
      (await import("./developers_page.tsx")).renderDevelopersPage(publication, inEnglish(site)),
  },
  {
    path: PATHS.theme,
    render: ({ publication, site, parameters }) =>
      themeFile(publication, parameters.theme ?? "") ?? errorPage(site, 404, { publication }),
  },
  {
    path: PATHS.logo,
    render: ({ publication, site, parameters }) =>
      pictureFile(publication, "logo", parameters.name ?? "") ?? errorPage(site, 404, { publication }),
  },
  {
    path: PATHS.photo,
    render: ({ publication, site, parameters }) =>
      pictureFile(publication, "photo", parameters.name ?? "") ?? errorPage(site, 404, { publication }),
  },
  {
    path: PATHS.docs,
    render: async ({ publication, operations, site }) =>
      (await import("./docs_page.tsx")).renderDocsPage(publication, operations, inEnglish(site)),
  },
  ...OTHER_DOCS.map((path): PageRoute => ({ path, render: ({ site }) => redirectTo(linkWithin(site, PATHS.docs)) })),
  ...WIDGET_ROUTES,
  {
    path: PATHS.llms,
    render: async ({ publication, site }) => llmsTxt(publication, inEnglish(site)),
  },
  {
    path: PATHS.robots,
    render: ({ site }) => robotsTxt(site),
  },
  {
    path: PATHS.sitemap,
    readsQuery: sitemapParameters,
    render: ({ publication, site, queryString }) => {
      const asked = new URLSearchParams(queryString).get("part");
      const part = asked === null ? undefined : Number(asked);
      return sitemapXml(publication, site, part) ?? errorPage(site, 404, { publication });
    },
  },
  {
    path: PATHS.apiCatalog,
    render: ({ site }) => apiCatalog(site),
  },
  {
    path: PATHS.securityTxt,
    render: ({ publication, site, now }) =>
      securityTxt(publication, site, now) ?? errorPage(site, 404, { publication }),
  },
];

/** For browsers at the address where agents connect: that operation answers with it, so that it is none of its own. */
export const connectRoute: PageRoute = {
  path: PATHS.mcp,
  render: async ({ publication, site }) =>
    (await import("./connect_page.tsx")).renderConnectPage(publication, inEnglish(site)),
};

const readQuery = once(() => parameterReader(SearchQuery));

/**
 * The parameters of a search in a query string. Fields of a form that were left empty are no filters, and parameters that
 * are not ours (campaign tags and the like) are let be.
 */
function searchParameters(queryString: string): string {
  const known = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(queryString)) {
    if (Object.hasOwn(SearchQuery.properties, name) && value.trim() !== "") known.append(name, value);
  }
  // A form offers this order also where no words were entered.
  if (known.get("sort") === "relevant" && !known.has("query") && !known.has("words")) known.delete("sort");
  return known.toString();
}

/** The search that a query string asks for, judged as the search interface judges it. */
export function readSearch(queryString: string): Search {
  const known = searchParameters(queryString);
  const asked = [...new URLSearchParams(known).keys()];
  const reading = readQuery()(known);
  if (reading.kind === "invalid") return { query: {}, issues: reading.issues };
  const query = Object.fromEntries(Object.entries(reading.value).filter(([name]) => asked.includes(name)));
  return { query, issues: [] };
}
