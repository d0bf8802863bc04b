/**
 * Builds a publication from an edition. Runs in a worker: all that is large comes out as buffers, which are handed over
 * without a copy.
 *
 * @module
 */
import { aggregateRating } from "../review/add_up_ratings.ts";
import { foldText } from "../review/fold.ts";
import type {
  AggregateRating,
  Business,
  ChangeNotes,
  ConvertedRatings,
  JoinedCopy,
  Picture,
  Removal,
} from "../review/mod.ts";
import { ByteWriter } from "./byte_writer.ts";
import { ChangeColumns, type ChangeData } from "./changes/change_data.ts";
import { dateNumber } from "./date_column.ts";
import { contentDigestOf } from "./digest.ts";
import { GrowingColumn } from "./growing_column.ts";
import { buildIdTable, type IdTable, idHash } from "./id_table.ts";
import { aspectLabel, MentionTerms, type NamedTerms, replyLabel } from "./mention_terms.ts";
import type { PublicationInput } from "./publication_input.ts";
import { reviewJson, type Told } from "./review_json.ts";
import type { FoldedTextsData } from "./search/folded_texts.ts";
import { FoldedTextsWriter, LABEL_COLUMNS, type LabelColumn, type SearchInput } from "./search/mod.ts";

/** A publication as plain data and buffers, without its insights and its search index. */
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
  /** Names all that is published: equal means equal, in every document and answer. */
  readonly contentDigest: string;
  /** The digest of `document`. */
  readonly documentDigest: string;
  /** The whole of /reviews.json. */
  readonly document: Uint8Array;
  /** The bytes of review `i` in `document`: from `spans[2 i]` up to but excluding `spans[2 i + 1]`. */
  readonly spans: Uint32Array;
  /** Calendar dates as numbers yyyymmdd, descending. */
  readonly dates: Int32Array;
  readonly ratings: Uint8Array;
  /** When each review last changed, whole seconds since the epoch. */
  readonly updated: Uint32Array;
  /** Of each review a number made of its id. */
  readonly idHashes: Uint32Array;
  readonly ids: IdTable;
  /** What reviews can be filtered by, besides stars and dates. */
  readonly labels: Readonly<Record<LabelColumn, NamedTerms>>;
}

/** The reviews of a publication as columns, which the next one takes over where they have not changed. */
export interface KeptReviews {
  readonly data: Pick<
    PublicationData,
    "document" | "spans" | "dates" | "ratings" | "updated" | "idHashes" | "labels" | "changes"
  >;
  readonly texts: FoldedTextsData;
}

/** Room for a review of usual length in /reviews.json, in bytes. */
const USUAL_BYTES = 1200;

/** Takes one review after another, newest first, and keeps none of them. */
export class PublicationBuilder {
  readonly #input: PublicationInput;
  readonly #rating: AggregateRating;
  readonly #document: ByteWriter;
  readonly #columns: Columns;
  /** Where the digest of the content stands in the document. */
  readonly #digestAt: number;

  constructor(input: PublicationInput) {
    this.#input = input;
    this.#rating = aggregateRating(input.ratings);
    this.#document = new ByteWriter(4096 + this.#rating.review_count * USUAL_BYTES);
    this.#columns = new Columns(this.#rating.review_count);
    // One review a line, so that two copies can be compared with everyday tools.
    const head = { business: input.business, aggregate_rating: this.#rating, revision: NO_DIGEST };
    const text = JSON.stringify(head).slice(0, -1);
    this.#document.write(text);
    this.#digestAt = this.#document.length - NO_DIGEST.length - 1;
    this.#document.write(`,\n"reviews":[`);
  }

  add(told: Told & { readonly noted: ChangeNotes }): void {
    this.#separate();
    const start = this.#document.length;
    this.#document.write(reviewJson(told, this.#input.baseUrl));
    this.#columns.add(told, start, this.#document.length);
  }

  /** Takes the reviews [`from`, `to`), at least one, over from an earlier publication. */
  keep({ data, texts }: KeptReviews, from: number, to: number): void {
    this.#separate();
    const { document, spans } = data;
    const start = spans[2 * from] ?? 0;
    const moved = this.#document.length - start;
    this.#document.append(document.subarray(start, spans[2 * to - 1]));
    this.#columns.keep({ data, texts }, { from, to, moved });
  }

  /** The reviews taken so far. */
  get count(): number {
    return this.#columns.count;
  }

  #separate(): void {
    this.#document.write(this.#columns.count === 0 ? "\n" : ",\n");
  }

