/** The sample data of a first start. */

import { type DraftReview, readImport } from "../import/mod.ts";
import { analystFor } from "../publication/publishing/analyst.ts";
import { type Business, calendarDateAt, type JobStrength } from "../review/mod.ts";
import type { Store } from "../store/mod.ts";
import type { ImportRequest } from "../store/planning/mod.ts";
import { carryOutImport, importRequest, NO_PROGRESS } from "./carry_out_import.ts";
import sampleAnalyses from "./sample_analyses.json";

/** What the engine has found in the sample, by the ids of its reviews. */
export interface SampleAnalyses {
  /** Of the engine and the catalog; with another one they are of no use. */
  readonly key: string;
  readonly analyses: Readonly<Record<string, string>>;
  /** What the jobs of `seed/jobs.csv` prove of its reviews, and how strongly. */
  readonly proved: Readonly<Record<string, JobStrength>>;
}

/**
 * Imports the text of `seed/reviews.json`. Returns the revision. Calling it twice changes nothing. Reviews that `known`
 * says nothing of are analysed, which takes most of a second.
 */
export async function importSeed(
  store: Store,
  seedText: string,
  now: number,
  known: SampleAnalyses = sampleAnalyses as SampleAnalyses,
): Promise<number> {
  const bytes = new TextEncoder().encode(seedText);
  const reading = readImport([{ name: "seed/reviews.json", bytes }], { today: seedDay(seedText, now) });
  const records = reading.records.map((record) => ({ ...record, review: withProof(record.review, known) }));
  const request = importRequest({ ...reading, records }, { replace: false, analystFor: knowing(known) });
  const files = ["seed/reviews.json"];
  return (await carryOutImport(store, request, { command: "seed", files, progress: NO_PROGRESS })).revision;
}

function withProof(review: DraftReview, { proved }: SampleAnalyses): DraftReview {
  const strength = proved[review.id ?? ""];
  if (strength === undefined) return review;
  // What the author is known by has served its purpose, and would be hashed for nothing.
  return { ...review, verificationStrength: strength, isProved: true, known: {} };
}

/** Analysts that look up what is known already. */
function knowing({ key, analyses }: SampleAnalyses): ImportRequest["analystFor"] {
  return (business: Business) => {
    const analyst = analystFor(business);
    if (analyst.key !== key) return analyst;
    return { ...analyst, analyze: (review) => analyses[review.id] ?? analyst.analyze(review) };
  };
}

/** A clock that stands before the newest sample must not have the sample refused as written in the future. */
function seedDay(seedText: string, now: number): string {
  const dates = seedText.matchAll(/"date":\s*"(\d{4}-\d{2}-\d{2})"/g);
  const days = [...dates].map(([, date = ""]) => date);
  return days.reduce((latest, day) => (day > latest ? day : latest), calendarDateAt(now, "UTC"));
}
