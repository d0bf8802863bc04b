/** Builds a publication from an edition, in a worker: all that is large comes out as buffers. */

import type {
  AggregateRating,
  Business,
  ChangeNotes,
  ConvertedRatings,
  JoinedCopy,
  LogNotes,
  Picture,
  RatedReview,
  Removal,
} from "../review/mod.ts";
import { aggregateRating } from "../review/ratings.ts";
import { utf8Bytes } from "../utf8.ts";
import {
  ChangeColumns,
  type ChangeData,
  type ChangeHistory,
  LogNotesColumns,
  type LogNotesData,
} from "./change_log.ts";
import { dateNumber, GrowingColumn, NO_SCRATCH, orderedBy, type Scratch } from "./columns.ts";
import { LABELS, type LabelColumn, mapLabels } from "./filters.ts";
import { MentionTerms, type NamedTerms } from "./mention_terms.ts";
import { type AnalyzedReview, publicReviews } from "./public_review.ts";
import {
  contentDigestOf,
  type PiecedDocument,
  PieceWriter,
  ReviewBytes,
  type ReviewRun,
  SEPARATOR,
} from "./review_pieces.ts";
import type { FoldedTextsData } from "./search/folded_texts.ts";
import { FoldedTextsWriter, type SearchInput } from "./search/mod.ts";

/** Data of a publication without insights and search index. */
export interface PublicationData {
  readonly revision: number;
  readonly publishedAt: number;
  readonly business: Business;
  readonly logo: Picture | null;
  readonly photo: Picture | null;
  readonly aggregateRating: AggregateRating;
  readonly removals: readonly Removal[];
  readonly joinedCopies: readonly JoinedCopy[];
  readonly convertedRatings: readonly ConvertedRatings[];
  readonly changes: ChangeData;
  readonly log: LogNotesData;
  /** Names all that is published. */
  readonly contentDigest: string;
  readonly documentDigest: string;
  /** /reviews.json. */
  readonly document: PiecedDocument;
  /** Review `i` is `spans[2 i]` up to before `spans[2 i + 1]` of its piece. */
  readonly spans: Uint32Array;
  /** yyyymmdd, descending. */
  readonly dates: Int32Array;
  readonly ratings: Uint8Array;
  /** Times in seconds. */
  readonly updated: Uint32Array;
  readonly idHashes: Uint32Array;
  readonly ids: IdTable;
  readonly labels: Readonly<Record<LabelColumn, NamedTerms>>;
}

/** What the next publication may take over. */
interface KeptReviews {
  readonly data: Pick<
    PublicationData,
    "document" | "spans" | "dates" | "ratings" | "updated" | "idHashes" | "labels" | "changes" | "log"
  >;
  readonly index: { readonly texts: FoldedTextsData };
}

type Noted = ChangeNotes & LogNotes;

/** Takes reviews, newest first, and keeps none of them. */
export class PublicationBuilder {
  readonly #input: PublicationInput;
  readonly #publicReview: ReturnType<typeof publicReviews>;
  readonly #rating: AggregateRating;
  readonly #columns: Columns;

  /** `before` is what reviews may be taken over from; `scratch` takes the reviews' bytes. */
  constructor(input: PublicationInput, before: KeptReviews | null = null, scratch = NO_SCRATCH) {
    this.#input = input;
    this.#publicReview = publicReviews(input.baseUrl, input.business);
    this.#rating = aggregateRating(input.ratings);
    this.#columns = new Columns(this.#rating.review_count, input.business.language, { before, scratch });
  }

  add(analyzed: AnalyzedReview & { readonly noted: Noted }): void {
    this.#columns.add(analyzed, JSON.stringify(this.#publicReview(analyzed)));
  }

  /** Takes over the reviews [`from`, `to`), at least one. */
  keep(kept: KeptReviews, from: number, to: number): void {
    this.#columns.keep(kept, { from, to });
  }

  get count(): number {
    return this.#columns.count;
  }

