/**
 * Which door answers which operation.
 *
 * @module
 */

import type { DiscoveryDocument } from "../mcp/mod.ts";
import { pageRoutes } from "../pages/mod.ts";
import type { Clock } from "../platform.ts";
import type { Published } from "../publishing/mod.ts";
import { CSV, type ExportFormat, exportResponse, NDJSON, type ReviewAnswers, reviewAnswers } from "../rest/mod.ts";
import { COMMON_HEADERS } from "../web/headers.ts";
import { PATHS } from "../web/paths.ts";
import { plainProblem } from "../web/problem.ts";
import { assetRepresentation } from "../web/representation.ts";
import type { AppParts, Call, Handler } from "./app_parts.ts";
import { pageOperationId } from "./operations.ts";
import type { AnswerPage } from "./page_answers.ts";

/** How long a request waits for the first publication after a start, in milliseconds. */
const PATIENCE_MS = 20_000;
const NO_STORE = { ...COMMON_HEADERS, "Cache-Control": "no-store" };

/** The handler of every operation, by its id. */
export function createHandlers(parts: AppParts, answerPage: AnswerPage): ReadonlyMap<string, Handler> {
  const { site, reader, hub, mcp } = parts;
  const answers = new WeakMap<Published["publication"], ReviewAnswers>();

  /** Runs a handler with what is published, once there is anything. */
  const published = (use: (call: Call, published: Published) => Promise<Response> | Response): Handler => {
    return async (call) => {
      const now = reader.current ?? (await inTime(reader.ready(), parts.clock));
      return now === null ? notReady() : use(call, now);
    };
  };
  const document: Handler = published(({ request, pathname }, { documents }) => {
    return documents.get(pathname)?.respond(request) ?? plainProblem(404, "not_found", "there is no such document");
  });
  const early: Handler = (call) => reader.document(call.pathname)?.respond(call.request) ?? document(call);
  const reviewSet = ({ publication, documents }: Published) => {
    return { publication, digest: documents.get(PATHS.reviews)?.digest ?? "", site };
  };
  const exported = (format: ExportFormat) =>
    published(({ request }, now) => exportResponse(request, reviewSet(now), format));
  const answersOf = (now: Published) => {
    const known = answers.get(now.publication) ?? reviewAnswers(reviewSet(now));
    answers.set(now.publication, known);
    return known;
  };
  const discovery = (make: (publication: Published["publication"]) => DiscoveryDocument) =>
    published(({ request }, { publication }) => {
      const { contentType, body } = make(publication);
      const kept = { lastModified: publication.publishedAt, cacheControl: "max-age=3600" };
      return assetRepresentation(contentType, body as Uint8Array<ArrayBuffer>, kept).respond(request);
    });

  return new Map<string, Handler>([
    ["getReviews", document],
    ["getInsights", document],
    ["getJsonFeed", early],
    ["getAtomFeed", early],
    ["searchReviews", published((call, now) => answersOf(now).search(call.request, call.queryString))],
    ["getReviewsSince", published((call, now) => answersOf(now).since(call.request, call.parameters.date ?? ""))],
    ["getReviewsCsv", exported(CSV)],
    ["getReviewsNdjson", exported(NDJSON)],
    ["getOpenApi", async ({ request }) => (await parts.openApi()).representation.respond(request)],
    ["getHealth", wellAndReady],
    ["getReadiness", () => (reader.current === null ? notReady() : wellAndReady())],
    ["getMetrics", async () => new Response(await parts.metrics(), { headers: METRICS_HEADERS })],
    ["explainHub", ({ request, client }) => hub.handle(request, client.clientAddress)],
    ["subscribe", ({ request, client }) => hub.handle(request, client.clientAddress)],
    ["callMcp", ({ request, client }) => mcp.handle(request, client)],
    ["openMcpStream", ({ request, client }) => mcp.handle(request, client)],
    ["endMcpSession", ({ request, client }) => mcp.handle(request, client)],
    ["getServerCard", discovery((publication) => mcp.serverCard(publication))],
    ["getAiCatalog", discovery((publication) => mcp.aiCatalog(publication))],
    ...pageRoutes.map((route): [string, Handler] => [
      pageOperationId(route.path),
      published((call, now) => answerPage.page(route, call, now)),
    ]),
  ]);
}

const METRICS_HEADERS = { ...NO_STORE, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" };

function wellAndReady(): Response {
  return new Response('{"status":"ok"}\n', { headers: { ...NO_STORE, "Content-Type": "application/json" } });
}

function notReady(): Response {
  const message = "the reviews are being read; try again in a moment";
  return plainProblem(503, "not_ready", message, { "Retry-After": "1" });
}

function inTime<T>(promise: Promise<T>, clock: Clock): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(PATIENCE_MS, () => resolve(null));
    promise.then(resolve, reject).finally(cancel);
  });
}
