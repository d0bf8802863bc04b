/** Builders for tests of the store. */

import { completeBusiness, type DraftReview } from "../../src/import/mod.ts";
import { DRAFT_FIELDS, type Mentions } from "../../src/review/mod.ts";
import {
  analyzePlan,
  type ImportPlan,
  type ImportRequest,
  planImport,
  saveImport,
} from "../../src/store/import/mod.ts";
import type { Analyst, Store } from "../../src/store/mod.ts";
import { NOON, openTestStore, type TestStore } from "./test_store.ts";

export { NOON };

const SILENT = Object.fromEntries(DRAFT_FIELDS.map((name) => [name, null])) as unknown as DraftReview;

export function draftOf(fields: Partial<DraftReview> = {}): DraftReview {
  return {
    ...SILENT,
    id: "a1",
    source: "google",
    date: "2026-05-01",
    rating: 5,
    text: "On time",
    authorName: "Jane D.",
    isAnonymous: false,
    verificationMethod: "job_record",
    mentions: null,
    hiddenAtSource: null,
    isProved: true,
    provenance: "unknown",
    known: {},
    contentHash: null,
    redactions: [],
    ...fields,
  };
}

const NOTHING: Mentions = { technicians: [], services: [], service_areas: [] };

/** An analyst that finds the name Amy, and returns English as the language. */
export function analystNamed(key: string): Analyst {
  return {
    key,
    isCurrent: (kept) => kept === key,
    isOutdated: (kept) => kept !== key,
    analyze: ({ text }) => JSON.stringify(text.includes("Amy")),
    findings: (analysis) => ({
      mentions: analysis === "true" ? { ...NOTHING, technicians: ["Amy"] } : NOTHING,
      language: "en",
    }),
  };
}

export function requestOf(drafts: readonly DraftReview[], fields: Partial<ImportRequest> = {}): ImportRequest {
  return {
    drafts,
    businessAfter: (stored) => stored ?? completeBusiness({ name: "Ace" }, null),
    insightsOverrides: null,
    replace: false,
    complete: false,
    analystFor: () => analystNamed("v1"),
    newKey: "0".repeat(64),
    ...fields,
  };
}

export function storeInMemory(): TestStore {
  return openTestStore();
}

/** What an import would do, with its changes as lists. */
export async function planned(store: Store, request: ImportRequest) {
  using plan = await planImport(store, request);
  return inLists(plan);
}

function inLists({ changes, counts, isEmpty, base, business, replacesSample }: ImportPlan) {
  const written = [...changes.written()]
    .flat()
    .map((change) => ({ ...change, after: { ...change.after, ...change.join } }));
  return {
    counts,
    isEmpty,
    base,
    business,
    replacesSample,
    unchanged: counts.unchanged,
    added: written.flatMap((change) => (change.kind === "added" ? [change.after] : [])),
    changed: written.flatMap((change) => (change.kind === "changed" ? [change] : [])),
    removed: changes.leftOut("removed"),
    suppressed: changes
      .ofRecords(0, 1_000_000)
      .flatMap(({ kind, id, record }) => (kind === "kept_out" ? [{ id, record }] : [])),
    joins: [...changes.joins()].flat(),
  };
}

/** Plans, analyses and saves at once, at `now` or at noon. */
export async function importInto(
  store: TestStore,
  drafts: readonly DraftReview[],
  { now = NOON, ...fields }: Partial<ImportRequest> & { readonly now?: number } = {},
) {
  return importAsIs(store.at(now), drafts, fields);
}

/** The same into a store of any kind, by its own clock. */
export async function importAsIs(store: Store, drafts: readonly DraftReview[], fields: Partial<ImportRequest> = {}) {
  const request = requestOf(drafts, fields);
  using plan = await planImport(store, request);
  await analyzePlan(plan, request.analystFor(plan.business.profile));
  const saved = await saveImport(store, plan, { command: "import", files: ["test"] });
  return { plan: inLists(plan), saved };
}
