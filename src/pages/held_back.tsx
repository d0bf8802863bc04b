/** @jsxImportSource preact */
/**
 * What was held back, by reason and by stars, so that anybody can see whether bad ratings are held back more often.
 *
 * @module
 */

import type { Publication } from "../publication/mod.ts";
import { PATHS } from "../web/paths.ts";
import type { Transparency } from "./insights_view.ts";
import { searchLink } from "./links.ts";
import { linkWithin, type PageSite } from "./site.ts";
import { withheldInSentences } from "./withheld_sentences.ts";
import { counted, groupedDigits, listed, percentage, WITHHOLDING_LABELS } from "./words.ts";

/** Withheld reviews by reason and rating; renders nothing while the figures are not computed. */
export function HeldBack(props: { publication: Publication; site: PageSite; transparency: Transparency | null }) {
  const { publication, site, transparency } = props;
  if (!transparency) return null;
  return (
    <section aria-labelledby="held-back">
      <h2 id="held-back">What was held back</h2>
      <p class="after-heading">
        {totalsInWords(transparency)} A low rating is never a reason. The second table lets you check: it shows for
        every number of stars how much is held back.
      </p>
      <Explanation publication={publication} transparency={transparency} />
      <ReasonTable transparency={transparency} />
      <StarTable publication={publication} transparency={transparency} site={site} />
      <p class="quiet">
        The same figures for programs: <a href={linkWithin(site, PATHS.insights)}>insights.json</a>, under transparency.
      </p>
    </section>
  );
}

function totalsInWords({ imported, published, joined, withheld_count }: Transparency): string {
  const parts = [
    `${are(published)} published`,
    ...(joined > 0 ? [`${are(joined)} joined with the same customer’s review at another site, which counts once`] : []),
    `${are(withheld_count)} held back`,
  ];
  return `Of ${counted(imported, "review")} that came in, ${listed(parts)}.`;
}

function are(count: number): string {
  return count === 1 ? "1 is" : `${count === 0 ? "none" : groupedDigits(count)} are`;
}

/** Nothing where nothing is held back. */
function Explanation({ publication, transparency }: { publication: Publication; transparency: Transparency }) {
  const { distribution } = publication.aggregateRating;
  const { comparison, byStars } = withheldInSentences(distribution, transparency.withheld);
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

function ReasonTable({ transparency }: { transparency: Transparency }) {
  return (
    <div class="table-scroll">
      <table class="figures">
        <caption>Held back, by reason</caption>
        <thead>
          <tr>
            <th scope="col">Reason</th>
            <th scope="col">Reviews</th>
          </tr>
        </thead>
        <tbody>
          {transparency.withheld.map(({ reason, count }) => (
            <tr>
              <th scope="row">{WITHHOLDING_LABELS[reason]}</th>
              <td>{groupedDigits(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function StarTable(props: { publication: Publication; transparency: Transparency; site: PageSite }) {
  const { publication, transparency, site } = props;
  const { distribution } = publication.aggregateRating;
  return (
    <div class="table-scroll">
      <table class="figures">
        <caption>Held back, by stars</caption>
        <thead>
          <tr>
            <th scope="col">Stars</th>
            <th scope="col">Published</th>
            <th scope="col">Held back</th>
            <th scope="col">Share held back</th>
          </tr>
        </thead>
        <tbody>
          {(["5", "4", "3", "2", "1"] as const).map((stars) => {
            const published = distribution[stars];
            const withheld = transparency.withheld.reduce((sum, { by_rating }) => sum + by_rating[stars], 0);
            return (
              <tr>
                <th scope="row">{counted(Number(stars), "star")}</th>
                <td>
                  {published === 0 ? (
                    "0"
                  ) : (
                    <a href={searchLink(site, { rating: Number(stars) })}>{groupedDigits(published)}</a>
                  )}
                </td>
                <td>{groupedDigits(withheld)}</td>
                <td>{percentage(withheld, published + withheld)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
