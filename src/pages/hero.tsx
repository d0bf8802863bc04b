/** @jsxImportSource preact */
/**
 * Who the business is, how it is rated and how to call it: what the first 300 pixels of a phone show.
 *
 * @module
 */
import type { Words } from "../languages/mod.ts";
import type { Publication } from "../publication/mod.ts";
import type { Business } from "../review/mod.ts";
import { ALL_REVIEWS, CountLink } from "./count_link.tsx";
import { telephoneLink } from "./links.ts";
import { Logo } from "./logo.tsx";
import type { PageSite } from "./site.ts";
import { Stars } from "./stars.tsx";
import { telephoneInWords } from "./words.ts";

/** Letters from which a name takes three lines of a phone. */
const LONG_NAME = 28;

/** Logo, name, rating and the two ways to the business. */
export function Hero({ publication, site }: { publication: Publication; site: PageSite }) {
  const { business } = publication;
  const { words } = site;
  const place = placeOf(business);
  return (
    <section class="hero" aria-labelledby="business-name">
      <div class="hero-who">
        <Logo publication={publication} site={site} />
        <div>
          <h1 id="business-name" class={business.name.length > LONG_NAME ? "long-name" : undefined} dir="auto">
            {business.name}
          </h1>
          <p class="eyebrow">
            {place === ""
              ? words.say(`type.${business.type}`)
              : words.pieces("hero.typeIn", { type: words.say(`type.${business.type}`), place: <bdi>{place}</bdi> })}
          </p>
        </div>
      </div>
      <Rating publication={publication} site={site} />
      <Actions business={business} words={words} />
    </section>
  );
}

/** Mean, stars and the number of reviews. */
export function Rating({ publication, site }: { publication: Publication; site: PageSite }) {
  const { aggregateRating } = publication;
  const { rating_value: rating, review_count: count } = aggregateRating;
  if (rating === null) return null;
  const areAllVerified = aggregateRating.by_verification.operator_attested === undefined;
  return (
    <p class="hero-rating">
      <strong class="rating-value">{site.words.rating(rating)}</strong>
      <Stars rating={rating} words={site.words} />
      <CountLink count={count} query={ALL_REVIEWS} site={site}>
        {site.words.say(areAllVerified ? "count.verifiedReviews" : "count.reviews", { count })}
      </CountLink>
    </p>
  );
}

function Actions({ business: { telephone, url }, words }: { business: Business; words: Words }) {
  const call = telephone ? telephoneLink(telephone) : null;
  const isSite = url !== null && /^https?:/.test(url);
  if (!telephone && !isSite) return null;
  return (
    <p class="actions">
      {telephone && call && (
        <a class="button" href={call}>
          {words.say("hero.call")} <bdi class="telephone">{telephoneInWords(telephone)}</bdi>
        </a>
      )}
      {telephone && !call && <bdi>{telephone}</bdi>}
      {isSite && (
        <a class="button quiet-button" href={url} rel="external noopener">
          {words.say("hero.website")}
        </a>
      )}
    </p>
  );
}

function placeOf({ address }: Business): string {
  return [address?.locality, address?.region].filter(Boolean).join(", ");
}
