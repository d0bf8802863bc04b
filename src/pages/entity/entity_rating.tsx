/** @jsxImportSource preact */
/**
 * How the reviews that mention a technician or service rate: stars, shares with their intervals, and the number behind each.
 *
 * @module
 */
import type { Publication } from "../../publication/mod.ts";
import { CountLink } from "../count_link.tsx";
import { Histogram } from "../histogram.tsx";
import type { PageSite } from "../site.ts";
import { Stars } from "../stars.tsx";
import { meanOf, mentionShare, type Share, satisfiedShare, starCounts } from "./entity_figures.ts";
import { FEWEST_REVIEWS, insightOf, type Mentioned } from "./mentioned.ts";

/** Figures from five reviews on; before that, only how many there are. */
export function EntityRating(props: { publication: Publication; site: PageSite; mentioned: Mentioned }) {
  const { publication, site, mentioned } = props;
  const { words } = site;
  const { name, count, query } = mentioned;
  if (count === 0) return <p class="lead">{words.say("entity.none", { name })}</p>;
  const linked = (number: string) => (
    <CountLink count={count} query={query} site={site}>
      {number}
    </CountLink>
  );
  const mentions = words.pieces("entity.mentions", { count, name: <bdi>{name}</bdi> }, linked);
  if (count < FEWEST_REVIEWS) {
    return (
      <p class="lead">
        {mentions} {words.say("entity.tooFew")}
      </p>
    );
  }
  const counts = starCounts(publication, mentioned);
  const mean = meanOf(counts) ?? 0;
  const last = insightOf(mentioned, publication)?.last_mentioned;
  return (
    <>
      <p class="hero-rating">
        <strong class="rating-value">{words.rating(mean)}</strong>
        <Stars rating={mean} words={site.words} />
        <CountLink count={count} query={query} site={site}>
          {words.say("count.reviews", { count })}
        </CountLink>
      </p>
      <ul class="entity-facts">
        <li>
          {mentions} <Interval share={mentionShare(publication, mentioned)} site={site} message="entity.ofAll" />
        </li>
        <Satisfied {...props} />
        {last && <li>{words.say("entity.last", { date: words.date(last) })}</li>}
      </ul>
      <Histogram counts={counts} site={site} />
    </>
  );
}

function Satisfied({ publication, site, mentioned }: Parameters<typeof EntityRating>[0]) {
  const share = satisfiedShare(publication, mentioned);
  if (share === null) return null;
  const { count, query } = share;
  const linked = (number: string) => (
    <CountLink count={count} query={query} site={site}>
      {number}
    </CountLink>
  );
  return (
    <li>
      {site.words.pieces("entity.satisfied", { count }, linked)}{" "}
      <Interval share={share} site={site} message="entity.ofThese" />
    </li>
  );
}

/** "5%, from 3% to 8% with a certainty of 95%". */
function Interval(props: { share: Share | null; site: PageSite; message: "entity.ofAll" | "entity.ofThese" }) {
  const { share, site, message } = props;
  if (share === null) return null;
  const { words } = site;
  const { count, whole, interval } = share;
  const [low, high] = [percentOf(interval.low, site), percentOf(interval.high, site)];
  return <span class="quiet">{words.say(message, { share: words.share(count, whole), low, high })}</span>;
}

/** A share of one as whole per cent. */
export function percentOf(share: number, { words }: PageSite): string {
  return words.share(Math.round(share * 1000), 1000);
}
