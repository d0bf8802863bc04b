/** @jsxImportSource preact */
/**
 * A review as people see it: the customer's words first, then who, when, where from and how it was verified.
 *
 * @module
 */
import { type Business, knownDate, type Review, verificationInWords } from "../review/mod.ts";
import { servicePath, technicianPath } from "../web/paths.ts";
import { isSought, piecesOf, type Sought } from "./hits.ts";
import { reviewLink, verificationLink } from "./links.ts";
import { type PageSite, pageLink } from "./site.ts";
import { Stars } from "./stars.tsx";
import { VerificationMark } from "./verification_mark.tsx";
import { dateInWords, reviewDateInWords, sourceInWords } from "./words.ts";

/** The most of a review's text in a list; the permalink has the whole. */
const LONGEST_IN_LIST = 1200;
const MOST_LINES_IN_LIST = 30;

/** A review, and how its card is shown. */
export interface ReviewCardProps {
  readonly review: Review;
  readonly business: Business;
  readonly site: PageSite;
  /** Marked where the review says it. */
  readonly sought?: Sought;
  /** True on the page of the review itself: all of the text, set larger. */
  readonly isAlone?: boolean;
}

/** One review, with the business's reply. */
export function ReviewCard({ review, business, site, sought = {}, isAlone = false }: ReviewCardProps) {
  const language = review.language ?? business.language;
  return (
    <article class={isAlone ? "review alone" : "review"} id={isAlone ? undefined : `review-${review.id}`}>
      <header>
        <Stars rating={review.rating} />
        <p class="byline">
          <bdi class="author">{review.author.name}</bdi>{" "}
          <a href={reviewLink(site, review.id)} class="date" aria-label={permalinkName(review)}>
            <time dateTime={knownDate(review)}>{reviewDateInWords(review)}</time>
          </a>
        </p>
      </header>
      {review.title && (
        <p class="review-title" lang={language} dir="auto">
          <Marked text={review.title} sought={sought} />
        </p>
      )}
      {review.text ? (
        <blockquote lang={language} dir="auto">
          <ReviewText review={review} site={site} sought={sought} isWhole={isAlone} />
        </blockquote>
      ) : (
        <p class="quiet">Stars only, no text.</p>
      )}
      <Provenance review={review} site={site} />
      <MentionLinks review={review} business={business} site={site} />
      {review.reply && (
        <div class="reply">
          <p class="reply-by">
            Reply from <bdi>{business.name}</bdi>
            {review.reply.date && <time dateTime={review.reply.date}>{dateInWords(review.reply.date)}</time>}
          </p>
          <div lang={business.language} dir="auto">
            <Paragraphs text={review.reply.text} sought={{}} />
          </div>
        </div>
      )}
    </article>
  );
}

/** What a list shows of a text: all of it, or its beginning when it is very long and not searched for. */
export function textInList(text: string): string {
  const lines = text.split("\n", MOST_LINES_IN_LIST).join("\n");
  if (lines.length <= LONGEST_IN_LIST) return lines.length < text.length ? `${lines}…` : text;
  const cut = lines.slice(0, LONGEST_IN_LIST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), LONGEST_IN_LIST - 100)).toWellFormed()}…`;
}

function ReviewText({
  review,
  site,
  sought,
  isWhole,
}: Pick<ReviewCardProps, "review" | "site"> & { sought: Sought; isWhole: boolean }) {
  const text = isWhole || isSought(sought) ? review.text : textInList(review.text);
  return (
    <>
      <Paragraphs text={text} sought={sought} />
      {text.length < review.text.length && (
        <p class="whole">
          <a href={reviewLink(site, review.id)}>Read the whole review</a>
        </p>
      )}
    </>
  );
}

function Paragraphs({ text, sought }: { text: string; sought: Sought }) {
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

function Marked({ text, sought }: { text: string; sought: Sought }) {
  return <>{piecesOf(text, sought).map(({ text, isHit }) => (isHit ? <mark>{text}</mark> : text))}</>;
}

function Provenance({ review, site }: { review: Review; site: PageSite }) {
  const { source, verification } = review;
  return (
    <p class="provenance">
      <VerifiedHow verification={verification} site={site} />
      <span>
        {source.url && isWebAddress(source.url) ? (
          <a href={source.url} rel="nofollow noopener external">
            {sourceInWords(source.name)}
          </a>
        ) : (
          sourceInWords(source.name)
        )}
      </span>
      {review.also_at.map(({ name, url }) => (
        <span>
          Also on{" "}
          {url && isWebAddress(url) ? (
            <a href={url} rel="nofollow noopener external">
              {sourceInWords(name)}
            </a>
          ) : (
            sourceInWords(name)
          )}
        </span>
      ))}
      {review.edited && <span>Edited by the author</span>}
    </p>
  );
}

function VerifiedHow({ verification, site }: { verification: Review["verification"]; site: PageSite }) {
  const { method } = verification;
  return (
    <a class={`verified by-${method.replace("_", "-")}`} href={verificationLink(site, method)}>
      <VerificationMark method={method} />
      {verificationInWords(verification)}
    </a>
  );
}

/** Addresses of other kinds, such as `javascript:`, never become links. */
function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

function MentionLinks({ review, business, site }: { review: Review; business: Business; site: PageSite }) {
  const technicians = business.technicians.filter(({ name }) => review.mentions.technicians.includes(name));
  const services = business.services.filter(({ id }) => review.mentions.services.includes(id));
  if (technicians.length + services.length === 0) return null;
  return (
    <p class="mentions">
      <span class="unseen">Mentioned:</span>
      {technicians.map(({ id, name }) => (
        <a href={pageLink(site, technicianPath(id))}>
          <bdi>{name}</bdi>
        </a>
      ))}
      {services.map(({ id, name }) => (
        <a href={pageLink(site, servicePath(id))}>
          <bdi>{name}</bdi>
        </a>
      ))}
    </p>
  );
}

/** Links with the same words must lead to the same place, so each permalink is named after its review. */
function permalinkName(review: Review): string {
  return `${reviewDateInWords(review)}, permanent link to the review by ${review.author.name}`;
}
