/** What the two feeds have in common: which reviews are in, and what an entry says of its review. */
import { createHash } from "node:crypto";
import type { Site } from "../../http/paths.ts";
import type { Words } from "../../review/languages/words.ts";
import { verificationInWords } from "../../review/languages/words.ts";
import type { Business, Removal, Review } from "../../review/mod.ts";

/** How many reviews a feed holds. */
export const FEED_SIZE = 50;

/** What every feed is written from. */
export interface FeedBasis {
  readonly site: Site;
  readonly business: Business;
  /** Of the business's language. */
  readonly words: Words;
  /** Random name of this installation: entry ids are made from it, so that they outlive every change of address. */
  readonly authority: string;
}

/** All that a feed of the newest reviews is written from. */
export interface FeedInput extends FeedBasis {
  /** The newest reviews, newest first; at most {@link FEED_SIZE}. */
  readonly reviews: readonly Review[];
  /** Latest first; at most {@link FEED_SIZE} are told. */
  readonly removals: readonly Removal[];
  /** When the published content last changed, epoch milliseconds: for a feed without entries. */
  readonly publishedAt: number;
}

/** A universally unique name that never changes, as RFC 4287 section 4.2.6 asks: a version 8 UUID of the names. */
export function entryId(authority: string, ...names: readonly string[]): string {
  const hash = createHash("sha256")
    .update([authority, ...names].join("\0"))
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString("hex");
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)];
  return `urn:uuid:${groups.join("-")}`;
}

/** Id of a review's entry. */
export function reviewEntryId(authority: string, reviewId: string): string {
  return entryId(authority, "review", reviewId);
}

/** What a feed holds. Readers see no notice, so sample data are said to be such here. */
export function feedDescription({ business, words }: FeedBasis): string {
  return withSampleNotice(words.say("feed.description", { business: business.name }), { business, words });
}

/** What a feed says of itself, said to be about sample data where it is. */
export function withSampleNotice(description: string, { business, words }: Pick<FeedBasis, "business" | "words">) {
  return business.is_sample ? `${words.say("feed.sample")} ${description}` : description;
}

/** "4 of 5 stars: Drain cleaning, Jane D.": readers list entries by their title. */
export function entryTitle(review: Review, { business, words }: FeedBasis): string {
  const subject = review.title ?? serviceNames(review, business)[0];
  const author = review.author.name;
  const what = subject ? words.say("feed.subject", { subject, author }) : author;
  return words.say("feed.entry", { stars: words.say("feed.stars", { stars: `${review.rating}` }), what });
}

/** Names of the services a review mentions. */
export function serviceNames(review: Review, business: Business): string[] {
  const names = new Map(business.services.map(({ id, name }) => [id, name]));
  return review.mentions.services.map((id) => names.get(id) ?? id);
}

/** The review and the owner's reply as plain HTML: no classes, no styles, nothing to load. */
export function entryHtml(review: Review, { business, words }: FeedBasis): string {
  const paragraphs = (text: string) =>
    text
      .split(/\n{2,}/)
      .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`)
      .join("");
  const stars = `<p>${"★".repeat(review.rating)}${"☆".repeat(5 - review.rating)} ${words.say("feed.stars", { stars: `${review.rating}` })}</p>`;
  const own = review.text === "" ? "" : paragraphs(review.text);
  const text = review.translation === null ? own : `${own}${paragraphs(markedTranslation(review, words))}`;
  const checked = `<p><small>${escapeHtml(verificationInWords(words, review.verification, review.source.name))}</small></p>`;
  if (review.reply === null) return stars + text + checked;
  const heading = `<p>${escapeHtml(words.say("feed.reply", { business: business.name }))}</p>`;
  return `${stars}${text}${checked}<blockquote>${heading}${paragraphs(review.reply.text)}</blockquote>`;
}

/** The source's translation of a review, under a line that says so; "" where there is none. */
export function markedTranslation({ translation }: Review, words: Words): string {
  return translation === null ? "" : `${words.say("feed.translation")}\n${translation.text}`;
}

/** When a feed last changed, epoch milliseconds: from its entries and removals, never from the clock. */
export function feedUpdatedAt({ reviews, removals, publishedAt }: FeedInput): number {
  const instants = [...reviews.map(({ updated_at }) => updated_at), ...removals.map(({ removed_at }) => removed_at)];
  return instants.length === 0 ? publishedAt : Math.max(...instants.map((instant) => Date.parse(instant)));
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
