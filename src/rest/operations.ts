/**
 * The operations of the REST interface.
 *
 * @module
 */

import { InsightsDataset } from "../insights/mod.ts";
import { SearchAnswer, SearchQuery } from "../publication/mod.ts";
import { Review } from "../review/mod.ts";
import { type Answer, type Call, operation } from "../web/operation.ts";
import { PATHS } from "../web/paths.ts";
import { plainProblem } from "../web/problem.ts";
import { conditional, DATED, found, INVALID, NOT_READY, problem, ranged, text } from "../web/responses.ts";
import { whenPublished } from "../web/when_published.ts";
import { changesOperation } from "./changes/mod.ts";
import * as examples from "./examples.ts";
import { CSV, type ExportFormat, NDJSON } from "./export_formats.ts";
import { CsvQuery, type ExportParameters, ExportQuery } from "./exports.ts";
import type { RestService } from "./rest_service.ts";
import { JSON_LD } from "./review_resource.ts";
import type { RestPublished } from "./review_set.ts";
import { JsonFeed, ReviewParameters, ReviewsDataset, SinceAnswer, SinceParameters } from "./schemas.ts";
import { serviceOperations } from "./service_operations.ts";
import { UpdatesFeed } from "./updates_schema.ts";

const DOCUMENT = { ...conditional(), 405: problem(405, "Only GET and HEAD"), 503: NOT_READY };

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
  return published<object, ExportParameters>(({ request, query }, now, { reviewAnswers }) =>
    reviewAnswers(now).export(request, format, query),
  );
}

/** What both exports may answer. */
function exportResponses(description: string, mediaType: string) {
  const schema = text(description);
  return {
    ...ranged("The reviews", schema, { mediaType }),
    400: INVALID,
    ...DOCUMENT,
  };
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
    responses: { ...ranged("The full set", ReviewsDataset, { example: examples.reviewsDataset }), ...DOCUMENT },
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
    responses: { ...ranged("The insights", InsightsDataset), ...DOCUMENT },
    answer: document,
  }),
  operation({
    id: "getJsonFeed",
    method: "GET",
    path: PATHS.jsonFeed,
    tag: "Feeds",
    summary: "The 50 newest reviews as JSON Feed 1.1",
    description: "A WebSub topic.",
    responses: { ...ranged("The feed", JsonFeed, { example: examples.jsonFeed }), ...DOCUMENT },
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
      ...ranged("The feed", text("An Atom document, RFC 4287"), { mediaType: "application/atom+xml" }),
      ...DOCUMENT,
    },
    answer: document,
  }),
  operation({
    id: "getUpdatesFeed",
    method: "GET",
    path: PATHS.updates,
    tag: "Feeds",
    summary: "The 50 latest changes as JSON Feed 1.1",
    description:
      "New, edited, answered and removed reviews, whatever their date. A WebSub topic: it tells subscribers when to ask /api/changes.",
    responses: { ...ranged("The feed", UpdatesFeed, { example: examples.updatesFeed }), ...DOCUMENT },
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
      200: found("One page of matching reviews", SearchAnswer, {
        example: examples.searchAnswer,
        links: {
          nextPage: {
            operationId: "searchReviews",
            parameters: { cursor: "$response.body#/next_cursor" },
            description: "The next page, with the other parameters unchanged; there is none where next_cursor is null",
          },
          firstReview: {
            operationId: "getReview",
            parameters: { id: "$response.body#/reviews/0/id" },
            description: "A review by its id",
          },
        },
      }),
      400: INVALID,
      429: problem(429, "Too many searches from this address, if the owner has set a limit"),
      ...DOCUMENT,
    },
    strict: "query",
    isLimited: true,
    answer: published(({ request, query, queryString, charge }, now, { reviewAnswers }) =>
      reviewAnswers(now).search(request, query, queryString, charge),
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
      "older reviews imported late are not included: to keep a copy in sync, use /api/changes.",
    pathParameters: SinceParameters,
    responses: {
      200: found("Reviews on or after the date", SinceAnswer, { example: examples.sinceAnswer }),
      400: INVALID,
      429: problem(429, "Too many large answers to this address are unread"),
      ...DOCUMENT,
    },
    strict: "path",
    answer: published(({ request, parameters, client }, now, { reviewAnswers }) =>
      reviewAnswers(now).since(request, parameters.date, client),
    ),
  }),
  changesOperation,
  operation({
    id: "getReview",
    method: "GET",
    path: PATHS.reviewData,
    tag: "Reviews",
    summary: "One review",
    description:
      "As it stands in /reviews.json, or as JSON-LD (schema.org) for clients that prefer application/ld+json. A copy of a " +
      "review that another source shows too redirects to the one that counts.",
    pathParameters: ReviewParameters,
    responses: {
      200: {
        ...found("The review", Review, { example: examples.review }),
        content: {
          "application/json": { schema: Review, example: examples.review },
          [JSON_LD]: { schema: { type: "object", description: "A schema.org Review" } },
        },
      },
      308: { description: "A copy: the review that counts is at Location", headers: ["Location", "Cache-Control"] },
      400: INVALID,
      404: problem(404, "There never was a review with this id"),
      410: problem(410, "The review was taken down"),
      ...DOCUMENT,
    },
    strict: "path",
    answer: published(({ request, parameters }, now, { reviewAnswers, reviewJsonLd }) =>
      reviewAnswers(now).review(request, parameters.id, (review) => reviewJsonLd(now.publication, review)),
    ),
  }),
  operation({
    id: "getReviewsCsv",
    method: "GET",
    path: PATHS.csv,
    tag: "Datasets",
    summary: "Verified reviews as CSV, all or a selection",
    description:
      "With the filters of searchReviews. Importing it again changes nothing. Text that a spreadsheet would read as a " +
      "formula starts with an apostrophe.",
    query: CsvQuery,
    responses: exportResponses("CSV, RFC 4180", "text/csv"),
    strict: "query",
    answer: exported(CSV),
  }),
  operation({
    id: "getReviewsNdjson",
    method: "GET",
    path: PATHS.ndjson,
    tag: "Datasets",
    summary: "Verified reviews as NDJSON, one per line, all or a selection",
    description: "With the filters of searchReviews. Importing it again changes nothing.",
    query: ExportQuery,
    responses: exportResponses("One JSON review per line", "application/x-ndjson"),
    strict: "query",
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
  ...serviceOperations,
];
