/**
 * Exports of the published reviews. Bodies are made when first requested, in slices so that other requests are
 * answered meanwhile, and compressed off the event loop. The whole export is kept as long as its publication is
 * served; selections share a budget of memory.
 */

import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import { type Static, Type } from "typebox";
import type { Admission } from "../http/admission.ts";
import { acceptedCodings, type Coding } from "../http/content_coding.ts";
import type { Client } from "../http/operation.ts";
import { PIECE_BYTES } from "../http/outgoing.ts";
import type { Clock } from "../platform.ts";
import { FILTER_CONDITIONS, type Publication, SEARCH_FILTERS, SearchQuery } from "../publication/mod.ts";
import {
  type AggregateRating,
  aggregateRating,
  type ExportFormat,
  type Provenance,
  type RatedReview,
  type VerificationMethod,
} from "../review/mod.ts";
import { computedAnswers, loggedJson, type ServedReviews } from "./served_reviews.ts";

/** Parameters of an export. */
const ExportQuery = Type.Object({ ...SEARCH_FILTERS, sort: SearchQuery.properties.sort }, FILTER_CONDITIONS);
/** Parameters of an export as JSON. */
export const LoggedQuery = Type.Object(
  {
    ...ExportQuery.properties,
    log: Type.Optional(
      Type.Boolean({ description: "true adds to each review where it stands in the transparency log, with its salt" }),
    ),
  },
  FILTER_CONDITIONS,
);
/** Parameters of an export that spreadsheets open. */
export const CsvQuery = Type.Object(
  {
    ...ExportQuery.properties,
    excel: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1, description: "1 writes a byte order mark, by which Excel knows UTF-8" }),
    ),
  },
  FILTER_CONDITIONS,
);

/** What exports take. */
export type ExportParameters = Static<typeof CsvQuery> & Static<typeof LoggedQuery>;

const BYTE_ORDER_MARK = "\ufeff";
const CACHE_CONTROL = "max-age=60";

/** What an export is made by, who asks for it, and what its slices take turns by. */
interface ExportContext {
  readonly bodies: ExportBodies;
  readonly client: Client;
  readonly admission: Admission;
}

/** The answer to a GET or HEAD of an export. */
export async function exportResponse(
  request: Request,
  set: ServedReviews,
  format: ExportFormat,
  { excel = 0, log = false, ...query }: ExportParameters,
  { bodies, client, admission }: ExportContext,
): Promise<Response> {
  const answers = computedAnswers(set, {
    contentType: format.contentType,
    digest: `${set.digest}-${format.name}${log ? "-log" : ""}`,
    cacheControl: CACHE_CONTROL,
  });
  const settled = answers.settled(request);
  if (settled !== null) return settled;
  const asked: ExportRequest = { format, query, prefix: excel === 1 ? BYTE_ORDER_MARK : "", isLogged: log };
  const turn = () => admission.turn(client);
  const body = await bodies.body(asked, request.headers.get("accept-encoding"), turn);
  if (body !== null) return answers.respondWithRange(request, body.blob, body.coding);
  return answers.stream(request, bodies.pieces(asked, turn), { outgoing: admission.outgoing, client });
}

/** The document at /reviews.json, with nothing but the reviews that came here in one way. */
export function datasetOf(publication: Publication, provenance: Provenance): ExportFormat {
  const { business, contentDigest: revision, aggregateRating: all } = publication;
  const aggregate_rating = aggregateRating(ratingsOf(publication, { provenance }, all));
  const members = JSON.stringify({ business, aggregate_rating, revision });
  let separator = "";
  return {
    ...{ name: `json-${provenance}`, contentType: "application/json", title: "", content: "", description: "" },
    hasByteOrderMark: false,
    head: `${members.slice(0, -1)},"reviews":[`,
    row({ json }) {
      const row = `${separator}\n${json}`;
      separator = ",";
      return row;
    },
    tail: "\n]}\n",
  };
}

