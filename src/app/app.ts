/**
 * The whole service as a function from a request to a response: one Elysia application made of all the doors.
 *
 * Elysia routes and nothing more: no route uses its validation, its hooks or its body parser, which are more lenient than
 * the interface promises to be. Every handler gets the request and gives a finished response.
 *
 * @module
 */
import { Elysia } from "elysia";
import { pageAssets } from "../pages/mod.ts";
import { optionsResponse, withCommonHeaders, withDate } from "../web/headers.ts";
import { allowedMethods, operationsAt } from "../web/operation.ts";
import { isWellEncoded } from "../web/parameters.ts";
import { plainProblem } from "../web/problem.ts";
import { limitRate } from "../web/rate_guard.ts";
import { assetRepresentation } from "../web/representation.ts";
import { withAbsoluteUrl } from "../web/request_target.ts";
import type { AppParts, Call, Client, Handler } from "./app_parts.ts";
import { createHandlers } from "./handlers.ts";
import { operations } from "./operations.ts";
import { createPageAnswers } from "./page_answers.ts";

export type App = (request: Request, client: Client) => Promise<Response>;

/** Operations that one client may ask for only so often, where the owner set a limit. */
const LIMITED = new Set(["searchReviews", "callMcp", "subscribe"]);
const ASSET_CACHE_CONTROL = "max-age=31536000, immutable";
const REQUEST_ID = /^[\w.:@/+=-]{1,128}$/;
const NOBODY: Client = { clientAddress: "", keepOpen() {}, cut() {} };

export function createApp(parts: AppParts): App {
  const clients = new WeakMap<Request, Client>();
  const answerPage = createPageAnswers(parts);
  const handlers = createHandlers(parts, answerPage);
  const limited = limitRate(parts.rateLimitPerMinute, parts.clock);
  /** What GET of a path without parameters is handled by: most requests need no more router than that. */
  const direct = new Map<string, Handler>();
  const elysia = new Elysia({ strictPath: true, systemRouter: false, handler: { standardHostname: false } });

  // Before the routes: a hook holds for those that come after it.
  elysia.onError(({ code, error, request }) => {
    if (code !== "NOT_FOUND") return unexpected(parts, request, error);
    return unrouted(request) ?? answerPage.missing(request);
  });
  for (const { id, method, path } of operations) {
    const handler = handlers.get(id);
    if (!handler) throw new TypeError(`The operation ${id} has no handler`);
    const guarded: Handler = LIMITED.has(id) ? limited(handler) : handler;
    if (method === "GET" && !path.includes("{")) direct.set(path, guarded);
    const route = path.replace(/\{(\w+)\}/g, ":$1");
    elysia.route(method, route, ({ request, params }) => guarded(callOf(request, clients.get(request), params)), {
      parse: "none",
    });
  }
  for (const { path, mediaType, bytes } of pageAssets()) {
    // Their addresses change with their bytes, so that nobody ever asks again.
    const asset = assetRepresentation(mediaType, bytes, { lastModified: null, cacheControl: ASSET_CACHE_CONTROL });
    elysia.get(path, ({ request }) => asset.respond(request));
  }
  const routed = async ({ request, client }: Call): Promise<Response> => {
    const asGet = headAsGet(request);
    clients.set(asGet, asGet === request ? client : clientOf(request, client));
    return malformedPath(asGet) ?? (await elysia.handle(asGet));
  };
  const answer: App = async (given, client) => {
    const request = withAbsoluteUrl(given, parts.site);
    if (request === null) return plainProblem(400, "host", "the Host header is not the name of a host");
    const call = callOf(request, request === given ? client : clientOf(given, client));
    const handle = request.method === "GET" ? direct.get(call.pathname) : undefined;
    return withDate(given, withCommonHeaders(await (handle ?? routed)(call)));
  };
  // The router catches what handlers throw; this is for what is thrown around it.
  return (given, client) => answer(given, client).catch((error) => unexpected(parts, given, error));
}

function callOf(request: Request, client = NOBODY, parameters: Call["parameters"] = {}): Call {
  const { pathname, search } = new URL(request.url);
  return { request, pathname, queryString: search.slice(1), parameters, client };
}

/**
 * HEAD as the GET that it is, RFC 9110 section 9.3.2: the server sends the answer without its body but with its length,
 * where the router would read every body to its end.
 */
function headAsGet(request: Request): Request {
  if (request.method !== "HEAD" || !methodsAt(new URL(request.url).pathname).includes("HEAD")) return request;
  return new Request(request.url, { headers: request.headers });
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
  if (!url.includes("%") || isWellEncoded(new URL(url).pathname)) return null;
  return plainProblem(400, "malformed_encoding", "the path has a percent escape that is incomplete or not UTF-8");
}

/** What a path without a route for this method gets: 204 or 405; null when there is no such path. */
function unrouted(request: Request): Response | null {
  const { pathname } = new URL(request.url);
  const methods = methodsAt(pathname);
  if (methods.length === 0) return null;
  if (request.method === "OPTIONS") return optionsResponse(methods);
  const message = `this path takes ${methods.join(", ")}`;
  return plainProblem(405, "method_not_allowed", message, { Allow: [...methods, "OPTIONS"].join(", ") });
}

function methodsAt(pathname: string): string[] {
  if (pageAssets().some(({ path }) => path === pathname)) return ["GET", "HEAD"];
  return allowedMethods(operationsAt(operations, pathname));
}

/** A fault of ours: logged whole, shown as an id. A client that left before its request was whole is none. */
function unexpected({ log, random }: AppParts, request: Request, error: unknown): Response {
  if (request.signal.aborted) return plainProblem(400, "incomplete", "the connection ended before the request did");
  const fault = random.bytes(6).toHex();
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const path = URL.parse(request.url)?.pathname;
  log.error("A request failed", { fault, ...requestId(request), method: request.method, path, error: text });
  return plainProblem(500, "internal", `something went wrong here; the log has it as ${fault}`);
}

/** The id by which a proxy knows the request, where it gave one that can stand in a log. */
function requestId({ headers }: Request): { readonly request_id?: string } {
  const id = headers.get("x-request-id");
  return id !== null && REQUEST_ID.test(id) ? { request_id: id } : {};
}
