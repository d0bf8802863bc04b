/**
 * Answers requests for pages: each is rendered once per revision where it depends on nothing else.
 *
 * @module
 */
import { type Language, spokenLanguage, wordsFor } from "../languages/mod.ts";
import { errorPage, type PageDocument, type PageRoute, type PageSite } from "../pages/mod.ts";
import type { Published } from "../publishing/mod.ts";
import { prefers } from "../web/accept.ts";
import { codedBodies } from "../web/compress.ts";
import type { Call } from "../web/operation.ts";
import { plainProblem, problemResponse } from "../web/problem.ts";
import { digestOf, Representation } from "../web/representation.ts";
import type { AppParts } from "./app_parts.ts";
import type { Described } from "./described.ts";

/** Pages kept for one revision; a site has a handful and a permalink for each review. */
const KEPT_PAGES = 500;

/** Path parameters as the router decoded them. */
export type PathParameters = Readonly<Record<string, string>>;

/** What answering with a page takes of its route. */
export type Rendered = Pick<PageRoute, "readsQuery" | "render">;

/** Answers requests for pages. */
export interface PageAnswers {
  page(route: Rendered, call: Call<PathParameters>, published: Published): Promise<Response>;
  /** The answer for a path that leads nowhere. */
  missing(request: Request): Promise<Response>;
}

/** What pages are rendered from. */
export interface PageParts extends Pick<AppParts, "site" | "version" | "clock" | "reader" | "draw"> {
  readonly openApi: () => Promise<Described>;
  /** Answers a GET of a path below the base address. */
  readonly ask: (path: string) => Promise<Response>;
  /** The language that the address of a request names. */
  readonly languageOf: (request: Request) => Language | null;
}

/** Makes what answers pages; rendered pages are kept as long as their publication. */
export function createPageAnswers(parts: PageParts): PageAnswers {
  const kept = new WeakMap<Published["publication"], Map<string, Representation>>();

  const keptFor = ({ publication }: Published): Map<string, Representation> => {
    const pages = kept.get(publication) ?? new Map<string, Representation>();
    kept.set(publication, pages);
    return pages;
  };

  return {
    async page(route, { request, pathname, queryString, parameters }, published) {
      const { publication } = published;
      const pages = keptFor(published);
      const dependsOnQuery = route.readsQuery && queryString !== "";
      const language = parts.languageOf(request);
      const address = language === null ? pathname : `/${language}${pathname}`;
      const known = dependsOnQuery ? undefined : pages.get(address);
      if (known) return known.respond(request);
      const site = await pageSite(parts, publication.business.language, language);
      const openapi = async () => (await parts.openApi()).document;
      const { ask, draw, clock } = parts;
      const asked = { publication, site, parameters, queryString, openapi, ask, draw, now: clock.now() };
      const page = await route.render(asked);
      if (page.status === 308) return redirect(page);
      if (page.status !== 200) return unusual(request, page);
      const representation = representationOf(page, publication.publishedAt);
      if (page.cacheable && !dependsOnQuery && pages.size < KEPT_PAGES) pages.set(address, representation);
      return representation.respond(request);
    },
    async missing(request) {
      const publication = parts.reader.current?.publication;
      const site = await pageSite(parts, publication?.business.language ?? "", parts.languageOf(request));
      return unusual(request, await errorPage(site, 404, publication && { publication }));
    },
  };
}

/** The site as a page in a language sees it: that of its address, if it has one of ours, or else that of the business. */
export async function pageSite(
  { site, version }: Pick<AppParts, "site" | "version">,
  business: string,
  asked: Language | null = null,
): Promise<PageSite> {
  const words = await wordsFor(asked ?? business);
  return { ...site, version, words, ownLanguage: spokenLanguage(business) };
}

/** For a minute only: the owner may split what was joined. */
function redirect({ status, headers }: PageDocument): Response {
  return new Response(null, { status, headers: { "Cache-Control": "max-age=60", ...headers } });
}

/** A page for people who sit in front of a browser, JSON for programs. */
function unusual(request: Request, { status, mediaType, body, headers, issues }: PageDocument): Response {
  if (prefers(request.headers.get("accept"), "text/html", "application/json")) {
    const shown = { "Content-Type": mediaType, "Cache-Control": "no-store", Vary: "Accept", ...headers };
    return new Response(body, { status, headers: shown });
  }
  if (status === 410) return plainProblem("removed", "this review was taken down", { Vary: "Accept" });
  if (status === 503) return plainProblem("not_ready", "too much is asked for at once; try again in a while");
  if (issues) return problemResponse(status, issues, { Vary: "Accept" });
  return plainProblem("not_found", "no resource at this path", { Vary: "Accept" });
}

function representationOf(page: PageDocument, lastModified: number): Representation {
  const bytes = typeof page.body === "string" ? new TextEncoder().encode(page.body) : page.body;
  return new Representation({
    contentType: page.mediaType,
    digest: digestOf(bytes),
    bodies: codedBodies(bytes),
    lastModified,
    ...(page.headers && { headers: page.headers }),
  });
}
