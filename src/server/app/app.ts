/** The whole service as a function from a request to a response: the routes of all groups of operations, and what holds for every answer. */

import { type ApiService, apiOperations, receiptFor, reviewAnswersOf, type SelectionBudget } from "../../api/mod.ts";
import { type Admission, INTERNAL_CLIENT } from "../../http/admission.ts";
import { codedOffLoop } from "../../http/content_coding.ts";
import { digestOf } from "../../http/digest.ts";
import {
  ASSET_CACHE_CONTROL,
  optionsResponse,
  REVISION_HEADER,
  withCommonHeaders,
  withDate,
} from "../../http/headers.ts";
import {
  allowedMethods,
  type Call,
  type Client,
  catchResponse,
  clientOf,
  mapResponse,
  type Operation,
  operationsAt,
  type ResponseOrPromise,
  type Source,
  whenPublished,
} from "../../http/operation.ts";
import { isWellEncoded } from "../../http/parameters.ts";
import { PATHS } from "../../http/paths.ts";
import { plainProblem } from "../../http/problem.ts";
import { assetRepresentation, Representation } from "../../http/representation.ts";
import { loggedPath, pathnameOf, withAbsoluteUrl } from "../../http/request.ts";
import { createRouter, type OperationGroups, type Router } from "../../http/router.ts";
import { type HubService, hubOperations } from "../../hub/mod.ts";
import type { Language } from "../../languages/mod.ts";
import { type McpService, mcpOperations } from "../../mcp/mod.ts";
import { once } from "../../memo.ts";
import {
  connectRoute,
  createForms,
  createPageAnswers,
  type FormService,
  type FormsOptions,
  formOperations,
  type PageAnswersOptions,
  type PageService,
  pageAssets,
  pageOperations,
  pageSite,
  reviewJsonLd,
  withoutLanguage,
} from "../../pages/mod.ts";
import type { Log, Random } from "../../platform.ts";
import type { Published } from "../../publication/publishing/mod.ts";
import { utf8Bytes } from "../../utf8.ts";

/** What all operations are served from: the process opens some of it, the application creates the rest. */
interface Services
  extends ApiService,
    HubService,
    McpService,
    PageService,
    FormService,
    Pick<PageAnswersOptions, "version" | "draw">,
    Pick<FormsOptions, "invitationService" | "isAsking" | "formsWaiting"> {
  readonly reader: Source<Published>;
  /** When the process started, epoch milliseconds: what changes with the program alone is dated so. */
  readonly startedAt: number;
  readonly random: Random;
  readonly log: Log;
  readonly admission: Admission;
  readonly selections: SelectionBudget;
}

/** Parts that must be open before there is an application. */
export type OpenServices = Omit<
  Services,
  "openApi" | "pages" | "forms" | "connectPage" | "reviewAnswers" | "reviewJsonLd"
>;

/** Answers a request to the service. Never throws, now or later: a fault is logged and answered as a problem document. */
export type App = (request: Request, client: Client) => ResponseOrPromise;

const connectPage = whenPublished(async (call: Call, published: Published, { pages }: Services) => {
  const page = await pages.page(connectRoute, { ...call, parameters: {} }, published);
  // Agents ask at the same address for something else.
  page.headers.set("Vary", "Accept, Accept-Encoding");
  return page;
});

const REQUEST_ID = /^[\w.:@/+=-]{1,128}$/;

export function createApp(parts: OpenServices): App {
  const clients = new WeakMap<Request, Client>();
  const openApi = descriptionOf((): Router => router, parts);
  const clientOfRequest = (request: Request) => clients.get(request) ?? INTERNAL_CLIENT;
  const languages = new WeakMap<Request, Language>();
  const languageOf = (request: Request) => languages.get(request) ?? null;
  const { admission, selections } = parts;
  const pages = createPageAnswers({
    ...parts,
    operations: operations.filter(({ tag }) => tag !== undefined),
    languageOf,
  });
  const reviewAnswers = reviewAnswersOf(parts.site, selections);
  const forms = createForms({
    ...parts,
    languageOf,
    siteFor: (business, named) => pageSite(parts, business, named),
    missing: (request) => pages.missing(request),
    receiptOf: (id, published) => receiptFor(id, published, { source: parts.logTiles.source, site: parts.site }),
  });
  const service: Services = {
    ...parts,
    openApi,
    pages,
    forms,
    connectPage: (call) => connectPage(call, service),
    reviewAnswers,
    reviewJsonLd: (publication, review) => reviewJsonLd(publication, pageSite(parts, publication.business), review),
  };
  const router = createRouter({
    groups: OPERATION_GROUPS,
    service,
    clientOf: clientOfRequest,
    admission,
    onError: (request, error) => unexpected(parts, request, error),
    onUnrouted: (request) =>
      unrouted(request) ?? admission.answer(clientOfRequest(request), () => pages.missing(request)),
  });
  for (const { path, representation } of ASSETS) {
    const respond = async ({ request }: { request: Request }) => (await representation()).respond(request);
    router.elysia.get(path, respond, { detail: { hide: true } });
  }
  const answer: App = (given, client) => {
    const absolute = withAbsoluteUrl(given, parts.site);
    if (absolute === null) return plainProblem("host", "the Host header is not a valid host name");
    const before = parts.reader.current;
    const computed = given.method === "GET" ? router.computed.get(pathnameOf(absolute.url)) : undefined;
    if (computed !== undefined) {
      const answered = computed(absolute, absolute === given ? client : clientOf(given, client));
      return mapResponse(answered, (response) => complete(response, given, before));
    }
    const { request: routed, language } = withoutLanguage(absolute);
    const request = headAsGet(routed);
    if (language !== null) languages.set(request, language);
    clients.set(request, request === given ? client : clientOf(given, client));
    return mapResponse(malformedPath(request) ?? router.elysia.fetch(request), (response) =>
      withDate(given, complete(response, request, before)),
    );
  };

  /** Handlers of GET answer from what is published when they are asked; others may read a body first. */
  function complete(response: Response, { method }: Request, before: Published | null): Response {
    // Whatever is made with a revision is made with all the others.
    if (response.headers.has(REVISION_HEADER)) return response;
    const made = withCommonHeaders(response);
    const { current } = parts.reader;
    const from = before ?? current;
    if (from !== null && (method === "GET" || from === current)) {
      made.headers.set(REVISION_HEADER, from.publication.contentDigest);
    }
    return made;
  }

  // The router catches what operations throw; this catches the rest.
  return (given, client) =>
    catchResponse(
      () => answer(given, client),
      (error) => unexpected(parts, given, error),
    );
}

