/** @jsxImportSource preact */
/**
 * The home page: the profile of the business with its newest reviews, then what all of them say; or, when something is
 * searched for, what was found.
 *
 * @module
 */

import type { Publication } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";
import { PATHS } from "../web/paths.ts";
import { AboutSection } from "./about_section.tsx";
import { criticalReview } from "./critical_review.ts";
import { CustomersSay } from "./customers_say.tsx";
import { Facts } from "./facts.tsx";
import { FirstReviews, NEWEST } from "./first_reviews.tsx";
import { Hero } from "./hero.tsx";
import { insightsView } from "./insights_view.ts";
import { businessJsonLd } from "./json_ld.ts";
import { renderPage } from "./layout.tsx";
import { htmlPage, type PageDocument } from "./page_document.ts";
import { PeopleAndServices } from "./people_and_services.tsx";
import { PhotoFigure } from "./photo.tsx";
import { descriptionPhrase, reviewsPhrase } from "./phrases.ts";
import { Questions } from "./questions.tsx";
import { textInList } from "./review_card.tsx";
import { Paging, REVIEWS_PER_PAGE, ReviewList, reviewsOf } from "./review_list.tsx";
import { SearchForm } from "./search_form.tsx";
import { type Search, searchPage } from "./search_page.tsx";
import { type PageSite, pageLink } from "./site.ts";
import { SourceList } from "./source_list.tsx";
import { StarShapes } from "./stars.tsx";
import { titleInWords } from "./words.ts";

/** The page at `/`. Status 400 when the search has issues; they are named on the page. */
export function homePage(publication: Publication, site: PageSite, search?: Search): PageDocument {
  const isSearch = search !== undefined && (search.issues.length > 0 || Object.keys(search.query).length > 0);
  return isSearch ? searchPage(publication, site, search) : profilePage(publication, site);
}

function profilePage(publication: Publication, site: PageSite): PageDocument {
  const { business, aggregateRating } = publication;
  const { words } = site;
  const insights = insightsView(publication.insights);
  const match = publication.search({ limit: REVIEWS_PER_PAGE });
  const shown = shownReviews(publication, reviewsOf(publication, match));
  const { newest, critical, more } = shown;
  const listed = [...newest, ...(critical ? [critical] : []), ...more];
  const html = renderPage({
    site,
    publication,
    title: titleInWords(
      words.say("badge.named", { business: business.name, rated: reviewsPhrase(words, aggregateRating) }),
    ),
    description: descriptionPhrase(words, business, aggregateRating),
    canonicalPath: "/",
    siteName: words.say("frame.name"),
    jsonLd: businessJsonLd(publication, site, listed.map(asListed)),
    isProfile: true,
    children: (
      <>
        <StarShapes />
        <Hero publication={publication} site={site} />
        <Facts publication={publication} site={site} />
        {newest.length > 0 ? (
          <FirstReviews publication={publication} insights={insights} site={site} newest={newest} critical={critical} />
        ) : (
          <NoneYet site={site} withheldCount={insights.transparency?.withheld_count ?? 0} />
        )}
        <PhotoFigure publication={publication} site={site} />
        {newest.length > 0 && <CustomersSay insights={insights} site={site} />}
        <PeopleAndServices publication={publication} site={site} />
        <Questions insights={insights} site={site} />
        {more.length > 0 && (
          <section class="reviews" aria-labelledby="more">
            <h2 id="more">{words.say("first.more")}</h2>
            <SearchForm publication={publication} site={site} query={{}} issues={[]} />
            <ReviewList publication={publication} site={site} reviews={more} query={{}} />
            <Paging site={site} query={{}} match={match} />
          </section>
        )}
        <SourceList rating={aggregateRating} site={site} />
        <AboutSection business={business} site={site} />
      </>
    ),
  });
  return htmlPage(200, html, { cacheable: true, business: publication.business });
}

/** The reviews of the page, each of them once. */
interface ShownReviews {
  readonly newest: readonly Review[];
  readonly critical: Review | null;
  readonly more: readonly Review[];
}

function shownReviews(publication: Publication, page: readonly Review[]): ShownReviews {
  const newest = page.slice(0, NEWEST);
  const ordinal = criticalReview(publication);
  const critical = ordinal === null || ordinal < NEWEST ? null : publication.reviewAt(ordinal);
  return { newest, critical, more: page.slice(NEWEST).filter(({ id }) => id !== critical?.id) };
}

/** Instead of the reviews when there are none to show, which is not to say that none came in. */
function NoneYet({ site, withheldCount }: { site: PageSite; withheldCount: number }) {
  return (
    <section class="reviews" aria-labelledby="reviews">
      <h2 id="reviews">{site.words.say("frame.reviews")}</h2>
      <p class="none-yet">
        {site.words.say("first.none")}
        {withheldCount > 0 && (
          <>
            {" "}
            <a href={pageLink(site, PATHS.verification)}>
              {site.words.say("first.heldBack", { count: withheldCount })}
            </a>
            .
          </>
        )}
      </p>
    </section>
  );
}

/** Structured data says what the list shows, so a text that is cut there is cut here. */
function asListed(review: Review): Review {
  return { ...review, text: textInList(review.text) };
}
