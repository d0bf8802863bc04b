/** @jsxImportSource preact */
/**
 * The permanent page of one review; of a review that was taken down, the page that says so.
 *
 * @module
 */

import { verificationInWords, type Words } from "../languages/mod.ts";
import type { Publication } from "../publication/mod.ts";
import type { Business, Removal, Review } from "../review/mod.ts";
import { PATHS, reviewPath, reviewShareImagePath } from "../web/paths.ts";
import { errorPage } from "./error_page.tsx";
import type { Sought } from "./hits.ts";
import { reviewJsonLd } from "./json_ld.ts";
import { renderPage } from "./layout.tsx";
import { reportLink, reviewLink } from "./links.ts";
import { htmlPage, type PageDocument, redirectTo } from "./page_document.ts";
import { reviewDatePhrase, starsPhrase } from "./phrases.ts";
import { ReviewCard } from "./review_card.tsx";
import { type PageSite, pageLink } from "./site.ts";
import { StarShapes } from "./stars.tsx";
import { Why } from "./why.tsx";
import { titleInWords } from "./words.ts";

/**
 * The page at `/reviews/{id}`: 200 with the review, 308 to the review that counts for a copy of it, 410 when it was taken
 * down, 404 when it never was.
 */
export function reviewPage(publication: Publication, site: PageSite, id: string): PageDocument {
  const ordinal = publication.ordinalOf(id);
  if (ordinal !== null) return permalinkPage(publication, site, ordinal);
  const counted = publication.countedFor(id);
  if (counted !== null) return redirectTo(reviewLink(site, counted));
  const removal = publication.removalOf(id);
  return removal ? removedPage(publication, site, removal) : errorPage(site, 404, { publication });
}

function permalinkPage(publication: Publication, site: PageSite, ordinal: number): PageDocument {
  const review = publication.reviewAt(ordinal);
  const { business } = publication;
  const { words } = site;
  const html = renderPage({
    site,
    publication,
    title: titleOf(words, review, business),
    description: words.say("page.description", {
      ...{ stars: starsPhrase(words, review.rating), business: business.name, date: reviewDatePhrase(words, review) },
      method: verificationInWords(words, review.verification),
    }),
    canonicalPath: reviewPath(review.id),
    sharePath: reviewShareImagePath(review.id),
    jsonLd: reviewJsonLd(publication, site, review),
    children: (
      <>
        <StarShapes />
        <section aria-labelledby="title">
          <p class="eyebrow">
            <a href={pageLink(site, "/")}>{site.words.say("error.all")}</a>
          </p>
          <h1 id="title" class="modest">
            {words.pieces("page.heading", { business: <bdi>{business.name}</bdi> })}
          </h1>
          <ReviewCard review={review} business={business} site={site} sought={judgedIn(review)} level={2} isAlone />
          <Checked review={review} site={site} />
          <Report review={review} business={business} words={words} />
        </section>
        <Why publication={publication} site={site} review={review} />
        <Neighbours publication={publication} site={site} ordinal={ordinal} />
      </>
    ),
  });
  return htmlPage(200, html, { cacheable: true, business: publication.business });
}

/** The most that tabs and lists of results show of a title. */
const LONGEST_TITLE = 64;
const SHORTEST_QUOTE = 20;

/** The beginning of the customer's words, and what they are: what stands in a tab, in results and beside a shared link. */
function titleOf(words: Words, review: Review, { name: business }: Business): string {
  const { title, text, rating } = review;
  const said = (title ?? text).replaceAll(/\s+/g, " ").trim();
  const stars = starsPhrase(words, rating);
  if (said === "")
    return titleInWords(words.say("page.untitled", { stars, business, date: reviewDatePhrase(words, review) }));
  const titleWith = (quote: string) =>
    words.say("page.title", { quote: words.say("share.quote", { text: quote }), business });
  const room = Math.max(SHORTEST_QUOTE, LONGEST_TITLE - titleWith("").length);
  return titleInWords(
    titleWith(
      said.length <= room
        ? said
        : `${said
            .slice(0, room - 1)
            .toWellFormed()
            .trimEnd()}…`,
    ),
  );
}

function Checked({ review: { verification, edited, updated_at }, site }: { review: Review; site: PageSite }) {
  const { words } = site;
  return (
    <p class="quiet checked">
      {words.say(`method.means.${verification.method}`)}
      {verification.date && ` ${words.say("page.checked", { date: words.date(verification.date) })}`}
      {verification.method === "operator_attested" && !verification.date && ` ${words.say("page.unchecked")}`}
      {edited && ` ${words.say("page.edited", { date: words.date(updated_at.slice(0, 10)) })}`}{" "}
      <a href={pageLink(site, PATHS.verification)}>{words.say("verification.title")}</a>
    </p>
  );
}

/** The words that judgements rest on. */
function judgedIn({ aspects }: Review): Sought {
  return { quotes: aspects.map(({ quote }) => quote) };
}

function Report({ review, business, words }: { review: Review; business: Business; words: Words }) {
  const href = reportLink(review, business.report_to, words);
  if (href === null) return null;
  return (
    <p class="quiet report">
      <a href={href} rel="nofollow">
        {words.say("page.report")}
      </a>
    </p>
  );
}

function Neighbours({ publication, site, ordinal }: { publication: Publication; site: PageSite; ordinal: number }) {
  const hasNewer = ordinal > 0;
  const hasOlder = ordinal + 1 < publication.reviewCount;
  if (!hasNewer && !hasOlder) return null;
  return (
    <nav class="paging" aria-label={site.words.say("page.neighbours")}>
      {hasNewer && (
        <a rel="prev" href={reviewLink(site, publication.reviewAt(ordinal - 1).id)}>
          {site.words.say("page.newer")}
        </a>
      )}
      {hasOlder && (
        <a class="next" rel="next" href={reviewLink(site, publication.reviewAt(ordinal + 1).id)}>
          {site.words.say("page.older")}
        </a>
      )}
    </nav>
  );
}

function removedPage(publication: Publication, site: PageSite, { removed_at }: Removal): PageDocument {
  const date = removed_at.slice(0, 10);
  const { words } = site;
  const html = renderPage({
    site,
    publication,
    title: words.say("removed.title"),
    description: words.say("removed.description"),
    canonicalPath: null,
    children: (
      <section aria-labelledby="title">
        <h1 id="title">{words.say("removed.title")}</h1>
        <p class="lead">
          {words.pieces("removed.text", {
            date: <time dateTime={date}>{words.date(date)}</time>,
            reasons: <a href={pageLink(site, PATHS.verification)}>{words.say("removed.reasons")}</a>,
          })}
        </p>
        <p class="lead">
          <a href={pageLink(site, "/")}>{site.words.say("error.all")}</a>
        </p>
      </section>
    ),
  });
  return htmlPage(410, html, { cacheable: true, business: publication.business });
}
