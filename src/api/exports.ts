/**
 * Exports of the published reviews, made when first requested, in slices, and compressed off the event loop. Whole
 * exports are kept with their publication; selections share a budget of memory.
 */

import { Buffer } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { type Static, Type } from "typebox";
import { workOfBytes } from "../http/admission.ts";
import { acceptedCodings, type Coding, codedQuickly } from "../http/content_coding.ts";
import type { Call } from "../http/operation.ts";
import { PIECE_BYTES } from "../http/outgoing.ts";
import { ACCEPT_RANGES } from "../http/respond.ts";
import { Memo, memo } from "../memo.ts";
import { FILTER_CONDITIONS, type Publication, SEARCH_FILTERS, SearchQuery } from "../publication/mod.ts";
import {
  type AggregateRating,
  aggregateRating,
  type ExportFormat,
  type Provenance,
  type RatedReview,
  type VerificationMethod,
} from "../review/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import type { SelectionBudget } from "./selection_budget.ts";
import { contentOf, loggedJson, type ServedReviews } from "./served_reviews.ts";

const ExportQuery = Type.Object({ ...SEARCH_FILTERS, sort: SearchQuery.properties.sort }, FILTER_CONDITIONS);
export const LoggedQuery = Type.Object(
  {
    ...ExportQuery.properties,
    log: Type.Optional(
      Type.Boolean({ description: "true adds to each review where it stands in the transparency log, with its salt" }),
    ),
  },
  FILTER_CONDITIONS,
);
export const CsvQuery = Type.Object(
  {
    ...ExportQuery.properties,
    excel: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1, description: "1 writes a byte order mark, by which Excel knows UTF-8" }),
    ),
  },
  FILTER_CONDITIONS,
);

export type ExportParameters = Static<typeof CsvQuery> & Static<typeof LoggedQuery>;

const BYTE_ORDER_MARK = "\ufeff";

interface ExportOptions {
  readonly format: ExportFormat;
  readonly parameters: ExportParameters;
  readonly bodies: ExportBodies;
}

export async function exportResponse(
  call: Call,
  set: ServedReviews,
  { format, parameters: { excel = 0, log = false, ...query }, bodies }: ExportOptions,
): Promise<Response> {
  const { request } = call;
  const content = (headers?: Record<string, string>) =>
    contentOf(set, {
      contentType: format.contentType,
      digest: `${set.digest}-${format.name}${log ? "-log" : ""}`,
      cacheControl: "max-age=60",
      ...(headers && { headers }),
    });
  const settled = content().conditional(request);
  if (settled !== null) return settled;
  const asked: ExportRequest = { format, query, prefix: excel === 1 ? BYTE_ORDER_MARK : "", isLogged: log };
  const charge = (bytes: number) => call.charge(workOfBytes(bytes));
  const body = await bodies.body(asked, request.headers.get("accept-encoding"), call.turn);
  if (body === null) return content().stream(call, { parts: bodies.pieces(asked, call.turn, charge) });
  if (!isWhole(asked)) charge(body.size);
  return content(ACCEPT_RANGES).ranged(request, body, body.coding);
}

/** /reviews.json with the reviews of one provenance only. */
export function datasetOf(publication: Publication, provenance: Provenance): ExportFormat {
  const { business, contentDigest: revision, aggregateRating: all } = publication;
  const aggregate_rating = memo(publication, `rating of ${provenance}`, () =>
    aggregateRating(ratingsOf(publication, { provenance }, all)),
  );
  const members = JSON.stringify({ business, aggregate_rating, revision });
  return {
    name: `json-${provenance}`,
    contentType: "application/json",
    title: "",
    content: "",
    description: "",
    hasByteOrderMark: false,
    head: `${members.slice(0, -1)},"reviews":[${aggregate_rating.review_count > 0 ? "\n" : ""}`,
    between: ",\n",
    tail: "\n]}\n",
  };
}

/** Ratings computed from the counts of the index. */
function* ratingsOf(publication: Publication, query: SearchQuery, all: AggregateRating): Generator<RatedReview> {
  for (const source of Object.keys(all.by_source)) {
    for (const verification of Object.keys(all.by_verification) as VerificationMethod[]) {
      for (const rating of [1, 2, 3, 4, 5]) {
        const count = publication.search({ ...query, source, verification, rating, limit: 1 }).total;
        if (count > 0) yield { source, verification, rating, count };
      }
    }
  }
}

export function exportChunks(publication: Publication, format: ExportFormat): Generator<Uint8Array<ArrayBuffer>> {
  return exportSlices(publication, format, allOrdinals(publication));
}

/** A millisecond or two of work. */
const SLICE_REVIEWS = 100;
const MAX_SELECTION_BYTES = 16 << 20;
/** Beyond it, in bytes, only the quickest coding is used. */
const LARGE_BYTES = 4 << 20;
const MIN_CODED_BYTES = 1024;
/** Smaller slices, in bytes, need no turn. */
const MIN_SLICE_BYTES = 4096;

interface ExportRequest {
  readonly format: ExportFormat;
  /** Empty for all reviews, newest first. */
  readonly query: SearchQuery;
  readonly prefix: string;
  readonly isLogged: boolean;
}

function isWhole({ query, prefix, isLogged }: ExportRequest): boolean {
  return Object.keys(query).length === 0 && prefix === "" && !isLogged;
}

