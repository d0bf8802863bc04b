/** @jsxImportSource preact */

import type { ComponentChildren } from "preact";
import { PATHS } from "../../http/paths.ts";
import { headlineAspects } from "../../insights/mod.ts";
import { formatHeadline } from "../../languages/mod.ts";
import type { Business } from "../../review/mod.ts";
import type { InsightsView } from "../insights_view.ts";
import { verifiedCount } from "../phrases.ts";
import { type ReplyHabit, replyHabit } from "../reputation.ts";
import { type PageProps, type PageSite, pageLink, searchLink } from "../site.ts";
import { Actions, Logo, OpenNow, type ProfileFacts, RatingSummary } from "./business_card.tsx";

/** Letters from which a name takes three lines of a phone. */
const LONG_NAME = 28;

interface HeroProps {
  readonly publication: ProfileFacts;
  readonly site: PageSite;
  /** Source of the logo, if not its path on the site. */
  readonly logoSource?: string | undefined;
  readonly children?: ComponentChildren;
}

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

export function BusinessHighlights({ publication, insights, site }: PageProps & { insights: InsightsView }) {
  const { business, aggregateRating } = publication;
  const { words } = site;
  const verified = verifiedCount(aggregateRating);
  const facts = [
    verified > 0 && <a href={pageLink(site, PATHS.verification)}>{words.say("hero.verified", { count: verified })}</a>,
    business.founded !== null && words.say("hero.since", { year: String(business.founded) }),
    business.license_ids.length > 0 && words.say("hero.licensed"),
  ].filter(Boolean);
  const links = [
    <a href="#share" data-share>
      {words.say("hero.share")}
    </a>,
    business.opening_hours.length > 0 && <OpenNow business={business} site={site} />,
  ].filter(Boolean);
  const between = "\u00a0· ";
  const habit = replyHabit(publication);
  return (
    <>
      <p class="standing">
        {facts.flatMap((fact, at) => (at > 0 ? [between, fact] : [fact]))}
        <span class="on-screen">{links.flatMap((link, at) => (at + facts.length > 0 ? [between, link] : [link]))}</span>
      </p>
      {publication.reviewCount > 0 && <Gist insights={insights} site={site} />}
      {habit && habit.answered > 0 && (
        <p class="standing">
          <Replies habit={habit} site={site} />
        </p>
      )}
    </>
  );
}

export function Replies({ habit, site }: { habit: ReplyHabit; site: PageSite }) {
  const { answered, whole, days, query } = habit;
  const { words } = site;
  const share = <a href={searchLink(site, query)}>{words.share(answered, whole)}</a>;
  if (days === null) return <>{words.pieces("replies.rate", { share })}</>;
  return <>{words.pieces("replies.habit", { count: days, share })}</>;
}

/** The headline: the owner's own if it is in this language, or praise and criticism in the words of this language and country. */
function Gist({ insights, site: { words } }: { insights: InsightsView; site: PageSite }) {
  const { summary, language, coverage, aspects } = insights;
  if (!summary?.text) return null;
  const given = words.language === language ? summary.headline : "";
  const computed = coverage?.isEnough === false ? "" : formatHeadline(words, headlineAspects(aspects));
  return <p class="gist">{(summary.source === "owner" && given) || computed || given}</p>;
}

function placeOf({ address }: Business): string {
  return [address?.locality, address?.region].filter(Boolean).join(", ");
}
