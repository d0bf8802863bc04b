/** @jsxImportSource preact */
/**
 * The permanent page of one review; of a review that was taken down, the page that says so.
 *
 * @module
 */

import type { Publication } from "../publication/mod.ts";
import { type Business, type Removal, type Review, verificationInWords } from "../review/mod.ts";
import { PATHS, reviewPath, reviewShareImagePath } from "../web/paths.ts";
import { errorPage } from "./error_page.tsx";
import type { Sought } from "./hits.ts";
import { reviewJsonLd } from "./json_ld.ts";
import { renderPage } from "./layout.tsx";
import { reportLink, reviewLink } from "./links.ts";
import { htmlPage, type PageDocument, redirectTo } from "./page_document.ts";
import { ReviewCard } from "./review_card.tsx";
import { linkWithin, type PageSite } from "./site.ts";
import { StarShapes } from "./stars.tsx";
import { Why } from "./why.tsx";
import { EN } from "./words/en.ts";
import { dateInWords, reviewDateInWords, starsInWords, VERIFICATION_EXPLANATIONS } from "./words.ts";

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
  const html = renderPage({
    site,
    publication,
    title: `Review of ${reviewDateInWords(review)}, ${starsInWords(review.rating)}`,
    description: `${starsInWords(review.rating)} for ${business.name}, ${reviewDateInWords(review)}. ${verificationInWords(review.verification)}.`,
    canonicalPath: reviewPath(review.id),
    sharePath: reviewShareImagePath(review.id),
    jsonLd: reviewJsonLd(publication, site, review),
    children: (
      <>
        <StarShapes />
        <section aria-labelledby="title">
          <p class="eyebrow">
            <a href={linkWithin(site, "/")}>All reviews and ratings</a>
          </p>
          <h1 id="title" class="modest">
            A review of <bdi>{business.name}</bdi>
          </h1>
          <ReviewCard review={review} business={business} site={site} sought={judgedIn(review)} isAlone />
          <Checked review={review} site={site} />
          <Report review={review} business={business} />
        </section>
        <Why publication={publication} site={site} review={review} />
        <Neighbours publication={publication} site={site} ordinal={ordinal} />
      </>
    ),
  });
  return htmlPage(200, html, { cacheable: true, business: publication.business });
}

function Checked({ review: { verification, edited, updated_at }, site }: { review: Review; site: PageSite }) {
  return (
    <p class="quiet checked">
      {VERIFICATION_EXPLANATIONS[verification.method]}
      {verification.date && ` Checked on ${dateInWords(verification.date)}.`}
      {verification.method === "operator_attested" && !verification.date && " The date is not recorded."}
      {edited && ` The author changed the review; this version dates from ${dateInWords(updated_at.slice(0, 10))}.`}{" "}
      <a href={linkWithin(site, PATHS.verification)}>How reviews are verified</a>
    </p>
  );
}

/** The words that judgements rest on. */
function judgedIn({ aspects }: Review): Sought {
  return { quotes: aspects.map(({ quote }) => quote) };
}

function Report({ review, business }: { review: Review; business: Business }) {
  const href = reportLink(review, business.report_to);
  if (href === null) return null;
  return (
    <p class="quiet report">
      <a href={href} rel="nofollow">
        {EN.why.report}
      </a>
    </p>
  );
}

function Neighbours({ publication, site, ordinal }: { publication: Publication; site: PageSite; ordinal: number }) {
  const hasNewer = ordinal > 0;
  const hasOlder = ordinal + 1 < publication.reviewCount;
  if (!hasNewer && !hasOlder) return null;
  return (
    <nav class="paging" aria-label="Neighbouring reviews">
      {hasNewer && (
        <a rel="prev" href={reviewLink(site, publication.reviewAt(ordinal - 1).id)}>
          Newer review
        </a>
      )}
      {hasOlder && (
        <a class="next" rel="next" href={reviewLink(site, publication.reviewAt(ordinal + 1).id)}>
          Older review
        </a>
      )}
    </nav>
  );
}

function removedPage(publication: Publication, site: PageSite, { removed_at }: Removal): PageDocument {
  const date = removed_at.slice(0, 10);
  const html = renderPage({
    site,
    publication,
    title: "This review was taken down",
    description: "The review at this address was taken down.",
    canonicalPath: null,
    children: (
      <section aria-labelledby="title">
        <h1 id="title">This review was taken down</h1>
        <p class="lead">
          It was removed on <time dateTime={date}>{dateInWords(date)}</time>, and its text is not kept here. A low
          rating is never a reason for that: the <a href={linkWithin(site, PATHS.verification)}>possible reasons</a> are
          listed, and withheld reviews are counted in public.
        </p>
        <p class="lead">
          <a href={linkWithin(site, "/")}>All reviews and ratings</a>
        </p>
      </section>
    ),
  });
  return htmlPage(410, html, { cacheable: true, business: publication.business });
}
