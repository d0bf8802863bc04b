/** @jsxImportSource preact */
/**
 * The rating taken apart: by stars, and by how the reviews were verified. Each number leads to its reviews.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import { type Distribution, VERIFICATION_LABELS, VERIFICATION_METHODS } from "../review/mod.ts";
import { CountLink } from "./count_link.tsx";
import { searchLink, verificationLink } from "./links.ts";
import type { PageSite } from "./site.ts";
import { VerificationMark } from "./verification_mark.tsx";
import { EN } from "./words/en.ts";
import { groupedDigits, monthInWords, percentage } from "./words.ts";

/** Renders nothing without reviews. */
export function Facts({ publication, site }: { publication: Publication; site: PageSite }) {
  if (publication.reviewCount === 0) return null;
  return (
    <section class="facts" aria-labelledby="facts">
      <h2 id="facts" class="unseen">
        {EN.profile.facts}
      </h2>
      <Histogram publication={publication} site={site} />
      <Period publication={publication} />
      <Verified publication={publication} site={site} />
    </section>
  );
}

function Period({ publication }: { publication: Publication }) {
  const newest = monthInWords(publication.reviewAt(0).date);
  const oldest = monthInWords(publication.reviewAt(publication.reviewCount - 1).date);
  return <p class="quiet">{EN.profile.period(oldest, newest)}</p>;
}

/** A table whose rows are the bars; each leads to the reviews it counts. */
function Histogram({ publication, site }: { publication: Publication; site: PageSite }) {
  const { distribution, review_count: count } = publication.aggregateRating;
  return (
    <table class="histogram">
      <caption class="unseen">{EN.profile.starsCaption}</caption>
      <thead class="unseen">
        <tr>
          <th scope="col">{EN.profile.starsColumn}</th>
          <th scope="col">{EN.profile.shareColumn}</th>
          <th scope="col">{EN.profile.reviewsColumn}</th>
        </tr>
      </thead>
      <tbody>
        {([5, 4, 3, 2, 1] as const).map((stars) => {
          const reviews = distribution[String(stars) as keyof Distribution];
          return (
            <tr>
              <th scope="row">
                <a href={searchLink(site, { rating: stars })}>{EN.profile.stars(stars)}</a>
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
              <td class="figure">
                <CountLink count={reviews} query={{ rating: stars }} site={site} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
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
              {VERIFICATION_LABELS[method]}
            </a>
            <CountLink class="figure" count={count} query={{ verification: method }} site={site}>
              {groupedDigits(count)}
            </CountLink>
          </li>
        );
      })}
    </ul>
  );
}

/** Width of a bar; a single review among thousands still shows. */
function barPercent(part: number, whole: number): number {
  return Math.max(2.5, Math.round((part / whole) * 1000) / 10);
}
