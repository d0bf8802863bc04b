/** Adds one finished job that the owner writes down, by the rules of a list. */
import type { Store } from "../store/mod.ts";
import { addJobs, jobReadingOf } from "./add_jobs.ts";
import { readJobs } from "./read_jobs.ts";

/** What the owner writes of a job; "" where nothing. */
export interface WrittenJob {
  readonly customer_name: string;
  readonly email: string;
  readonly telephone: string;
  /** Calendar date. */
  readonly finished: string;
  readonly reference: string;
  readonly service: string;
  readonly technician: string;
  readonly language: string;
}

/** What came of it. */
type WrittenJobOutcome =
  | { readonly kind: "added" | "corrected" | "unchanged" }
  | { readonly kind: "refused"; readonly issues: readonly string[] };

/** Adds a job, or corrects the one with its reference until its customer is invited. @throws {GoodwordError} `database` */
export async function addJob(
  store: Store,
  written: WrittenJob,
  { now, randomBytes }: { readonly now: number; readonly randomBytes: (count: number) => Uint8Array },
): Promise<WrittenJobOutcome> {
  // Every column is there, so that nothing has to be asked for.
  const bytes = new TextEncoder().encode(JSON.stringify([written]));
  const reading = await jobReadingOf(store, { dateFormat: "YYYY-MM-DD" }, now);
  const { rows } = readJobs({ name: "job", bytes }, { ...reading, remembered: {} });
  const options = { now, randomBytes, isDry: false, keepsContacts: true };
  const { added, corrected, refused } = await addJobs(store, rows, options);
  if (refused[0] !== undefined) return { kind: "refused", issues: refused[0].issues };
  return { kind: added > 0 ? "added" : corrected > 0 ? "corrected" : "unchanged" };
}
