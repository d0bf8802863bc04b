/**
 * The newest reviews as a JSON Feed 1.1 document, https://www.jsonfeed.org/version/1.1/.
 *
 * What the format has no word for stands in `_goodword` objects, as its section on extensions provides.
 */

import { absoluteUrl, PATHS } from "../../http/paths.ts";
import type { Review } from "../../review/mod.ts";
import {
  entryHtml,
  entryTitle,
  FEED_SIZE,
  type FeedBasis,
  type FeedInput,
  feedDescription,
  markedTranslation,
  reviewEntryId,
  serviceNames,
} from "./entry.ts";

const VERSION = "https://jsonfeed.org/version/1.1";

/** The document. The same input gives the same bytes. */
export function jsonFeed(input: FeedInput): string {
  const { site, business, words, reviews, removals, authority } = input;
  const about = absoluteUrl(site, PATHS.docs);
  const title = words.say("feed.title", { business: business.name });
  const feed = {
    ...feedHead(input, { path: PATHS.jsonFeed, title, description: feedDescription(input) }),
    _goodword: {
      about,
      is_sample: business.is_sample,
      license: business.license,
      sources: business.sources,
      removed: removals.slice(0, FEED_SIZE).map(({ id, removed_at }) => {
        return { id: reviewEntryId(authority, id), review_id: id, removed_at };
      }),
    },
    items: reviews.map((review) => reviewItem(review, input, about)),
  };
  return `${JSON.stringify(feed)}\n`;
}

/** What a feed is about, and where it is. */
interface FeedSubject {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

/** The members that stand at the head of a feed. */
export function feedHead({ site, business }: FeedBasis, { path, title, description }: FeedSubject) {
  return {
    version: VERSION,
    title,
    home_page_url: absoluteUrl(site, "/"),
    feed_url: absoluteUrl(site, path),
    description,
    ...(business.logo !== null && { icon: business.logo }),
    authors: [{ name: business.name, url: business.url ?? absoluteUrl(site, "/") }],
    language: business.language,
    hubs: [{ type: "WebSub", url: absoluteUrl(site, PATHS.hub) }],
  };
}

/** A review as an item. */
export function reviewItem(review: Review, basis: FeedBasis, about: string) {
  const { business, words, authority } = basis;
  return {
    id: reviewEntryId(authority, review.id),
    url: review.url,
    title: entryTitle(review, basis),
    content_text:
      review.text || markedTranslation(review, words) || words.say("feed.stars", { stars: `${review.rating}` }),
    content_html: entryHtml(review, basis),
    // Noon UTC shows the same calendar date in all zones from -12 to +11.
    date_published: `${review.date}T12:00:00Z`,
    date_modified: review.updated_at,
    authors: [{ name: review.author.name }],
    tags: [
      words.say("feed.tag", { stars: `${review.rating}` }),
      ...serviceNames(review, business),
      ...review.mentions.technicians,
    ],
    ...(review.language !== null && review.language !== business.language && { language: review.language }),
    _goodword: {
      about,
      review_id: review.id,
      rating: review.rating,
      best_rating: 5,
      source: review.source.name,
      verification: review.verification,
      provenance: review.provenance,
      mentions: review.mentions,
      reply: review.reply,
    },
  };
}
