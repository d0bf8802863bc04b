/** @jsxImportSource preact */
/**
 * How reviews are verified, how many were held back and why, and who publishes them.
 *
 * @module
 */

import type { Publication } from "../publication/mod.ts";
import {
  type ConvertedRatings,
  sourceName,
  VERIFICATION_LABELS,
  VERIFICATION_METHODS,
  type VerificationMethod,
} from "../review/mod.ts";
import { PATHS } from "../web/paths.ts";
import { HeldBack } from "./held_back.tsx";
import { insightsView } from "./insights_view.ts";
import { renderPage } from "./layout.tsx";
import { htmlPage, type PageDocument } from "./page_document.ts";
import { linkWithin, type PageSite } from "./site.ts";
import { counted, groupedDigits, percentage, ratingInWords, VERIFICATION_EXPLANATIONS } from "./words.ts";

/** The page at `/verification`. */
export function verificationPage(publication: Publication, site: PageSite): PageDocument {
  const { business } = publication;
  const { transparency } = insightsView(publication.insights);
  const html = renderPage({
    site,
    publication,
    title: "How reviews are verified",
    description: `How the reviews of ${business.name} are verified, how many were held back, and why.`,
    canonicalPath: PATHS.verification,
    children: (
      <>
        <section aria-labelledby="title">
          <h1 id="title">How reviews are verified</h1>
          <p class="lead">
            Published by <bdi>{business.name}</bdi>, which controls this site. So you should know how reviews get here,
            and which do not.
          </p>
        </section>
        <Methods publication={publication} />
        <HeldBack publication={publication} site={site} transparency={transparency} />
        <Sources publication={publication} />
        <Rules site={site} converted={publication.convertedRatings} />
      </>
    ),
  });
  return htmlPage(200, html, { cacheable: true, business: publication.business });
}

function Methods({ publication }: { publication: Publication }) {
  return (
    <section aria-labelledby="methods">
      <h2 id="methods">Ways of verifying</h2>
      <p class="after-heading">Beside every review stands the way in which its author was found to be a customer.</p>
      <dl class="methods">
        {VERIFICATION_METHODS.map((method) => (
          <div id={method}>
            <dt>{VERIFICATION_LABELS[method]}</dt>
            <dd>
              <p>{VERIFICATION_EXPLANATIONS[method]}</p>
              <p class="quiet">{shareInWords(publication, method)}</p>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function shareInWords({ aggregateRating }: Publication, method: VerificationMethod): string {
  const share = aggregateRating.by_verification[method];
  if (!share || share.rating_value === null) return "No published review";
  const part = percentage(share.review_count, aggregateRating.review_count);
  return `${counted(share.review_count, "published review")} (${part}), average ${ratingInWords(share.rating_value)} stars`;
}

function Sources({ publication }: { publication: Publication }) {
  const sources = Object.entries(publication.aggregateRating.by_source);
  if (sources.length === 0) return null;
  return (
    <section aria-labelledby="sources">
      <h2 id="sources">Where they were written</h2>
      <div class="table-scroll">
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col">Reviews</th>
              <th scope="col">Average rating</th>
            </tr>
          </thead>
          <tbody>
            {sources
              .sort(([, a], [, b]) => b.review_count - a.review_count)
              .map(([name, { review_count, rating_value }]) => (
                <tr>
                  <th scope="row">{name === "direct" ? "The business itself" : sourceName(name)}</th>
                  <td>{groupedDigits(review_count)}</td>
                  <td>{rating_value?.toFixed(2) ?? "none"}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** How stars were made of ratings that were no stars. */
function conversionInWords({ source, best, isRounded }: ConvertedRatings): string {
  const name = source === "direct" ? "the business itself" : sourceName(source);
  const scale = best === 5 ? "" : `Ratings from ${name} were given on a scale of ${best} and converted to five stars. `;
  const rounding = isRounded ? `Ratings from ${name} between two numbers of stars were rounded, halves up.` : "";
  return `${scale}${rounding}`.trim();
}

function Rules({ site, converted }: { site: PageSite; converted: readonly ConvertedRatings[] }) {
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">What else holds</h2>
      <ul class="rules">
        <li>The average is the plain mean of all published reviews. None weighs more than another.</li>
        {converted.map((each) => (
          <li>{conversionInWords(each)}</li>
        ))}
        <li>
          Words are the customers’ own. Names are shortened, e-mail addresses and telephone numbers are masked; nothing
          else is touched.
        </li>
        <li>
          A review that was taken down leaves every document, and its address says so. It does not come back with the
          next import.
        </li>
        <li>Technicians and services get figures of their own from five reviews on.</li>
        <li>
          What customers say is counted by fixed rules, and every figure names the reviews it was counted from:{" "}
          <a href={linkWithin(site, PATHS.insights)}>insights.json</a>.
        </li>
      </ul>
    </section>
  );
}
