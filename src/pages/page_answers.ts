import { codedOffLoop } from "../http/content_coding.ts";
import { digestOf } from "../http/digest.ts";
import { REVISION_HEADER } from "../http/headers.ts";
import {
  type Call,
  type Operation,
  operationsAt,
  type PublishingService,
  type ResponseOrPromise,
  type Source,
  whenPublished,
} from "../http/operation.ts";
import { isWellEncoded } from "../http/parameters.ts";
import { absoluteUrl, nearestPath, PATHS, type Site } from "../http/paths.ts";
import { plainProblem, problemResponse } from "../http/problem.ts";
import { Representation } from "../http/representation.ts";
import { pathnameOf, prefers } from "../http/request.ts";
import { Content, respond } from "../http/respond.ts";
import { catalogueLanguage, hasCatalogue, type Language, wordsFor } from "../languages/mod.ts";
import { Memo, memo } from "../memo.ts";
import type { Clock, Draw } from "../platform.ts";
import type { Publication } from "../publication/mod.ts";
import type { Published } from "../publication/publishing/mod.ts";
import type { Business } from "../review/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import { renderErrorPage } from "./error_page.tsx";
import { FORM_PATHS } from "./invitations/forms.ts";
import { isDraft, type PageDocument, type PageRequest, type PageRoute, redirectTo } from "./page.ts";
import { pageRoutes } from "./routes.ts";
import { linkWithin, type PageSite } from "./site.ts";

export interface PageService extends PublishingService<Published> {
  readonly pages: PageAnswers;
}

export const pageOperations: readonly Operation<PageService>[] = pageRoutes.map(pageOperation);

function pageOperation(route: PageRoute): Operation<PageService> {
  return {
    id: route.path,
    method: "GET",
    path: route.path,
    responses: {},
    answer: whenPublished((call: Call<PathParameters>, published: Published, { pages }: PageService) =>
      pages.page(route, call, published),
    ),
  };
}

/** Pages kept for one revision; a site has a handful and a permalink for each review. */
const KEPT_PAGES = 500;

/** A path with each character percent-encoded or not as browsers do, so that a page is kept under one address. */
function inOneSpelling(pathname: string): string {
  if (!pathname.includes("%")) return pathname;
  return pathname
    .split("/")
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join("/");
}

type PathParameters = Readonly<Record<string, string>>;

type Rendered = Pick<PageRoute, "wasInLanguages" | "readsQuery" | "render">;

interface PageAnswers {
  page(route: Rendered, call: Call<PathParameters>, published: Published): ResponseOrPromise;
  missing(request: Request): Response;
}

export interface PageAnswersOptions {
  readonly site: Site;
  readonly version: string;
  /** Whether customers are asked for reviews at present, and readers may report them. */
  readonly isAsking: boolean;
  readonly clock: Clock;
  readonly reader: Source<Published>;
  readonly draw: Draw;
  /** Those of the documented interface. */
  readonly operations: readonly Operation[];
  readonly languageOf: (request: Request) => Language | null;
  /** False where each page is asked for once, to be written to a file: none is kept, or compressed. */
  readonly keepsPages?: boolean;
}

/** The page that was rendered for an address, to be answered like a document; undefined where none is kept. */
export function keptPageAt(publication: Publication, path: string): Representation | undefined {
  // This address answers agents and browsers differently.
  return path === PATHS.mcp ? undefined : keptPages(publication).find(path);
}

function keptPages(publication: Publication): Memo<Representation> {
  return memo(publication, "pages", () => new Memo<Representation>(KEPT_PAGES));
}

export function createPageAnswers(parts: PageAnswersOptions): PageAnswers {
  const requestOf = (
    { request, parameters }: Call<PathParameters>,
    { publication }: Published,
    queryString: string,
  ): PageRequest => {
    const site = pageSite(parts, publication.business, parts.languageOf(request));
    const { operations, draw, clock } = parts;
    return { publication, site, parameters, queryString, operations, draw, now: clock.now() };
  };

  return {
    page(route, call, published) {
      const { request, pathname, queryString } = call;
      const { publication } = published;
      const pages = keptPages(publication);
      if (route.readsQuery && queryString !== "" && !isWellEncoded(queryString)) {
        return plainProblem("malformed_encoding", "invalid percent-encoding in query string: incomplete or not UTF-8");
      }
      const language = parts.languageOf(request);
      const path = inOneSpelling(pathname);
      if (route.wasInLanguages && language !== null) return redirect(redirectTo(linkWithin(parts.site, path)));
      const address = language === null ? path : `/${language}${path}`;
      const asked = queryString === "" ? "" : (route.readsQuery?.(queryString) ?? "");
      const known = asked === "" ? pages.find(address) : undefined;
      if (known !== undefined) return known.respond(request);
      return call.admit(async () => {
        const from = requestOf(call, published, asked);
        const isOne = asked === "";
        // Several may have waited for the same page.
        const made = isOne ? pages.find(address) : undefined;
        if (made !== undefined) return made.respond(request);
        const page = unlistedIfDraft(await route.render(from), publication);
        if (page.status === 308) return redirect(page);
        if (page.status !== 200) return unusual(parts.site, request, page);
        if (!page.cacheable || !isOne || parts.keepsPages === false) return respondOnce(call, page, publication);
        const representation = await keptPage(page, publication);
        return pages.get(address, () => representation).respond(request);
      });
    },
    missing(request) {
      const publication = parts.reader.current?.publication;
      const site = pageSite(parts, publication?.business, parts.languageOf(request));
      return unusual(parts.site, request, renderErrorPage(site, 404, publication && { publication }));
    },
  };
}

