/** Keeps one of several copies of a review, and refuses different reviews with one id. Records are spilled beyond a limit. */

import { isClaim, keptContentHash } from "../review/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import { showValue } from "./problem.ts";
import type {
  DraftReview,
  ImportDuplicate,
  ImportProblem,
  ImportRecord,
  RecordList,
  RecordPlace,
  Spool,
} from "./reading.ts";

/** When a source last changed a record, epoch milliseconds; null if unknown. */
export type RecordVersion = number | null;

export class Deduplicator {
  readonly #records: SpillList;
  readonly #duplicates: ImportDuplicate[] = [];
  readonly #byKey = new Map<string, number>();
  readonly #versions = new Map<number, number>();
  #unnumbered = 0;
  readonly #counts: RecordCounts = { claimed: 0, undated: 0 };

  constructor(spool: Spool | null) {
    this.#records = new SpillList(spool);
  }

  add(record: ImportRecord, version: RecordVersion): ImportProblem | null {
    const key = keyOf(record.review);
    const index = this.#byKey.get(key);
    if (index === undefined) {
      this.#byKey.set(key, this.#records.length);
      if (version !== null) this.#versions.set(this.#records.length, version);
      if (isUnnumbered(record)) this.#unnumbered++;
      this.#records.add(record);
      count(this.#counts, record, 1);
      return null;
    }
    const kept = this.#records.at(index);
    if (!isCopy(kept.review, record.review, version)) return sharedId(record, kept);
    if (isNewer(version, this.#versions.get(index) ?? null)) {
      this.#records.replace(index, record);
      count(this.#counts, kept, -1);
      count(this.#counts, record, 1);
      if (version !== null) this.#versions.set(index, version);
      this.#duplicates.push({ at: kept.at, same: record.at });
    } else {
      this.#duplicates.push({ at: record.at, same: kept.at });
    }
    return null;
  }

  finish(): Deduplicated {
    const records = this.#records;
    const duplicates = this.#duplicates;
    const counts = this.#counts;
    const isMixed = this.#unnumbered > 0 && this.#unnumbered < records.length;
    return isMixed ? withoutUnnumberedCopies(records, duplicates, counts) : { records, duplicates, counts };
  }
}

interface Deduplicated {
  readonly records: RecordList<ImportRecord>;
  readonly duplicates: readonly ImportDuplicate[];
  readonly counts: Readonly<RecordCounts>;
}

interface RecordCounts {
  claimed: number;
  /** Records without the time of their last change, unlike those of our own exports. */
  undated: number;
}

function count(counts: RecordCounts, { review }: ImportRecord, step: 1 | -1): void {
  if (isClaim(review)) counts.claimed += step;
  if (review.updatedAt === null) counts.undated += step;
}

/** Drops records without an id that have the same content as a record with one. */
function withoutUnnumberedCopies(
  records: SpillList,
  duplicates: readonly ImportDuplicate[],
  counts: RecordCounts,
): Deduplicated {
  const byContent = new Map<string, number>();
  for (const [index, record] of itemsOf(records)) {
    const hash = isUnnumbered(record) ? null : keptContentHash(record.review);
    if (hash !== null) byContent.set(hash, index);
  }
  const copies = new Map<number, ImportDuplicate>();
  for (const [index, record] of itemsOf(records)) {
    const hash = isUnnumbered(record) ? keptContentHash(record.review) : null;
    const same = hash === null ? undefined : byContent.get(hash);
    if (same === undefined) continue;
    copies.set(index, { at: record.at, same: records.at(same).at });
    count(counts, record, -1);
  }
  return { records: without(records, copies), duplicates: [...duplicates, ...copies.values()], counts };
}

function* itemsOf(records: RecordList<ImportRecord>): Generator<readonly [index: number, record: ImportRecord]> {
  let index = 0;
  for (const page of records.pages()) for (const record of page) yield [index++, record];
}

function without(records: RecordList<ImportRecord>, left: ReadonlyMap<number, unknown>): RecordList<ImportRecord> {
  return {
    length: records.length - left.size,
    *pages() {
      let first = 0;
      for (const page of records.pages()) {
        const kept = page.filter((_, offset) => !left.has(first + offset));
        first += page.length;
        if (kept.length > 0) yield kept;
      }
    },
  };
}

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

/** Whether two records with the same key are the same review. Our own ids are unique; a source may repeat a record. */
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

const PAGE_RECORDS = 500;

type Page = readonly ImportRecord[] | { readonly start: number; readonly end: number };

/** Collects records. Beyond the limit, all full pages move to the spool as JSON; without a spool, all stay in memory. */
class SpillList implements RecordList<ImportRecord> {
  readonly #spool: Spool | null;
  readonly #pages: Page[] = [];
  #open: ImportRecord[] = [];
  #held = 0;
  #spooled = 0;
  readonly #replaced = new Map<number, ImportRecord>();
  #cached: { readonly number: number; readonly records: readonly ImportRecord[] } | null = null;

  constructor(spool: Spool | null) {
    this.#spool = spool;
  }

  get length(): number {
    return this.#pages.length * PAGE_RECORDS + this.#open.length;
  }

  add(record: ImportRecord): void {
    this.#held += sizeOfRecord(record);
    this.#open.push(record);
    if (this.#open.length === PAGE_RECORDS) this.#close();
  }

  at(index: number): ImportRecord {
    const number = Math.floor(index / PAGE_RECORDS);
    const record = this.#replaced.get(index) ?? this.#pageAt(number)[index - number * PAGE_RECORDS];
    if (record === undefined) throw new Error(`There is no record ${index} of ${this.length}`);
    return record;
  }

  replace(index: number, record: ImportRecord): void {
    this.at(index);
    this.#replaced.set(index, record);
  }

  *pages(): Generator<readonly ImportRecord[]> {
    for (let number = 0; number <= this.#pages.length; number++) {
      const records = this.#pageAt(number);
      const first = number * PAGE_RECORDS;
      if (records.length > 0) {
        yield this.#replaced.size === 0
          ? records
          : records.map((record, offset) => this.#replaced.get(first + offset) ?? record);
      }
    }
  }

  #pageAt(number: number): readonly ImportRecord[] {
    const page = number === this.#pages.length ? this.#open : this.#pages[number];
    if (page === undefined) throw new Error(`There is no page ${number}`);
    if (!("start" in page)) return page;
    if (this.#cached?.number !== number) this.#cached = { number, records: this.#read(page) };
    return this.#cached.records;
  }

  #read({ start, end }: { readonly start: number; readonly end: number }): readonly ImportRecord[] {
    if (this.#spool === null) throw new Error("A list without a spool has spooled nothing");
    return recordsOf(DECODER.decode(this.#spool.slice(start, end)));
  }

  #close(): void {
    this.#pages.push(this.#open);
    this.#open = [];
    const spool = this.#spool;
    if (spool === null || this.#held <= spool.heldBytes) return;
    for (; this.#spooled < this.#pages.length; this.#spooled++) {
      const page = this.#pages[this.#spooled];
      if (page === undefined || "start" in page) continue;
      const bytes = utf8Bytes(jsonOf(page));
      const start = spool.append(bytes);
      this.#pages[this.#spooled] = { start, end: start + bytes.length };
    }
  }
}

const DECODER = new TextDecoder();

type RecordRow = readonly [at: RecordPlace, values: readonly unknown[]];

/** The records without the names of their fields, which all of them have, and which are almost half of their JSON. */
function jsonOf(records: readonly ImportRecord[]): string {
  const fields = Object.keys(records[0]?.review ?? {}) as (keyof DraftReview)[];
  const rows = records.map(({ at, review }): RecordRow => [at, fields.map((field) => review[field])]);
  return JSON.stringify({ fields, rows });
}

function recordsOf(json: string): readonly ImportRecord[] {
  const { fields, rows } = JSON.parse(json) as { readonly fields: readonly string[]; readonly rows: RecordRow[] };
  return rows.map(([at, values]) => {
    const review: Record<string, unknown> = {};
    for (const [place, field] of fields.entries()) review[field] = values[place];
    return { at, review: review as unknown as DraftReview };
  });
}