/** How many reviews a query finds of each kind, from the counts of the index. */
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

/** All reviews as text, some hundred at a time. */
export function exportChunks(publication: Publication, format: ExportFormat): Generator<string> {
  return exportSlices(publication, format, allOrdinals(publication));
}

/** Reviews looked up and written at a time: a millisecond or two. */
const SLICE = 100;
/** A selection of more than this is sent while it is written, without a length. */
const LARGEST_SELECTION_BYTES = 16 << 20;
/** Beyond this size only the quickest coding is worth its time. */
const LARGE_BYTES = 4 << 20;
const SMALLEST_CODED_BYTES = 1024;
/** A slice that is smaller, in characters, takes no time worth a turn. */
const SMALLEST_SLICE = 4096;

/** What is exported. */
interface ExportRequest {
  readonly format: ExportFormat;
  /** Empty for all reviews, newest first. */
  readonly query: SearchQuery;
  /** Written before everything else. */
  readonly prefix: string;
  /** Whether each review has its place in the transparency log. */
  readonly isLogged: boolean;
}

/** The bytes of an export in one coding. */
interface ExportBody {
  readonly blob: Blob;
  readonly coding: Coding;
}

type Coder = (bytes: Uint8Array) => Promise<Uint8Array>;

const BROTLI = promisify(brotliCompress);
const CODERS: Readonly<Record<Exclude<Coding, "identity">, Coder>> = {
  br: (bytes) => BROTLI(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: promisify(zstdCompress),
  gzip: promisify(gzip),
};

/** Waits until the next slice may be written. */
type Turn = () => Promise<unknown>;

/** The exports of one publication. */
export class ExportBodies {
  readonly #publication: Publication;
  readonly #budget: SelectionBudget;
  readonly #kept = new Map<string, Promise<Blob>>();
  #bytesOfAll: number | undefined;

  constructor(publication: Publication, budget: SelectionBudget) {
    this.#publication = publication;
    this.#budget = budget;
  }

  /** The body in the coding that a client likes best; null when it is too large to be made whole, or the budget is used up. */
  async body(request: ExportRequest, acceptEncoding: string | null, turn: Turn): Promise<ExportBody | null> {
    const isWhole = Object.keys(request.query).length === 0 && request.prefix === "" && !request.isLogged;
    if (!isWhole && !this.#mayBeMade(request)) return null;
    const key = `${request.format.name} identity`;
    const identity = await (isWhole
      ? this.#keep(key, () => this.#write(request, setImmediate))
      : this.#write(request, turn));
    const coding = codingFor(acceptEncoding, identity.size);
    if (coding === "identity") return { blob: identity, coding };
    const code = () => coded(identity, CODERS[coding]);
    return { blob: await (isWhole ? this.#keep(`${request.format.name} ${coding}`, code) : code()), coding };
  }

  /** The same piece by piece, each in a turn of its own. */
  async *pieces(request: ExportRequest, turn: Turn): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    await turn();
    for (const text of this.#texts(request)) {
      if (text !== "") yield ENCODER.encode(text);
      await turn();
    }
  }

  /** A selection that was not counted to its end may be of any size. */
  #mayBeMade({ query }: ExportRequest): boolean {
    const { reviewCount } = this.#publication;
    const { total, totalIsExact } = this.#publication.search({ ...query, limit: 1 });
    const bytes = (this.#sizeOfAll() / Math.max(1, reviewCount)) * total;
    return totalIsExact && bytes <= LARGEST_SELECTION_BYTES && this.#budget.take(bytes);
  }

  #sizeOfAll(): number {
    const { reviewCount } = this.#publication;
    this.#bytesOfAll ??= this.#publication.newestReviews(reviewCount).reduce((sum, { length }) => sum + length, 0);
    return this.#bytesOfAll;
  }

  #keep(key: string, make: () => Promise<Blob>): Promise<Blob> {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const making = make();
    this.#kept.set(key, making);
    making.catch(() => this.#kept.delete(key));
    return making;
  }

  async #write(request: ExportRequest, turn: Turn): Promise<Blob> {
    const slices: Blob[] = [];
    for (const text of this.#texts(request)) {
      slices.push(new Blob([text]));
      if (text.length >= SMALLEST_SLICE) await turn();
    }
    return new Blob(slices);
  }

  *#texts({ format, query, prefix, isLogged }: ExportRequest): Generator<string> {
    yield prefix;
    yield* exportSlices(this.#publication, format, selectedOrdinals(this.#publication, query), isLogged);
  }
}

/** The ordinals of what a query selects, in its order, looked up as they are taken. */
function* selectedOrdinals(publication: Publication, query: SearchQuery): Generator<number> {
  if (Object.keys(query).length === 0) return yield* allOrdinals(publication);
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = publication.search({ ...query, limit: SLICE, ...(cursor !== undefined && { cursor }) });
    yield* page.ordinals;
    cursor = page.nextCursor;
  }
}

/** The ordinals of all reviews, newest first. */
function* allOrdinals({ reviewCount }: Publication): Generator<number> {
  for (let ordinal = 0; ordinal < reviewCount; ordinal++) yield ordinal;
}

/** An export as text, about a hundred reviews at a time. */
function* exportSlices(
  publication: Publication,
  { head, row, tail = "" }: ExportFormat,
  ordinals: Iterable<number>,
  isLogged = false,
): Generator<string> {
  let slice = head;
  let count = 0;
  for (const ordinal of ordinals) {
    slice += row({
      get review() {
        return publication.reviewAt(ordinal);
      },
      get json() {
        return isLogged ? loggedJson(publication, ordinal) : UTF8.decode(publication.reviewBytesAt(ordinal));
      },
    });
    if (++count % SLICE !== 0 && slice.length < PIECE_BYTES) continue;
    yield slice;
    slice = "";
  }
  yield slice + tail;
}

const ENCODER = new TextEncoder();
const UTF8 = new TextDecoder();

function codingFor(acceptEncoding: string | null, size: number): Coding {
  const accepted = acceptedCodings(acceptEncoding);
  if (size < SMALLEST_CODED_BYTES && accepted.includes("identity")) return "identity";
  const isLarge = size > LARGE_BYTES && accepted.includes("gzip");
  return isLarge && accepted[0] !== "identity" ? "gzip" : (accepted[0] ?? "identity");
}

async function coded(identity: Blob, code: Coder): Promise<Blob> {
  const bytes = await code(new Uint8Array(await identity.arrayBuffer()));
  return new Blob([bytes as Uint8Array<ArrayBuffer>]);
}

/** What a budget allows. */
interface SelectionLimits {
  /** Counted at a time, in bytes. */
  readonly maxBytes: number;
  /** How long one counts, in milliseconds. */
  readonly countedMs: number;
  /** Below this, in bytes, one is not counted: a stream would hold as much. */
  readonly leastBytes: number;
}

/** As much as four of the largest selections, within a minute. */
const SELECTION_LIMITS: SelectionLimits = { maxBytes: 64 << 20, countedMs: 60_000, leastBytes: 256 << 10 };

/** Counts selections that are made whole. */
export class SelectionBudget {
  readonly #clock: Clock;
  readonly #limits: SelectionLimits;
  #counted = 0;

  constructor(clock: Clock, limits: SelectionLimits = SELECTION_LIMITS) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Whether a selection of about `bytes` may be made whole; counts it if so. */
  take(bytes: number): boolean {
    const { maxBytes, countedMs, leastBytes } = this.#limits;
    if (bytes < leastBytes) return true;
    if (this.#counted + bytes > maxBytes) return false;
    this.#counted += bytes;
    this.#clock.after(countedMs, () => {
      this.#counted -= bytes;
    });
    return true;
  }
}
