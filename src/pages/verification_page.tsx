/** @jsxImportSource preact */
/** How reviews are verified, how many were held back and why, and who publishes them. */

import { PATHS } from "../http/paths.ts";
import type { Publication } from "../publication/mod.ts";
import type { Words } from "../review/languages/mod.ts";
import {
  type ConvertedRatings,
  provesCustom,
  sourceName,
  VERIFICATION_METHODS,
  type VerificationMethod,
} from "../review/mod.ts";
import { SourceTable } from "./components/facts.tsx";
import { CountLink } from "./components/figure_text.tsx";
import { renderPage } from "./components/layout.tsx";
import { VerificationMark } from "./components/review_card.tsx";
import { insightsView } from "./insights_view.ts";
import type { PageDocument } from "./page.ts";
import { linkWithin, type PageProps, type PageSite } from "./site.ts";
import { WithheldReviews } from "./withheld.tsx";

/** The page at `/verification`. */
export function renderVerificationPage(publication: Publication, site: PageSite): PageDocument {
  const { business } = publication;
  const { words } = site;
  const { transparency } = insightsView(publication.insights);
  return renderPage({
    site,
    publication,
    title: words.say("verification.title"),
    description: words.say("verification.description", { business: business.name }),
    canonicalPath: PATHS.verification,
    children: (
      <>
        <section aria-labelledby="title">
          <h1 id="title">{words.say("verification.title")}</h1>
          <p class="lead">{words.pieces("verification.lead", { business: <bdi>{business.name}</bdi> })}</p>
        </section>
        <Methods publication={publication} site={site} />
        <WithheldReviews publication={publication} site={site} transparency={transparency} />
        {publication.reviewCount > 0 && (
          <section aria-labelledby="sources">
            <h2 id="sources">{words.say("verification.sources")}</h2>
            <SourceTable rating={publication.aggregateRating} site={site} />
          </section>
        )}
        <Rules site={site} converted={publication.convertedRatings} />
      </>
    ),
  });
}

function Methods({ publication, site }: PageProps) {
  const { words } = site;
  return (
    <section aria-labelledby="methods">
      <h2 id="methods">{words.say("verification.methods")}</h2>
      <p class="after-heading">{words.say("verification.methodsLead")}</p>
      <dl class="methods">
        {VERIFICATION_METHODS.map((method) => (
          <div id={method}>
            <dt class={`verified by-${method.replace("_", "-")}`}>
              <VerificationMark method={method} />
              {words.say(`method.${method}`)}
            </dt>
            <dd>
              <p>{words.say(`method.means.${method}`)}</p>
              {method === "operator_attested" && <Unchecked publication={publication} words={words} />}
              <p class="quiet">
                <Share publication={publication} method={method} site={site} />
              </p>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The sources that speak for none of their authors. */
function Unchecked({ publication, words }: { publication: Publication; words: Words }) {
  const found = Object.keys(publication.aggregateRating.by_source).filter((name) => provesCustom(name) === false);
  if (found.length === 0) return null;
  return <p>{words.say("verification.unchecked", { sources: words.list(found.map(sourceName)) })}</p>;
}

function Share({ publication, method, site }: PageProps & { method: VerificationMethod }) {
  const { by_verification, review_count } = publication.aggregateRating;
  const { words } = site;
  const share = by_verification[method];
  if (!share || share.rating_value === null) return <>{words.say("verification.noReview")}</>;
  const reviews = (
    <CountLink count={share.review_count} query={{ verification: method }} site={site}>
      {words.say("count.publishedReviews", { count: share.review_count })}
    </CountLink>
  );
  const values = { share: words.share(share.review_count, review_count), rating: words.rating(share.rating_value) };
  return <>{words.pieces("verification.share", { reviews, ...values })}</>;
}

/** How stars were made of ratings that were no stars. */
function conversionInWords(words: Words, { source: name, best, isRounded }: ConvertedRatings): string {
  const source = name === "direct" ? words.say("verification.businessItself") : sourceName(name);
  const scale = best === 5 ? [] : [words.say("verification.scale", { source, best })];
  const rounding = isRounded ? [words.say("verification.rounding", { source })] : [];
  return [...scale, ...rounding].join(" ");
}

function Rules({ site, converted }: { site: PageSite; converted: readonly ConvertedRatings[] }) {
  const { words } = site;
  const link = <a href={linkWithin(site, PATHS.insights)}>insights.json</a>;
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">{words.say("verification.rules")}</h2>
      <ul class="rules">
        <li>{words.say("verification.rule.mean")}</li>
        {converted.map((each) => (
          <li>{conversionInWords(words, each)}</li>
        ))}
        <li>{words.say("verification.rule.words")}</li>
        <li>{words.say("verification.rule.removed")}</li>
        <li>{words.say("verification.rule.figures")}</li>
        <li>{words.pieces("verification.rule.counted", { link })}</li>
      </ul>
    </section>
  );
}
