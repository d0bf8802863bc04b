/** @jsxImportSource preact */
/**
 * The aspects of the work that reviews speak of: a bar of opinions each, with quotes behind it and a table of all figures.
 *
 * @module
 */
import { CountLink } from "./count_link.tsx";
import type { AspectInsight } from "./insights_view.ts";
import { Quotes } from "./quotes.tsx";
import type { PageSite } from "./site.ts";
import { Sparkline } from "./sparkline.tsx";
import { counted, groupedDigits, ratingInWords } from "./words.ts";

const DIRECTIONS = {
  up: "rising",
  down: "falling",
  no_clear_change: "no clear change",
  insufficient_data: "",
} as const;

/** Opinions by aspect, the most reviewed first; renders nothing when there are no aspects. */
export function Aspects({ aspects, site }: { aspects: readonly AspectInsight[]; site: PageSite }) {
  if (aspects.length === 0) return null;
  const ordered = [...aspects].sort((a, b) => b.review_count - a.review_count || (a.id < b.id ? -1 : 1));
  return (
    <div class="aspects">
      <h3>Aspect by aspect</h3>
      <p class="legend quiet">
        <Key kind="positive" /> positive <Key kind="mixed" /> mixed or unclear <Key kind="negative" /> negative
      </p>
      {ordered.map((aspect) => (
        <Aspect aspect={aspect} site={site} />
      ))}
      <details class="all-figures">
        <summary>Show the figures</summary>
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
  const phrases = aspect.phrases.slice(0, 5);
  return (
    <div class="aspect">
      <p class="aspect-count">
        <CountLink count={aspect.positive_count} href={aspect.positive_href} site={site}>
          <strong>{groupedDigits(aspect.positive_count)}</strong>
        </CountLink>
        {" of "}
        <CountLink count={aspect.review_count} href={aspect.href} site={site} /> positive
      </p>
      <details name="aspect">
        <summary>
          <span class="aspect-name">{aspect.name}</span>
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
          <Quotes quotes={quotes} site={site} />
          {phrases.length > 0 && (
            <p class="phrases quiet">
              Often said:{" "}
              {phrases.map(({ text, count, href }, index) => (
                <>
                  {index > 0 && ", "}
                  <CountLink count={count} href={href} site={site}>
                    {text} ({groupedDigits(count)})
                  </CountLink>
                </>
              ))}
            </p>
          )}
        </div>
      </details>
    </div>
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
  const { review_count, href, average_rating, direction } = aspect;
  const sides = [
    { count: aspect.positive_count, href: aspect.positive_href, name: "positive" },
    { count: aspect.negative_count, href: aspect.negative_href, name: "negative" },
    { count: aspect.mixed_count, href: aspect.mixed_href, name: "mixed" },
    { count: aspect.unclear_count, href: aspect.unclear_href, name: "unclear" },
  ].filter(({ count }) => count > 0);
  const trend = DIRECTIONS[direction];
  return (
    <>
      <CountLink count={review_count} href={href} site={site}>
        {counted(review_count, "review")}
      </CountLink>{" "}
      speak{review_count === 1 && "s"} to it:{" "}
      {sides.map(({ count, href, name }, index) => (
        <>
          {index > 0 && (index === sides.length - 1 ? " and " : ", ")}
          <CountLink count={count} href={href} site={site} /> {name}
        </>
      ))}
      .{average_rating !== null && ` These reviews average ${ratingInWords(average_rating)} stars.`}
      {trend && ` Over time: ${trend}.`}
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
  return (
    <div class="table-scroll">
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">Aspect</th>
            <th scope="col">Reviews</th>
            <th scope="col">Positive</th>
            <th scope="col">Mixed</th>
            <th scope="col">Unclear</th>
            <th scope="col">Negative</th>
            <th scope="col">Average rating</th>
          </tr>
        </thead>
        <tbody>
          {aspects.map((aspect) => (
            <tr>
              <th scope="row">{aspect.name}</th>
              <Cell count={aspect.review_count} href={aspect.href} site={site} />
              <Cell count={aspect.positive_count} href={aspect.positive_href} site={site} />
              <Cell count={aspect.mixed_count} href={aspect.mixed_href} site={site} />
              <Cell count={aspect.unclear_count} href={aspect.unclear_href} site={site} />
              <Cell count={aspect.negative_count} href={aspect.negative_href} site={site} />
              <td>{aspect.average_rating?.toFixed(2) ?? "none"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
