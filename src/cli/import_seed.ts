/**
 * The sample data of a first start.
 *
 * @module
 */

import { readImport } from "../import/mod.ts";
import { analystFor } from "../publishing/analyst.ts";
import { calendarDateAt } from "../review/mod.ts";
import type { Store } from "../store/mod.ts";
import { carryOutImport } from "./carry_out_import.ts";
import { importRequest } from "./import_request.ts";
import { createProgress } from "./progress.ts";

/** Imports the text of `seed/reviews.json`. Returns the revision. Calling it twice changes nothing. */
export async function importSeed(store: Store, seedText: string, now: number): Promise<number> {
  const files = [{ name: "seed/reviews.json", bytes: new TextEncoder().encode(seedText) }];
  const reading = readImport(files, { today: seedDay(seedText, now) });
  const request = importRequest(reading, { replace: false, analystFor, now });
  const progress = createProgress({ columns: null, now: () => now, warn: () => {} }, true);
  return carryOutImport(store, request, { command: "seed", files: ["seed/reviews.json"], progress }).revision;
}

/** A clock that stands before the newest sample must not have the sample refused as written in the future. */
function seedDay(seedText: string, now: number): string {
  const dates = seedText.matchAll(/"date":\s*"(\d{4}-\d{2}-\d{2})"/g);
  return [...dates]
    .map(([, date]) => date!)
    .concat(calendarDateAt(now, "UTC"))
    .sort()
    .at(-1)!;
}
