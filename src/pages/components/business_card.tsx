/** @jsxImportSource preact */
import { PATHS } from "../../http/paths.ts";
import type { Words } from "../../languages/mod.ts";
import type { Publication } from "../../publication/mod.ts";
import { type Business, openWeek } from "../../review/mod.ts";
import { picturePath } from "../brand.ts";
import { formatTelephone } from "../phrases.ts";
import { linkWithin, type PageSite, pageLink, telephoneLink } from "../site.ts";
import { ALL_REVIEWS, CountLink } from "./figures.tsx";
import { Stars } from "./stars.tsx";

export type ProfileFacts = Pick<Publication, "business" | "aggregateRating" | "logo">;

interface BusinessCardProps {
  readonly publication: ProfileFacts;
  readonly site: PageSite;
}

export function BusinessCard({ publication, site }: BusinessCardProps) {
  const { business } = publication;
  return (
    <aside class="facts firm" aria-label={business.name}>
      <p class="firm-name">
        <a href={pageLink(site, PATHS.home)}>
          <bdi>{business.name}</bdi>
        </a>
      </p>
      <RatingSummary publication={publication} site={site} />
      {business.opening_hours.length > 0 && (
        <p class="quiet">
          <OpenNow business={business} site={site} />
        </p>
      )}
      <Actions business={business} words={site.words} />
    </aside>
  );
}

/**
 * Pages are cached for days, so a script finds out whether the firm is open, from the spans of each day in minutes. UTC is the default
 * of businesses without a time zone, which get no such data.
 */
export function OpenNow({
  business: { opening_hours: hours, time_zone: zone },
  site,
}: {
  business: Business;
  site: PageSite;
}) {
  const { words } = site;
  const week = openWeek(hours).flatMap(({ days, spans }) =>
    days.map(() => spans.map((span) => [span.opens, span.closes])),
  );
  const data =
    zone === "UTC" ? {} : { "data-week": JSON.stringify(week), "data-zone": zone, "data-locale": words.locale };
  const texts = {
    "data-open": words.say("hero.openUntil", { time: "{time}" }),
    "data-closed": words.say("hero.closedNow"),
  };
  return (
    <a href={`${pageLink(site, PATHS.home)}#hours`} {...data} {...texts}>
      {words.say("hero.hours")}
    </a>
  );
}

export function CallButton({ business: { telephone }, words }: { business: Business; words: Words }) {
  const call = telephone ? telephoneLink(telephone) : null;
  if (telephone === null || call === null) return null;
  const name = words.say("hero.call");
  return (
    <a class="button call" href={call} aria-label={`${name} ${formatTelephone(telephone)}`}>
      {name}
    </a>
  );
}

export function RatingSummary({ publication, site }: BusinessCardProps) {
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

export function Actions({ business: { telephone, url }, words }: { business: Business; words: Words }) {
  const call = telephone ? telephoneLink(telephone) : null;
  const isSite = url !== null && /^https?:/.test(url);
  if (!telephone && !isSite) return null;
  return (
    <p class="actions">
      {telephone && call && (
        <a class="button" href={call}>
          {words.say("hero.call")} <bdi class="telephone">{formatTelephone(telephone)}</bdi>
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

/** Hidden from screen readers, since the name is next to it. `logoSource` overrides the address of the image. */
export function Logo({
  publication,
  site,
  logoSource,
}: BusinessCardProps & { readonly logoSource?: string | undefined }) {
  const { logo, business } = publication;
  if (logo === null) {
    return (
      <span class="logo" aria-hidden="true">
        {initialsOf(business.name)}
      </span>
    );
  }
  const { width, height } = logo;
  const src = logoSource ?? linkWithin(site, picturePath("logo", logo));
  return <img class="logo" src={src} width={width} height={height} alt="" />;
}

/** "HV" for "Hobart & Vesely Plumbing", one letter where a script has no capitals. */
export function initialsOf(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}\p{N}'’]*|\p{N}+/gu) ?? [];
  const letters = words.map((word) => Array.from(word)[0] ?? "");
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase());
  if (capitals.length > 0) return capitals.slice(0, 2).join("");
  return (letters[0] ?? "").toUpperCase();
}
