/**
 * Keeps one of several records that are the same review, and refuses records that share an id by mistake. A record
 * without an id is a copy of the one that says the same and has one, wherever in the files that stands.
 *
 * The records themselves go to a pile, which may be outside of memory; what is held of each is a hash of its key.
 *
 * @module
 */
import { keptContentHash } from "../review/mod.ts";
import { KeyTable } from "./key_table.ts";
import { Pile, type RecordList, type Spool } from "./pile.ts";
import { showValue } from "./problem.ts";
import type { DraftReview, ImportDuplicate, ImportProblem, ImportRecord } from "./reading.ts";

/** When a source last changed a record, epoch milliseconds; null where it does not say. */
export type RecordVersion = number | null;

/** Sorts records into unique reviews, duplicates and conflicts over an id. */
export class RecordSieve {
  readonly #pile: Pile<ImportRecord>;
  readonly #duplicates: ImportDuplicate[] = [];
  readonly #byKey = new KeyTable();
  /** Of the records that have one. */
  readonly #versions = new Map<number, number>();
  #unnumbered = 0;
  readonly #counts = { unverified: 0, undated: 0 };

  constructor(spool: Spool | null) {
    this.#pile = new Pile({ spool, sizeOf: sizeOfRecord });
  }

  /** Keeps a record, sorts it out as a copy, or says why it can be neither. */
  add(record: ImportRecord, version: RecordVersion): ImportProblem | null {
    const key = keyOf(record.review);
    const index = this.#byKey.find(key, (each) => keyOf(this.#pile.at(each).review) === key);
    if (index === undefined) {
      this.#byKey.add(key, this.#pile.length);
      if (version !== null) this.#versions.set(this.#pile.length, version);
      if (isUnnumbered(record)) this.#unnumbered++;
      this.#pile.add(record);
      count(this.#counts, record, 1);
      return null;
    }
    const kept = this.#pile.at(index);
    if (!isCopy(kept.review, record.review, version)) return sharedId(record, kept);
    if (isNewer(version, this.#versions.get(index) ?? null)) {
      this.#pile.replace(index, record);
      count(this.#counts, kept, -1);
      count(this.#counts, record, 1);
      if (version !== null) this.#versions.set(index, version);
      this.#duplicates.push({ at: kept.at, same: record.at });
    } else {
      this.#duplicates.push({ at: record.at, same: kept.at });
    }
    return null;
  }

  finish(): Sifted {
    const sifted = { records: this.#pile, duplicates: this.#duplicates, counts: this.#counts };
    const isMixed = this.#unnumbered > 0 && this.#unnumbered < this.#pile.length;
    return isMixed ? withoutUnnumberedCopies(sifted) : sifted;
  }
}

/** What came through: a record for each review, and the records that say no more than another does. */
export interface Sifted {
  readonly records: RecordList<ImportRecord>;
  readonly duplicates: readonly ImportDuplicate[];
  readonly counts: RecordCounts;
}

/** What is to be known of all records together. */
export interface RecordCounts {
  /** Those without a verification. */
  readonly unverified: number;
  /** Those that do not say when they were last changed, as our own exports do. */
  readonly undated: number;
}

type Counting = { -readonly [Name in keyof RecordCounts]: RecordCounts[Name] };

function count(counts: Counting, { review }: ImportRecord, step: 1 | -1): void {
  if (review.verificationMethod === "none") counts.unverified += step;
  if (review.updatedAt === null) counts.undated += step;
}

/** Leaves out records without an id that say what a record with one says. */
function withoutUnnumberedCopies({
  records: pile,
  duplicates,
  counts,
}: Sifted & { readonly records: Pile<ImportRecord>; readonly counts: Counting }): Sifted {
  const byContent = new KeyTable();
  const numberedOf = (hash: string) => byContent.find(hash, (index) => keptContentHash(pile.at(index).review) === hash);
  for (const [index, record] of itemsOf(pile)) {
    const hash = isUnnumbered(record) ? null : keptContentHash(record.review);
    // Of several numbered ones the last stands for all.
    if (hash !== null) byContent.set(hash, index, (each) => keptContentHash(pile.at(each).review) === hash);
  }
  const copies = new Map<number, ImportDuplicate>();
  for (const [index, record] of itemsOf(pile)) {
    const hash = isUnnumbered(record) ? keptContentHash(record.review) : null;
    const same = hash === null ? undefined : numberedOf(hash);
    if (same === undefined) continue;
    copies.set(index, { at: record.at, same: pile.at(same).at });
    count(counts, record, -1);
  }
  return { records: without(pile, copies), duplicates: [...duplicates, ...copies.values()], counts };
}

function* itemsOf(pile: RecordList<ImportRecord>): Generator<readonly [index: number, record: ImportRecord]> {
  let index = 0;
  for (const page of pile.pages()) for (const record of page) yield [index++, record];
}

function without(pile: RecordList<ImportRecord>, left: ReadonlyMap<number, unknown>): RecordList<ImportRecord> {
  return {
    length: pile.length - left.size,
    isSpooled: pile.isSpooled,
    *pages() {
      let first = 0;
      for (const page of pile.pages()) {
        const kept = page.filter((_, offset) => !left.has(first + offset));
        first += page.length;
        if (kept.length > 0) yield kept;
      }
    },
  };
}

/** About what a record takes in memory. */
function sizeOfRecord({ review: { text, title, replyText } }: ImportRecord): number {
  return 800 + text.length + (title?.length ?? 0) + (replyText?.length ?? 0);
}

function isUnnumbered({ review }: ImportRecord): boolean {
  return review.id === null && review.sourceId === null;
}

function keyOf({ id, source, sourceId, contentHash }: DraftReview): string {
  if (id !== null) return id;
  return sourceId === null ? `\0${contentHash}` : `${source}\0${sourceId}`;
}

/** Whether two records of one identity are the same review. Ids of our own stand once; a source may repeat itself. */
function isCopy(kept: DraftReview, other: DraftReview, version: RecordVersion): boolean {
  if (other.id !== null) return false;
  return other.sourceId === null || version !== null || JSON.stringify(kept) === JSON.stringify(other);
}

function isNewer(version: RecordVersion, than: RecordVersion): boolean {
  return version !== null && than !== null && version > than;
}

function sharedId(record: ImportRecord, kept: ImportRecord): ImportProblem {
  const place = kept.at.file === record.at.file ? kept.at.path : `${kept.at.path} of ${kept.at.file}`;
  return {
    at: record.at,
    code: "duplicate",
    field: "id",
    value: showValue(record.review.id ?? record.review.sourceId),
    message: `expected a unique id, ${place} has the same`,
  };
}
