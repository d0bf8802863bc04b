/** Feeds, and topics: documents pushed to subscribers exactly as a GET answers them. */
import { absoluteUrl, PATHS } from "../../http/paths.ts";
import type { Review } from "../../review/mod.ts";
import {
  atomFeed,
  entryHtml,
  entryId,
  entryTitle,
  FEED_SIZE,
  type FeedBasis,
  type FeedInput,
  feedDescription,
  markedTranslation,
  reviewEntryId,
  serviceNames,
  withSampleNotice,
} from "./atom.ts";

export interface FeedFormat {
  readonly path: string;
  readonly mediaType: string;
  /** Id of its operation in OpenAPI. */
  readonly operation: string;
  readonly title: string;
  readonly content: string;
  write(input: FeedInput): string;
}

export const FEED_FORMATS = [
  {
    path: PATHS.jsonFeed,
    mediaType: "application/json",
    operation: "getJsonFeed",
    title: "JSON Feed 1.1",
    content: "A JSON Feed",
    write: jsonFeed,
  },
  {
    path: PATHS.atomFeed,
    mediaType: "application/atom+xml",
    operation: "getAtomFeed",
    title: "Atom",
    content: "An Atom document, RFC 4287",
    write: atomFeed,
  },
] as const satisfies readonly FeedFormat[];

/** Relative to the base URL; the latest format first. */
export const TOPIC_PATHS = [...FEED_FORMATS.map(({ path }) => path).reverse(), PATHS.reviews, PATHS.updates] as const;
export type TopicPath = (typeof TOPIC_PATHS)[number];

export interface Topic {
  readonly path: TopicPath;
  /** The document's rel=self. */
  readonly url: string;
  /** Content type of a GET. */
  readonly contentType: string;
  /** Identity-coded. */
  readonly body: Blob;
  /** Digest of `body`. */
  readonly digest: string;
}

// The latest changes as JSON Feed 1.1, with what feeds of reviews omit, such as a reply to an old review.

export interface FeedUpdate {
  readonly kind: "added" | "changed" | "removed";
  readonly revision: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly id: string;
  readonly review: Review | null;
}

interface UpdatesInput extends FeedBasis {
  /** Latest first. */
  readonly updates: readonly FeedUpdate[];
}

export function updatesFeed(input: UpdatesInput): string {
  const { site, business, words, updates } = input;
  const about = absoluteUrl(site, PATHS.docs);
  const feed = {
    ...feedHead(input, {
      path: PATHS.updates,
      title: words.say("updates.title", { business: business.name }),
      description: withSampleNotice(words.say("updates.description", { business: business.name }), input),
    }),
    _goodword: { about, is_sample: business.is_sample, license: business.license, sources: business.sources },
    items: updates.map((update) => item(update, input, about)),
  };
  return `${JSON.stringify(feed)}\n`;
}

/** Each change is an item, so that readers show the second edit of a review, too. */
function item(update: FeedUpdate, input: UpdatesInput, about: string) {
  const { kind, revision, id, review } = update;
  const at = new Date(update.at).toISOString();
  const own = { id: entryId(input.authority, "update", id, String(revision)), date_published: at, date_modified: at };
  const change = { about, kind, revision, review_id: id };
  if (review === null) {
    return {
      ...own,
      title: input.words.say("updates.removed"),
      content_text: input.words.say("updates.removedText", { id }),
      _goodword: change,
    };
  }
  const asReview = reviewItem(review, input, about);
  return {
    ...asReview,
    ...own,
    title: input.words.say(kind === "added" ? "updates.added" : "updates.changed", { title: asReview.title }),
    _goodword: { ...asReview._goodword, ...change, date: review.date },
  };
}

// JSON Feed 1.1, https://www.jsonfeed.org/version/1.1/; `_goodword` objects are its extensions.

const VERSION = "https://jsonfeed.org/version/1.1";

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

interface FeedSubject {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

function feedHead({ site, business }: FeedBasis, { path, title, description }: FeedSubject) {
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

function reviewItem(review: Review, basis: FeedBasis, about: string) {
  const { business, words, authority } = basis;
  return {
    id: reviewEntryId(authority, review.id),
    url: review.url,
    title: entryTitle(review, basis),
    content_text:
      review.text || markedTranslation(review, words) || words.say("feed.stars", { stars: `${review.rating}` }),
    content_html: entryHtml(review, basis),
    // Noon UTC is the same date in all zones from -12 to +11.
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
