/** @jsxImportSource preact */
/** The distribution of ratings, the period they cover, how they were verified, and the mean by source. */

import type { Publication } from "../../publication/mod.ts";
import type { Words } from "../../review/languages/mod.ts";
import { type AggregateRating, type Distribution, VERIFICATION_METHODS } from "../../review/mod.ts";
import { sourceRatings } from "../json_ld.ts";
import { sourcePhrase } from "../phrases.ts";
import { type PageSite, verificationLink } from "../site.ts";
import { CountLink } from "./figure_text.tsx";
import { VerificationMark } from "./review_card.tsx";
import { type StarCount, StarHistogram } from "./stars.tsx";

/** Renders nothing without reviews. */
export function BusinessFacts({ publication, site }: { publication: Publication; site: PageSite }) {
  if (publication.reviewCount === 0) return null;
  return (
    <section class="facts" aria-labelledby="facts">
      <h2 id="facts" class="unseen">
        {site.words.say("facts.title")}
      </h2>
      <StarHistogram counts={starCounts(publication)} site={site} />
      <Period publication={publication} words={site.words} />
      <Verified publication={publication} site={site} />
    </section>
  );
}

function starCounts({ aggregateRating: { distribution } }: Publication): StarCount[] {
  return ([5, 4, 3, 2, 1] as const).map((stars) => {
    return { stars, count: distribution[String(stars) as keyof Distribution], query: { rating: stars } };
  });
}

function Period({ publication, words }: { publication: Publication; words: Words }) {
  const newest = words.month(publication.reviewAt(0).date);
  const oldest = words.month(publication.reviewAt(publication.reviewCount - 1).date);
  return <p class="quiet">{oldest === newest ? newest : words.say("facts.period", { oldest, newest })}</p>;
}

function Verified({ publication, site }: { publication: Publication; site: PageSite }) {
  const { by_verification } = publication.aggregateRating;
  return (
    <ul class="verified-how">
      {VERIFICATION_METHODS.map((method) => {
        const count = by_verification[method]?.review_count ?? 0;
        if (count === 0) return null;
        return (
          <li>
            <a class={`verified by-${method.replace("_", "-")}`} href={verificationLink(site, method)}>
              <VerificationMark method={method} />
              {site.words.say(`method.${method}`)}
            </a>
            <CountLink class="figure" count={count} query={{ verification: method }} site={site} />
          </li>
        );
      })}
    </ul>
  );
}

/** One line for each source. */
export function SourceList({ rating, site }: { rating: AggregateRating; site: PageSite }) {
  const ratings = sourceRatings(rating);
  if (ratings.length === 0) return null;
  return (
    <section class="sources" aria-labelledby="sources">
      <h2 id="sources">{site.words.say("sources.title")}</h2>
      <ul>
        {ratings.map(({ source, rating_value, review_count }) => (
          <li>
            {site.words.pieces("sources.line", {
              source: sourcePhrase(site.words, source),
              rating: site.words.mean(rating_value),
              reviews: (
                <CountLink count={review_count} query={{ source }} site={site}>
                  {site.words.say("count.reviews", { count: review_count })}
                </CountLink>
              ),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
