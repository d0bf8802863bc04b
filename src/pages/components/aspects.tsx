/** @jsxImportSource preact */
/**
 * The aspects of the work that reviews speak of: a bar of opinions each, with quotes behind it and a table of all figures.
 */

import type { AspectInsight } from "../../insights/mod.ts";
import { aspectPhrase } from "../phrases.ts";
import type { PageSite } from "../site.ts";
import { FigureTable } from "./figure_table.tsx";
import { CountLink } from "./figure_text.tsx";
import { QuoteList } from "./review_card.tsx";
import { Sparkline } from "./trend_chart.tsx";

/** Opinions by aspect, the most reviewed first; renders nothing when there are no aspects. */
export function Aspects({ aspects, site }: { aspects: readonly AspectInsight[]; site: PageSite }) {
  if (aspects.length === 0) return null;
  const { words } = site;
  const ordered = [...aspects].sort((a, b) => b.review_count - a.review_count || (a.id < b.id ? -1 : 1));
  return (
    <div class="aspects">
      <h3>{words.say("aspects.title")}</h3>
      <p class="legend quiet">
        <Key kind="positive" /> {words.say("aspects.legend.positive")} <Key kind="mixed" />{" "}
        {words.say("aspects.legend.mixed")} <Key kind="negative" /> {words.say("aspects.legend.negative")}
      </p>
      {ordered.map((aspect) => (
        <Aspect aspect={aspect} site={site} />
      ))}
      <details class="all-figures">
        <summary>{words.say("aspects.figures")}</summary>
        <AspectTable aspects={ordered} site={site} />
      </details>
    </div>
  );
}

function Key({ kind }: { kind: string }) {
  return (
    <svg class="key" viewBox="0 0 10 10" aria-hidden="true" focusable="false">
      <rect class={`bar-${kind}`} width="10" height="10" rx="3" />
    </svg>
  );
}

function Aspect({ aspect, site }: { aspect: AspectInsight; site: PageSite }) {
  const quotes = [...aspect.evidence.positive.slice(0, 1), ...aspect.evidence.negative.slice(0, 1)];
  const { words } = site;
  const phrases = aspect.phrases.slice(0, 5);
  return (
    <div class="aspect">
      <p class="aspect-count">
        {words.pieces("aspects.positiveOf", {
          part: (
            <CountLink count={aspect.positive_count} href={aspect.positive_href} site={site}>
              <strong>{words.number(aspect.positive_count)}</strong>
            </CountLink>
          ),
          whole: <CountLink count={aspect.review_count} href={aspect.href} site={site} />,
        })}
      </p>
      <details name="aspect">
        <summary>
          <span class="aspect-name">{aspectPhrase(words, aspect)}</span>
          <OpinionBar aspect={aspect} />
          <span class="aspect-trend">
            <Sparkline
              values={aspect.trend.map(({ sentiment }) => (sentiment === null ? null : (sentiment + 1) / 2))}
            />
          </span>
        </summary>
        <div class="aspect-detail">
          <p>
            <AspectInWords aspect={aspect} site={site} />
          </p>
          <QuoteList quotes={quotes} site={site} />
          {phrases.length > 0 && (
            <p class="phrases quiet">
              {words.pieces("aspects.oftenSaid", { phrases: <Phrases phrases={phrases} site={site} /> })}
            </p>
          )}
        </div>
      </details>
    </div>
  );
}

function Phrases({ phrases, site }: { phrases: AspectInsight["phrases"]; site: PageSite }) {
  return (
    <>
      {phrases.map(({ text, count, href }, index) => (
        <>
          {index > 0 && ", "}
          <CountLink count={count} href={href} site={site}>
            {site.words.say("aspects.phrase", { phrase: text, number: count })}
          </CountLink>
        </>
      ))}
    </>
  );
}

function OpinionBar({ aspect }: { aspect: AspectInsight }) {
  const whole = Math.max(1, aspect.review_count);
  const percent = (count: number) => Math.round((count / whole) * 1000) / 10;
  const positive = percent(aspect.positive_count);
  const negative = percent(aspect.negative_count);
  return (
    <svg class="bar" height="10" aria-hidden="true" focusable="false">
      <rect class="bar-mixed" width="100%" height="10" />
      {positive > 0 && <rect class="bar-positive" width={`${positive}%`} height="10" />}
      {negative > 0 && <rect class="bar-negative" x={`${100 - negative}%`} width={`${negative}%`} height="10" />}
    </svg>
  );
}

/** All of an aspect's figures in a sentence, each number leading to its reviews. */
function AspectInWords({ aspect, site }: { aspect: AspectInsight; site: PageSite }) {
  const { words } = site;
  const { review_count: count, href, average_rating, direction } = aspect;
  const sides = (["positive", "negative", "mixed", "unclear"] as const)
    .filter((side) => aspect[`${side}_count`] > 0)
    .map((side) => {
      const count = aspect[`${side}_count`];
      const link = <CountLink count={count} href={aspect[`${side}_href`]} site={site} />;
      return <>{words.pieces(`aspects.side.${side}`, { count }, () => link)}</>;
    });
  const reviews = (
    <CountLink count={count} href={href} site={site}>
      {words.say("count.reviews", { count })}
    </CountLink>
  );
  return (
    <>
      {words.pieces("aspects.speak", { count, reviews, sides: <>{words.listed(sides)}</> })}
      {average_rating !== null && ` ${words.say("aspects.average", { rating: words.rating(average_rating) })}`}
      {direction !== "insufficient_data" && ` ${words.say(`aspects.overTime.${direction}`)}`}
    </>
  );
}

function Cell(props: { count: number; href: string; site: PageSite }) {
  return (
    <td>
      <CountLink {...props} />
    </td>
  );
}

function AspectTable({ aspects, site }: { aspects: readonly AspectInsight[]; site: PageSite }) {
  const { words } = site;
  return (
    <FigureTable
      heads={[
        words.say("aspects.aspect"),
        words.say("aspects.reviews"),
        words.say("aspects.positive"),
        words.say("aspects.mixed"),
        words.say("aspects.unclear"),
        words.say("aspects.negative"),
        words.say("aspects.averageColumn"),
      ]}
    >
      {aspects.map((aspect) => (
        <tr>
          <th scope="row">{aspectPhrase(words, aspect)}</th>
          <Cell count={aspect.review_count} href={aspect.href} site={site} />
          <Cell count={aspect.positive_count} href={aspect.positive_href} site={site} />
          <Cell count={aspect.mixed_count} href={aspect.mixed_href} site={site} />
          <Cell count={aspect.unclear_count} href={aspect.unclear_href} site={site} />
          <Cell count={aspect.negative_count} href={aspect.negative_href} site={site} />
          <td>{aspect.average_rating === null ? words.say("rating.none") : words.mean(aspect.average_rating)}</td>
        </tr>
      ))}
    </FigureTable>
  );
}
