/**
 * The whole service as a function from a request to a response: the routes of all doors, and what holds for every request
 * and every answer, whichever door it comes to.
 *
 * @module
 */
import type { Language } from "../languages/mod.ts";
import { connectRoute, pageAssets } from "../pages/mod.ts";
import type { Published } from "../publishing/mod.ts";
import { reviewAnswersOf, SelectionBudget } from "../rest/mod.ts";
import { ASSET_CACHE_CONTROL, optionsResponse, REVISION_HEADER, withCommonHeaders, withDate } from "../web/headers.ts";
import { once } from "../web/once.ts";
import { type Answer, allowedMethods, type Call, type Client, operationsAt } from "../web/operation.ts";
import { Outgoing } from "../web/outgoing.ts";
import { isWellEncoded } from "../web/parameters.ts";
import { plainProblem } from "../web/problem.ts";
import { createRateGuard } from "../web/rate_guard.ts";
import { assetRepresentation } from "../web/representation.ts";
import { pathnameOf, withAbsoluteUrl } from "../web/request_target.ts";
import { answerOr, whenAnswered } from "../web/when_answered.ts";
import { whenPublished } from "../web/when_published.ts";
import type { AppParts } from "./app_parts.ts";
import type { AppService } from "./app_service.ts";
import { descriptionOf } from "./described.ts";
import { operations } from "./operations.ts";
import { createPageAnswers, pageSite } from "./page_answers.ts";
import { withoutLanguage } from "./page_language.ts";
import { createRouter, type Router } from "./router.ts";

/** Answers a request to the service. Never throws, now or later: a fault is logged and answered as a problem document. */
export type App = (request: Request, client: Client) => Answer;

const connectPage = whenPublished(async (call: Call, published: Published, { pages }: AppService) => {
  const page = await pages.page(connectRoute, { ...call, parameters: {} }, published);
  // Agents ask at the same address for something else.
  page.headers.set("Vary", "Accept, Accept-Encoding");
  return page;
});

const REQUEST_ID = /^[\w.:@/+=-]{1,128}$/;
/** What clients may leave unread of large answers, in bytes. */
const UNSENT = { maxUnsentBytesPerClient: 16 << 20, maxUnsentBytes: 128 << 20 };
const NOBODY: Client = { clientAddress: "", keepOpen() {}, cut() {} };

/** Creates the application over parts that are already open. */
export function createApp(parts: AppParts): App {
  const clients = new WeakMap<Request, Client>();
  const openApi = descriptionOf((): Router => router, parts);
  const languages = new WeakMap<Request, Language>();
  const pages = createPageAnswers({
    ...parts,
    openApi,
    // Plain, as the requests of a proxy are.
    ask: async (path) => answer(new Request(`http://${new URL(parts.site.baseUrl).host}${path}`), NOBODY),
    languageOf: (request) => languages.get(request) ?? null,
  });
  const reviewAnswers = reviewAnswersOf(parts.site, {
    outgoing: new Outgoing(parts.clock, UNSENT),
    selections: new SelectionBudget(parts.clock),
  });
  const service: AppService = {
    ...parts,
    openApi,
    pages,
    connectPage: (call) => connectPage(call, service),
    reviewAnswers,
    // Loaded on first need, as all that makes pages is.
    reviewJsonLd: async (publication, review) =>
      (await import("../pages/json_ld.ts")).reviewJsonLd(
        publication,
        await pageSite(parts, publication.business.language),
        review,
      ),
  };
  const router = createRouter({
    operations,
    service,
    clientOf: (request) => clients.get(request) ?? NOBODY,
    rateGuard: createRateGuard(parts.rateLimitPerMinute, parts.clock),
    onError: (request, error) => unexpected(parts, request, error),
    onUnrouted: (request) => unrouted(request) ?? pages.missing(request),
  });
  for (const { path, mediaType, bytes } of pageAssets()) {
    // Their URLs change with their content, so they can be cached forever.
    const kept = { lastModified: null, cacheControl: ASSET_CACHE_CONTROL };
    const asset = once(() => assetRepresentation(mediaType, bytes, kept));
    router.elysia.get(path, ({ request }) => asset().respond(request), { detail: { hide: true } });
  }
  const answer: App = (given, client) => {
    const absolute = withAbsoluteUrl(given, parts.site);
    if (absolute === null) return plainProblem("host", "the Host header is not the name of a host");
    const { request, language } = withoutLanguage(headAsGet(absolute));
    if (language !== null) languages.set(request, language);
    clients.set(request, request === given ? client : clientOf(given, client));
    const before = parts.reader.current;
    return whenAnswered(malformedPath(request) ?? router.elysia.fetch(request), (response) =>
      withDate(given, withRevision(withCommonHeaders(response), request, before ?? parts.reader.current)),
    );

    /** Handlers of GET answer from what is published when they are asked; others may read a body first. */
    function withRevision(made: Response, { method }: Request, from: Published | null): Response {
      const isCertain = method === "GET" || from === parts.reader.current;
      if (from !== null && isCertain && !made.headers.has(REVISION_HEADER)) {
        made.headers.set(REVISION_HEADER, from.publication.contentDigest);
      }
      return made;
    }
  };
  // The router catches what operations throw; this is for what is thrown around it.
  return (given, client) =>
    answerOr(
      () => answer(given, client),
      (error) => unexpected(parts, given, error),
    );
}

