/** @jsxImportSource preact */
/**
 * The home page: the business, what customers say, the newest reviews; or, when something is searched for, what was found.
 *
 * @module
 */

import type { Publication } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";
import { PATHS } from "../web/paths.ts";
import { BusinessHeader } from "./business_header.tsx";
import { CustomersSay } from "./customers_say.tsx";
import { FollowSection } from "./follow_section.tsx";
import { insightsView } from "./insights_view.ts";
import { businessJsonLd } from "./json_ld.ts";
import { renderPage } from "./layout.tsx";
import { htmlPage, type PageDocument } from "./page_document.ts";
import { PeopleAndServices } from "./people_and_services.tsx";
import { Questions } from "./questions.tsx";
import { textInList } from "./review_card.tsx";
import { Paging, REVIEWS_PER_PAGE, ReviewList, reviewsOf } from "./review_list.tsx";
import { SearchForm } from "./search_form.tsx";
import { type Search, searchPage } from "./search_page.tsx";
import { linkWithin, type PageSite } from "./site.ts";
import { SourceList } from "./source_list.tsx";
import { StarShapes } from "./stars.tsx";
import { counted, descriptionInWords, reviewsInWords, titleInWords } from "./words.ts";

/** The page at `/`. Status 400 when the search has issues; they are named on the page. */
export function homePage(publication: Publication, site: PageSite, search?: Search): PageDocument {
  const isSearch = search !== undefined && (search.issues.length > 0 || Object.keys(search.query).length > 0);
  return isSearch ? searchPage(publication, site, search) : overviewPage(publication, site);
}

function overviewPage(publication: Publication, site: PageSite): PageDocument {
  const { business, aggregateRating } = publication;
  const insights = insightsView(publication.insights);
  const match = publication.search({ limit: REVIEWS_PER_PAGE });
  const reviews = reviewsOf(publication, match);
  const html = renderPage({
    site,
    publication,
    title: titleInWords(`${business.name}: ${reviewsInWords(aggregateRating)}`),
    description: descriptionInWords(business, aggregateRating),
    canonicalPath: "/",
    siteName: "Verified reviews",
    jsonLd: businessJsonLd(publication, site, reviews.map(asListed)),
    children: (
      <>
        <StarShapes />
        <BusinessHeader publication={publication} site={site} />
        {reviews.length > 0 && <CustomersSay insights={insights} site={site} />}
        <PeopleAndServices publication={publication} insights={insights} site={site} />
        <section class="reviews" aria-labelledby="reviews">
          <h2 id="reviews">Reviews</h2>
          {reviews.length > 0 ? (
            <>
              <SearchForm publication={publication} site={site} query={{}} issues={[]} />
              <ReviewList publication={publication} site={site} reviews={reviews} query={{}} />
              <Paging site={site} query={{}} match={match} />
            </>
          ) : (
            <NoneYet site={site} withheldCount={insights.transparency?.withheld_count ?? 0} />
          )}
        </section>
        <SourceList rating={aggregateRating} />
        <Questions insights={insights} site={site} />
        <FollowSection site={site} />
      </>
    ),
  });
  return htmlPage(200, html, { cacheable: true, business: publication.business });
}

/** Instead of the reviews when there are none to show, which is not to say that none came in. */
function NoneYet({ site, withheldCount }: { site: PageSite; withheldCount: number }) {
  return (
    <p class="none-yet">
      There are no verified reviews yet.
      {withheldCount > 0 && (
        <>
          {" "}
          <a href={linkWithin(site, PATHS.verification)}>
            {counted(withheldCount, "review")} came in and {withheldCount === 1 ? "is" : "are"} held back
          </a>
          .
        </>
      )}
    </p>
  );
}

/** Structured data says what the list shows, so a text that is cut there is cut here. */
function asListed(review: Review): Review {
  return { ...review, text: textInList(review.text) };
}
