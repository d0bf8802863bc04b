/**
 * The pages as operations: what a route of a page says of itself, in the terms of the interface.
 *
 * @module
 */
import { Type } from "typebox";
import { LANGUAGES } from "../languages/mod.ts";
import { type PageRoute, type PageTrouble, pageRoutes } from "../pages/mod.ts";
import type { Published } from "../publishing/mod.ts";
import type { Call, Operation, OperationResponse } from "../web/operation.ts";
import { conditional, DATED, found, INVALID, NOT_READY, problem, text } from "../web/responses.ts";
import { whenPublished } from "../web/when_published.ts";
import type { AppService } from "./app_service.ts";
import type { PathParameters } from "./page_answers.ts";

const TROUBLES: Readonly<Record<PageTrouble, Readonly<Record<number, OperationResponse>>>> = {
  moved: { 308: { description: "A copy at another site: Location is the review that counts", headers: ["Location"] } },
  called: { 308: { description: "A form filled in: Location is what it asks for", headers: ["Location"] } },
  refused: { 400: forBoth("Invalid search parameters; every issue is listed", INVALID) },
  missing: { 404: missing(404, "Page not found") },
  gone: { 410: missing(410, "The review was taken down") },
};

const IN_LANGUAGES = `With ${LANGUAGES.map((language) => `/${language}`).join(", ")} before its path, its fixed words are in that language.`;

/** One operation for each of the {@link pageRoutes}. */
export const pageOperations: readonly Operation<AppService>[] = pageRoutes.map(pageOperation);

function pageOperation(route: PageRoute): Operation<AppService> {
  const { id, path, summary, inLanguages, mediaType = "text/html", pathParameters, query, mayBe = [] } = route;
  const schema = mediaType.endsWith("json") ? Type.Object({}, { description: "For programs" }) : text("For people");
  return {
    id,
    method: "GET",
    path,
    tag: "Pages",
    summary,
    description: inLanguages ? `${route.description} ${IN_LANGUAGES}` : route.description,
    ...(pathParameters && { pathParameters }),
    ...(query && { query }),
    responses: {
      200: found(summary, schema, { mediaType, headers: DATED }),
      ...conditional(DATED),
      ...(pathParameters && { 400: problem(400, "Invalid percent-encoding in path") }),
      405: problem(405, "Only GET and HEAD"),
      503: NOT_READY,
      ...Object.assign({}, ...mayBe.map((trouble) => TROUBLES[trouble])),
    },
    answer: whenPublished((call: Call<PathParameters>, published: Published, { pages }: AppService) =>
      pages.page(route, call, published),
    ),
  };
}

/** What is not there: a page for people, JSON for programs. */
function missing(status: number, description: string): OperationResponse {
  return forBoth(description, problem(status, description));
}

/** An error as a page for people and as JSON for programs. */
function forBoth(description: string, { content }: OperationResponse): OperationResponse {
  return {
    description,
    headers: ["Vary"],
    content: { "text/html": { schema: text("An error page") }, ...content },
  };
}
