/** What the REST operations need of the running server, and answers about reviews. */

import { Buffer } from "node:buffer";
import { digestOf } from "../http/digest.ts";
import type { Call, PublishingService, ResponseOrPromise } from "../http/operation.ts";
import { PIECE_BYTES } from "../http/outgoing.ts";
import { absoluteUrl, link, PATHS, type Site } from "../http/paths.ts";
import type { Representation } from "../http/representation.ts";
import { respond } from "../http/respond.ts";
import { aspectOfWords } from "../insights/mod.ts";
import { Memo } from "../memo.ts";
import { aroundReviews, type Publication, type SearchQuery, searchAnswer, sinceParts } from "../publication/mod.ts";
import type { CalendarDate, ExportFormat, Review } from "../review/mod.ts";
import type { ChangeStreams } from "./change_streams.ts";
import { ExportBodies, type ExportParameters, exportResponse } from "./exports.ts";
import type { LogTiles } from "./log_tiles.ts";
import type { SelectionBudget } from "./selection_budget.ts";
import { type ApiPublished, contentOf, reviewResponse, type ServedReviews, servedReviews } from "./served_reviews.ts";

interface PhotoSource {
  /** The file of a photograph; null if it has been removed. */
  readPhoto(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
}

export interface ApiService extends PublishingService<ApiPublished> {
  readonly site: Site;
  readonly photos: PhotoSource;
  readonly logTiles: LogTiles;
  /** Whether certainly no other server answers for this business. */
  readonly isOnlyServer: () => boolean;
  /** Whether the process serves other businesses; a cursor of a copied business differs from the original's only in its form. */
  readonly isOneOfMany?: boolean;
  readonly changeStreams: Pick<ChangeStreams, "open">;
  readonly reviewAnswers: (published: ApiPublished) => ReviewAnswers;
  readonly reviewJsonLd: (publication: Publication, review: Review) => object;
  readonly openApi: () => Promise<Representation>;
  /** Why the server is not ready although something is published; null if nothing is in its way. */
  readonly trouble: () => string | null;
}

export function reviewAnswersOf(site: Site, selections: SelectionBudget): (published: ApiPublished) => ReviewAnswers {
  const known = new WeakMap<Publication, ReviewAnswers>();
  return (published) => {
    const answers = known.get(published.publication) ?? reviewAnswers(servedReviews(published, site), selections);
    known.set(published.publication, answers);
    return answers;
  };
}

type ReviewAnswers = ReturnType<typeof reviewAnswers>;

function reviewAnswers(set: ServedReviews, selections: SelectionBudget) {
  const { publication, digest, site } = set;
  const exports = new ExportBodies(publication, selections);
  const allocate = reusedBuffer();
  const found = new Memo<FoundPage>(MAX_FOUND, { max: MAX_FOUND_BYTES, of: bytesOf });
  const content = contentOf(set, {
    digest: digestOf(digest + JSON.stringify(publication.removals)),
    cacheControl: "max-age=60",
  });

  return {
    /** `query` was read from the query string; the link to the next page repeats that. */
    search(call: Call, query: SearchQuery): ResponseOrPromise {
      return respond(call, content, () => {
        const { queryString } = call;
        const { ordinals, around, links } = found.get(queryString, () => {
          const answer = searchAnswer(publication, query, { aspectOf: aspectOfWords });
          const next = answer.head.next_cursor;
          const page = query.cursor === undefined ? queryString : withoutCursor(queryString);
          const links = next === null ? [] : [link(nextPage(site, page, next), "next")];
          return { ordinals: answer.ordinals, around: aroundReviews(answer), links };
        });
        return { body: publication.cutReviews(ordinals, around, allocate), links };
      });
    },
    since: (call: Call, date: CalendarDate) => respond(call, content, () => ({ body: sinceParts(publication, date) })),
    /** `jsonLd` is for clients that prefer it. */
    review: (call: Call, id: string, jsonLd: (review: Review) => object) => reviewResponse(call, set, id, jsonLd),
    export: (call: Call, format: ExportFormat, parameters: ExportParameters) =>
      exportResponse(call, set, { format, parameters, bodies: exports }),
  };
}

/** The reviews are copied from /reviews.json for each answer. */
interface FoundPage {
  readonly ordinals: readonly number[];
  readonly around: readonly [before: string, after: string];
  readonly links: readonly string[];
}

/** The least recently used goes first. */
const MAX_FOUND = 4096;
const MAX_FOUND_BYTES = 4 << 20;

function bytesOf(queryString: string, { ordinals, around: [before, after], links: [next = ""] }: FoundPage): number {
  return 2 * (queryString.length + before.length + after.length + next.length) + 8 * ordinals.length + 400;
}

/** `queryString` has no cursor, and `cursor` needs no encoding. */
function nextPage(site: Site, queryString: string, cursor: string): string {
  const before = queryString === "" ? "" : `${queryString}&`;
  return `${absoluteUrl(site, PATHS.search)}?${before}cursor=${cursor}`;
}

function withoutCursor(queryString: string): string {
  const query = new URLSearchParams(queryString);
  query.delete("cursor");
  return query.toString();
}

/**
 * Memory that each body is written into: a Response copies its bytes (Fetch, "extract a body"), and memory of its own
 * would come back only with the next garbage collection. Larger bodies are sent without a copy.
 */
function reusedBuffer(): (size: number) => Buffer<ArrayBuffer> {
  let kept: Buffer<ArrayBuffer> | null = null;
  return (size) => {
    if (size > PIECE_BYTES) return Buffer.allocUnsafeSlow(size);
    kept ??= Buffer.allocUnsafeSlow(PIECE_BYTES);
    return kept;
  };
}
