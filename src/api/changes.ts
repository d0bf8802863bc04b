/** `/api/changes`: pages by cursor, also over SSE (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
import { Type } from "typebox";
import { digestOf } from "../http/digest.ts";
import { type Call, notReady, operation, type ResponseOrPromise, whenPublished } from "../http/operation.ts";
import { absoluteUrl, link, PATHS } from "../http/paths.ts";
import { plainProblem, problemResponse } from "../http/problem.ts";
import { prefers } from "../http/request.ts";
import { respond } from "../http/respond.ts";
import { found, NOT_READY, problem, text, UNDATED } from "../http/responses.ts";
import {
  CHANGE_CURSOR_PATTERN,
  type ChangePlace,
  changesAnswer,
  type Publication,
  readChangeCursor,
  writeChangeCursor,
} from "../publication/mod.ts";
import { ContentRevision, Review, ReviewId } from "../review/mod.ts";
import type { ApiService } from "./api_service.ts";
import * as examples from "./schemas.ts";
import { type ApiPublished, contentOf, servedReviews } from "./served_reviews.ts";

const DEFAULT_CHANGES = 100;
const MAX_CHANGES = 1000;

const Cursor = Type.String({
  pattern: CHANGE_CURSOR_PATTERN,
  examples: ["3f9a0b1c-12-mi2k4x8w"],
  description: "How far this answer goes; pass it as `after`. It stays valid for the life of the data",
});

const ChangesQuery = Type.Object(
  {
    after: Type.Optional({
      ...Cursor,
      description: "`cursor` of an earlier response: only what changed after it. Without it, from the beginning",
    }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_CHANGES,
        default: DEFAULT_CHANGES,
        description: "Maximum number of changes returned",
      }),
    ),
  },
  { additionalProperties: false, description: "Where to continue, and how far" },
);

const Change = Type.Object(
  {
    kind: Type.Enum(["added", "changed", "removed"], {
      description:
        "`added` and `changed`: put the review in place of any with its id. `removed`: delete what you have under the id",
    }),
    revision: Type.Integer({
      minimum: 0,
      description: "Number of the change in the log of the business, ascending; changes made together share it",
    }),
    at: Type.String({ format: "date-time", description: "When it was made" }),
    id: ReviewId,
    review: Type.Union([Review, Type.Null()], { description: "As in /reviews.json; null when removed" }),
  },
  { additionalProperties: false, description: "The latest change of one review" },
);

export const Changes = Type.Object(
  {
    cursor: Cursor,
    more: Type.Boolean({ description: "Whether there is more to read at once, after `cursor`" }),
    revision: ContentRevision,
    changes: Type.Array(Change, { description: "In order of revision; each review once, at its latest state" }),
  },
  { additionalProperties: false, description: "What changed for readers" },
);

const EVENTS = "text/event-stream";

const FOUND = found("One page of changes", Changes, {
  example: examples.changesExample,
  headers: UNDATED,
  links: {
    nextPage: {
      operationId: "getChanges",
      parameters: { after: "$response.body#/cursor" },
      description: "What comes next: at once while `more` is true, later otherwise",
    },
  },
});

export const changesOperation = operation({
  id: "getChanges",
  method: "GET",
  path: PATHS.changes,
  tag: "Reviews",
  summary: "Changes in order, to keep a copy in sync",
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
    410: problem(410, "The cursor belongs to data that is no longer published; start over without `after`"),
    429: problem(429, "Too many open streams from this address, or too many requests where the owner has set a limit"),
    503: NOT_READY,
  },
  strict: "query",
  isComputed: true,
  answer: whenPublished(answerChanges),
});

type ChangesCall = Call<object, { readonly after?: string; readonly limit?: number }>;

function answerChanges(call: ChangesCall, now: ApiPublished, service: ApiService): ResponseOrPromise {
  const { request, client, query } = call;
  const isLive = prefers(request.headers.get("accept"), EVENTS, "application/json");
  const lastEventId = isLive ? request.headers.get("last-event-id") : null;
  // Before its first event a client sends an empty id.
  const cursor = lastEventId || query.after;
  const after = placeOf(cursor, now.publication, service);
  if (after instanceof Response) return after;
  if (isLive) return service.changeStreams.open(request, client, after);
  const limit = query.limit ?? DEFAULT_CHANGES;
  const { publication } = now;
  // The cursor moves with each revision, even if nothing else does.
  const page = `${publication.contentDigest} ${publication.revision} ${after && writeChangeCursor(after)} ${limit}`;
  const content = contentOf(servedReviews(now, service.site), {
    digest: digestOf(page),
    lastModified: null,
    cacheControl: "no-cache",
    vary: "Accept, Accept-Encoding",
  });
  return respond(call, content, () => {
    const answer = changesAnswer(publication, after, { limit, maxBytes: MAX_PAGE_BYTES });
    const next = `${absoluteUrl(service.site, PATHS.changes)}?after=${answer.cursor}&limit=${limit}`;
    return { body: answer.bytes(), links: answer.page.more ? [link(next, "next")] : [] };
  });
}

/** Size limit in bytes, unless there is only one review. */
const MAX_PAGE_BYTES = 2 << 20;
/** A revision that is unknown here may come from another server within this time. */
const ON_ITS_WAY_MS = 60_000;

/** Null for a reader who has nothing yet; else the place of its cursor, or the refusal of one that has none here. */
function placeOf(
  cursor: string | undefined,
  { changes }: Publication,
  { clock, isOnlyServer, isOneOfMany = false }: Pick<ApiService, "clock" | "isOnlyServer" | "isOneOfMany">,
): ChangePlace | Response | null {
  if (cursor === undefined) return null;
  const place = readChangeCursor(cursor);
  if (place === null) return malformed(cursor);
  if (isOneOfMany && !changes.hasForm(place)) return unknown();
  const standing = changes.standing(place);
  if (standing === "known") return place;
  const isOnItsWay = standing === "ahead" && clock.now() - place.at < ON_ITS_WAY_MS && !isOnlyServer();
  return isOnItsWay ? notReady("this revision is still being loaded") : unknown();
}

function malformed(received: string): Response {
  const message = "after must be the cursor of an earlier response; omit it to start over";
  return problemResponse(400, [{ path: ["after"], code: "pattern", message, received: received.slice(0, 100) }]);
}

function unknown(): Response {
  const message =
    "this cursor belongs to data that is no longer published; discard your copy and start over without after";
  return plainProblem("unknown_cursor", message);
}