export function pageSite(
  { site, version, isAsking }: Pick<PageAnswersOptions, "site" | "version" | "isAsking">,
  business: Pick<Business, "language" | "address"> | undefined,
  asked: Language | null = null,
): PageSite {
  const { language = "", address } = business ?? {};
  const words = wordsFor(asked ?? language, address?.country);
  return { ...site, version, words, ownLanguage: catalogueLanguage(language), takesReports: isAsking };
}

function unlistedIfDraft(page: PageDocument, publication: Publication): PageDocument {
  return isDraft(publication) ? { ...page, headers: { ...page.headers, "X-Robots-Tag": "noindex" } } : page;
}

/** The redirect lasts a minute only: the owner may split what was joined. */
function redirect({ status, headers }: PageDocument): Response {
  return new Response(null, { status, headers: { "Cache-Control": "max-age=60", ...headers } });
}

function unusual(site: Site, request: Request, { status, mediaType, body, headers, issues }: PageDocument): Response {
  if (prefers(request.headers.get("accept"), "text/html", "application/json")) {
    const shown = { "Content-Type": mediaType, "Cache-Control": "no-store", Vary: "Accept", ...headers };
    return new Response(body, { status, headers: shown });
  }
  if (status === 410) return plainProblem("removed", "this review was taken down");
  if (status === 503) return plainProblem("not_ready", "too many concurrent requests; retry later");
  if (issues) return problemResponse(status, issues);
  const { pathname } = new URL(request.url);
  return plainProblem("not_found", `no resource at this path; see ${absoluteUrl(site, nearestPath(pathname))}`);
}

function bytesOf({ body }: PageDocument): Uint8Array<ArrayBuffer> {
  return typeof body === "string" ? utf8Bytes(body) : body;
}

async function keptPage(page: PageDocument, publication: Publication): Promise<Representation> {
  const bytes = bytesOf(page);
  return new Representation({ ...contentParts(page, bytes, publication), bodies: await codedOffLoop(bytes) });
}

function respondOnce(call: Call<PathParameters>, page: PageDocument, publication: Publication): ResponseOrPromise {
  const body = bytesOf(page);
  return respond(call, new Content(contentParts(page, body, publication)), () => ({ body }));
}

function contentParts({ mediaType, headers }: PageDocument, bytes: Uint8Array, publication: Publication) {
  return {
    contentType: mediaType,
    digest: digestOf(bytes),
    lastModified: publication.publishedAt,
    headers: { [REVISION_HEADER]: publication.contentDigest, ...headers },
  };
}

/** `/es/verification` is `/verification` with a language, so that a page is one operation in all of them. */
const TRANSLATED = [
  ...pageRoutes.filter(({ inLanguages, wasInLanguages }) => inLanguages || wasInLanguages).map(({ path }) => path),
  ...FORM_PATHS,
].map((path) => ({ path, method: "GET" as const, responses: {} }));

interface SpokenRequest {
  readonly request: Request;
  readonly language: Language | null;
}

export function withoutLanguage(request: Request): SpokenRequest {
  const pathname = pathnameOf(request.url);
  const end = pathname.indexOf("/", 1);
  const language = end < 0 ? pathname.slice(1) : pathname.slice(1, end);
  if (!hasCatalogue(language)) return { request, language: null };
  const path = end < 0 ? "/" : pathname.slice(end);
  // An unknown path is not translated, but its error page is.
  if (operationsAt(TRANSLATED, path).length === 0) return { request, language };
  const at = request.url.indexOf(pathname, request.url.indexOf("//") + 2);
  const url = request.url.slice(0, at) + path + request.url.slice(at + pathname.length);
  return { request: new Request(url, request), language };
}
