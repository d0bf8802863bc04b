/**
 * Collects what the formats read: records that passed the check, duplicates, problems and notes.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import { normaliseLine, textFault } from "../review/mod.ts";
import { MAX_SOURCE_NAME, ReviewChecker } from "./check_review.ts";
import type { FieldNames, GivenReview } from "./given_review.ts";
import { dayAfter } from "./instants.ts";
import { refuse, showValue } from "./problem.ts";
import type {
  BusinessDraft,
  DraftReview,
  ImportDuplicate,
  ImportFormat,
  ImportOptions,
  ImportProblem,
  ImportReading,
  ImportRecord,
  RecordPlace,
} from "./reading.ts";

const TIME_ZONE_UNKNOWN =
  "Dates were taken in UTC; name the business's time_zone first, or late evenings may count as the next day";

/** Most records of one import. */
export const MAX_IMPORT_RECORDS = 1_000_000;

export interface AddOptions {
  readonly names: FieldNames;
  /** When the source last changed the record, epoch milliseconds: of two copies the newer is kept. */
  readonly version?: number | null;
}

export class ReadingBuilder {
  readonly options: ImportOptions;
  insights: Readonly<Record<string, unknown>> | null = null;
  speaksOfReviews = false;
  #business: BusinessDraft | null = null;
  #isBusinessSuggested = false;
  readonly #records: ImportRecord[] = [];
  readonly #problems: ImportProblem[] = [];
  readonly #duplicates: ImportDuplicate[] = [];
  readonly #notes: string[] = [];
  readonly #ignored = new Map<string, number>();
  readonly #seen = new Map<string, { index: number; version: number | null }>();
  readonly #checker: ReviewChecker;
  #count = 0;

  constructor(options: ImportOptions) {
    this.options = options;
    this.#checker = new ReviewChecker(
      {
        source: sourceNameOf(options.source),
        verifiedBy: options.verifiedBy ?? "none",
        namePolicy: options.namePolicy ?? "first_last_initial",
        latest: dayAfter(options.today),
      },
      this.#problems,
    );
  }

  /** Takes over the owner's own description of the business; there may be one. */
  describeBusiness(draft: BusinessDraft): void {
    if (this.#business !== null) refuse("The business is described by another file too; keep one of them");
    this.#business = draft;
  }

  /** Takes over what an outside export says of the business, unless the owner described it. */
  suggestBusiness(draft: BusinessDraft | null): void {
    if (this.#business !== null || draft === null) return;
    this.#business = draft;
    this.#isBusinessSuggested = true;
  }

  /** The time zone that turns the file's instants into dates; it is told when nobody has named one. */
  get timeZone(): string {
    const timeZone = this.#business?.time_zone ?? this.options.timeZone;
    if (timeZone === undefined) this.note(TIME_ZONE_UNKNOWN);
    return timeZone ?? "UTC";
  }

  /** Checks a record and keeps it, or keeps what is wrong with it. */
  add(at: RecordPlace, given: GivenReview, { names, version = null }: AddOptions): void {
    this.#countRecord();
    const review = this.#checker.check(given, at, names);
    if (review === null) return;
    const key = keyOf(review);
    const seen = this.#seen.get(key);
    if (seen === undefined) {
      this.#seen.set(key, { index: this.#records.length, version });
      this.#records.push({ at, review });
    } else {
      this.#settleDuplicate({ at, review }, seen, version);
    }
  }

  /** Refuses a record that has not even the shape of one; `message` follows the word "record". */
  refuseRecord(at: RecordPlace, message: string): void {
    this.#countRecord();
    this.#problems.push({ at, code: "invalid", field: "record", value: null, message });
  }

  /**
   * Where records were written that do not say it: the owner's word, else what the format implies.
   *
   * @throws {GoodwordError} input_refused when neither says it
   */
  assumeSource(implied: string | null): void {
    if (this.#checker.source !== null) return;
    if (implied === null)
      refuse("The file does not say where the reviews were written; add --source NAME, such as --source google");
    this.#checker.source = implied;
  }

  note(sentence: string): void {
    if (!this.#notes.includes(sentence)) this.#notes.push(sentence);
  }

  /** Remembers a field that no rule reads; they are told at the end, each once. */
  ignored(field: string): void {
    this.#ignored.set(field, (this.#ignored.get(field) ?? 0) + 1);
  }

  finish(format: ImportFormat): ImportReading {
    this.#noteIgnored();
    this.#noteUnverified();
    return {
      format,
      business: this.#business,
      isBusinessSuggested: this.#isBusinessSuggested,
      insights: this.insights,
      speaksOfReviews: this.speaksOfReviews,
      records: this.#records,
      duplicates: this.#duplicates,
      problems: this.#problems,
      notes: this.#notes,
    };
  }

  #countRecord(): void {
    this.speaksOfReviews = true;
    if (++this.#count > MAX_IMPORT_RECORDS) {
      refuse(`More than ${MAX_IMPORT_RECORDS.toLocaleString("en-US")} records; split the file`);
    }
  }

  #settleDuplicate(
    record: ImportRecord,
    seen: { index: number; version: number | null },
    version: number | null,
  ): void {
    const kept = this.#records[seen.index]!;
    if (record.review.id === null && seen.version !== null && version !== null && version > seen.version) {
      this.#records[seen.index] = record;
      seen.version = version;
      this.#duplicates.push({ at: kept.at, same: record.at });
    } else if (isCopy(kept.review, record.review, version)) {
      this.#duplicates.push({ at: record.at, same: kept.at });
    } else {
      const id = record.review.id ?? record.review.sourceId;
      const message = `expected an id of its own, ${kept.at.path}${sameFile(kept, record)} has it too`;
      this.#problems.push({ at: record.at, code: "duplicate", field: "id", value: showValue(id), message });
    }
  }

  #noteIgnored(): void {
    if (this.#ignored.size === 0) return;
    const names = [...this.#ignored.keys()].slice(0, 20).map((name) => showValue(name));
    const more = this.#ignored.size > names.length ? ` and ${this.#ignored.size - names.length} more` : "";
    this.#notes.push(`Fields without a meaning here were passed over: ${names.join(", ")}${more}`);
  }

  #noteUnverified(): void {
    let unverified = 0;
    for (const { review } of this.#records) if (review.verificationMethod === "none") unverified++;
    if (unverified === 0) return;
    this.#notes.push(
      `${unverified.toLocaleString("en-US")} of ${this.#records.length.toLocaleString("en-US")} reviews carry no verification: they are kept and counted, not published`,
    );
  }
}

function sourceNameOf(source: string | undefined): string | null {
  const name = normaliseLine(source ?? "").toLowerCase();
  if (name.length <= MAX_SOURCE_NAME && textFault(name) === null) return name || null;
  throw new GoodwordError(
    "usage",
    `Unknown source ${showValue(source)}: expected a name of at most ${MAX_SOURCE_NAME} characters`,
  );
}

function keyOf({ id, sourceName, sourceId, contentHash }: DraftReview): string {
  if (id !== null) return id;
  return sourceId === null ? `\0${contentHash}` : `${sourceName}\0${sourceId}`;
}

/** Whether two records of one identity are the same review, rather than two that share an id by mistake. */
function isCopy(kept: DraftReview, other: DraftReview, version: number | null): boolean {
  if (other.id !== null) return false;
  return other.sourceId === null || version !== null || JSON.stringify(kept) === JSON.stringify(other);
}

function sameFile(kept: ImportRecord, record: ImportRecord): string {
  return kept.at.file === record.at.file ? "" : ` of ${kept.at.file}`;
}
