/**
 * The bodies of exports. They are made when they are first asked for, a slice at a time so that other requests are answered
 * meanwhile, and compressed off the event loop.
 *
 * The export of all reviews is kept for as long as its publication is served, as the documents are: however many read it
 * slowly, it is in memory once. Selections are made for each request, as far as a budget allows; what is beyond it, and
 * what is very large, is sent while it is written and never made whole.
 *
 * @module
 */
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import type { Publication, SearchQuery } from "../publication/mod.ts";
import { acceptedCodings, type Coding } from "../web/content_coding.ts";
import type { ExportFormat } from "./export_formats.ts";
import type { SelectionBudget } from "./selection_budget.ts";

/** Reviews written at a time: some milliseconds. */
const SLICE = 250;
/** A selection of more than this is sent while it is written, without a length. */
const LARGEST_SELECTION_BYTES = 16 << 20;
/** Beyond this size only the quickest coding is worth its time. */
const LARGE_BYTES = 4 << 20;
const SMALLEST_CODED_BYTES = 1024;

/** What is exported. */
export interface ExportRequest {
  readonly format: ExportFormat;
  /** Empty for all reviews, newest first. */
  readonly query: SearchQuery;
  /** Written before everything else. */
  readonly prefix: string;
}

/** The bytes of an export in one coding. */
export interface ExportBody {
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

/** The exports of one publication. */
export class ExportBodies {
  readonly #publication: Publication;
  readonly #budget: SelectionBudget;
  readonly #kept = new Map<string, Promise<Blob>>();

  constructor(publication: Publication, budget: SelectionBudget) {
    this.#publication = publication;
    this.#budget = budget;
  }

  /** The ordinals of what is exported, in order. */
  ordinals({ query }: ExportRequest): readonly number[] {
    const { reviewCount } = this.#publication;
    return this.#publication.search({ ...query, limit: Math.max(1, reviewCount) }).ordinals;
  }

  /** The body in the coding that a client likes best; null when it is too large to be made whole, or the budget is used up. */
  async body(
    request: ExportRequest,
    ordinals: readonly number[],
    acceptEncoding: string | null,
  ): Promise<ExportBody | null> {
    const isWhole = Object.keys(request.query).length === 0 && request.prefix === "";
    if (!isWhole && !this.#mayBeMade(this.#sizeOf(ordinals))) return null;
    const key = `${request.format.name} identity`;
    const make = () => this.#write(request, ordinals);
    const identity = await (isWhole ? this.#keep(key, make) : make());
    const coding = codingFor(acceptEncoding, identity.size);
    if (coding === "identity") return { blob: identity, coding };
    const code = () => coded(identity, CODERS[coding]);
    return { blob: await (isWhole ? this.#keep(`${request.format.name} ${coding}`, code) : code()), coding };
  }

  #mayBeMade(bytes: number): boolean {
    return bytes <= LARGEST_SELECTION_BYTES && this.#budget.take(bytes);
  }

  #sizeOf(ordinals: readonly number[]): number {
    return ordinals.reduce((bytes, ordinal) => bytes + this.#publication.reviewBytesAt(ordinal).length, 0);
  }

  #keep(key: string, make: () => Promise<Blob>): Promise<Blob> {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const making = make();
    this.#kept.set(key, making);
    making.catch(() => this.#kept.delete(key));
    return making;
  }

  async #write({ format, prefix }: ExportRequest, ordinals: readonly number[]): Promise<Blob> {
    const slices: Blob[] = [];
    for (const text of exportSlices(this.#publication, format, ordinals)) {
      slices.push(new Blob([slices.length === 0 ? prefix + text : text]));
      if (slices.length * SLICE < ordinals.length) await setImmediate();
    }
    return new Blob(slices);
  }
}

/** An export as text, some hundred reviews at a time. */
export function* exportSlices(
  publication: Publication,
  { head, row }: ExportFormat,
  ordinals: readonly number[],
): Generator<string> {
  let slice = head;
  for (const [at, ordinal] of ordinals.entries()) {
    slice += row(publication, ordinal);
    if (at % SLICE !== SLICE - 1) continue;
    yield slice;
    slice = "";
  }
  yield slice;
}

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
