/**
 * What the insights engine has found in stored reviews, read without the engine itself.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { ENGINE_VERSION, type ReviewAnalysis } from "../insights/reading/analysis.ts";
import { readAnalysis } from "../insights/reading/analysis_code.ts";
import { isNewerEngine, isReadableEngine } from "../insights/reading/engine_order.ts";
import { foundMentions } from "../insights/reading/found_mentions.ts";
import type { Catalog, Mentions } from "../review/mod.ts";

/** A reader of what was found under a catalog. */
export function keptAnalyses({ technicians, services, service_areas }: Catalog) {
  const catalog = { technicians, services, service_areas };
  const hash = createHash("sha256").update(JSON.stringify(catalog)).digest("hex").slice(0, 16);
  return {
    /** What an analysis depends on: engine and catalog. */
    key: `${ENGINE_VERSION}/${hash}`,
    /** Whether what was found under a key is published as it is: it may also come from a newer engine. */
    isCurrent(kept: string): boolean {
      const [engine = "", catalogHash] = kept.split("/");
      return catalogHash === hash && isReadableEngine(engine, ENGINE_VERSION);
    },
    /** Whether it is outdated for whoever shares the store, so that what this engine finds takes its place. */
    isOutdated(kept: string): boolean {
      const [engine = "", catalogHash] = kept.split("/");
      return !isNewerEngine(engine, ENGINE_VERSION) && (engine !== ENGINE_VERSION || catalogHash !== hash);
    },
    /** An analysis as it is kept, with what of it is published beside the review. */
    findings(code: string) {
      const analysis = readAnalysis(code);
      const isKnown = analysis.language !== "" && analysis.language !== "und";
      const mentions = namesNothing(analysis) ? NOTHING : foundMentions(analysis, catalog);
      return { analysis, mentions, language: isKnown ? analysis.language : null };
    },
  };
}

const NOTHING: Mentions = { technicians: [], services: [], service_areas: [] };

function namesNothing({ technicians, services, service_areas }: ReviewAnalysis): boolean {
  return technicians.length + services.length + service_areas.length === 0;
}
