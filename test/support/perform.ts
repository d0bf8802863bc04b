/** Performs an act as the command line does: without a form, and so without a state. */
import { readConfig } from "../../src/config.ts";
import type { Act } from "../../src/owner/act.ts";
import type { ActContext } from "../../src/owner/act_services.ts";
import type { Pictures } from "../../src/owner/pictures.ts";
import { settingsOfOne } from "../../src/owner/settings_place.ts";
import type { Store } from "../../src/store/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { NOON } from "./drafts.ts";
import { POLICY } from "./jobs.ts";
import { seededBytes } from "./seeded_random.ts";

const CONFIG = readConfig({ BASE_URL: "https://reviews.example.com", LINK_KEY: "0".repeat(64) });

/** For acts that take no pictures. */
export const NO_PICTURES: Pictures = {
  fetch: async () => ({ kind: "refused", reason: "no web" }),
  prepare: async () => ({ kind: "refused", reason: "no pictures" }),
  preparePhoto: async () => ({ kind: "refused", fault: "other_format" }),
};

/** What a door gives an act, of one business and without the outside. */
export function actContext(different: Partial<ActContext> = {}): ActContext {
  return {
    config: { ...CONFIG, invitations: { ...CONFIG.invitations, ...POLICY } },
    now: NOON,
    database: ":memory:",
    pictures: NO_PICTURES,
    scope: null,
    randomBytes: seededBytes,
    openCopy: openDatabase,
    mail: { open: () => Promise.reject(new Error("no mail here")), lookUpTexts: async () => null },
    guardedFetch: async () => async () => ({ kind: "failed", reason: "no web here" }),
    withSettings: (store, use) => use(settingsOfOne(store, { database: ":memory:", environment: {} })),
    ...different,
  };
}

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
  const context = actContext({ now, pictures });
  return act.perform(store, { ids: typeof ids === "string" ? [ids] : ids, input, context });
}
