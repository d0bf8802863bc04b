/** @jsxImportSource preact */

import { servicePath, technicianPath } from "../../http/paths.ts";
import type { Words } from "../../languages/mod.ts";
import type { SearchMatch, SearchQuery } from "../../publication/mod.ts";
import {
  type AspectId,
  type Business,
  knownDate,
  RATED_ASPECTS,
  type RatedAspect,
  type Review,
  sourceName,
} from "../../review/mod.ts";
import type { Quote } from "../insights_view.ts";
import { reviewDatePhrase, starsPhrase } from "../phrases.ts";
import { type PageProps, type PageSite, pageLink, reviewLink, searchLink } from "../site.ts";
import { initialsOf } from "./business_card.tsx";
import { type Highlights, hasHighlights, highlightedPieces, highlightsOf } from "./highlight.ts";
import { linkName, ReviewNotes, SourceMark, VerifiedHow } from "./review_origin.tsx";
import { Stars } from "./stars.tsx";

const MAX_LENGTH_IN_LIST = 1200;
const MAX_LINES_IN_LIST = 30;
/** The most of a text where it is one thing among others. */
const MAX_COMPACT_LENGTH = 400;

interface ReviewCardProps {
  readonly review: Review;
  readonly business: Business;
  readonly site: PageSite;
  /** The parts of the review to highlight, from a search. */
  readonly sought?: Highlights;
  /** Level of the heading, one below that of its section; default 3. */
  readonly level?: 2 | 3 | 4;
  /** True on the page of the review itself: all of the text, set larger. */
  readonly isAlone?: boolean;
  /** True where the review is one thing among others: its beginning is enough, and that of the reply, and how it is verified. */
  readonly isCompact?: boolean;
}

export function ReviewCard({
  review,
  business,
  site,
  sought = {},
  level = 3,
  isAlone = false,
  isCompact = false,
}: ReviewCardProps) {
  const Heading = `h${level}` as const;
  const language = review.language ?? business.language;
  const { words } = site;
  const reply = isCompact ? textInList(review.reply?.text ?? "", MAX_COMPACT_LENGTH / 2) : (review.reply?.text ?? "");
  return (
    <article class={isAlone ? "review alone" : "review"} id={isAlone ? undefined : `review-${review.id}`}>
      <header>
        <Face name={review.author.name} />
        <div class="byline">
          <Heading class="author">
            <bdi>{review.author.name}</bdi>
          </Heading>
          <p>
            <Stars rating={review.rating} words={words} />
            <a href={reviewLink(site, review.id)} class="date" aria-label={linkName("review.permalink", review, words)}>
              <time dateTime={knownDate(review)}>{reviewDatePhrase(words, review)}</time>
            </a>
          </p>
        </div>
        <SourceMark source={review.source} words={words} />
      </header>
      {review.title && (
        <p class="review-title" lang={language} dir="auto">
          <Marked text={review.title} sought={sought} />
        </p>
      )}
      {review.text ? (
        <blockquote lang={language} dir="auto">
          <ReviewText review={review} site={site} sought={sought} isAlone={isAlone} isCompact={isCompact} />
        </blockquote>
      ) : (
        review.translation === null && <p class="quiet">{words.say("review.starsOnly")}</p>
      )}
      {review.translation && (isAlone || review.text === "") && (
        <Translation translation={review.translation} source={review.source.name} words={words} />
      )}
      {review.aspect_ratings && <AspectStars ratings={review.aspect_ratings} words={words} />}
      <p class="tags">
        <VerifiedHow review={review} site={site} isCompact={isCompact} />
        {!isCompact && <MentionLinks review={review} business={business} site={site} />}
      </p>
      <ReviewNotes review={review} site={site} />
      {review.reply && (
        <div class="reply">
          <p class="reply-by">
            {words.pieces("review.reply", { business: <bdi>{business.name}</bdi> })}{" "}
            {review.reply.date && <time dateTime={review.reply.date}>{words.date(review.reply.date)}</time>}
          </p>
          <div lang={business.language} dir="auto">
            <Paragraphs text={reply} sought={{}} />
          </div>
          {reply.length < review.reply.text.length && <Whole review={review} site={site} message="review.wholeReply" />}
        </div>
      )}
    </article>
  );
}

