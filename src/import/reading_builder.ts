/** Collects the results of the format readers: checked records, duplicates, problems and notes. */
import { GoodwordError } from "../errors.ts";
import { addDays, type CalendarDate, counted, type Provenance, recogniseSource, textFault } from "../review/mod.ts";
import { MAX_SOURCE_NAME, ReviewChecker } from "./check_review.ts";
import { ownNameTest } from "./columns/evidence.ts";
import { isUtf8Name } from "./decode.ts";
import { Deduplicator, type RecordVersion } from "./deduplicate.ts";
import { type Fields, isObject } from "./json.ts";
import { refuse, shownPlaces, showValue } from "./problem.ts";
import type { FieldNames, RawReview } from "./raw_review.ts";
import type {
  BusinessDraft,
  ImportFormat,
  ImportOptions,
  ImportProblem,
  ListedReading,
  RecordPlace,
  RecordTable,
  Spool,
  TableInterpretation,
  TableRow,
} from "./reading.ts";

const TIME_ZONE_UNKNOWN =
  "Dates were read in UTC; set the time zone of the business first, or late evenings may fall on the next day";

const EMPTY = "The files contain no reviews: their list is empty";

/** The provenance that a format implies. That of a table depends on the tool that wrote it. */
const PROVENANCE_OF: Readonly<Partial<Record<ImportFormat, Provenance>>> = {
  "google-takeout": "export",
  "google-business": "platform_api",
  trustpilot: "platform_api",
  "schema-org": "public_page",
};

export const MAX_IMPORT_RECORDS = 1_000_000;

interface AddOptions {
  readonly names: FieldNames;
  readonly version?: RecordVersion;
}

export class ReadingBuilder {
  readonly options: ImportOptions;
  readonly latest: CalendarDate;
  insights: Readonly<Record<string, unknown>> | null = null;
  hasReviewSection = false;
  omitsBusiness = false;
  exportedLocation: string | null = null;
  lacksReviews = false;
  #business: BusinessDraft | null = null;
  #isBusinessSuggested = false;
  readonly #deduplicator: Deduplicator;
  readonly #problems: ImportProblem[] = [];
  readonly #notes = new Set<string>();
  readonly #ignored = new Set<string>();
  readonly #understood: TableInterpretation[] = [];
  /** Records whose author is the business. */
  readonly #own: RecordPlace[] = [];
  #isOwnName: (author: string) => boolean;
  readonly #source: string | null;
  readonly #checker: ReviewChecker;
  #count = 0;

