/** @jsxImportSource preact */
/**
 * What was held back, by reason and by stars, so that anybody can see whether bad ratings are held back more often.
 *
 * @module
 */

import type { ComponentChild } from "preact";
import type { Words } from "../languages/mod.ts";
import type { Publication } from "../publication/mod.ts";
import { PATHS } from "../web/paths.ts";
import { ALL_REVIEWS, CountLink } from "./count_link.tsx";
import type { Transparency } from "./insights_view.ts";
import { linkWithin, type PageSite } from "./site.ts";
import { withheldInSentences } from "./withheld_sentences.ts";

/** Withheld reviews by reason and rating; renders nothing while the figures are not computed. */
export function HeldBack(props: { publication: Publication; site: PageSite; transparency: Transparency | null }) {
  const { publication, site, transparency } = props;
  if (!transparency) return null;
  const { words } = site;
  return (
    <section aria-labelledby="held-back">
      <h2 id="held-back">{words.say("held.title")}</h2>
      <p class="after-heading">
        <Totals transparency={transparency} site={site} /> {words.say("held.lead")}
      </p>
      <Explanation publication={publication} transparency={transparency} words={words} />
      <ReasonTable transparency={transparency} words={words} />
      <StarTable publication={publication} transparency={transparency} site={site} />
      <p class="quiet">
        {words.pieces("held.data", { link: <a href={linkWithin(site, PATHS.insights)}>insights.json</a> })}
      </p>
    </section>
  );
}

function Totals({ transparency, site }: { transparency: Transparency; site: PageSite }) {
  const { imported, published, joined, withheld_count } = transparency;
  const { words } = site;
  const linked = (number: string) => (
    <CountLink count={published} query={ALL_REVIEWS} site={site}>
      {number}
    </CountLink>
  );
  const parts = words.listed<ComponentChild>([
    words.pieces<ComponentChild, "held.published">("held.published", { count: published }, linked),
    ...(joined > 0 ? [words.say("held.joined", { count: joined })] : []),
    words.say("held.heldBack", { count: withheld_count }),
  ]);
  const reviews = words.say("count.reviews", { count: imported });
  return words.pieces<ComponentChild, "held.totals">("held.totals", { reviews, parts });
}

/** Nothing where nothing is held back. */
function Explanation(props: { publication: Publication; transparency: Transparency; words: Words }) {
  const { publication, transparency, words } = props;
  const { distribution } = publication.aggregateRating;
  const { comparison, byStars } = withheldInSentences(words, distribution, transparency.withheld);
  if (byStars.length === 0) return null;
  return (
    <>
      {comparison.length > 0 && <p>{comparison.join(" ")}</p>}
      <ul class="rules">
        {byStars.map((sentence) => (
          <li>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

function ReasonTable({ transparency, words }: { transparency: Transparency; words: Words }) {
  return (
    <div class="table-scroll">
      <table class="figures">
        <caption>{words.say("held.byReason")}</caption>
        <thead>
          <tr>
            <th scope="col">{words.say("held.reason")}</th>
            <th scope="col">{words.say("held.reviews")}</th>
          </tr>
        </thead>
        <tbody>
          {transparency.withheld.map(({ reason, count }) => (
            <tr>
              <th scope="row">{words.say(`reason.${reason}`)}</th>
              <td>{words.number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function StarTable(props: { publication: Publication; transparency: Transparency; site: PageSite }) {
  const { publication, transparency, site } = props;
  const { words } = site;
  const { distribution } = publication.aggregateRating;
  return (
    <div class="table-scroll">
      <table class="figures">
        <caption>{words.say("held.byStars")}</caption>
        <thead>
          <tr>
            <th scope="col">{words.say("held.stars")}</th>
            <th scope="col">{words.say("held.publishedColumn")}</th>
            <th scope="col">{words.say("held.column")}</th>
            <th scope="col">{words.say("held.share")}</th>
          </tr>
        </thead>
        <tbody>
          {(["5", "4", "3", "2", "1"] as const).map((stars) => {
            const published = distribution[stars];
            const withheld = transparency.withheld.reduce((sum, { by_rating }) => sum + by_rating[stars], 0);
            return (
              <tr>
                <th scope="row">{words.say("count.stars", { count: Number(stars) })}</th>
                <td>
                  <CountLink count={published} query={{ rating: Number(stars) }} site={site} />
                </td>
                <td>{words.number(withheld)}</td>
                <td>{words.share(withheld, published + withheld)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
