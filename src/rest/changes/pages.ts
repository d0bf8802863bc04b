/**
 * Pages of changes over HTTP: where a reader's cursor stands, and the JSON answer from there.
 *
 * @module
 */
import {
  type ChangePlace,
  type ChangesAnswer,
  changesAnswer,
  type Publication,
  readChangeCursor,
} from "../../publication/mod.ts";
import type { ComputedAnswers } from "../../web/computed_answer.ts";
import type { Answer, Call } from "../../web/operation.ts";
import { PATHS } from "../../web/paths.ts";
import { plainProblem, problemResponse } from "../../web/problem.ts";
import { workOfBytes } from "../../web/rate_guard.ts";
import { digestOf } from "../../web/representation.ts";
import { absoluteUrl, link } from "../../web/site.ts";
import { notReady } from "../../web/when_published.ts";
import { computedAnswers, type ReviewSet } from "../review_set.ts";

/** Reviews in an answer, in bytes, unless there is only one. */
const MAX_PAGE_BYTES = 2 << 20;
/** For so long a revision that is not known here may still be on its way here from another server, in milliseconds. */
const ON_ITS_WAY_MS = 60_000;

/** Where a reader's cursor stands, or the answer to one that stands nowhere. */
export type Standing =
  | { readonly kind: "found"; readonly place: ChangePlace | null }
  | { readonly kind: "refused"; readonly response: Response };

/** Finds the place of a cursor; none is the beginning. */
export function standingOf(publication: Publication, cursor: string | undefined, now: number): Standing {
  if (cursor === undefined) return { kind: "found", place: null };
  const place = readChangeCursor(cursor);
  if (place === null) return { kind: "refused", response: malformed(cursor) };
  const standing = publication.changes.standing(place);
  if (standing === "known") return { kind: "found", place };
  const isOnItsWay = standing === "ahead" && now - place.at < ON_ITS_WAY_MS;
  return { kind: "refused", response: isOnItsWay ? notReady("this revision is still being loaded") : unknown() };
}

/** A page that was asked for. */
export interface PageOrder {
  /** Null for a reader who has nothing yet. */
  readonly after: ChangePlace | null;
  readonly limit: number;
  readonly charge: Call["charge"];
}

/** The JSON answer from a place on. */
export function changesPage(request: Request, set: ReviewSet, { after, limit, charge }: PageOrder): Answer {
  const { publication, site } = set;
  const answers = answersOf(set);
  const settled = answers.settled(request);
  if (settled !== null) return settled;
  const answer: ChangesAnswer = changesAnswer(publication, after, { limit, maxBytes: MAX_PAGE_BYTES });
  const next = `${absoluteUrl(site, PATHS.changes)}?after=${answer.cursor}&limit=${limit}`;
  const bytes = answer.bytes();
  charge(workOfBytes(bytes.length));
  return answers.respond(request, bytes, answer.page.more ? [link(next, "next")] : []);
}

const KNOWN = new WeakMap<Publication, ComputedAnswers>();

/** Made once for a publication. */
function answersOf(set: ReviewSet): ComputedAnswers {
  const { publication } = set;
  const known = KNOWN.get(publication);
  if (known !== undefined) return known;
  // The cursor moves on with each revision, whether or not anything else does.
  const content = `${publication.contentDigest} ${publication.revision} changes`;
  const answers = computedAnswers(set, {
    digest: digestOf(content),
    cacheControl: "no-cache",
    vary: "Accept, Accept-Encoding",
  });
  KNOWN.set(publication, answers);
  return answers;
}

function malformed(received: string): Response {
  const message = "after must be the cursor of an earlier response, or be left out to begin anew";
  return problemResponse(400, [{ path: ["after"], code: "pattern", message, received: received.slice(0, 100) }]);
}

function unknown(): Response {
  const message =
    "this cursor belongs to other data than is published here now; discard your copy and begin anew without after";
  return plainProblem("unknown_cursor", message);
}
