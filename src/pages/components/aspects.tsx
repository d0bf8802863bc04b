/** @jsxImportSource preact */

import type { AspectInsight } from "../../insights/mod.ts";
import { aspectPhrase, ratingOrNone } from "../phrases.ts";
import type { PageSite } from "../site.ts";
import { CountLink, FigureTable, ReviewsLink } from "./figures.tsx";
import { QuoteList } from "./review_card.tsx";

const MAX_ROWS = 5;

interface AspectsProps {
  readonly aspects: readonly AspectInsight[];
  readonly language: string;
  readonly site: PageSite;
}

export function Aspects({ aspects, language, site }: AspectsProps) {
  if (aspects.length === 0) return null;
  const { words } = site;
  const ordered = [...aspects].sort((a, b) => b.review_count - a.review_count || (a.id < b.id ? -1 : 1));
  return (
    <div class="aspects">
      <h3>{words.say("aspects.title")}</h3>
      {ordered.slice(0, MAX_ROWS).map((aspect) => (
        <Aspect aspect={aspect} language={language} site={site} />
      ))}
      <details class="all-figures">
        <summary>{words.say("aspects.all", { count: ordered.length })}</summary>
        <AspectTable aspects={ordered} site={site} />
      </details>
    </div>
  );
}

function Aspect({ aspect, language, site }: Omit<AspectsProps, "aspects"> & { aspect: AspectInsight }) {
  const quotes = [...aspect.evidence.positive.slice(0, 1), ...aspect.evidence.negative.slice(0, 1)];
  const { words } = site;
  const phrases = aspect.phrases.slice(0, 5);
  return (
    <div class="aspect">
      <details name="aspect">
        <summary>
          <span class="aspect-name">{aspectPhrase(words, aspect)}</span>
          <OpinionBar aspect={aspect} />
        </summary>
        <div class="aspect-detail">
          <p>
            <AspectDescription aspect={aspect} site={site} />
          </p>
          <QuoteList quotes={quotes} site={site} />
          {phrases.length > 0 && (
            <p class="phrases quiet">
              {words.pieces("aspects.oftenSaid", {
                phrases: <Phrases phrases={phrases} language={language} site={site} />,
              })}
            </p>
          )}
        </div>
      </details>
      <p class="aspect-count">
        {words.pieces("aspects.counts", {
          praise: <CountLink count={aspect.positive_count} href={aspect.positive_href} site={site} />,
          blame: <CountLink count={aspect.negative_count} href={aspect.negative_href} site={site} />,
        })}
      </p>
    </div>
  );
}

type PhrasesProps = Omit<AspectsProps, "aspects"> & { readonly phrases: AspectInsight["phrases"] };

function Phrases({ phrases, language, site }: PhrasesProps) {
  const lang = language === site.words.language ? undefined : language;
  return (
    <>
      {phrases.map(({ text, count, href }, index) => (
        <>
          {index > 0 && ", "}
          <CountLink count={count} href={href} site={site}>
            {site.words.pieces("aspects.phrase", { phrase: <span lang={lang}>{text}</span>, number: count })}
          </CountLink>
        </>
      ))}
    </>
  );
}

/** Praise beside criticism; what takes neither side is no part of it. */
function OpinionBar({ aspect: { positive_count: praise, negative_count: blame } }: { aspect: AspectInsight }) {
  const share = Math.round((praise / Math.max(1, praise + blame)) * 1000) / 10;
  return (
    <svg class="bar" height="10" aria-hidden="true" focusable="false">
      <rect class={praise + blame > 0 ? "bar-negative" : "bar-track"} width="100%" height="10" />
      {praise > 0 && <rect class="bar-positive" width={`${share}%`} height="10" />}
    </svg>
  );
}

function AspectDescription({ aspect, site }: { aspect: AspectInsight; site: PageSite }) {
  const { words } = site;
  const { review_count: count, href, average_rating, direction } = aspect;
  const sides = (["positive", "negative", "mixed", "unclear"] as const)
    .filter((side) => aspect[`${side}_count`] > 0)
    .map((side) => {
      const count = aspect[`${side}_count`];
      const link = <CountLink count={count} href={aspect[`${side}_href`]} site={site} />;
      return <>{words.pieces(`aspects.side.${side}`, { count }, () => link)}</>;
    });
  const reviews = <ReviewsLink count={count} href={href} site={site} />;
  return (
    <>
      {words.pieces("aspects.speak", { count, reviews, sides: <>{words.listed(sides)}</> })}
      {average_rating !== null && ` ${words.say("aspects.average", { rating: words.rating(average_rating) })}`}
      {direction !== "insufficient_data" && ` ${words.say(`aspects.overTime.${direction}`)}`}
    </>
  );
}

const COLUMNS = ["positive", "mixed", "unclear", "negative"] as const;

function AspectTable({ aspects, site }: { aspects: readonly AspectInsight[]; site: PageSite }) {
  const { words } = site;
  return (
    <FigureTable
      heads={[
        words.say("aspects.aspect"),
        words.say("frame.reviews"),
        ...COLUMNS.map((side) => words.say(`aspects.${side}`)),
        words.say("aspects.averageColumn"),
      ]}
      rows={aspects.map((aspect) => [
        aspectPhrase(words, aspect),
        <CountLink count={aspect.review_count} href={aspect.href} site={site} />,
        ...COLUMNS.map((side) => (
          <CountLink count={aspect[`${side}_count`]} href={aspect[`${side}_href`]} site={site} />
        )),
        ratingOrNone(words, aspect.average_rating),
      ])}
    />
  );
}
