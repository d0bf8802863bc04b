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
  UNNAMED_BUSINESS,
} from "../import/mod.ts";
import { calendarDateAt } from "../review/mod.ts";
import { type ImportRequest, readBusiness, readImportHints, readNamePolicy, type Store } from "../store/mod.ts";

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
export function importRequest(reading: ImportReading, { replace, analystFor }: RequestOptions): ImportRequest {
  const drafts = reading.records.map(({ review }) => review);
  return {
    drafts,
    businessAfter: (stored) => businessAfter(reading, stored) ?? completeBusiness({ name: UNNAMED_BUSINESS }, null),
    insightsOverrides: reading.insights,
    replace: replace && reading.speaksOfReviews,
    // Only exports of ours carry the instant of the last change, and they are never silent about a reply.
    complete: drafts.length > 0 && drafts.every(({ updatedAt }) => updatedAt !== null),
    analystFor,
    newKey: crypto.getRandomValues(new Uint8Array(32)).toHex(),
  };
}