  constructor(options: ImportOptions, spool: Spool | null = null) {
    this.options = options;
    this.#deduplicator = new Deduplicator(spool);
    this.#source = sourceNameOf(options.source);
    this.latest = addDays(options.today, 1);
    this.#isOwnName = ownNameTest(options.businessName ?? "");
    this.#checker = new ReviewChecker(
      {
        source: this.#source,
        verifiedBy: options.verifiedBy ?? "none",
        namePolicy: options.namePolicy ?? "first_last_initial",
        contacts: options.contacts,
        ignoresIds: options.ids === "ignore",
        takesGarbled: isUtf8Name(options.encoding),
        latest: this.latest,
      },
      this.#problems,
    );
  }

  /** Adds the owner's own description of the business. @throws {GoodwordError} input_refused for a second one */
  describeBusiness(draft: BusinessDraft): void {
    if (this.#business !== null) refuse("More than one file describes the business; keep one of them");
    this.#setBusiness(draft);
  }

  suggestBusiness(draft: BusinessDraft | null): void {
    if (this.#business !== null || draft === null) return;
    this.#setBusiness(draft);
    this.#isBusinessSuggested = true;
  }

  #setBusiness(draft: BusinessDraft): void {
    this.#business = draft;
    this.#isOwnName = ownNameTest(draft.name);
  }

  /** The time zone that turns the file's instants into dates. Falling back to UTC is noted. */
  get timeZone(): string {
    const timeZone = this.#business?.time_zone ?? this.options.timeZone;
    if (timeZone === undefined) this.note(TIME_ZONE_UNKNOWN);
    return timeZone ?? "UTC";
  }

  add(at: RecordPlace, given: RawReview, { names, version = null }: AddOptions): void {
    this.#countRecord();
    if (typeof given.authorName === "string" && this.#isOwnName(given.authorName)) {
      this.#own.push(at);
      return;
    }
    const review = this.#checker.check(given, at, names);
    if (review === null) return;
    const problem = this.#deduplicator.add({ at, review }, version);
    if (problem !== null) this.#problems.push(problem);
  }

  /** The fields of a record; null after refusing one that is not an object. */
  fieldsOf(record: unknown, at: RecordPlace): Fields | null {
    if (isObject(record)) return record;
    this.refuseRecord(at, `is ${showValue(record)}, expected an object with the fields of a review`);
    return null;
  }

  /** Refuses a row with more cells than the header. */
  refuseRow({ at, cells }: TableRow, { columns }: RecordTable): void {
    const found = `has ${cells.length} cells where the header has ${columns.length}`;
    this.refuseRecord(at, `${found}; quote texts that contain commas`);
  }

  /** Refuses a whole record rather than a field; `message` follows the word "record". */
  refuseRecord(at: RecordPlace, message: string): void {
    this.#countRecord();
    this.#problems.push({ at, code: "invalid", field: "record", value: null, message });
  }

  /** The source of records that do not name one: the owner's, or the format's. @throws {GoodwordError} input_refused without either */
  assumedSource(implied: string | null): string {
    const source = this.#source ?? implied;
    if (source !== null) return source;
    return refuse("The file does not name the site of the reviews; add --source NAME, such as --source google");
  }

  setProvenance(provenance: Provenance): void {
    this.#checker.provenance = provenance;
  }

  setProvenanceFrom(format: ImportFormat): void {
    this.setProvenance(PROVENANCE_OF[format] ?? "unknown");
  }

  /** Adds a note for the owner. Repeated sentences are kept once. */
  note(sentence: string | null): void {
    if (sentence !== null) this.#notes.add(sentence);
  }

  ignored(field: string): void {
    this.#ignored.add(field);
  }

  understood(understanding: TableInterpretation): void {
    this.#understood.push(understanding);
  }

  finish(format: ImportFormat): ListedReading {
    const { records, duplicates, counts } = this.#deduplicator.finish();
    this.#noteIgnored();
    if (this.#own.length > 0) this.note(noteOnOwn(this.#own));
    if (counts.claimed > 0) this.note(noteOnClaims(counts.claimed));
    for (const note of this.#checker.notes) this.note(note);
    if (this.hasReviewSection && this.#count === 0 && this.options.isExplanation !== true) this.note(EMPTY);
    return {
      format,
      business: this.#business,
      omitsBusiness: this.omitsBusiness && this.#business === null,
      isBusinessSuggested: this.#isBusinessSuggested,
      insights: this.insights,
      hasReviewSection: this.hasReviewSection,
      exportedLocation: this.exportedLocation,
      lacksReviews: this.lacksReviews,
      records,
      isComplete: records.length > 0 && counts.undated === 0,
      duplicates,
      problems: this.#problems,
      notes: [...this.#notes],
      understood: this.#understood,
    };
  }

  #countRecord(): void {
    this.hasReviewSection = true;
    if (++this.#count > MAX_IMPORT_RECORDS) {
      refuse(`More than ${MAX_IMPORT_RECORDS.toLocaleString("en-US")} records; split the file`);
    }
  }

  #noteIgnored(): void {
    if (this.#ignored.size === 0) return;
    const names = [...this.#ignored].slice(0, 20).map((name) => showValue(name));
    const more = this.#ignored.size > names.length ? ` and ${this.#ignored.size - names.length} more` : "";
    this.note(`Unknown fields were ignored: ${names.join(", ")}${more}`);
  }
}

function noteOnOwn(places: readonly RecordPlace[]): string {
  const found = counted(places.length, "review has", "reviews have");
  return `${found} the business as author and was left out; if it is a reply, put it into the row of its review: ${shownPlaces(places)}`;
}

function noteOnClaims(count: number): string {
  const claimed = `${counted(count, "review claims", "reviews claim")} "job_record" or "invitation", which a file cannot prove`;
  return `${claimed}: unless this database has verified them itself, they count as operator_attested; goodword jobs add compares them with your jobs`;
}

function sourceNameOf(source: string | undefined): string | null {
  const name = recogniseSource(source ?? "");
  if (name.length <= MAX_SOURCE_NAME && textFault(name) === null) return name || null;
  throw new GoodwordError(
    "usage",
    `Unknown source ${showValue(source)}: expected a name of at most ${MAX_SOURCE_NAME} characters`,
  );
}
