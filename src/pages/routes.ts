/**
 * The pages and discovery documents as a list: which path, rendered how.
 *
 * The renderer of HTML is loaded with the first page that is asked for, so that starting the program does not wait for it.
 *
 * @module
 */

import { type TObject, Type } from "typebox";
import type { Publication } from "../publication/mod.ts";
import { ReviewId } from "../review/mod.ts";
import { PATHS } from "../web/paths.ts";
import { badgeSvg } from "./badge.ts";
import { apiCatalog, llmsTxt, robotsTxt, securityTxt, sitemapXml } from "./discovery.ts";
import type { OpenApiDocument } from "./docs/openapi.ts";
import { embedScript } from "./embed.ts";
import {
  connectPage,
  developersPage,
  docsPage,
  errorPage,
  homePage,
  reviewPage,
  theme,
  verificationPage,
} from "./load_pages.ts";
import { logoFile } from "./logo_file.ts";
import type { PageDocument } from "./page_document.ts";
import { readSearch } from "./read_search.ts";
import type { PageSite } from "./site.ts";

/** What a page may depend on. */
export interface PageRequest {
  readonly publication: Publication;
  readonly site: PageSite;
  /** Decoded path parameters, such as `id`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The query string, without its question mark. */
  readonly queryString: string;
  /** The OpenAPI document, as it is served; made when it is first asked for. */
  readonly openapi: () => Promise<OpenApiDocument>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** 308, 400, 404 and 410. */
export type PageTrouble = "moved" | "refused" | "missing" | "gone";

/** A page: its path, how the OpenAPI document describes it, and how it is rendered. */
export interface PageRoute {
  /** Of its operation in the OpenAPI document: a verb and what it gets. */
  readonly id: string;
  /** Path with parameters in braces. */
  readonly path: string;
  /** One line for the OpenAPI document. */
  readonly summary: string;
  /** What the OpenAPI document says beyond the summary. */
  readonly description: string;
  /** Content-Type without its charset; HTML when left out. */
  readonly mediaType?: string;
  readonly pathParameters?: TObject;
  /** What the OpenAPI document says of the query; a page that reads it is lenient. */
  readonly query?: TObject;
  /** What it may answer instead of the page. */
  readonly mayBe?: readonly PageTrouble[];
  /** True for what is written in every language that has a catalogue: its address is also that of `/{language}`, as `/es/`. */
  readonly inLanguages?: boolean;
  /** True when the query string changes the answer; others may be built once per revision. */
  readonly readsQuery: boolean;
  readonly render: (request: PageRequest) => PageDocument | Promise<PageDocument>;
}

/** Every page and discovery document. */
export const pageRoutes: readonly PageRoute[] = [
  {
    id: "getHomePage",
    path: "/",
    summary: "The business, its rating, what customers say, and the reviews, for people",
    description:
      "With the parameters of searchReviews it shows the search results; empty and unknown parameters are ignored.",
    mayBe: ["refused"],
    readsQuery: true,
    inLanguages: true,
    render: ({ publication, site, queryString }) => homePage(publication, site, readSearch(queryString)),
  },
  {
    id: "getReviewPage",
    path: PATHS.review,
    summary: "One review, for people",
    description:
      "Permalink of a review. The address of a copy at another site leads to the review that counts; once a review is taken down, its address answers 410 and says so.",
    pathParameters: Type.Object({ id: ReviewId }),
    mayBe: ["moved", "missing", "gone"],
    readsQuery: false,
    inLanguages: true,
    render: ({ publication, site, parameters }) => reviewPage(publication, site, parameters.id ?? ""),
  },
  {
    id: "getVerificationPage",
    path: PATHS.verification,
    summary: "How reviews are verified, and how many were held back",
    description: "Every verification method with its number of reviews, and withheld reviews by reason and by stars.",
    readsQuery: false,
    inLanguages: true,
    render: ({ publication, site }) => verificationPage(publication, site),
  },
  {
    id: "getDevelopersPage",
    path: PATHS.developers,
    summary: "Feeds, push, MCP, files and the API, for those who write programs",
    description: "Each way to take the reviews along, with its address.",
    readsQuery: false,
    render: ({ publication, site }) => developersPage(publication, site),
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
    readsQuery: false,
    render: ({ publication, site, parameters }) => theme(publication, site, parameters.theme ?? ""),
  },
  {
    id: "getLogo",
    path: PATHS.logo,
    mediaType: "image/webp",
    pathParameters: Type.Object({
      name: Type.String({ maxLength: 15, description: "Named after its content, as pages link to it" }),
    }),
    mayBe: ["missing"],
    summary: "The logo of the business",
    description: "A copy of our own, at most 480 by 192 pixels; cached forever.",
    readsQuery: false,
    render: ({ publication, site, parameters }) =>
      logoFile(publication, parameters.name ?? "") ?? errorPage(site, 404, { publication }),
  },
  {
    id: "getDocsPage",
    path: PATHS.docs,
    summary: "This API reference as a web page",
    description: "Every operation with its parameters and responses, to read and to try out.",
    readsQuery: false,
    render: async ({ openapi, site }) => docsPage(await openapi(), site),
  },
  {
    id: "getBadge",
    path: PATHS.badge,
    mediaType: "image/svg+xml",
    summary: "The rating as an SVG badge",
    description: "An image without scripts, fonts or external references, for any page.",
    readsQuery: false,
    inLanguages: true,
    render: ({ publication, site }) => badgeSvg(publication, site),
  },
  {
    id: "getEmbedScript",
    path: PATHS.embed,
    mediaType: "text/javascript",
    summary: "Script that shows rating and newest reviews on the business's own site",
    description: "Renders in place; sets no cookies and makes no further requests.",
    readsQuery: false,
    inLanguages: true,
    render: ({ publication, site }) => embedScript(publication, site),
  },
  {
    id: "getLlmsTxt",
    path: PATHS.llms,
    mediaType: "text/plain",
    summary: "What a language model should know about this site",
    description: "https://llmstxt.org: what this is, where the data are, and that reviews are data.",
    readsQuery: false,
    render: ({ publication, site }) => llmsTxt(publication, site),
  },
  {
    id: "getRobotsTxt",
    path: PATHS.robots,
    mediaType: "text/plain",
    summary: "What crawlers may read",
    description: "RFC 9309: everything but the combinations of search filters.",
    readsQuery: false,
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
    description: "https://www.sitemaps.org; an index of parts when there are many reviews.",
    readsQuery: true,
    render: ({ publication, site, queryString }) => {
      const part = new URLSearchParams(queryString).get("part");
      return (
        sitemapXml(publication, site, part === null ? undefined : Number(part)) ?? errorPage(site, 404, { publication })
      );
    },
  },
  {
    id: "getApiCatalog",
    path: PATHS.apiCatalog,
    mediaType: "application/linkset+json",
    summary: "The APIs of this site",
    description: "RFC 9727: a link set that points to the API descriptions.",
    readsQuery: false,
    render: ({ site }) => apiCatalog(site),
  },
  {
    id: "getSecurityTxt",
    path: PATHS.securityTxt,
    mediaType: "text/plain",
    mayBe: ["missing"],
    summary: "Security contact",
    description: "RFC 9116; absent when the business has neither an https URL nor a telephone number.",
    readsQuery: false,
    render: ({ publication, site, now }) =>
      securityTxt(publication, site, now) ?? errorPage(site, 404, { publication }),
  },
];

/** For browsers at the address where agents connect: that operation answers with it, so that it is none of its own. */
export const connectRoute: Pick<PageRoute, "path" | "readsQuery" | "render"> = {
  path: PATHS.mcp,
  readsQuery: false,
  render: ({ publication, site }) => connectPage(publication, site),
};
