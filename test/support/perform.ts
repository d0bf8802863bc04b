/** Performs an act as the command line does: without a form, and so without a state. */
import type { Act } from "../../src/owner/act.ts";
import type { Store } from "../../src/store/mod.ts";
import { NOON } from "./drafts.ts";
import { seededBytes } from "./seeded_random.ts";

export interface Performing {
  readonly now?: number;
  readonly by?: string;
  /** What a form was made from. */
  readonly expected?: string;
}

export function perform<Found, Data extends object>(
  act: Act<Found, Data>,
  store: Store,
  ids: string | readonly string[],
  input: Readonly<Record<string, unknown>> = {},
  { now = NOON, by, expected }: Performing = {},
) {
  const context = { now, by, randomBytes: seededBytes, consoleUrl: () => "http://localhost:3080" };
  return act.perform(store, { ids: typeof ids === "string" ? [ids] : ids, input, expected, context });
}
