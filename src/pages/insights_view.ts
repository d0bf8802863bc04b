/**
 * The sections of the insights dataset that the pages show. A section that is missing counts as empty: while figures are
 * still being computed, the reviews themselves are there to read.
 *
 * @module
 */
import type { InsightsDataset } from "../insights/mod.ts";

export type AspectInsight = InsightsDataset["aspects"][number];
export type EntityInsight = InsightsDataset["entities"]["services"][number];
export type Evidence = AspectInsight["evidence"];
export type Quote = Evidence["positive"][number];
export type Figure = InsightsDataset["summary"]["statements"][number]["figures"][number];
export type Statement = InsightsDataset["summary"]["statements"][number];
export type TrendPeriod = InsightsDataset["overall"]["trend"][number];
export type Transparency = InsightsDataset["transparency"];

export interface InsightsView extends Pick<InsightsDataset, "aspects" | "entities" | "faq"> {
  readonly summary: InsightsDataset["summary"] | null;
  readonly trend: readonly TrendPeriod[];
  readonly transparency: Transparency | null;
}

/** What the pages need of a dataset. */
export function insightsView(dataset: Partial<InsightsDataset>): InsightsView {
  return {
    aspects: dataset.aspects ?? [],
    entities: dataset.entities ?? { technicians: [], services: [], service_areas: [] },
    faq: dataset.faq ?? [],
    summary: dataset.summary ?? null,
    trend: dataset.overall?.trend ?? [],
    transparency: dataset.transparency ?? null,
  };
}
