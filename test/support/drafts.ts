/** Builders for tests of the store. */

import { completeBusiness, type DraftReview } from "../../src/import/mod.ts";
import type { Mentions } from "../../src/review/mod.ts";
import { openDatabase } from "../../src/sqlite/database.ts";
import {
  type Analyst,
  analyzePlan,
  type ImportRequest,
  planImport,
  type Store,
  saveImport,
} from "../../src/store/mod.ts";

export const NOON = Date.parse("2026-06-01T12:00:00Z");

export function draftOf(fields: Partial<DraftReview> = {}): DraftReview {
  return {
    id: "a1",
    sourceName: "google",
    sourceId: null,
    sourceUrl: null,
    date: "2026-05-01",
    rating: 5,
    title: null,
    text: "On time",
    language: null,
    authorName: "Jane D.",
    isAnonymous: false,
    verificationMethod: "job_record",
    verificationDate: null,
    mentions: null,
    reply: null,
    updatedAt: null,
    edited: null,
    hiddenAtSource: null,
    contentHash: null,
    redactions: [],
    ...fields,
  };
}

const NOTHING: Mentions = { technicians: [], services: [], service_areas: [] };

/** An analyst that finds Amy wherever she is named, and says it is English. */
export function analystNamed(key: string): Analyst {
  return {
    key,
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
    now: NOON,
    ...fields,
  };
}

export function storeInMemory(): Store {
  return openDatabase(":memory:");
}

/** Plans, analyses and saves at once. */
export function importInto(store: Store, drafts: readonly DraftReview[], fields: Partial<ImportRequest> = {}) {
  const request = requestOf(drafts, fields);
  const plan = planImport(store, request);
  const analyzed = analyzePlan(plan, request.analystFor(plan.business.profile));
  return { plan, saved: saveImport(store, analyzed, { command: "import", files: ["test"] }) };
}
