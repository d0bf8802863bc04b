/** @jsxImportSource preact */
/**
 * The summary in the language of the page: what is praised and what is criticised, each number leading to its reviews.
 *
 * @module
 */
import type { InsightsDataset } from "../insights/mod.ts";
import { CountLink } from "./count_link.tsx";
import type { AspectInsight, Coverage, InsightsView } from "./insights_view.ts";
import { aspectPhrase } from "./phrases.ts";
import { Quotes } from "./quotes.tsx";
import type { PageSite } from "./site.ts";

interface SpokenSummaryProps {
  readonly insights: InsightsView;
  readonly summary: InsightsDataset["summary"];
  readonly site: PageSite;
}

/** How much was read, strengths, improvements, and how many reviews are withheld where that would change the mean. */
export function SpokenSummary({ insights, summary, site }: SpokenSummaryProps) {
  const { words } = site;
  const named = (ids: readonly string[] = []) => insights.aspects.filter(({ id }) => ids.includes(id));
  const [strengths, improvements] = [named(summary.strengths), named(summary.improvements)];
  const speaksOfAll = insights.coverage?.isEnough ?? true;
  const withheld = summary.statements.find(({ ref }) => ref === "transparency")?.figures[0]?.value ?? 0;
  return (
    <ul class="statements">
      <Read coverage={insights.coverage} site={site} />
      {withheld > 0 && <li>{words.say("say.withheld", { count: withheld })}</li>}
      {strengths.length > 0 && (
        <li>
          <p>
            {words.pieces(speaksOfAll ? "say.praise" : "say.praiseRead", {
              aspects: <Parts aspects={strengths} side="positive" site={site} />,
            })}
          </p>
          <Quotes quotes={strengths[0]?.evidence.positive.slice(0, 1) ?? []} site={site} />
        </li>
      )}
      {improvements.length > 0 && (
        <li>
          <p>
            {words.pieces(speaksOfAll ? "say.blame" : "say.blameRead", {
              aspects: <Parts aspects={improvements} side="negative" site={site} />,
            })}
          </p>
          <Quotes quotes={improvements[0]?.evidence.negative.slice(0, 1) ?? []} site={site} />
        </li>
      )}
    </ul>
  );
}

/** How much was read, unless that is all, and how much of it in translations. */
function Read({ coverage, site: { words } }: { coverage: Coverage | null; site: PageSite }) {
  if (coverage === null || coverage.share === null) return null;
  const { share, unread, translated } = coverage;
  if (unread + translated === 0) return null;
  return (
    <li>
      <p>
        {unread > 0 && words.say("say.read", { share: words.share(Math.floor(share * 100), 100) })}{" "}
        {translated > 0 && words.say("say.readTranslated", { count: translated })}
      </p>
    </li>
  );
}

/** "Punctuality (12 of 13) and speed (4 of 5)". */
function Parts(props: { aspects: readonly AspectInsight[]; side: "positive" | "negative"; site: PageSite }) {
  const { aspects, side, site } = props;
  const parts = aspects.map((aspect) =>
    site.words.pieces("say.aspect", {
      aspect: aspectPhrase(site.words, aspect),
      part: <CountLink count={aspect[`${side}_count`]} href={aspect[`${side}_href`]} site={site} />,
      whole: <CountLink count={aspect.review_count} href={aspect.href} site={site} />,
    }),
  );
  return <>{site.words.listed(parts.map((part) => <>{part}</>))}</>;
}