export function AspectStars({ ratings, words }: { ratings: NonNullable<Review["aspect_ratings"]>; words: Words }) {
  const aspects = Object.entries(RATED_ASPECTS) as [RatedAspect, AspectId][];
  return (
    <ul class="aspect-stars">
      {aspects.map(([rated, id]) => {
        const stars = ratings[rated];
        if (stars === null) return null;
        return (
          <li>
            {words.say(`aspect.${id}`)} <span aria-hidden="true">{stars}&nbsp;★</span>
            <span class="unseen">{starsPhrase(words, stars)}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** The machine translation, labelled as such: below the customer's own words, or alone if those are unknown. */
function Translation(props: { translation: NonNullable<Review["translation"]>; source: string; words: Words }) {
  const { translation, source, words } = props;
  return (
    <div class="translation">
      <p class="quiet">{words.say("review.translatedBy", { source: sourceName(source) })}</p>
      <div lang={translation.language ?? ""} dir="auto">
        <Paragraphs text={translation.text} sought={{}} />
      </div>
    </div>
  );
}

/** What a list shows of a text: all of it, or its beginning when it is very long and not searched for. */
function textInList(text: string, longest = MAX_LENGTH_IN_LIST): string {
  const lines = text.split("\n", MAX_LINES_IN_LIST).join("\n");
  if (lines.length <= longest) return lines.length < text.length ? `${lines}…` : text;
  const cut = lines.slice(0, longest);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), longest - 100)).toWellFormed()}…`;
}

export function shortTextOf(text: string): string {
  return textInList(text, MAX_COMPACT_LENGTH);
}

function ReviewText({ review, site, sought = {}, isAlone, isCompact }: Omit<ReviewCardProps, "business">) {
  const cut = isCompact ? shortTextOf : textInList;
  const text = isAlone || hasHighlights(sought) ? review.text : cut(review.text);
  return (
    <>
      <Paragraphs text={text} sought={sought} />
      {text.length < review.text.length && <Whole review={review} site={site} message="review.whole" />}
    </>
  );
}

function Whole({ review, site, message }: WholeProps) {
  return (
    <p class="whole">
      <a href={reviewLink(site, review.id)}>{site.words.say(message)}</a>
    </p>
  );
}

interface WholeProps extends Pick<ReviewCardProps, "review" | "site"> {
  readonly message: "review.whole" | "review.wholeReply";
}

function Paragraphs({ text, sought }: { text: string; sought: Highlights }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <>
      {paragraphs.map((paragraph) => (
        <p>
          <Marked text={paragraph} sought={sought} />
        </p>
      ))}
    </>
  );
}

function Marked({ text, sought }: { text: string; sought: Highlights }) {
  return <>{highlightedPieces(text, sought).map(({ text, isHit }) => (isHit ? <mark>{text}</mark> : text))}</>;
}

const HUES = 5;

/** Initials on a colour derived from the name. Hidden from screen readers, since the name is next to them. */
function Face({ name }: { name: string }) {
  const hue = Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES;
  return (
    <span class={`face hue-${hue}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

function MentionLinks({ review, business, site }: { review: Review; business: Business; site: PageSite }) {
  const { technicians, services } = review.mentions;
  const mentioned = [
    ...business.technicians
      .filter(({ name }) => technicians.includes(name))
      .map(({ id, name }) => ({ name, path: technicianPath(id) })),
    ...business.services
      .filter(({ id }) => services.includes(id))
      .map(({ id, name }) => ({ name, path: servicePath(id) })),
  ];
  if (mentioned.length === 0) return null;
  return (
    <>
      <span class="unseen">{site.words.say("review.mentioned")}</span>
      {mentioned.map(({ name, path }) => (
        <a href={pageLink(site, path)}>
          <bdi>{name}</bdi>
        </a>
      ))}
    </>
  );
}

/** Reviews on a page that asks for no other number. */
export const REVIEWS_PER_PAGE = 20;

interface ReviewListProps extends PageProps, Pick<ReviewCardProps, "level" | "isCompact"> {
  readonly reviews: readonly Review[];
  readonly query: SearchQuery;
}

export function ReviewList({ publication, site, reviews, query, level = 3, isCompact = false }: ReviewListProps) {
  return (
    <div class="review-list">
      {reviews.map((review) => (
        <ReviewCard
          review={review}
          business={publication.business}
          site={site}
          level={level}
          isCompact={isCompact}
          sought={highlightsOf(query, review, publication.business)}
        />
      ))}
    </div>
  );
}

export function Paging({ site, query, match }: { site: PageSite; query: SearchQuery; match: SearchMatch }) {
  const { cursor, ...filters } = query;
  if (!match.nextCursor && !cursor) return null;
  const { words } = site;
  const isNewestFirst = query.sort === undefined && query.words === undefined;
  return (
    <nav class="paging" aria-label={words.say("list.pages")}>
      {cursor && <a href={searchLink(site, filters)}>{words.say(isNewestFirst ? "list.newest" : "list.first")}</a>}
      {match.nextCursor && (
        <a class="next" rel="next" href={searchLink(site, { ...filters, cursor: match.nextCursor })}>
          {words.say(isNewestFirst ? "list.older" : "list.more")}
        </a>
      )}
    </nav>
  );
}

export function QuoteList({ quotes, site }: { quotes: readonly Quote[]; site: PageSite }) {
  if (quotes.length === 0) return null;
  return (
    <ul class="quotes">
      {quotes.map(({ quote, review_id, rating, language, ...dated }) => (
        <li>
          <q lang={otherThan(site, language)} dir="auto">
            {quote}
          </q>{" "}
          <a href={reviewLink(site, review_id)} class="cite">
            {rating}
            <span aria-hidden="true">&nbsp;★</span>
            <span class="unseen"> {site.words.say("search.stars")}</span>, {reviewDatePhrase(site.words, dated)}
          </a>
        </li>
      ))}
    </ul>
  );
}

function otherThan({ words }: PageSite, language: string | null | undefined): string | undefined {
  return language && language !== "und" && language.split("-")[0] !== words.language ? language : undefined;
}
