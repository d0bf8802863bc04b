/** @jsxImportSource preact */

import {
  PATHS,
  reviewPath,
  reviewProofPath,
  reviewReportPath,
  reviewShareImagePath,
  servicePath,
  technicianPath,
} from "../http/paths.ts";
import { describeVerification, verificationMeaning, type Words } from "../languages/mod.ts";
import type { LogPlace, Publication } from "../publication/mod.ts";
import type { Business, Removal, Review, ReviewAspect } from "../review/mod.ts";
import { type Highlights, highlightedPieces, serviceWords, technicianNames } from "./components/highlight.ts";
import { PageSection, renderPage } from "./components/layout.tsx";
import { ReviewCard, ReviewList } from "./components/review_card.tsx";
import { reviewsOf, services, technicians } from "./entity.ts";
import { renderErrorPage } from "./error_page.tsx";
import { reviewPageJsonLd } from "./json_ld.ts";
import { type PageDocument, redirectTo } from "./page.ts";
import { abridged, formatTitle, reviewDatePhrase, starsPhrase } from "./phrases.ts";
import { linkWithin, type PageProps, type PageSite, pageLink, reportLink, reviewLink, searchLink } from "./site.ts";

/** 308 for a copy, to the review that counts for it; 410 when it was taken down, 404 when it never was. */
export function renderReviewPage(publication: Publication, site: PageSite, id: string): PageDocument {
  const ordinal = publication.ordinalOf(id);
  if (ordinal !== null) return permalinkPage(publication, site, ordinal);
  const counted = publication.countedFor(id);
  if (counted !== null) return redirectTo(reviewLink(site, counted));
  const removal = publication.removalOf(id);
  return removal ? removedPage(publication, site, removal) : renderErrorPage(site, 404, { publication });
}

function permalinkPage(publication: Publication, site: PageSite, ordinal: number): PageDocument {
  const review = publication.reviewAt(ordinal);
  const { business } = publication;
  const { words } = site;
  return renderPage({
    site,
    publication,
    title: titleOf(words, review, business),
    description: words.say("page.description", {
      stars: starsPhrase(words, review.rating),
      business: business.name,
      date: reviewDatePhrase(words, review),
      method: describeVerification(words, review.verification, review.source.name),
    }),
    canonicalPath: reviewPath(review.id),
    isInOneLanguage: true,
    isEmbeddable: true,
    hasBusinessCard: true,
    sharePath: reviewShareImagePath(review.id),
    jsonLd: reviewPageJsonLd(publication, site, review),
    children: (
      <>
        <section aria-labelledby="title">
          <p class="eyebrow">
            <a href={pageLink(site, "/")}>{site.words.say("error.all")}</a>
          </p>
          <h1 id="title" class="modest">
            {words.pieces("page.heading", { business: <bdi>{business.name}</bdi> })}
          </h1>
          <ReviewCard review={review} business={business} site={site} sought={judgedIn(review)} level={2} isAlone />
          <Checked review={review} site={site} />
          <Logged place={publication.logPlaceAt(ordinal)} review={review} site={site} />
          <Report review={review} business={business} site={site} />
        </section>
        <JudgementExplanation publication={publication} site={site} review={review} />
        <AlikeReviews publication={publication} site={site} review={review} />
        <Neighbours publication={publication} site={site} ordinal={ordinal} />
      </>
    ),
  });
}

const MAX_TITLE_LENGTH = 64;
const MIN_QUOTE_LENGTH = 20;

function titleOf(words: Words, review: Review, { name: business }: Business): string {
  const { title, text, rating } = review;
  const beginning = (title ?? text).replaceAll(/\s+/g, " ").trim();
  const stars = starsPhrase(words, rating);
  if (beginning === "")
    return formatTitle(words.say("page.untitled", { stars, business, date: reviewDatePhrase(words, review) }));
  const titleWith = (quote: string) =>
    words.say("page.title", { quote: words.say("share.quote", { text: quote }), business });
  const room = Math.max(MIN_QUOTE_LENGTH, MAX_TITLE_LENGTH - titleWith("").length);
  return formatTitle(titleWith(abridged(beginning, room)));
}

