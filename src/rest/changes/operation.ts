/**
 * GET /api/changes.
 *
 * @module
 */

import { prefers } from "../../web/accept.ts";
import { type Answer, type Call, operation } from "../../web/operation.ts";
import { PATHS } from "../../web/paths.ts";
import { conditional, found, INVALID, NOT_READY, problem, text } from "../../web/responses.ts";
import { whenPublished } from "../../web/when_published.ts";
import * as examples from "../examples.ts";
import type { RestService } from "../rest_service.ts";
import { type RestPublished, reviewSet } from "../review_set.ts";
import { changesPage, standingOf } from "./pages.ts";
import { Changes, ChangesQuery, DEFAULT_CHANGES } from "./schema.ts";

const EVENTS = "text/event-stream";

const FOUND = found("One page of changes", Changes, {
  example: examples.changes,
  links: {
    nextPage: {
      operationId: "getChanges",
      parameters: { after: "$response.body#/cursor" },
      description: "What comes next: at once while `more` is true, later otherwise",
    },
  },
});

/** The operation of /api/changes. */
export const changesOperation = operation({
  id: "getChanges",
  method: "GET",
  path: PATHS.changes,
  tag: "Reviews",
  summary: "What changed, to keep a copy right",
  description:
    "Every review that was added, changed or removed, once, at its latest state, in order of revision. Without `after`, " +
    "from the beginning: replaying the pages gives exactly the reviews of /reviews.json. Keep `cursor` with your copy and " +
    "pass it as `after`; ask again at once while `more` is true. With `Accept: text/event-stream` the same answers come " +
    "as events named `changes`, then each new change as it is published; the id of an event is its cursor, so that " +
    "`Last-Event-ID` goes on where the stream broke off. A cursor of data that were replaced as a whole is answered 410.",
  query: ChangesQuery,
  headers: [
    {
      name: "Last-Event-ID",
      description: "For streams: the id of the last event received, which counts before `after`",
      example: "3f9a0b1c-12-mi2k4x8w",
    },
  ],
  responses: {
    200: {
      ...FOUND,
      content: {
        ...FOUND.content,
        [EVENTS]: { schema: text("Events named `changes`; the data of each is a page of changes in JSON") },
      },
    },
    400: INVALID,
    410: problem(410, "The cursor belongs to other data; begin anew without `after`"),
    429: problem(429, "Too many requests from this address, if the owner has set a limit"),
    ...conditional(),
    405: problem(405, "Only GET and HEAD"),
    503: NOT_READY,
  },
  strict: "query",
  isLimited: true,
  answer: whenPublished(answerChanges),
});

type ChangesCall = Call<object, { readonly after?: string; readonly limit?: number }>;

function answerChanges(
  { request, client, query, charge }: ChangesCall,
  now: RestPublished,
  service: RestService,
): Answer {
  const isLive = prefers(request.headers.get("accept"), EVENTS, "application/json");
  const lastEventId = isLive ? request.headers.get("last-event-id") : null;
  // An empty id is what a client has before its first event.
  const cursor = lastEventId || query.after;
  const standing = standingOf(now.publication, cursor, service.clock.now());
  if (standing.kind === "refused") return standing.response;
  if (isLive) return service.changeStreams.open(request, client, standing.place);
  return changesPage(request, reviewSet(now, service.site), {
    after: standing.place,
    limit: query.limit ?? DEFAULT_CHANGES,
    charge,
  });
}
