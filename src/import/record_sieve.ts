/**
 * Keeps one of several records that are the same review, and refuses records that share an id by mistake. A record
 * without an id is a copy of the one that says the same and has one, wherever in the files that stands.
 *
 * @module
 */
import { keptContentHash } from "../review/mod.ts";
import { showValue } from "./problem.ts";
import type { DraftReview, ImportDuplicate, ImportProblem, ImportRecord } from "./reading.ts";

/** When a source last changed a record, epoch milliseconds; null where it does not say. */
export type RecordVersion = number | null;

/** Sorts records into unique reviews, duplicates and conflicts over an id. */
export class RecordSieve {
  readonly #records: ImportRecord[] = [];
  readonly #duplicates: ImportDuplicate[] = [];
  readonly #seen = new Map<string, { index: number; version: RecordVersion }>();

  /** Keeps a record, sorts it out as a copy, or says why it can be neither. */
  add(record: ImportRecord, version: RecordVersion): ImportProblem | null {
    const key = keyOf(record.review);
    const seen = this.#seen.get(key);
    const kept = seen && this.#records[seen.index];
    if (seen === undefined || kept === undefined) {
      this.#seen.set(key, { index: this.#records.length, version });
      this.#records.push(record);
      return null;
    }
    if (!isCopy(kept.review, record.review, version)) return sharedId(record, kept);
    if (isNewer(version, seen.version)) {
      this.#records[seen.index] = record;
      seen.version = version;
      this.#duplicates.push({ at: kept.at, same: record.at });
    } else {
      this.#duplicates.push({ at: record.at, same: kept.at });
    }
    return null;
  }

  finish(): Sifted {
    return withoutUnnumberedCopies({ records: this.#records, duplicates: this.#duplicates });
  }
}

/** What came through: a record for each review, and the records that say no more than another does. */
export interface Sifted {
  readonly records: readonly ImportRecord[];
  readonly duplicates: readonly ImportDuplicate[];
}

/** Leaves out records without an id that say what a record with one says. */
function withoutUnnumberedCopies({ records, duplicates }: Sifted): Sifted {
  const unnumbered = records.filter(isUnnumbered);
  if (unnumbered.length === 0 || unnumbered.length === records.length) return { records, duplicates };
  const numbered = records.filter((record) => !isUnnumbered(record));
  const byContent = new Map(numbered.map((record) => [keptContentHash(record.review), record]));
  byContent.delete(null);
  const copies = new Map<ImportRecord, ImportDuplicate>();
  for (const record of unnumbered) {
    const same = byContent.get(keptContentHash(record.review));
    if (same !== undefined) copies.set(record, { at: record.at, same: same.at });
  }
  return {
    records: records.filter((record) => !copies.has(record)),
    duplicates: [...duplicates, ...copies.values()],
  };
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
