/** @jsxImportSource preact */

import type { Words } from "../../languages/mod.ts";
import type { Publication } from "../../publication/mod.ts";
import { type AggregateRating, sourceName } from "../../review/mod.ts";
import { Recent } from "../customers_say.tsx";
import { sourceRatings } from "../json_ld.ts";
import type { PageProps, PageSite } from "../site.ts";
import { CountLink, FigureTable } from "./figures.tsx";
import { StarHistogram, starCountsOf } from "./stars.tsx";

export function BusinessFacts({ publication, site }: PageProps) {
  if (publication.reviewCount === 0) return null;
  const counts = starCountsOf(publication.aggregateRating.distribution);
  return (
    <section class="facts" aria-labelledby="facts">
      <h2 id="facts" class="unseen">
        {site.words.say("facts.title")}
      </h2>
      <StarHistogram
        counts={counts.map(({ stars, count }) => ({ stars, count, query: { rating: stars } }))}
        site={site}
      />
      <p class="quiet">
        <Period publication={publication} words={site.words} />
        <Recent publication={publication} site={site} />
      </p>
    </section>
  );
}

function Period({ publication, words }: { publication: Publication; words: Words }) {
  const newest = words.month(publication.reviewAt(0).date);
  const oldest = words.month(publication.reviewAt(publication.reviewCount - 1).date);
  return <span>{oldest === newest ? newest : words.say("facts.period", { oldest, newest })}</span>;
}

export function SourceTable({ rating, site }: { rating: AggregateRating; site: PageSite }) {
  const { words } = site;
  const heads = (["source", "reviews", "average"] as const).map((head) => words.say(`verification.${head}`));
  return (
    <FigureTable
      heads={heads}
      rows={sourceRatings(rating).map(({ source, rating_value, review_count }) => [
        source === "direct" ? words.say("source.business") : sourceName(source),
        <CountLink count={review_count} query={{ source }} site={site} />,
        words.rating(rating_value),
      ])}
    />
  );
}
