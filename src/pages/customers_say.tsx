/** @jsxImportSource preact */
/**
 * What customers say: the summary with its receipts, the aspects with their sentiment, and how ratings moved.
 *
 * @module
 */

import { PATHS } from "../web/paths.ts";
import { Aspects } from "./aspects.tsx";
import type { InsightsView, Quote, Statement } from "./insights_view.ts";
import { Quotes } from "./quotes.tsx";
import { linkWithin, type PageSite } from "./site.ts";
import { SpokenSummary } from "./spoken_summary.tsx";
import { Told } from "./told.tsx";
import { TrendChart } from "./trend_chart.tsx";

/** Summary, aspects and rating trend; renders nothing when none of them has anything to show. */
export function CustomersSay({ insights, site }: { insights: InsightsView; site: PageSite }) {
  const aspects = insights.aspects.filter(({ review_count }) => review_count > 0);
  if (!insights.summary?.text && aspects.length === 0 && insights.trend.length === 0) return null;
  return (
    <section class="say" aria-labelledby="say">
      <h2 id="say">{site.words.say("say.title")}</h2>
      <Summary insights={insights} site={site} />
      <Aspects aspects={aspects} site={site} />
      <TrendChart trend={insights.trend} site={site} />
      <p class="quiet">
        {site.words.say("say.note")} <a href={linkWithin(site, PATHS.insights)}>{site.words.say("say.all")}</a>
      </p>
    </section>
  );
}

function Summary({ insights, site }: { insights: InsightsView; site: PageSite }) {
  const { summary } = insights;
  if (!summary?.text) return null;
  // The sentences of the dataset are English; other languages say its figures in their own.
  if (summary.source === "reviews" && site.words.language !== "en") {
    return <SpokenSummary insights={insights} summary={summary} site={site} />;
  }
  return (
    <>
      {summary.headline && <p class="headline">{summary.headline}</p>}
      {summary.source === "reviews" && summary.statements.length > 0 ? (
        <Statements statements={summary.statements} insights={insights} site={site} />
      ) : (
        <p class="summary">{summary.text}</p>
      )}
      {summary.source === "owner" && <p class="quiet">{site.words.say("say.byBusiness")}</p>}
    </>
  );
}

/** The sentences of the summary, each with a sentence of a customer that speaks to it: praise and blame alike. */
function Statements(props: { statements: readonly Statement[]; insights: InsightsView; site: PageSite }) {
  const { statements, insights, site } = props;
  return (
    <ul class="statements">
      {statements.map((statement) => (
        <li>
          <p>
            <Told {...statement} entities={insights.entities} site={site} />
          </p>
          <Quotes quotes={quotesFor(statement, insights)} site={site} />
        </li>
      ))}
    </ul>
  );
}

function quotesFor({ ref, kind }: Statement, { aspects, entities }: InsightsView): Quote[] {
  const told = [
    ...aspects.map((aspect) => ({ ref: `aspects/${aspect.id}`, evidence: aspect.evidence })),
    ...entities.technicians.map(({ id, evidence }) => ({ ref: `entities/technicians/${id}`, evidence })),
    ...entities.services.map(({ id, evidence }) => ({ ref: `entities/services/${id}`, evidence })),
  ];
  const evidence = told.find((candidate) => candidate.ref === ref)?.evidence;
  const quotes = kind === "improvement" ? evidence?.negative : evidence?.positive;
  return quotes?.slice(0, 1) ?? [];
}
