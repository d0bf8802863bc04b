/** @jsxImportSource preact */
/**
 * Who the business is and how it is rated: the top of the home page.
 *
 * @module
 */

import type { Publication } from "../publication/mod.ts";
import type { AggregateRating, Business, Distribution } from "../review/mod.ts";
import { PATHS } from "../web/paths.ts";
import { searchLink, telephoneLink } from "./links.ts";
import { linkWithin, type PageSite } from "./site.ts";
import { Stars } from "./stars.tsx";
import {
  businessTypeInWords,
  counted,
  groupedDigits,
  listed,
  monthInWords,
  percentage,
  ratingInWords,
  reviewsInWords,
  telephoneInWords,
} from "./words.ts";

const MOST_AREAS = 12;

/** The business's name, contact details and rating: what a visitor comes for fits the first screen of a phone. */
export function BusinessHeader({ publication, site }: { publication: Publication; site: PageSite }) {
  const { business } = publication;
  return (
    <section class="business" aria-labelledby="business-name">
      <p class="eyebrow">
        {businessTypeInWords(business.type)}
        {placeOf(business) && (
          <>
            {" in "}
            <bdi>{placeOf(business)}</bdi>
          </>
        )}
      </p>
      <h1 id="business-name" dir="auto">
        {business.name}
      </h1>
      <Contact business={business} />
      <Rating publication={publication} site={site} />
      {business.description && (
        <p class="lead" lang={business.language} dir="auto">
          {business.description}
        </p>
      )}
    </section>
  );
}

function Contact({ business }: { business: Business }) {
  const areas = business.service_areas.map(({ name }) => name);
  const shown =
    areas.length > MOST_AREAS ? [...areas.slice(0, MOST_AREAS), `${areas.length - MOST_AREAS} more`] : areas;
  if (!business.telephone && !business.url && areas.length === 0) return null;
  return (
    <ul class="contact">
      {business.telephone && (
        <li>
          <Telephone number={business.telephone} />
        </li>
      )}
      {business.url && /^https?:/.test(business.url) && (
        <li>
          <a href={business.url} rel="external noopener">
            {hostOf(business.url)}
          </a>
        </li>
      )}
      {areas.length > 0 && (
        <li>
          Serving <bdi>{listed(shown)}</bdi>
        </li>
      )}
    </ul>
  );
}

function Telephone({ number }: { number: string }) {
  const shown = <bdi>{telephoneInWords(number)}</bdi>;
  const link = telephoneLink(number);
  if (link === null) return shown;
  return (
    <a class="telephone" href={link}>
      {shown}
    </a>
  );
}

function Rating({ publication, site }: { publication: Publication; site: PageSite }) {
  const { aggregateRating } = publication;
  const { rating_value: rating } = aggregateRating;
  if (rating === null) return null;
  return (
    <div class="rating">
      <div class="rating-figure">
        <p class="rating-value">{ratingInWords(rating)}</p>
        <Stars rating={rating} />
        <p>
          from <strong>{reviewsInWords(aggregateRating)}</strong>
          <Period publication={publication} />
        </p>
        <p class="quiet">
          <a href={linkWithin(site, PATHS.verification)}>How we verify</a>
        </p>
      </div>
      <Histogram aggregateRating={aggregateRating} site={site} />
    </div>
  );
}

function Period({ publication }: { publication: Publication }) {
  const newest = monthInWords(publication.reviewAt(0).date);
  const oldest = monthInWords(publication.reviewAt(publication.reviewCount - 1).date);
  return <span class="period">{newest === oldest ? newest : `${oldest} to ${newest}`}</span>;
}

/** A table whose rows are the bars; each leads to the reviews it counts. */
function Histogram({ aggregateRating, site }: { aggregateRating: AggregateRating; site: PageSite }) {
  const { distribution, review_count: count } = aggregateRating;
  return (
    <table class="histogram">
      <caption class="unseen">Number of reviews by stars</caption>
      <thead class="unseen">
        <tr>
          <th scope="col">Stars</th>
          <th scope="col">Share</th>
          <th scope="col">Reviews</th>
        </tr>
      </thead>
      <tbody>
        {([5, 4, 3, 2, 1] as const).map((stars) => {
          const reviews = distribution[String(stars) as keyof Distribution];
          return (
            <tr>
              <th scope="row">
                <a href={`${searchLink(site, { rating: stars })}#reviews`}>{counted(stars, "star")}</a>
              </th>
              <td class="bar-cell">
                <svg class="bar" height="10" aria-hidden="true" focusable="false">
                  <rect class="bar-track" width="100%" height="10" rx="5" />
                  {reviews > 0 && (
                    <rect class="bar-stars" width={`${barPercent(reviews, count)}%`} height="10" rx="5" />
                  )}
                </svg>
                <span class="unseen">{percentage(reviews, count)}</span>
              </td>
              <td class="figure">{groupedDigits(reviews)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Width of a bar; a single review among thousands still shows. */
function barPercent(part: number, whole: number): number {
  return Math.max(2.5, Math.round((part / whole) * 1000) / 10);
}

function placeOf({ address }: Business): string {
  return [address?.locality, address?.region].filter(Boolean).join(", ");
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url;
}