  /** `others` is all else that is published, or what it is made of. */
  finish(others: readonly unknown[] = []): { data: PublicationData; searchInput: SearchInput } {
    const { baseUrl: _, ratings: _ratings, history, ...input } = this.#input;
    const { convertedRatings = [], logo = null, photo = null } = input;
    const columns = this.#columns;
    const pieces = columns.pieces.finish();
    const digests = [contentDigestOf([this.#head("")]), ...pieces.map(({ digest }) => digest)];
    const pictures = [logo, photo].flatMap((picture) => (picture === null ? [] : [picture.webp]));
    const contentDigest = contentDigestOf([contentDigestOf(digests), input.removals, ...others, ...pictures]);
    const idHashes = columns.idHashes.finish();
    const document = { head: utf8Bytes(this.#head(contentDigest)), pieces };
    const spans = columns.pieces.spans.finish();
    const reviews = new ReviewBytes({ document, spans });
    const data = {
      ...input,
      logo,
      photo,
      convertedRatings,
      aggregateRating: this.#rating,
      changes: columns.notes.finish(history),
      log: columns.log.finish(),
      contentDigest,
      documentDigest: contentDigestOf([contentDigest, "document"]),
      document,
      spans,
      dates: columns.dates.finish(),
      ratings: columns.ratings.finish(),
      updated: columns.updated.finish(),
      idHashes,
      ids: buildIdTable(idHashes, (ordinal) => reviews.idAt(ordinal)),
      labels: mapLabels(({ column }) => columns.labels[column].finish()),
    };
    const { ratings, dates, updated, labels } = data;
    const searchInput = {
      reviewCount: columns.count,
      texts: columns.texts.finish(),
      ratings,
      dates,
      updated,
      labels: mapLabels(({ column }) => labels[column].lists),
    };
    return { data, searchInput };
  }

  #head(revision: string): string {
    const head = { business: this.#input.business, aggregate_rating: this.#rating, revision };
    return `${JSON.stringify(head).slice(0, -1)}${SEPARATOR}"reviews":[`;
  }
}

class Columns {
  readonly texts: FoldedTextsWriter;
  readonly dates: GrowingColumn<Int32Array>;
  readonly ratings: GrowingColumn<Uint8Array>;
  readonly updated: GrowingColumn<Uint32Array>;
  readonly idHashes: GrowingColumn<Uint32Array>;
  readonly pieces: PieceWriter;
  readonly notes: ChangeColumns;
  readonly log: LogNotesColumns;
  readonly labels: Record<LabelColumn, MentionTerms>;

  constructor(
    expectedCount: number,
    language: string,
    { before, scratch }: { readonly before: KeptReviews | null; readonly scratch: Scratch },
  ) {
    this.texts = new FoldedTextsWriter(expectedCount, language, before?.index.texts);
    this.dates = new GrowingColumn(Int32Array, expectedCount);
    this.ratings = new GrowingColumn(Uint8Array, expectedCount);
    this.updated = new GrowingColumn(Uint32Array, expectedCount);
    this.idHashes = new GrowingColumn(Uint32Array, expectedCount);
    this.pieces = new PieceWriter(expectedCount, { scratch });
    this.notes = new ChangeColumns(expectedCount);
    this.log = new LogNotesColumns(expectedCount);
    this.labels = mapLabels(({ key }) => new MentionTerms(expectedCount, key));
  }

  get count(): number {
    return this.ratings.length;
  }

  add(analyzed: AnalyzedReview & { readonly noted: Noted }, json: string): void {
    const { review, noted } = analyzed;
    const hash = idHash(review.id);
    this.pieces.add(json, hash);
    this.idHashes.push(hash);
    this.notes.add(noted);
    this.log.add(noted);
    this.texts.add(review);
    this.dates.push(dateNumber(review.date));
    this.ratings.push(review.rating);
    this.updated.push(Math.floor(review.updatedAt / 1000));
    for (const { column, of } of LABELS) this.labels[column].add(of(analyzed));
  }

  keep({ data, index }: KeptReviews, { from, to }: ReviewRun): void {
    this.pieces.keep(data, { from, to });
    this.notes.keep(data.changes, from, to);
    this.log.keep(data.log, from, to);
    this.texts.keep(index.texts, from, to);
    this.dates.append(data.dates, from, to);
    this.ratings.append(data.ratings, from, to);
    this.updated.append(data.updated, from, to);
    this.idHashes.append(data.idHashes, from, to);
    for (const { column } of LABELS) this.labels[column].keep(data.labels[column], from, to);
  }
}

export interface PublicationInput {
  readonly revision: number;
  readonly publishedAt: number;
  readonly baseUrl: string;
  /** Business with its public technicians only. */
  readonly business: Business;
  /** Logo, which no document contains. */
  readonly logo?: Picture | null;
  readonly photo?: Picture | null;
  readonly removals: readonly Removal[];
  readonly joinedCopies: readonly JoinedCopy[];
  readonly convertedRatings?: readonly ConvertedRatings[];
  readonly history: ChangeHistory;
  readonly ratings: Iterable<RatedReview>;
}

// Ids are found by binary search over hashes, without a string for each review. Strangers can make many ids with one
// hash, which then costs a few more comparisons. A secret in the hash would have to be the same on all servers.

/** Ordinals by hash, then by id. */
type IdTable = Uint32Array;

/** FNV-1a of an ASCII id. */
export function idHash(id: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) value = Math.imul(value ^ id.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** Calls `idAt` if hashes are equal. */
function buildIdTable(hashes: Uint32Array, idAt: (ordinal: number) => string): IdTable {
  const table = orderedBy(hashes);
  const hashOf = (at: number) => hashes[table[at] ?? 0];
  for (let start = 0, end = 1; start < table.length; start = end++) {
    while (end < table.length && hashOf(end) === hashOf(start)) end++;
    if (end - start > 1) sortById(table.subarray(start, end), idAt);
  }
  return table;
}

function sortById(ordinals: Uint32Array, idAt: (ordinal: number) => string): void {
  const named = Array.from(ordinals, (ordinal) => ({ ordinal, id: idAt(ordinal) }));
  named.sort((a, b) => (a.id < b.id ? -1 : 1));
  ordinals.set(named.map(({ ordinal }) => ordinal));
}

export function findId(
  { hashes, table }: { readonly hashes: Uint32Array; readonly table: IdTable },
  id: string,
  idAt: (ordinal: number) => string,
): number | null {
  const hash = idHash(id);
  let low = 0;
  let high = table.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const ordinal = table[middle] ?? 0;
    const own = hashes[ordinal] ?? 0;
    const known = own === hash ? idAt(ordinal) : null;
    if (known === id) return ordinal;
    if (own < hash || (known !== null && known < id)) low = middle + 1;
    else high = middle;
  }
  return null;
}
