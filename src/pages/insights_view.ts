/** The insights that the pages show. A missing section counts as empty: its figures are still being computed. */
import type { AspectInsight, InsightsDataset, Transparency } from "../insights/mod.ts";

type Evidence = AspectInsight["evidence"];
export interface Quote
  extends Pick<Evidence["positive"][number], "review_id" | "quote" | "rating" | "date" | "date_precision"> {
  /** BCP 47, where it is known. */
  readonly language?: string | null;
}
export type TrendPeriod = InsightsDataset["overall"]["trend"][number];

export interface Coverage {
  /** Share of all texts that were read; null without a text. */
  readonly share: number | null;
  readonly unread: number;
  readonly translated: number;
  /** Whether enough were read for sentences about all customers. */
  readonly isEnough: boolean;
}

/** The insights that the pages show; `summary`, `coverage` and `transparency` are null until they are computed. */
export interface InsightsView extends Pick<InsightsDataset, "aspects" | "entities" | "faq" | "topics"> {
  /** Language of headline, sentences and answers. */
  readonly language: string;
  readonly summary: InsightsDataset["summary"] | null;
  readonly coverage: Coverage | null;
  readonly trend: readonly TrendPeriod[];
  readonly transparency: Transparency | null;
}

export function insightsView(dataset: Partial<InsightsDataset>): InsightsView {
  return {
    aspects: dataset.aspects ?? [],
    entities: dataset.entities ?? { technicians: [], services: [], service_areas: [] },
    faq: dataset.faq ?? [],
    topics: dataset.topics ?? [],
    language: dataset.language ?? "en",
    summary: dataset.summary ?? null,
    coverage: coverageOf(dataset),
    trend: dataset.overall?.trend ?? [],
    transparency: dataset.transparency ?? null,
  };
}

function coverageOf({ input, methodology }: Partial<InsightsDataset>): Coverage | null {
  if (input === undefined || methodology === undefined) return null;
  const { coverage: share, unread_count: unread, translated_count: translated } = input;
  return { share, unread, translated, isEnough: (share ?? 0) >= methodology.thresholds.min_coverage };
}
