/**
 * The pages and discovery documents as rows: which path, rendered how. Renderers are loaded with the first page that
 * is requested.
 */
import { Type } from "typebox";
import { parameterReader } from "../http/parameters.ts";
import { PATHS } from "../http/paths.ts";
import { once } from "../memo.ts";
import { SearchQuery } from "../publication/mod.ts";
import { ReviewId } from "../review/mod.ts";
import { pictureFile, themeFile } from "./brand.ts";
import { apiCatalog, llmsTxt, robotsTxt, securityTxt, sitemapParameters, sitemapXml } from "./discovery.ts";
import { docsFormParameters, docsParameters } from "./docs/docs_query.ts";
import { GUIDES } from "./docs/guides.ts";
import { docsPartPath, docsParts } from "./docs/openapi.ts";
import { mentionedOf } from "./entity.ts";
import { errorPage, inEnglish } from "./load_pages.ts";
import { type PageRoute, redirectTo } from "./page.ts";
import type { Search } from "./search_page.tsx";
import { pageLink } from "./site.ts";
import { WIDGET_ROUTES } from "./widgets/routes.ts";

const PictureName = Type.Object({
  name: Type.String({ maxLength: 15, description: "Named after its content, as pages link to it" }),
});

const CatalogIdParameter = Type.Object({
  id: Type.String({ maxLength: 64, description: "Id in the catalog of the business" }),
});

/** Who and what has pages of its own. */
const MENTIONED = [
  {
    kind: "technician",
    singular: "Technician",
    plural: "Technicians",
    description: "Of technicians who may be named in public: figures with their intervals, quotes, and the reviews.",
  },
  {
    kind: "service",
    singular: "Service",
    plural: "Services",
    description: "Figures with their intervals, aspects, trend, quotes, and the reviews.",
  },
] as const;

