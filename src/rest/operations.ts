/**
 * The operations of the REST interface.
 *
 * @module
 */

import { InsightsDataset } from "../insights/mod.ts";
import { SearchAnswer, SearchQuery } from "../publication/mod.ts";
import { COMMON_HEADERS } from "../web/headers.ts";
import { type Answer, type Call, operation } from "../web/operation.ts";
import { PATHS } from "../web/paths.ts";
import { plainProblem } from "../web/problem.ts";
import { conditional, DATED, found, INVALID, NOT_READY, problem, text } from "../web/responses.ts";
import { notReady, whenPublished } from "../web/when_published.ts";
import * as examples from "./examples.ts";
import { CSV, type ExportFormat, exportResponse, NDJSON } from "./exports.ts";
import type { RestService } from "./rest_service.ts";
import { type RestPublished, reviewSet } from "./review_set.ts";
import { Health, JsonFeed, ReviewsDataset, SinceAnswer, SinceParameters } from "./schemas.ts";

const DOCUMENT = { ...conditional(), 405: problem(405, "Only GET and HEAD"), 503: NOT_READY };

const NO_STORE = { ...COMMON_HEADERS, "Cache-Control": "no-store" };
const METRICS_HEADERS = { ...NO_STORE, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" };

type PublishedAnswer<P, Q> = (call: Call<P, Q>, published: RestPublished, service: RestService) => Answer;

/** Answers from what is published. */
function published<P, Q>(answer: PublishedAnswer<P, Q>) {
  return whenPublished(answer);
}

/** Answers with the document of this path. Nearly all such requests are answered before they come here. */
const document = published(({ request, pathname }, { documents }) => {
  return documents.get(pathname)?.respond(request) ?? plainProblem("not_found", "there is no such document");
});

function exported(format: ExportFormat) {
  return published(({ request }, now, { site }) => exportResponse(request, reviewSet(now, site), format));
}

function healthy(): Response {
  return new Response('{"status":"ok"}\n', { headers: { ...NO_STORE, "Content-Type": "application/json" } });
}

/** The operations of the REST interface, for the router and the OpenAPI document. */
export const restOperations = [
  operation({
    id: "getReviews",
    method: "GET",
    path: PATHS.reviews,
    tag: "Datasets",
    summary: "All verified reviews",
    description:
      "The business, its aggregate rating and the full set of verified reviews, newest first. A WebSub topic.",
    responses: { 200: found("The full set", ReviewsDataset, { example: examples.reviewsDataset }), ...DOCUMENT },
    answer: document,
  }),
  operation({
    id: "getInsights",
    method: "GET",
    path: PATHS.insights,
    tag: "Datasets",
    summary: "Insights computed from the reviews",
    description:
      "Aspects with sentiment, technicians, services and service areas, topics, questions and answers, a summary, and " +
      "how many reviews are withheld and why. Every figure can be recomputed from the reviews it cites.",
    responses: { 200: found("The insights", InsightsDataset), ...DOCUMENT },
    answer: document,
  }),
  operation({
    id: "getJsonFeed",
    method: "GET",
    path: PATHS.jsonFeed,
    tag: "Feeds",
    summary: "The 50 newest reviews as JSON Feed 1.1",
    description: "A WebSub topic.",
    responses: { 200: found("The feed", JsonFeed, { example: examples.jsonFeed }), ...DOCUMENT },
    answer: document,
  }),
  operation({
    id: "getAtomFeed",
    method: "GET",
    path: PATHS.atomFeed,
    tag: "Feeds",
    summary: "The 50 newest reviews as Atom",
    description: "A WebSub topic.",
    responses: {
      200: found("The feed", text("An Atom document, RFC 4287"), { mediaType: "application/atom+xml" }),
      ...DOCUMENT,
    },
    answer: document,
  }),
  operation({
    id: "searchReviews",
    method: "GET",
    path: PATHS.search,
    tag: "Reviews",
    summary: "Search reviews",
    description:
      "Filters combine with AND. Newest first: date descending, then id. An unknown technician or service " +
      "matches nothing. Equivalent to the MCP tool search_reviews.",
    query: SearchQuery,
    responses: {
      200: found("One page of matching reviews", SearchAnswer, { example: examples.searchAnswer }),
      400: INVALID,
      429: problem(429, "Too many searches from this address, if the owner has set a limit"),
      ...DOCUMENT,
    },
    strict: "query",
    isLimited: true,
    answer: published(({ request, query, queryString }, now, { reviewAnswers }) =>
      reviewAnswers(now).search(request, query, queryString),
    ),
  }),
  operation({
    id: "getReviewsSince",
    method: "GET",
    path: PATHS.since,
    tag: "Reviews",
    summary: "Reviews on or after a date",
    description:
      "Selects reviews by their own date, and lists those taken down since. Edits of older reviews, replies to them and " +
      "older reviews imported late are not included: to keep a copy in sync, fetch /reviews.json with the last ETag " +
      "(304 if nothing has changed), or subscribe to it at the hub.",
    pathParameters: SinceParameters,
    responses: {
      200: found("Reviews on or after the date", SinceAnswer, { example: examples.sinceAnswer }),
      400: INVALID,
      ...DOCUMENT,
    },
    strict: "path",
    answer: published(({ request, parameters }, now, { reviewAnswers }) =>
      reviewAnswers(now).since(request, parameters.date),
    ),
  }),
  operation({
    id: "getReviewsCsv",
    method: "GET",
    path: PATHS.csv,
    tag: "Datasets",
    summary: "All verified reviews as CSV",
    description:
      "Importing it again changes nothing. Text that a spreadsheet would read as a formula starts with an apostrophe.",
    responses: { 200: found("The reviews", text("CSV, RFC 4180"), { mediaType: "text/csv" }), ...DOCUMENT },
    answer: exported(CSV),
  }),
  operation({
    id: "getReviewsNdjson",
    method: "GET",
    path: PATHS.ndjson,
    tag: "Datasets",
    summary: "All verified reviews as NDJSON, one per line",
    description: "Importing it again changes nothing.",
    responses: {
      200: found("The reviews", text("One JSON review per line"), { mediaType: "application/x-ndjson" }),
      ...DOCUMENT,
    },
    answer: exported(NDJSON),
  }),
  operation({
    id: "getOpenApi",
    method: "GET",
    path: PATHS.openApi,
    tag: "Service",
    summary: "This OpenAPI document",
    description: "Generated from the same table as the routes and the validators, so it always matches the server.",
    responses: {
      200: found("OpenAPI 3.1.0", { type: "object", description: "An OpenAPI document" }, { headers: DATED }),
      ...conditional(DATED),
      405: DOCUMENT[405],
    },
    answer: async ({ request }, { openApi }: RestService) => (await openApi()).representation.respond(request),
  }),
  operation({
    id: "getHealth",
    method: "GET",
    path: PATHS.health,
    tag: "Service",
    summary: "Liveness probe",
    description: "For the supervisor that restarts a dead process.",
    responses: {
      200: {
        description: "The process is alive",
        content: { "application/json": { schema: Health, example: { status: "ok" } } },
      },
      405: DOCUMENT[405],
    },
    answer: healthy,
  }),
  operation({
    id: "getReadiness",
    method: "GET",
    path: PATHS.readiness,
    tag: "Service",
    summary: "Readiness probe",
    description:
      "For load balancers: 503 until the first publication after a start, and while the database cannot be read " +
      "or written. Published documents are served all the while.",
    responses: {
      200: {
        description: "Ready to serve requests",
        content: { "application/json": { schema: Health, example: { status: "ok" } } },
      },
      405: DOCUMENT[405],
      503: NOT_READY,
    },
    answer: (_, { reader, trouble }: RestService) => {
      if (reader.current === null) return notReady();
      const message = trouble();
      return message === null ? healthy() : notReady(message);
    },
  }),
  operation({
    id: "getMetrics",
    method: "GET",
    path: PATHS.metrics,
    tag: "Service",
    summary: "Prometheus metrics",
    description: "Responses by status, publication, hub and MCP, in text exposition format 0.0.4.",
    responses: {
      200: { description: "Text exposition format", content: { "text/plain": { schema: text("Metrics") } } },
      405: DOCUMENT[405],
    },
    answer: async (_, { metrics }: RestService) => new Response(await metrics(), { headers: METRICS_HEADERS }),
  }),
];
