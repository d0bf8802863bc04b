/** Which documents are feeds, and which are topics: documents that subscribers are pushed, exactly as a GET of them answers. */
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

/** A format of the feed of the newest reviews. */
export interface FeedFormat {
  readonly path: string;
  readonly mediaType: string;
  /** The id of its operation in the API reference, and how that describes it. */
  readonly operation: string;
  readonly title: string;
  readonly content: string;
  write(input: FeedInput): string;
}

/** Every format; the hub serves each as a topic. */
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

/** Paths of the WebSub topics, relative to the base URL; the latest format first. */
export const TOPIC_PATHS = [...FEED_FORMATS.map(({ path }) => path).reverse(), PATHS.reviews, PATHS.updates] as const;
/** One of {@link TOPIC_PATHS}. */
export type TopicPath = (typeof TOPIC_PATHS)[number];

/** A WebSub topic as it is served right now. */
export interface Topic {
  readonly path: TopicPath;
  /** Absolute, made from the base URL: the document's rel=self. */
  readonly url: string;
  /** The Content-Type of a GET of the topic, to the letter. */
  readonly contentType: string;
  /** The identity-coded bytes of a GET of the topic. */
  readonly body: Blob;
  /** Digest of `body`: two topics are equal when their digests are. */
  readonly digest: string;
}

// The latest changes as a JSON Feed 1.1 document. It has what the feeds of the newest reviews leave out, such as a reply to
// an old review.

/** The latest change of a review, or its removal. */
export interface FeedUpdate {
  readonly kind: "added" | "changed" | "removed";
  readonly revision: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly id: string;
  readonly review: Review | null;
}

/** All that the feed is written from. */
interface UpdatesInput extends FeedBasis {
  /** Latest first; as many as the feed shall hold. */
  readonly updates: readonly FeedUpdate[];
}

/** The document. The same input gives the same bytes. */
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

/** Each change is an item of its own, so that readers show the second edit of a review, too. */
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

// The newest reviews as a JSON Feed 1.1 document, https://www.jsonfeed.org/version/1.1/.
// What the format has no word for stands in `_goodword` objects, as its section on extensions provides.

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

/** A review as an item. */
function reviewItem(review: Review, basis: FeedBasis, about: string) {
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