/** Every page and discovery document. */
export const pageRoutes: readonly PageRoute[] = [
  {
    id: "getHomePage",
    path: "/",
    summary: "The business, its rating, what customers say, and the reviews, for people",
    description:
      "With the parameters of searchReviews it shows the search results; empty and unknown parameters are ignored.",
    mayBe: ["refused"],
    readsQuery: searchParameters,
    inLanguages: true,
    render: async ({ publication, site, queryString }) =>
      (await import("./home_page.tsx")).renderHomePage(publication, site, readSearch(queryString)),
  },
  {
    id: "getReviewPage",
    path: PATHS.review,
    summary: "One review, for people",
    description:
      "Permalink of a review. The address of a copy at another site leads to the review that counts; once a review is taken down, its address answers 410 and says so.",
    pathParameters: Type.Object({ id: ReviewId }),
    mayBe: ["moved", "missing", "gone"],
    wasInLanguages: true,
    render: async ({ publication, site, parameters }) =>
      (await import("./review_page.tsx")).renderReviewPage(publication, site, parameters.id ?? ""),
  },
  {
    id: "getVerificationPage",
    path: PATHS.verification,
    summary: "How reviews are verified, and how many were held back",
    description: "Every verification method with its number of reviews, and withheld reviews by reason and by stars.",
    inLanguages: true,
    render: async ({ publication, site }) =>
      (await import("./verification_page.tsx")).renderVerificationPage(publication, site),
  },
  {
    id: "getRecordPage",
    path: PATHS.recordPage,
    summary: "What was asked, what was answered, and what was left out, for people",
    description:
      "The record by quarter, the withheld answers, the settings, and where the published reviews come from.",
    inLanguages: true,
    render: async ({ publication, site }) => (await import("./record_page.tsx")).renderRecordPage(publication, site),
  },
  {
    id: "getSearchPage",
    path: PATHS.searchPage,
    summary: "Where people look for the search",
    description: "Leads to the search of the home page, with the same parameters.",
    mayBe: ["called"],
    isHidden: true,
    inLanguages: true,
    readsQuery: searchParameters,
    render: ({ site, queryString }) => redirectTo(`${pageLink(site, "/")}?${queryString || "sort=newest"}`),
  },
  ...MENTIONED.map(
    ({ kind, plural }): PageRoute => ({
      id: `get${plural}Page`,
      path: PATHS[`${kind}s`],
      summary: `All ${kind}s that reviews mention, for people`,
      description: "Each with its rating and number of reviews; services with prices that customers name.",
      mayBe: ["missing"],
      inLanguages: true,
      render: async ({ publication, site }) =>
        (await import("./entity_page.tsx")).renderMentionedPage(publication, site, kind),
    }),
  ),
  ...MENTIONED.map(
    ({ kind, singular, description }): PageRoute => ({
      id: `get${singular}Page`,
      path: PATHS[kind],
      summary: `What reviews say of one ${kind}, for people`,
      description,
      pathParameters: CatalogIdParameter,
      mayBe: ["missing"],
      inLanguages: true,
      render: async ({ publication, site, parameters }) => {
        const found = mentionedOf(publication, kind, parameters.id ?? "");
        return (await import("./entity_page.tsx")).renderEntityPage(publication, site, found);
      },
    }),
  ),
  {
    id: "getDevelopersPage",
    path: PATHS.developers,
    summary: "Feeds, push, MCP, files and the API, for those who write programs",
    description: "Each way to take the reviews along, with its address.",
    render: async ({ publication, site }) =>
      (await import("./developers_page.tsx")).renderDevelopersPage(publication, await inEnglish(site)),
  },
  {
    id: "getTheme",
    path: PATHS.theme,
    mediaType: "text/css",
    pathParameters: Type.Object({
      theme: Type.String({ maxLength: 17, description: "A colour and a digest, as pages link to it" }),
    }),
    mayBe: ["missing"],
    summary: "The style sheet of the business's colour",
    description: "Shades of the brand colour that can be read on light and dark paper; cached forever.",
    render: ({ publication, site, parameters }) =>
      themeFile(publication, parameters.theme ?? "") ?? errorPage(site, 404, { publication }),
  },
  {
    id: "getLogo",
    path: PATHS.logo,
    mediaType: "image/webp",
    pathParameters: PictureName,
    mayBe: ["missing"],
    summary: "The logo of the business",
    description: "A copy of our own, at most 480 by 192 pixels; cached forever.",
    render: ({ publication, site, parameters }) =>
      pictureFile(publication, "logo", parameters.name ?? "") ?? errorPage(site, 404, { publication }),
  },
  {
    id: "getPhoto",
    path: PATHS.photo,
    mediaType: "image/webp",
    pathParameters: PictureName,
    mayBe: ["missing"],
    summary: "The photograph of the business",
    description:
      "A copy of our own, at most 960 by 720 pixels; author and licence are in `business.photo`. Cached forever.",
    render: ({ publication, site, parameters }) =>
      pictureFile(publication, "photo", parameters.name ?? "") ?? errorPage(site, 404, { publication }),
  },
  {
    id: "getDocsPage",
    path: PATHS.docs,
    summary: "This API reference as a web page",
    description: "What there is, by tag, and where it is described; with `q`, what speaks of those words.",
    query: Type.Object({
      q: Type.Optional(Type.String({ description: "Words of operations and shapes", examples: ["cursor"] })),
    }),
    readsQuery: docsParameters,
    render: async ({ openapi, site, queryString }) =>
      (await import("./docs/docs_page.tsx")).renderDocsPage(await openapi(), await inEnglish(site), queryString),
  },
  {
    id: "getDocsPartPage",
    path: PATHS.docsPart,
    pathParameters: Type.Object({
      part: Type.String({ maxLength: 64, description: "A tag, or what follows it", examples: ["reviews"] }),
    }),
    mayBe: ["called", "missing"],
    summary: "A part of this API reference",
    description:
      "The operations of a tag with parameters, samples and responses, or the shapes of what they answer. Its forms send their fields here, with the id of an `operation`, to be led to the answer.",
    readsQuery: docsFormParameters,
    leadsTo: async ({ openapi, site, parameters, queryString }) => {
      const { formTargetOf } = await import("./docs/part_page.tsx");
      return formTargetOf(await openapi(), site, { slug: parameters.part ?? "", queryString });
    },
    render: async ({ publication, openapi, site, parameters, ask }) => {
      const { renderDocsPartPage } = await import("./docs/part_page.tsx");
      const asked = { slug: parameters.part ?? "", publication, ask };
      const page = await renderDocsPartPage(await openapi(), await inEnglish(site), asked);
      return page ?? errorPage(site, 404, { publication });
    },
  },
  ...WIDGET_ROUTES,
  {
    id: "getLlmsTxt",
    path: PATHS.llms,
    mediaType: "text/plain",
    summary: "What a language model should know about this site",
    description: "https://llmstxt.org: what this is, where the data are, and that reviews are data.",
    render: async ({ publication, site }) => llmsTxt(publication, await inEnglish(site)),
  },
  {
    id: "getRobotsTxt",
    path: PATHS.robots,
    mediaType: "text/plain",
    summary: "What crawlers may read",
    description: "RFC 9309: everything but the combinations of search filters.",
    render: ({ site }) => robotsTxt(site),
  },
  {
    id: "getSitemap",
    path: PATHS.sitemap,
    mediaType: "application/xml",
    query: Type.Object({
      part: Type.Optional(Type.Integer({ minimum: 1, description: "Which part of an index" })),
    }),
    mayBe: ["missing"],
    summary: "URLs of all pages",
    description:
      "https://www.sitemaps.org, pages with their variants in other languages; an index of parts when there are many reviews.",
    readsQuery: sitemapParameters,
    render: async ({ publication, site, queryString, openapi }) => {
      const asked = new URLSearchParams(queryString).get("part");
      const part = asked === null ? undefined : Number(asked);
      const docs = [...docsParts(await openapi()), ...GUIDES].map(({ slug }) => docsPartPath(slug));
      return sitemapXml(publication, site, part, docs) ?? errorPage(site, 404, { publication });
    },
  },
  {
    id: "getApiCatalog",
    path: PATHS.apiCatalog,
    mediaType: "application/linkset+json",
    summary: "The APIs of this site",
    description: "RFC 9727: a link set that points to the API descriptions.",
    render: ({ site }) => apiCatalog(site),
  },
  {
    id: "getSecurityTxt",
    path: PATHS.securityTxt,
    mediaType: "text/plain",
    mayBe: ["missing"],
    summary: "Security contact",
    description: "RFC 9116; absent when the business has neither an https URL nor a telephone number.",
    render: ({ publication, site, now }) =>
      securityTxt(publication, site, now) ?? errorPage(site, 404, { publication }),
  },
];

/** For browsers at the address where agents connect: that operation answers with it, so that it is none of its own. */
export const connectRoute: Pick<PageRoute, "path" | "leadsTo" | "render"> = {
  path: PATHS.mcp,
  render: async ({ publication, site }) =>
    (await import("./connect_page.tsx")).renderConnectPage(publication, await inEnglish(site)),
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
