import type { Static } from "typebox";
import { digestOf } from "../http/digest.ts";
import { type Call, operation, whenPublished } from "../http/operation.ts";
import { logPath, PATHS } from "../http/paths.ts";
import { plainProblem } from "../http/problem.ts";
import { respond } from "../http/respond.ts";
import { found, NOT_READY, problem, text, UNDATED } from "../http/responses.ts";
import { utf8Bytes } from "../utf8.ts";
import type { ApiService } from "./api_service.ts";
import { proofFor } from "./log_tiles.ts";
import { ReviewParameters } from "./schemas.ts";
import { type ApiPublished, contentOf, redirectOrGone, servedReviews } from "./served_reviews.ts";

const document = whenPublished(({ request, pathname }: Call, { documents, publication }: ApiPublished) => {
  const found = documents.get(pathname)?.respond(request);
  if (found !== undefined) return found;
  const path = publication.record?.log.path ?? logPath(1);
  if (path !== logPath(1) && pathname === PATHS.logCheckpoint) return succeeded(path);
  return plainProblem("not_found", "nothing of the log was signed yet");
});

/** This log is lost; the body is the path of its successor. */
function succeeded(path: string): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "max-age=60" };
  return new Response(`${path}\n`, { status: 410, headers });
}

/** A tile's number has one part for each three digits, and another if it is incomplete. */
const DEPTHS = ["", "/{b}", "/{b}/{c}", "/{b}/{c}/{d}"];

const tileOperations = [PATHS.logTile, PATHS.logTile.replace("/log", "/log/{number}")].flatMap((path, isLater) =>
  DEPTHS.map((depth) =>
    operation({
      id: "getLogTile",
      method: "GET",
      path: `${path}${depth}`,
      ...(depth === "" && isLater === 0 && { tag: "Log" }),
      summary: "A tile of the log, or a bundle of entries",
      description:
        "C2SP tlog-tiles: `level` is a number, or `entries`; `tile` as `000`, `x001/234`, and `000.p/5` for the first 5 hashes " +
        "or entries. Never changes.",
      responses: {
        200: found("Hashes of 32 bytes, or entries behind their lengths", text("Bytes"), {
          mediaType: "application/octet-stream",
          headers: UNDATED,
        }),
        404: problem(404, "The log has no such tile"),
        503: NOT_READY,
      },
      answer: async ({ request, pathname }, { logTiles }: ApiService) =>
        (await logTiles.at(pathname))?.respond(request) ?? plainProblem("not_found", "the log has no such tile"),
    }),
  ),
);

/** No revision: only the log itself changes it. */
const OF_LOG = UNDATED.filter((name) => name !== "Link" && name !== "Goodword-Revision");

function documentOperation(
  path: string,
  given: { readonly id: string; readonly summary: string; readonly description: string },
) {
  return operation({
    ...given,
    method: "GET",
    path,
    ...(!path.includes("{") && { tag: "Log" }),
    responses: {
      200: found(given.summary, text("Text"), { mediaType: "text/plain", headers: OF_LOG }),
      404: problem(404, "Nothing was signed yet"),
      410: problem(410, "This log is lost; the body is the path of the one that takes its place"),
      503: NOT_READY,
    },
    answer: document,
  });
}

const CHECKPOINT = {
  id: "getLogCheckpoint",
  summary: "The signed state of the log",
  description: "C2SP tlog-checkpoint: size and root of the tree as of this revision, signed by Ed25519.",
};

export const logOperations = [
  documentOperation(PATHS.logCheckpoint, CHECKPOINT),
  documentOperation(PATHS.logCheckpoint.replace("/log", "/log/{number}"), CHECKPOINT),
  documentOperation(PATHS.logKey, {
    id: "getLogKey",
    summary: "The keys that sign the log",
    description:
      "Signed-note verifier keys, one a line; the first is in use, the others signed before it and still do.",
  }),
  ...tileOperations,
  operation({
    id: "getReviewProof",
    method: "GET",
    path: PATHS.reviewProof,
    tag: "Log",
    summary: "Proof that a review is in the log",
    description:
      "C2SP tlog-proof: the way from the entry of the review, whose index and salt stand in `log` of getReview, to the checkpoint " +
      "that is served.",
    pathParameters: ReviewParameters,
    responses: {
      200: found("The proof", text("Text"), { mediaType: "text/plain" }),
      308: { description: "A copy: the review that counts is at Location", headers: ["Location", "Cache-Control"] },
      404: problem(404, "No such review, or no signed checkpoint covers it yet"),
      410: problem(410, "The review was taken down"),
      503: NOT_READY,
    },
    strict: "path",
    isComputed: true,
    answer: whenPublished(
      async (call: Call<Static<typeof ReviewParameters>>, now: ApiPublished, { site, logTiles }: ApiService) => {
        const { id } = call.parameters;
        if (now.publication.ordinalOf(id) === null) return redirectOrGone(now.publication, site, id);
        const found = await proofFor(id, now, logTiles.source);
        if (found === null) return plainProblem("not_found", "no signed checkpoint covers this review yet");
        const body = utf8Bytes(found.proof);
        const content = contentOf(servedReviews(now, site), {
          contentType: "text/plain; charset=utf-8",
          digest: digestOf(body),
          cacheControl: "max-age=60",
        });
        return respond(call, content, () => ({ body }));
      },
    ),
  }),
];