  /**
   * The data of the publication, and the input that its search index is built from. `others` is all else that is
   * published, or what it is made of.
   */
  finish(others: readonly unknown[] = []): { data: PublicationData; searchInput: SearchInput } {
    const {
      revision,
      publishedAt,
      business,
      removals,
      joinedCopies,
      history,
      convertedRatings = [],
      logo = null,
      photo = null,
    } = this.#input;
    const columns = this.#columns;
    this.#document.write("\n]}\n");
    const { contentDigest, documentDigest } = this.#digests([
      removals,
      ...others,
      ...[logo, photo].flatMap((picture) => (picture === null ? [] : [picture.webp])),
    ]);
    const document = this.#document.written();
    const idHashes = columns.idHashes.finish();
    const data = {
      revision,
      publishedAt,
      business,
      logo,
      photo,
      aggregateRating: this.#rating,
      removals,
      joinedCopies,
      convertedRatings,
      changes: columns.notes.finish(history),
      contentDigest,
      documentDigest,
      document,
      spans: columns.spans.finish(),
      dates: columns.dates.finish(),
      ratings: columns.ratings.finish(),
      updated: columns.updated.finish(),
      idHashes,
      ids: buildIdTable(idHashes),
      labels: mapLabels((column) => columns.labels[column].finish()),
    };
    const { ratings, dates, updated, labels } = data;
    const searchInput = {
      reviewCount: columns.count,
      texts: columns.texts.finish(),
      ratings,
      dates,
      updated,
      ...mapLabels((column) => labels[column].lists),
    };
    return { data, searchInput };
  }

  /** Digests the document once, without the digest in it, which is then put there. */
  #digests(others: readonly unknown[]): Pick<PublicationData, "contentDigest" | "documentDigest"> {
    const document = this.#document.written();
    const contentDigest = contentDigestOf([contentDigestOf(document), ...others]);
    new TextEncoder().encodeInto(contentDigest, document.subarray(this.#digestAt));
    return { contentDigest, documentDigest: contentDigestOf([contentDigest, "document"]) };
  }
}

/** Stands in the document until its digest is known. */
const NO_DIGEST = "0".repeat(32);

function mapLabels<Value>(of: (column: LabelColumn) => Value): Record<LabelColumn, Value> {
  return Object.fromEntries(LABEL_COLUMNS.map((column) => [column, of(column)])) as Record<LabelColumn, Value>;
}

/** Reviews of another publication, and by how many bytes the document has moved them. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly moved: number;
}

class Columns {
  readonly texts: FoldedTextsWriter;
  readonly dates: GrowingColumn<Int32Array>;
  readonly ratings: GrowingColumn<Uint8Array>;
  /** Whole seconds since the epoch. */
  readonly updated: GrowingColumn<Uint32Array>;
  readonly idHashes: GrowingColumn<Uint32Array>;
  readonly spans: GrowingColumn<Uint32Array>;
  readonly notes: ChangeColumns;
  readonly labels: Record<LabelColumn, MentionTerms>;

  constructor(expectedCount: number) {
    this.texts = new FoldedTextsWriter(expectedCount);
    this.dates = new GrowingColumn(Int32Array, expectedCount);
    this.ratings = new GrowingColumn(Uint8Array, expectedCount);
    this.updated = new GrowingColumn(Uint32Array, expectedCount);
    this.idHashes = new GrowingColumn(Uint32Array, expectedCount);
    this.spans = new GrowingColumn(Uint32Array, 2 * expectedCount);
    this.notes = new ChangeColumns(expectedCount);
    this.labels = mapLabels(() => new MentionTerms(expectedCount));
  }

  get count(): number {
    return this.ratings.length;
  }

  add({ review, mentions, aspects, noted }: Told & { noted: ChangeNotes }, start: number, end: number): void {
    this.notes.add(noted);
    this.texts.add(review.text, review.title);
    this.dates.push(dateNumber(review.date));
    this.ratings.push(review.rating);
    this.updated.push(Math.floor(review.updatedAt / 1000));
    this.idHashes.push(idHash(review.id));
    this.spans.push(start);
    this.spans.push(end);
    this.labels.technicians.add(mentions.technicians);
    this.labels.services.add(mentions.services);
    this.labels.areas.add(mentions.service_areas);
    this.labels.aspects.add(aspects.flatMap(({ aspect, sentiment }) => [aspect, aspectLabel(aspect, sentiment)]));
    this.labels.languages.add(review.language === null ? [] : [foldText(review.language)]);
    this.labels.sources.add([review.source]);
    this.labels.verifications.add([review.verificationMethod]);
    this.labels.replies.add([replyLabel(review.replyText !== null)]);
  }

  keep({ data, texts }: KeptReviews, { from, to, moved }: Run): void {
    const { spans } = data;
    this.notes.keep(data.changes, from, to);
    this.texts.keep(texts, from, to);
    this.dates.append(data.dates, from, to);
    this.ratings.append(data.ratings, from, to);
    this.updated.append(data.updated, from, to);
    this.idHashes.append(data.idHashes, from, to);
    const places = this.spans.room(2 * (to - from));
    for (let at = 0; at < places.length; at++) places[at] = (spans[2 * from + at] ?? 0) + moved;
    for (const column of LABEL_COLUMNS) this.labels[column].keep(data.labels[column], from, to);
  }
}
