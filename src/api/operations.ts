import { type Static, Type } from "typebox";
import { type Call, healthy, notReady, operation, type ResponseOrPromise, whenPublished } from "../http/operation.ts";
import { PATHS } from "../http/paths.ts";
import { plainProblem } from "../http/problem.ts";
import { DATED, found, NOT_READY, problem, ranged, text } from "../http/responses.ts";
import { InsightsDataset } from "../insights/mod.ts";
import { FEED_FORMATS, type FeedFormat } from "../publication/feeds/mod.ts";
import { SearchAnswer, SearchQuery } from "../publication/mod.ts";
import {
  BusinessRecord,
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportFormatName,
  mediaTypeOf,
} from "../review/mod.ts";
import type { ApiService } from "./api_service.ts";
import { changesOperation } from "./changes.ts";
import { CsvQuery, datasetOf, type ExportParameters, LoggedQuery } from "./exports.ts";
import { jobPhotoOperation } from "./job_photos.ts";
import { logOperations } from "./log_operations.ts";
import * as examples from "./schemas.ts";
import {
  DatasetQuery,
  Health,
  JsonFeed,
  LoggedReview,
  ReviewParameters,
  ReviewsDataset,
  SinceAnswer,
  SinceParameters,
  UpdatesFeed,
} from "./schemas.ts";
import { type ApiPublished, JSON_LD } from "./served_reviews.ts";

function passed(description: string) {
  return { description, content: { "application/json": { schema: Health, example: { status: "ok" } } } };
}

const serviceOperations = [
  operation({
    id: "getHealth",
    method: "GET",
    path: PATHS.health,
    tag: "Service",
    summary: "Liveness probe",
    description: "For the supervisor that restarts a dead process.",
    responses: { 200: passed("The process is alive") },
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
    responses: { 200: passed("Ready to serve requests"), 503: NOT_READY },
    answer: (_, { reader, trouble }: ApiService) => {
      if (reader.current === null) return notReady();
      const message = trouble();
      return message === null ? healthy() : notReady(message);
    },
  }),
];

/** Parameters that would select some of it are refused, since it would ignore them. */
const WHOLE_DOCUMENT = {
  query: Type.Object({}),
  strict: "query",
  unknownHint: `this document is always whole; select reviews with ${PATHS.search}`,
} as const;

type PublishedAnswer<P, Q> = (call: Call<P, Q>, published: ApiPublished, service: ApiService) => ResponseOrPromise;

function published<P, Q>(answer: PublishedAnswer<P, Q>) {
  return whenPublished(answer);
}

/** The fast path answers nearly all such requests. */
const document = published(documentOf);

function documentOf({ request, pathname }: Pick<Call, "request" | "pathname">, { documents }: ApiPublished): Response {
  return documents.get(pathname)?.respond(request) ?? plainProblem("not_found", "no such document");
}

