/** Performs an act as the command line does: without a form, and so without a state. */
import type { Act } from "../../src/owner/act.ts";
import type { Store } from "../../src/store/mod.ts";
import { NOON } from "./drafts.ts";
import { seededBytes } from "./seeded_random.ts";

interface Performing {
  readonly now?: number;
}

export function perform<Found, Data extends object>(
  act: Act<Found, Data>,
  store: Store,
  ids: string | readonly string[],
  input: Readonly<Record<string, unknown>> = {},
  { now = NOON }: Performing = {},
) {
  const context = { now, randomBytes: seededBytes };
  return act.perform(store, { ids: typeof ids === "string" ? [ids] : ids, input, context });
}
