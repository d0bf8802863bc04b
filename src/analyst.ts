/**
 * The insights engine as the store wants it: reads each review once, when it is saved.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { analyzeReview, ENGINE_VERSION, foundMentions, type ReviewAnalysis } from "./insights/mod.ts";
import type { Business } from "./review/mod.ts";

/** What of a stored review the engine reads. */
export interface Readable {
  readonly id: string;
  readonly title: string | null;
  readonly text: string;
  readonly authorName: string;
}

/** An analyst for a business: what it finds depends on the engine's version and the catalog, and on nothing else. */
export function analystFor(business: Business) {
  const { technicians, services, service_areas, name } = business;
  const catalog = { technicians, services, service_areas };
  const hash = createHash("sha256")
    .update(JSON.stringify([catalog, name]))
    .digest("hex")
    .slice(0, 16);
  return {
    key: `${ENGINE_VERSION}/${hash}`,
    analyze({ id, title, text, authorName }: Readable): string {
      return JSON.stringify(analyzeReview({ id, title, text, author_name: authorName }, catalog));
    },
    findings(analysis: string) {
      const found = JSON.parse(analysis) as ReviewAnalysis;
      const isKnown = found.language !== "" && found.language !== "und";
      return { mentions: foundMentions(found, catalog), language: isKnown ? found.language : null };
    },
  };
}