/**
 * HEAD as the GET that it is, RFC 9110 section 9.3.2: the server sends the answer without its body but with its length,
 * where the router would read every body to its end.
 */
function headAsGet(request: Request): Request {
  if (request.method !== "HEAD" || !methodsAt(pathnameOf(request.url)).includes("HEAD")) return request;
  const headers = new Headers(request.headers);
  // Ranges are of GET alone (RFC 9110 section 14.2).
  headers.delete("range");
  // A stream would have no end, and nobody who reads it.
  if (headers.get("accept")?.includes("text/event-stream")) headers.delete("accept");
  return new Request(request.url, { headers });
}

/** The client of a request that had to be made anew: the server only knows the one it gave. */
function clientOf(given: Request, client: Client): Client {
  return {
    get clientAddress() {
      return client.clientAddress;
    },
    keepOpen: () => client.keepOpen(given),
    cut: () => client.cut(given),
  };
}

/** Elysia would put replacement characters in the place of what cannot be decoded. */
function malformedPath({ url }: Request): Response | null {
  if (!url.includes("%") || isWellEncoded(pathnameOf(url))) return null;
  return plainProblem("malformed_encoding", "the path has a percent escape that is incomplete or not UTF-8");
}

/** What a path without a route for this method gets: 204 or 405; null when there is no such path. */
function unrouted(request: Request): Response | null {
  const methods = methodsAt(pathnameOf(request.url));
  if (methods.length === 0) return null;
  if (request.method === "OPTIONS") return optionsResponse(methods);
  const message = `this path allows ${methods.join(", ")}`;
  return plainProblem("method_not_allowed", message, { Allow: [...methods, "OPTIONS"].join(", ") });
}

function methodsAt(pathname: string): string[] {
  if (pageAssets().some(({ path }) => path === pathname)) return ["GET", "HEAD"];
  return allowedMethods(operationsAt(operations, pathname));
}

/** An internal error: logged in full, shown as an id. A client that disconnected mid-request does not count. */
function unexpected({ log, random }: AppParts, request: Request, error: unknown): Response {
  if (request.signal.aborted) return plainProblem("incomplete", "the connection ended before the request did");
  const fault = random.bytes(6).toHex();
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const path = URL.parse(request.url)?.pathname;
  log.error("Request failed", { fault, ...requestId(request), method: request.method, path, error: text });
  return plainProblem("internal", `something went wrong here; the log has it as ${fault}`);
}

/** The request id set by a proxy, if there is one that is safe to log. */
function requestId({ headers }: Request): { readonly request_id?: string } {
  const id = headers.get("x-request-id");
  return id !== null && REQUEST_ID.test(id) ? { request_id: id } : {};
}