interface ExportBody {
  readonly size: number;
  readonly sent: Blob;
  readonly coding: Coding;
}

type Turn = () => Promise<unknown>;

export class ExportBodies {
  readonly #publication: Publication;
  readonly #budget: SelectionBudget;
  readonly #kept = new Memo<Promise<Blob>>();
  #bytesOfAll: number | undefined;

  constructor(publication: Publication, budget: SelectionBudget) {
    this.#publication = publication;
    this.#budget = budget;
  }

  /** Null when the body is too large to be made whole, or the budget is used up. */
  async body(request: ExportRequest, acceptEncoding: string | null, turn: Turn): Promise<ExportBody | null> {
    const isKept = isWhole(request);
    if (!isKept && !this.#mayBeMade(request)) return null;
    const key = `${request.format.name} identity`;
    const identity = await (isKept
      ? this.#kept.get(key, () => this.#write(request, setImmediate))
      : this.#write(request, turn));
    const coding = codingFor(acceptEncoding, identity.size);
    if (coding === "identity") return { size: identity.size, sent: identity, coding };
    const code = async () => new Blob([await codedQuickly(new Uint8Array(await identity.arrayBuffer()), coding)]);
    const sent = await (isKept ? this.#kept.get(`${request.format.name} ${coding}`, code) : code());
    return { size: sent.size, sent, coding };
  }

  /** Piece by piece, each in a turn of its own; `charge` gets the bytes of each. */
  async *pieces(
    request: ExportRequest,
    turn: Turn,
    charge: (bytes: number) => void,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    await turn();
    for (const slice of this.#slices(request)) {
      charge(slice.length);
      if (slice.length > 0) yield slice;
      await turn();
    }
  }

  /** A selection that was not counted to its end may be of any size. */
  #mayBeMade({ query }: ExportRequest): boolean {
    const { reviewCount } = this.#publication;
    const { total, totalIsExact } = this.#publication.search({ ...query, limit: 1 });
    const bytes = (this.#sizeOfAll() / Math.max(1, reviewCount)) * total;
    return totalIsExact && bytes <= MAX_SELECTION_BYTES && this.#budget.take(bytes);
  }

  #sizeOfAll(): number {
    const { reviewCount } = this.#publication;
    this.#bytesOfAll ??= this.#publication.newestReviews(reviewCount).reduce((sum, { length }) => sum + length, 0);
    return this.#bytesOfAll;
  }

  async #write(request: ExportRequest, turn: Turn): Promise<Blob> {
    const slices: Blob[] = [];
    for (const slice of this.#slices(request)) {
      slices.push(new Blob([slice]));
      if (slice.length >= MIN_SLICE_BYTES) await turn();
    }
    return new Blob(slices);
  }

  *#slices({ format, query, prefix, isLogged }: ExportRequest): Generator<Uint8Array<ArrayBuffer>> {
    yield utf8Bytes(prefix);
    yield* exportSlices(this.#publication, format, selectedOrdinals(this.#publication, query), isLogged);
  }
}

function* selectedOrdinals(publication: Publication, query: SearchQuery): Generator<number> {
  if (Object.keys(query).length === 0) return yield* allOrdinals(publication);
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = publication.search({ ...query, limit: SLICE_REVIEWS, ...(cursor !== undefined && { cursor }) });
    yield* page.ordinals;
    cursor = page.nextCursor;
  }
}

function* allOrdinals({ reviewCount }: Publication): Generator<number> {
  for (let ordinal = 0; ordinal < reviewCount; ordinal++) yield ordinal;
}

/** JSON is copied, never decoded. */
function* exportSlices(
  publication: Publication,
  { head, row, between = "", end = "", tail = "" }: ExportFormat,
  ordinals: Iterable<number>,
  isLogged = false,
): Generator<Uint8Array<ArrayBuffer>> {
  const slice = new SliceWriter();
  const separator = utf8Bytes(between);
  const terminator = utf8Bytes(end);
  slice.add(head);
  let count = 0;
  for (const ordinal of ordinals) {
    if (count > 0) slice.add(separator);
    if (row !== undefined) slice.add(row(publication.reviewAt(ordinal)));
    else if (isLogged) slice.add(...loggedJson(publication, ordinal));
    else slice.add(publication.reviewBytesAt(ordinal));
    slice.add(terminator);
    if (++count % SLICE_REVIEWS === 0 || slice.length >= PIECE_BYTES) yield slice.take();
  }
  slice.add(tail);
  yield slice.take();
}

class SliceWriter {
  #parts: Uint8Array[] = [];
  length = 0;

  add(...parts: readonly (string | Uint8Array)[]): void {
    for (const part of parts) {
      if (part.length === 0) continue;
      const bytes = typeof part === "string" ? utf8Bytes(part) : part;
      this.#parts.push(bytes);
      this.length += bytes.length;
    }
  }

  take(): Uint8Array<ArrayBuffer> {
    const bytes = Buffer.concat(this.#parts, this.length);
    this.#parts = [];
    this.length = 0;
    return bytes;
  }
}

function codingFor(acceptEncoding: string | null, size: number): Coding {
  const accepted = acceptedCodings(acceptEncoding);
  if (size < MIN_CODED_BYTES && accepted.includes("identity")) return "identity";
  const isLarge = size > LARGE_BYTES && accepted.includes("gzip");
  return isLarge && accepted[0] !== "identity" ? "gzip" : (accepted[0] ?? "identity");
}
