/**
 * From what an owner asks of an import to what the store is asked.
 *
 * @module
 */
import {
  businessAfter,
  completeBusiness,
  type ImportOptions,
  type ImportReading,
  type ImportRecord,
  type ListedReading,
  type ReadingOf,
  type RecordList,
  UNNAMED_BUSINESS,
} from "../import/mod.ts";
import { calendarDateAt } from "../review/mod.ts";
import {
  type ImportRequest,
  type LargeImportRequest,
  readBusiness,
  readImportHints,
  readNamePolicy,
  type Store,
} from "../store/mod.ts";

/**
 * What the owner asks for, with what the store decides: dates are read in the time zone of the business, and names are
 * kept as the owner last chose.
 */
export async function optionsWithin(
  store: Store,
  asked: Omit<ImportOptions, "today" | "timeZone">,
  now: number,
): Promise<ImportOptions> {
  const stored = (await readBusiness(store))?.profile;
  const timeZone = stored && !stored.is_sample ? stored.time_zone : undefined;
  const namePolicy = asked.namePolicy ?? (await readNamePolicy(store));
  const remembered = asked.remembered ?? (await readImportHints(store));
  return { ...asked, remembered, namePolicy, today: calendarDateAt(now, timeZone ?? "UTC"), timeZone };
}

/** What an import depends on besides the files. */
export interface RequestOptions {
  readonly replace: boolean;
  readonly analystFor: ImportRequest["analystFor"];
}

/** What the store is asked for by an import of these records. */
export function importRequest(reading: ImportReading, options: RequestOptions): ImportRequest {
  return { drafts: reading.records.map(({ review }) => review), ...requestWithin(reading, options) };
}

/** The same for records that may be more than memory should hold. */
export function largeImportRequest(reading: ListedReading, options: RequestOptions): LargeImportRequest {
  return { drafts: draftsOf(reading.records), ...requestWithin(reading, options) };
}

function draftsOf(records: RecordList<ImportRecord>): LargeImportRequest["drafts"] {
  return {
    length: records.length,
    isSpooled: records.isSpooled,
    *pages() {
      for (const page of records.pages()) yield page.map(({ review }) => review);
    },
  };
}

function requestWithin(
  reading: ReadingOf<unknown>,
  { replace, analystFor }: RequestOptions,
): Omit<ImportRequest, "drafts"> {
  return {
    businessAfter: (stored) => businessAfter(reading, stored) ?? completeBusiness({ name: UNNAMED_BUSINESS }, null),
    insightsOverrides: reading.insights,
    replace: replace && reading.speaksOfReviews,
    complete: reading.isComplete,
    analystFor,
    newKey: crypto.getRandomValues(new Uint8Array(32)).toHex(),
  };
}