function exportOperation(format: ExportFormat & { readonly name: ExportFormatName }) {
  const { name, title, content, description, hasByteOrderMark } = format;
  return operation({
    id: `getReviews${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    method: "GET",
    path: PATHS[name],
    tag: "Datasets",
    summary: `Verified reviews as ${title}, all or a selection`,
    description,
    query: hasByteOrderMark ? CsvQuery : LoggedQuery,
    responses: {
      ...ranged("The reviews", text(content), { mediaType: mediaTypeOf(format) }),
      503: NOT_READY,
    },
    strict: "query",
    isComputed: "with query",
    answer: published<object, ExportParameters>((call, now, { reviewAnswers }) =>
      reviewAnswers(now).export(call, format, call.query),
    ),
  });
}

/** A path instead of a query, for sites published as files. */
function loggedOperation(format: ExportFormat) {
  return operation({
    id: "getLoggedReviews",
    method: "GET",
    path: PATHS.loggedReviews,
    responses: {},
    isComputed: "with query",
    answer: published((call: Call, now, { reviewAnswers }) => reviewAnswers(now).export(call, format, { log: true })),
  });
}

function feedOperation({ path, title, content, mediaType, operation: id }: FeedFormat) {
  const isJsonFeed = path === PATHS.jsonFeed;
  return operation({
    id,
    method: "GET",
    path,
    tag: "Feeds",
    summary: `The 50 newest reviews as ${title}`,
    description: "A WebSub topic.",
    ...WHOLE_DOCUMENT,
    responses: {
      ...(isJsonFeed
        ? ranged("The feed", JsonFeed, { example: examples.jsonFeedExample })
        : ranged("The feed", text(content), { mediaType })),
      503: NOT_READY,
    },
    answer: document,
  });
}

export const apiOperations = [
  operation({
    id: "getReviews",
    method: "GET",
    path: PATHS.reviews,
    tag: "Datasets",
    summary: "All verified reviews",
    description:
      "The business, its aggregate rating and the full set of verified reviews, newest first. A WebSub topic. With " +
      "`provenance` only those that came here so, with their own rating.",
    ...WHOLE_DOCUMENT,
    query: DatasetQuery,
    responses: {
      ...ranged("The full set", ReviewsDataset, { example: examples.reviewsDatasetExample }),
      503: NOT_READY,
    },
    isComputed: "with query",
    answer: published<object, Static<typeof DatasetQuery>>((call, now, service) => {
      const { provenance } = call.query;
      if (provenance === undefined) return documentOf(call, now);
      const format = datasetOf(now.publication, provenance);
      return service.reviewAnswers(now).export(call, format, { provenance });
    }),
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
    ...WHOLE_DOCUMENT,
    responses: { ...ranged("The insights", InsightsDataset), 503: NOT_READY },
    answer: document,
  }),
  operation({
    id: "getRecord",
    method: "GET",
    path: PATHS.record,
    tag: "Datasets",
    summary: "What was asked, what was answered, and what was left out",
    description:
      "Finished jobs by quarter: how many customers were asked or why not, how many answered, what of that is published, withheld " +
      "or removed, by stars and reason; the settings that this went by, and where the published reviews come from. Every " +
      "number is counted from the store.",
    ...WHOLE_DOCUMENT,
    responses: { ...ranged("The record", BusinessRecord), 503: NOT_READY },
    answer: document,
  }),
  ...FEED_FORMATS.map(feedOperation),
  operation({
    id: "getUpdatesFeed",
    method: "GET",
    path: PATHS.updates,
    tag: "Feeds",
    summary: "The 50 latest changes as JSON Feed 1.1",
    description:
      "New, edited, answered and removed reviews, whatever their date. A WebSub topic: it notifies subscribers to poll /api/changes.",
    ...WHOLE_DOCUMENT,
    responses: {
      ...ranged("The feed", UpdatesFeed, { example: examples.updatesFeedExample }),
      503: NOT_READY,
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
      200: found("One page of matching reviews", SearchAnswer, {
        example: examples.searchAnswerExample,
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
      503: NOT_READY,
    },
    strict: "query",
    isComputed: true,
    answer: published<object, SearchQuery>((call, now, { reviewAnswers }) =>
      reviewAnswers(now).search(call, call.query),
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
      200: found("Reviews on or after the date", SinceAnswer, { example: examples.sinceAnswerExample }),
      503: NOT_READY,
    },
    strict: "path",
    isComputed: true,
    answer: published<Static<typeof SinceParameters>, object>((call, now, { reviewAnswers }) =>
      reviewAnswers(now).since(call, call.parameters.date),
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
      "As it stands in /reviews.json and where it stands in the transparency log, or as JSON-LD (schema.org) for clients that prefer application/ld+json. A copy of a " +
      "review that another source shows too redirects to the one that counts.",
    pathParameters: ReviewParameters,
    responses: {
      200: {
        ...found("The review", LoggedReview, { example: examples.loggedReviewExample }),
        content: {
          "application/json": { schema: LoggedReview, example: examples.loggedReviewExample },
          [JSON_LD]: { schema: { type: "object", description: "A schema.org Review" } },
        },
      },
      308: { description: "A copy: the review that counts is at Location", headers: ["Location", "Cache-Control"] },
      404: problem(404, "There never was a review with this id"),
      410: problem(410, "The review was taken down"),
      503: NOT_READY,
    },
    strict: "path",
    isComputed: true,
    answer: published<Static<typeof ReviewParameters>, object>((call, now, { reviewAnswers, reviewJsonLd }) =>
      reviewAnswers(now).review(call, call.parameters.id, (review) => reviewJsonLd(now.publication, review)),
    ),
  }),
  ...logOperations,
  jobPhotoOperation,
  ...EXPORT_FORMATS.map(exportOperation),
  ...EXPORT_FORMATS.filter(({ name }) => name === "ndjson").map(loggedOperation),
  ...[PATHS.openApi, PATHS.openApiToo].map((path) =>
    operation({
      id: "getOpenApi",
      method: "GET",
      path,
      ...(path === PATHS.openApi && { tag: "Service" }),
      summary: "This OpenAPI document",
      description: "Generated from the same table as the routes and the validators, so it always matches the server.",
      responses: {
        200: found("OpenAPI 3.1.0", { type: "object", description: "An OpenAPI document" }, { headers: DATED }),
      },
      answer: async ({ request }, { openApi }: ApiService) => (await openApi()).respond(request),
    }),
  ),
  ...serviceOperations,
];
