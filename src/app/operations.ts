/**
 * All operations of the service: routes, the table of allowed methods and the OpenAPI document are made from this list.
 *
 * @module
 */

import { Type } from "typebox";
import { pageRoutes } from "../pages/mod.ts";
import {
  conditional,
  DATED,
  found,
  hubOperations,
  INVALID,
  mcpOperations,
  NOT_READY,
  problem,
  restOperations,
  text,
} from "../rest/mod.ts";
import { ReviewId } from "../review/mod.ts";
import type { Operation, OperationResponse } from "../web/operation.ts";
import { PATHS } from "../web/paths.ts";

/** Media types of the pages that are not HTML. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  [PATHS.badge]: "image/svg+xml",
  [PATHS.embed]: "text/javascript",
  [PATHS.llms]: "text/plain",
  [PATHS.robots]: "text/plain",
  [PATHS.sitemap]: "application/xml",
  [PATHS.apiCatalog]: "application/linkset+json",
  [PATHS.securityTxt]: "text/plain",
};
/** Pages that may not be there. */
const MAY_BE_MISSING = new Set<string>([PATHS.review, PATHS.sitemap, PATHS.securityTxt]);
const SITEMAP_QUERY = Type.Object({
  part: Type.Optional(Type.Integer({ minimum: 1, description: "Which part of an index" })),
});

const pageOperations = pageRoutes.map(({ path, summary, description }): Operation => {
  const mediaType = MEDIA_TYPES[path] ?? "text/html";
  const schema = mediaType.endsWith("json") ? Type.Object({}, { description: "For programs" }) : text("For people");
  return {
    id: pageOperationId(path),
    method: "GET",
    path,
    tag: "Pages",
    summary,
    description,
    ...(path.includes("{id}") && { pathParameters: Type.Object({ id: ReviewId }) }),
    ...(path === PATHS.sitemap && { query: SITEMAP_QUERY }),
    responses: {
      200: found(summary, schema, { mediaType, headers: DATED }),
      ...conditional(DATED),
      ...(path === "/" && {
        400: forBoth("The search has parameters that are invalid; all of them are named", INVALID),
      }),
      ...(path.includes("{id}") && { 400: problem(400, "The path has a percent escape that is none") }),
      ...(MAY_BE_MISSING.has(path) && { 404: missing(404, "There is no such page") }),
      405: problem(405, "Only GET and HEAD"),
      ...(path === PATHS.review && { 410: missing(410, "The review was taken down") }),
      503: NOT_READY,
    },
  };
});

/** What is not there: a page for people, JSON for programs. */
function missing(status: number, description: string): OperationResponse {
  return forBoth(description, problem(status, description));
}

/** What tells people of an error on a page and programs in JSON. */
function forBoth(description: string, { content }: OperationResponse): OperationResponse {
  return {
    description,
    headers: ["Vary"],
    content: { "text/html": { schema: text("A page that says so") }, ...content },
  };
}

export const operations: readonly Operation[] = [
  ...restOperations,
  ...hubOperations,
  ...mcpOperations,
  ...pageOperations,
];

/** The id of a page's operation: `page_reviews_id` for `/reviews/{id}`. */
export function pageOperationId(path: string): string {
  const words = path.split(/[^a-z]+/i).filter((word) => word !== "");
  return ["page", ...(words.length > 0 ? words : ["home"])].join("_");
}
