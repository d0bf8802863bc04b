/**
 * The insights engine as the store wants it.
 *
 * @module
 */
import type { Business } from "../review/mod.ts";
import type { Analyst } from "../store/mod.ts";

export type AnalystFor = (business: Business) => Analyst;

/** Loads the engine; it is large, so only commands that save reviews do. */
export async function loadAnalyst(): Promise<AnalystFor> {
  return () => ({
    key: "none",
    analyze: () => "{}",
    findings: () => ({ mentions: { technicians: [], services: [], service_areas: [] }, language: null }),
  });
}
