/** @jsxImportSource preact */
/**
 * What customers say: the summary with its receipts, the aspects with their sentiment, and how ratings moved.
 *
 * @module
 */
import { Aspects } from "./aspects.tsx";
import type { Evidence, InsightsView, Quote } from "./insights_view.ts";
import { Quotes } from "./quotes.tsx";
import { linkWithin, type PageSite } from "./site.ts";
import { TrendChart } from "./trend_chart.tsx";

export function CustomersSay({ insights, site }: { insights: InsightsView; site: PageSite }) {
  const aspects = insights.aspects.filter(({ review_count }) => review_count > 0);
  if (!insights.summary?.text && aspects.length === 0 && insights.trend.length === 0) return null;
  return (
    <section class="say" aria-labelledby="say">
      <h2 id="say">What customers say</h2>
      <Summary insights={insights} site={site} />
      <Aspects aspects={aspects} site={site} />
      <TrendChart trend={insights.trend} />
      <p class="quiet">
        Counted by fixed rules from the reviews below, nothing invented.{" "}
        <a href={linkWithin(site, "/insights.json")}>All figures, each with the reviews behind it</a>
      </p>
    </section>
  );
}

function Summary({ insights, site }: { insights: InsightsView; site: PageSite }) {
  const { summary } = insights;
  if (!summary?.text) return null;
  return (
    <>
      {summary.headline && <p class="headline">{summary.headline}</p>}
      <p class="summary">{summary.text}</p>
      {summary.source === "owner" && <p class="quiet">Written by the business.</p>}
      <Quotes quotes={quotesBehind(insights)} site={site} />
    </>
  );
}

/** For each statement about an aspect, one sentence of a customer that speaks to it: praise and blame alike. */
function quotesBehind({ summary, aspects }: InsightsView): Quote[] {
  const quotes = new Map<string, Quote>();
  for (const { kind, ref } of summary?.statements ?? []) {
    const aspect = aspects.find(({ id }) => ref === `aspects/${id}`);
    const quote = aspect && quoteFor(aspect.evidence, kind);
    if (quote) quotes.set(quote.review_id, quote);
  }
  return [...quotes.values()].slice(0, 4);
}

function quoteFor(evidence: Evidence, kind: string): Quote | undefined {
  return kind === "improvement" ? evidence.negative[0] : evidence.positive[0];
}