function Checked({ review, site }: { review: Review; site: PageSite }) {
  const { verification, source, provenance, edited, updated_at } = review;
  const { words } = site;
  return (
    <p class="quiet checked">
      {verificationMeaning(words, verification.method, source.name)}
      {verification.date && ` ${words.say("page.checked", { date: words.date(verification.date) })}`}
      {provenance !== "unknown" && ` ${words.say(`provenance.${provenance}`)}.`}
      {edited && ` ${words.say("page.edited", { date: words.date(updated_at.slice(0, 10)) })}`}{" "}
      <a href={pageLink(site, PATHS.verification)}>{words.say("verification.title")}</a>
    </p>
  );
}

function Logged({ place, review, site }: { place: LogPlace | null; review: Review; site: PageSite }) {
  if (place === null) return null;
  const { words } = site;
  const { index, since, changes: count } = place;
  const given = { date: words.date(new Date(since).toISOString().slice(0, 10)), entry: words.number(index) };
  const line = count === 0 ? words.say("page.log", given) : words.say("page.logChanged", { ...given, count });
  return (
    <p class="quiet">
      <a href={linkWithin(site, reviewProofPath(review.id))}>{line}</a>
    </p>
  );
}

function judgedIn({ aspects }: Review): Highlights {
  return { quotes: aspects.map(({ quote }) => quote) };
}

function Report({ review, business, site }: { review: Review; business: Business; site: PageSite }) {
  const { words } = site;
  const own = site.takesReports ? pageLink(site, reviewReportPath(review.id)) : null;
  const href = own ?? reportLink(review, business.report_to, words);
  if (href === null) return null;
  return (
    <p class="quiet report">
      <a href={href} rel="nofollow">
        {words.say("page.report")}
      </a>
    </p>
  );
}

