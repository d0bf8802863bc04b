/** Performs an act as the command line does: without a form, and so without a state. */
import type { Act } from "../../src/owner/act.ts";
import type { Pictures } from "../../src/owner/pictures.ts";
import type { LinkParts } from "../../src/owner/write_links.ts";
import type { Store } from "../../src/store/mod.ts";
import { NOON } from "./drafts.ts";
import { POLICY } from "./jobs.ts";
import { seededBytes } from "./seeded_random.ts";

/** Where acts that give out links would have them from. */
export const NO_LINKS: LinkParts = {
  policy: { ...POLICY, linkKey: "0".repeat(64) },
  database: ":memory:",
  baseUrl: "https://reviews.example.com",
};

/** For acts that take no pictures. */
export const NO_PICTURES: Pictures = {
  fetch: async () => ({ kind: "refused", reason: "no web" }),
  prepare: async () => ({ kind: "refused", reason: "no pictures" }),
  preparePhoto: async () => ({ kind: "refused", fault: "other_format" }),
};

interface Performing {
  readonly pictures?: Pictures;
  readonly now?: number;
}

export function perform<Found, Data extends object>(
  act: Act<Found, Data>,
  store: Store,
  ids: string | readonly string[],
  input: Readonly<Record<string, unknown>> = {},
  { now = NOON, pictures = NO_PICTURES }: Performing = {},
) {
  const context = { now, randomBytes: seededBytes, links: NO_LINKS, pictures };
  return act.perform(store, { ids: typeof ids === "string" ? [ids] : ids, input, context });
}