/** HEAD as the GET that it is (RFC 9110 section 9.3.2): the server leaves out the body, where the router would read it to its end. */
function headAsGet(request: Request): Request {
  if (request.method !== "HEAD" || !methodsAt(pathnameOf(request.url)).includes("HEAD")) return request;
  const headers = new Headers(request.headers);
  // Ranges are of GET alone (RFC 9110 section 14.2).
  headers.delete("range");
  // A stream would have no end, and nobody who reads it.
  if (headers.get("accept")?.includes("text/event-stream")) headers.delete("accept");
  return new Request(request.url, { headers });
}

/** Elysia would put replacement characters in the place of what cannot be decoded. */
function malformedPath({ url }: Request): Response | null {
  if (!url.includes("%") || isWellEncoded(pathnameOf(url))) return null;
  return plainProblem("malformed_encoding", "invalid percent-encoding in path: incomplete or not UTF-8");
}

const METRICS_MOVED = "metrics are not public: ask the owner's listener (CONSOLE_PORT, 3080 unless set) for /metrics";

/** What a path without a route for this method gets: 204 or 405; null when there is no such path. */
function unrouted(request: Request): Response | null {
  const path = pathnameOf(request.url);
  if (path === PATHS.metrics) return plainProblem("not_found", METRICS_MOVED);
  const methods = methodsAt(path);
  if (methods.length === 0) return null;
  if (request.method === "OPTIONS") return optionsResponse(methods);
  const message = `this path allows ${methods.join(", ")}`;
  return plainProblem("method_not_allowed", message, { Allow: [...methods, "OPTIONS"].join(", ") });
}

function methodsAt(pathname: string): string[] {
  if (ASSETS.some(({ path }) => path === pathname)) return ["GET", "HEAD"];
  return allowedMethods(operationsAt(operations, pathname));
}

/** An internal error: logged in full, shown as an id. A client that disconnected mid-request does not count. */
function unexpected({ log, random }: OpenServices, request: Request, error: unknown): Response {
  if (request.signal.aborted) return plainProblem("incomplete", "the connection ended before the request did");
  const fault = random.bytes(6).toHex();
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const path = loggedPath(request.url);
  log.error("Request failed", { fault, ...requestId(request), method: request.method, path, error: text });
  return plainProblem("internal", `internal error, reference ${fault}`);
}

function requestId({ headers }: Request): { readonly request_id?: string } {
  const id = headers.get("x-request-id");
  return id !== null && REQUEST_ID.test(id) ? { request_id: id } : {};
}

/** The files of the pages. Their URLs change with their content, so they can be cached forever. */
const ASSETS = pageAssets.map(({ path, mediaType: contentType, read }) => ({
  path,
  representation: once(async () => {
    const bytes = await read();
    const bodies = await codedOffLoop(bytes);
    const kept = { lastModified: null, cacheControl: ASSET_CACHE_CONTROL };
    return new Representation({ contentType, digest: digestOf(bytes), bodies, ...kept });
  }),
}));

const OPERATION_GROUPS: OperationGroups<Services> = {
  api: apiOperations,
  hub: hubOperations,
  mcp: mcpOperations,
  pages: pageOperations,
  forms: formOperations,
};

export const operations: readonly Operation<Services>[] = Object.values(OPERATION_GROUPS).flat();

function descriptionOf(router: () => Router, { site, startedAt }: OpenServices) {
  return once(async () => {
    const { openApiDocument } = await import("./openapi.ts");
    const document = await openApiDocument(router(), site.baseUrl);
    const bytes = utf8Bytes(`${JSON.stringify(document)}\n`);
    const kept = { lastModified: startedAt, cacheControl: "max-age=60" };
    return assetRepresentation("application/json", bytes, kept);
  });
}