function Neighbours({ publication, site, ordinal }: PageProps & { ordinal: number }) {
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

function removedPage(publication: Publication, site: PageSite, { removed_at, by }: Removal): PageDocument {
  const date = removed_at.slice(0, 10);
  const { words } = site;
  const day = <time dateTime={date}>{words.date(date)}</time>;
  const isWithdrawn = by === "author";
  const title = words.say(isWithdrawn ? "removed.withdrawnTitle" : "removed.title");
  return renderPage({
    status: 410,
    site,
    publication,
    title,
    description: isWithdrawn ? title : words.say("removed.description"),
    canonicalPath: null,
    children: (
      <section aria-labelledby="title">
        <h1 id="title">{title}</h1>
        <p class="lead">
          {isWithdrawn
            ? words.pieces("removed.withdrawn", { date: day })
            : words.pieces("removed.text", {
                date: day,
                reasons: <a href={pageLink(site, PATHS.verification)}>{words.say("removed.reasons")}</a>,
              })}
        </p>
        <p class="lead">
          <a href={pageLink(site, "/")}>{site.words.say("error.all")}</a>
        </p>
      </section>
    ),
  });
}

function JudgementExplanation({ publication, site, review }: PageProps & { review: Review }) {
  const found = mentionsIn(review, publication.business);
  return (
    <details class="row" id="why">
      <summary>{site.words.say("why.title")}</summary>
      <p class="quiet">{site.words.say("why.method")}</p>
      {review.aspects.length + found.length === 0 && <p class="after-heading">{site.words.say("why.nothing")}</p>}
      <dl class="judgements">
        {review.aspects.map((judged) => (
          <Judgement judged={judged} isTranslated={isReadTranslated(review)} site={site} />
        ))}
        {found.map(({ name, words, href }) => (
          <div>
            <dt>
              <a href={href(site)}>
                <bdi>{name}</bdi>
              </a>
              <span class="quiet"> {site.words.say("why.mentioned")}</span>
            </dt>
            <dd>{words.length > 0 ? <Quoted texts={words} /> : site.words.say("why.given")}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const MAX_ALIKE = 3;

function AlikeReviews({ publication, site, review }: PageProps & { review: Review }) {
  const { mentions } = review;
  const about = [...services(publication), ...technicians(publication)].find(
    ({ kind, id, name, count }) =>
      count > 1 && (kind === "service" ? mentions.services.includes(id) : mentions.technicians.includes(name)),
  );
  if (about === undefined) return null;
  const found = publication.search({ ...about.query, limit: MAX_ALIKE + 1 });
  const others = reviewsOf(publication, found).filter(({ id }) => id !== review.id);
  return (
    <PageSection class="reviews" id="alike" title={site.words.pieces("page.alike", { name: <bdi>{about.name}</bdi> })}>
      <ReviewList
        publication={publication}
        site={site}
        query={{}}
        isCompact={true}
        reviews={others.slice(0, MAX_ALIKE)}
      />
      <p class="all-reviews">
        <a href={pageLink(site, about.path)}>{site.words.say("first.all", { count: about.count })}</a>
      </p>
    </PageSection>
  );
}

/** Whether the translation was read in place of the text: its judgements have no quotes. */
function isReadTranslated({ translation, aspects }: Review): boolean {
  return translation !== null && aspects.every(({ quote }) => quote === "");
}

function Judgement({ judged, isTranslated, site }: { judged: ReviewAspect; isTranslated: boolean; site: PageSite }) {
  const { aspect, sentiment, certainty, quote } = judged;
  const { words } = site;
  const isOwners = quote === "" && !isTranslated;
  return (
    <div>
      <dt>
        <a href={searchLink(site, { mentions_aspect: aspect, sentiment })}>{words.say(`aspect.${aspect}`)}</a>
        <span class={`side side-${sentiment}`}> {words.say(`why.side.${sentiment}`)}</span>
        {!isOwners && (
          <span class="quiet">
            {" "}
            {words.say("why.certainty", { share: words.share(Math.min(99, Math.round(certainty * 100)), 100) })}
          </span>
        )}
      </dt>
      <dd>
        {isOwners && words.say("why.corrected")}
        {!isOwners && (quote === "" ? words.say("why.inTranslation") : <Quoted texts={[quote]} />)}
        {sentiment === "unclear" && !isOwners && <span class="quiet"> {words.say("why.unclear")}</span>}
      </dd>
    </div>
  );
}

function Quoted({ texts }: { texts: readonly string[] }) {
  return (
    <>
      {texts.map((text, index) => (
        <>
          {index > 0 && ", "}
          <q dir="auto">{text}</q>
        </>
      ))}
    </>
  );
}

interface Mention {
  readonly name: string;
  readonly words: readonly string[];
  /** Its page, or the search for all that mention it. */
  readonly href: (site: PageSite) => string;
}

function mentionsIn(review: Review, business: Business): Mention[] {
  const { technicians, services, service_areas } = review.mentions;
  const text = [review.title, review.text, review.translation?.text].join("\n");
  const mention = (name: string, sought: Highlights, href: Mention["href"]) => {
    return { name, words: wordsIn(text, sought), href };
  };
  return [
    ...business.technicians
      .filter(({ name }) => technicians.includes(name))
      .map(({ id, name }) =>
        mention(name, { names: technicianNames(name, business) }, (site) => pageLink(site, technicianPath(id))),
      ),
    ...business.services
      .filter(({ id }) => services.includes(id))
      .map(({ id, name }) =>
        mention(name, { keywords: serviceWords(id, business) }, (site) => pageLink(site, servicePath(id))),
      ),
    ...business.service_areas
      .filter(({ id }) => service_areas.includes(id))
      .map(({ id, name, aliases }) =>
        mention(name, { names: [name, ...aliases] }, (site) => searchLink(site, { mentions_area: id })),
      ),
  ];
}

function wordsIn(text: string, sought: Highlights): string[] {
  const hits = highlightedPieces(text, sought).filter(({ isHit }) => isHit);
  return [...new Set(hits.map((hit) => hit.text))];
}
