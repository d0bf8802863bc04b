/** @jsxImportSource preact */
/** The top of the home page: logo or initials, name, rating, photograph, and the two ways to reach the business. */

import type { ComponentChildren } from "preact";
import { PATHS } from "../../http/paths.ts";
import { standingOut } from "../../insights/mod.ts";
import { headlineInWords, type Words } from "../../languages/mod.ts";
import type { Publication } from "../../publication/mod.ts";
import type { Business, Photo } from "../../review/mod.ts";
import { picturePath } from "../brand.ts";
import type { InsightsView } from "../insights_view.ts";
import { telephoneInWords } from "../phrases.ts";
import { type ReplyHabit, replyHabit } from "../reputation.ts";
import { linkWithin, type PageProps, type PageSite, pageLink, searchLink, telephoneLink } from "../site.ts";
import { ALL_REVIEWS, CountLink } from "./figures.tsx";
import { Stars } from "./stars.tsx";

/** Letters from which a name takes three lines of a phone. */
const LONG_NAME = 28;

/** What the top of the profile says. */
export type ProfileFacts = Pick<Publication, "business" | "aggregateRating" | "logo">;

interface HeroProps {
  readonly publication: ProfileFacts;
  readonly site: PageSite;
  /** Where the logo is shown from, if not from its path on the site. */
  readonly logoSource?: string | undefined;
  /** What follows the buttons. */
  readonly children?: ComponentChildren;
}

/** Logo, name, rating and the two ways to the business. */
export function Hero({ publication, site, logoSource, children }: HeroProps) {
  const { business } = publication;
  const { words } = site;
  const place = placeOf(business);
  return (
    <section class="hero" aria-labelledby="business-name">
      <div class="hero-who">
        <Logo publication={publication} site={site} logoSource={logoSource} />
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
      <RatingSummary publication={publication} site={site} />
      <Actions business={business} words={words} />
      {children}
    </section>
  );
}

/** Mean, stars and the number of reviews. */
export function RatingSummary({ publication, site }: Pick<HeroProps, "publication" | "site">) {
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

/** In a line or two: how many reviews are verified, since when and how the firm works, what customers say, and whether it answers. */
export function FirmInBrief({ publication, insights, site }: PageProps & { insights: InsightsView }) {
  const { business, aggregateRating } = publication;
  const { words } = site;
  const attested = aggregateRating.by_verification.operator_attested?.review_count ?? 0;
  const verified = aggregateRating.review_count - attested;
  const facts = [
    verified > 0 && <a href={pageLink(site, PATHS.verification)}>{words.say("hero.verified", { count: verified })}</a>,
    business.founded !== null && words.say("hero.since", { year: String(business.founded) }),
    business.license_ids.length > 0 && words.say("hero.licensed"),
    business.opening_hours.length > 0 && <a href="#hours">{words.say("hero.hours")}</a>,
    <a href="#share" data-share>
      {words.say("hero.share")}
    </a>,
  ].filter(Boolean);
  const habit = replyHabit(publication);
  return (
    <>
      <p class="standing">{facts.flatMap((fact, at) => (at > 0 ? ["\u00a0· ", fact] : [fact]))}</p>
      {publication.reviewCount > 0 && <Gist insights={insights} site={site} />}
      {habit && habit.answered > 0 && (
        <p class="standing">
          <Replies habit={habit} site={site} />
        </p>
      )}
    </>
  );
}

/** "Replies to 72% of reviews with three stars or fewer, usually within 2 days.", the share leading to the answered ones. */
export function Replies({ habit, site }: { habit: ReplyHabit; site: PageSite }) {
  const { answered, whole, days, query } = habit;
  const { words } = site;
  const share = <a href={searchLink(site, query)}>{words.share(answered, whole)}</a>;
  if (days === null) return <>{words.pieces("replies.rate", { share })}</>;
  return <>{words.pieces("replies.habit", { count: days, share })}</>;
}

/** What is praised and criticised, as this language and country say it; the owner's own headline where there is one. */
function Gist({ insights, site: { words } }: { insights: InsightsView; site: PageSite }) {
  const { summary, language, coverage, aspects } = insights;
  if (!summary?.text) return null;
  const given = words.language === language ? summary.headline : "";
  const said = coverage?.isEnough === false ? "" : headlineInWords(words, standingOut(aspects));
  return <p class="gist">{(summary.source === "owner" && given) || said || given}</p>;
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

/** Decoration beside the name, which says the same. */
function Logo({ publication, site, logoSource }: HeroProps) {
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

/** Renders nothing without a photograph, or without the words that must stand beside it. */
export function PhotoFigure({ publication, site }: PageProps) {
  const { photo: picture, business } = publication;
  const { photo } = business;
  if (picture === null || photo === null) return null;
  const { width, height } = picture;
  const src = linkWithin(site, picturePath("photo", picture));
  return (
    <figure class="photo">
      <img
        src={src}
        width={width}
        height={height}
        alt={photo.description}
        lang={business.language}
        loading="lazy"
        decoding="async"
      />
      <figcaption>
        <Credit photo={photo} words={site.words} />
      </figcaption>
    </figure>
  );
}

function Credit({ photo: { author, license }, words }: { photo: Photo; words: Words }) {
  return words.pieces("photo.credit", {
    author: <bdi>{author}</bdi>,
    license: license ? <a href={license.url}>{license.name}</a> : words.say("photo.reserved"),
  });
}
