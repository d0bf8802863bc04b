/** @jsxImportSource preact */
/**
 * The rating taken apart: by stars, and by how the reviews were verified. Each number leads to its reviews.
 *
 * @module
 */
import type { Words } from "../languages/mod.ts";
import type { Publication } from "../publication/mod.ts";
import { type Distribution, VERIFICATION_METHODS } from "../review/mod.ts";
import { CountLink } from "./count_link.tsx";
import { Histogram, type StarCount } from "./histogram.tsx";
import { verificationLink } from "./links.ts";
import type { PageSite } from "./site.ts";
import { VerificationMark } from "./verification_mark.tsx";

/** Renders nothing without reviews. */
export function Facts({ publication, site }: { publication: Publication; site: PageSite }) {
  if (publication.reviewCount === 0) return null;
  return (
    <section class="facts" aria-labelledby="facts">
      <h2 id="facts" class="unseen">
        {site.words.say("facts.title")}
      </h2>
      <Histogram counts={starCounts(publication)} site={site} />
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
