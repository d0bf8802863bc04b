/**
 * The insights engine as the store wants it: reads each review once, when it is saved.
 *
 * @module
 */
import { createHash } from "node:crypto";
import {
  analyzeReview,
  ENGINE_VERSION,
  foundMentions,
  type ReviewAnalysis,
  readAnalysis,
  writeAnalysis,
} from "../insights/mod.ts";
import type { Business, Mentions } from "../review/mod.ts";

/** What of a stored review the engine reads. */
export interface Readable {
  readonly id: string;
  readonly title: string | null;
  readonly text: string;
  readonly authorName: string;
}

/** An analyst for a business: what it finds depends on the engine's version and the catalog, and on nothing else. */
export function analystFor(business: Business) {
  const { technicians, services, service_areas } = business;
  const catalog = { technicians, services, service_areas };
  const hash = createHash("sha256").update(JSON.stringify(catalog)).digest("hex").slice(0, 16);

  /** An analysis as it is kept, with what of it is published beside the review. */
  function findings(code: string) {
    const analysis = readAnalysis(code);
    const isKnown = analysis.language !== "" && analysis.language !== "und";
    const mentions = namesNothing(analysis) ? NOTHING : foundMentions(analysis, catalog);
    return { analysis, mentions, language: isKnown ? analysis.language : null };
  }

  return {
    key: `${ENGINE_VERSION}/${hash}`,
    analyze({ id, title, text, authorName }: Readable): string {
      return writeAnalysis(analyzeReview({ id, title, text, author_name: authorName }, catalog));
    },
    findings,
  };
}

const NOTHING: Mentions = { technicians: [], services: [], service_areas: [] };

function namesNothing({ technicians, services, service_areas }: ReviewAnalysis): boolean {
  return technicians.length + services.length + service_areas.length === 0;
}
