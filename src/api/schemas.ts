/**
 * The documents of the interface as schemas.
 *
 * @module
 */
import { Type } from "typebox";
import { SEARCH_FILTERS } from "../publication/mod.ts";
import {
  AggregateRating,
  Business,
  CalendarDate,
  ContentRevision,
  Mentions,
  Rating,
  Removal,
  Reply,
  Review,
  ReviewId,
  Verification,
} from "../review/mod.ts";

/** /reviews.json. */
export const ReviewsDataset = Type.Object(
  {
    business: Business,
    aggregate_rating: AggregateRating,
    revision: ContentRevision,
    reviews: Type.Array(Review, { description: "All published reviews, newest first" }),
  },
  { additionalProperties: false, description: "The full set of verified reviews" },
);

const LogPlace = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: "Its last entry in the log" }),
    salt: Type.String({
      pattern: "^[\\w-]{43}$",
      description: "What that entry commits to under, base64url of 32 bytes",
    }),
  },
  { additionalProperties: false, description: "Where the review stands in the transparency log" },
);

/** A review as /api/reviews/{id} has it. */
export const LoggedReview = Type.Object(
  {
    ...Review.properties,
    log: Type.Union([LogPlace, Type.Null()], {
      description: "Where the review stands in the transparency log; null for the sample, which is in none",
    }),
  },
  { additionalProperties: false, description: "A verified customer review, and where it stands in the log" },
);

/** Parameters of /reviews.json. */
export const DatasetQuery = Type.Object({ provenance: SEARCH_FILTERS.provenance });

/** Reviews since a date, and those taken down since then. */
export const SinceAnswer = Type.Object(
  {
    since: CalendarDate,
    count: Type.Integer({ minimum: 0, description: "Reviews in this response" }),
    revision: ContentRevision,
    reviews: Type.Array(Review, { description: "Reviews dated on or after `since`, newest first" }),
    removed: Type.Array(Removal, { description: "Reviews taken down on or after `since`, latest first" }),
  },
  { additionalProperties: false, description: "Reviews on or after a date" },
);

/** Path parameters of the reviews since a date. */
export const SinceParameters = Type.Object({ date: CalendarDate });

/** Path parameters of one review. */
export const ReviewParameters = Type.Object({ id: ReviewId });

const FeedAuthor = Type.Object({
  name: Type.String({ description: "Public name" }),
  url: Type.String({ format: "uri", description: "The business's own site, or this one" }),
});

const FeedHub = Type.Object({
  type: Type.String({ description: "Protocol" }),
  url: Type.String({ format: "uri", description: "URL of the hub" }),
});

/** Where members beyond JSON Feed are documented. */
const About = Type.String({ format: "uri", description: "Documentation of this extension" });

const RemovedItem = Type.Object(
  {
    id: Type.String({ description: "Id of the item" }),
    review_id: ReviewId,
    removed_at: Removal.properties.removed_at,
  },
  { additionalProperties: false, description: "An item whose review was taken down" },
);

/** A review as an item of a JSON Feed. */
const FeedItem = Type.Object(
  {
    id: Type.String({ description: "Stable id; does not change when the site's address does" }),
    url: Type.String({ format: "uri", description: "Permalink of the review" }),
    title: Type.String({ description: "Stars, subject and author on one line" }),
    content_text: Type.String({ description: "The review as plain text" }),
    content_html: Type.String({ description: "The review and the reply as HTML" }),
    date_published: Type.String({ format: "date-time", description: "Noon UTC of the review's date" }),
    date_modified: Type.String({ format: "date-time", description: "When the published form last changed" }),
    authors: Type.Array(Type.Object({ name: Type.String({ description: "As shown with the review" }) }), {
      description: "Who wrote the review",
    }),
    tags: Type.Array(Type.String(), { description: "Stars, and the services and technicians mentioned" }),
    language: Type.Optional(Type.String({ description: "BCP 47 language, when it differs from the feed's" })),
    _goodword: Type.Object(
      {
        about: About,
        review_id: ReviewId,
        rating: Rating,
        best_rating: Type.Literal(5, { description: "Highest possible rating" }),
        source: Type.String({ description: "Where the review was written" }),
        verification: Verification,
        provenance: Review.properties.provenance,
        mentions: Mentions,
        reply: Type.Union([Reply, Type.Null()], { description: "The business's reply; null when there is none" }),
      },
      { additionalProperties: false, description: "Members beyond JSON Feed" },
    ),
  },
  { additionalProperties: false, description: "A review as a feed item" },
);

/** https://www.jsonfeed.org/version/1.1/ */
export const JsonFeed = Type.Object(
  {
    version: Type.Literal("https://jsonfeed.org/version/1.1", { description: "The format" }),
    title: Type.String({ description: "Name of the feed" }),
    home_page_url: Type.String({ format: "uri", description: "The reviews as a web page" }),
    feed_url: Type.String({ format: "uri", description: "This document; the topic to subscribe to" }),
    description: Type.String({ description: "What the feed contains" }),
    icon: Type.Optional(Type.String({ format: "uri", description: "The business's logo" })),
    authors: Type.Array(FeedAuthor, { description: "The business" }),
    language: Type.String({ description: "BCP 47 language of the business" }),
    hubs: Type.Array(FeedHub, { description: "Hubs that push changes" }),
    _goodword: Type.Object(
      {
        about: About,
        is_sample: Type.Boolean({ description: "True while this is the sample data that ships with Goodword" }),
        license: Business.properties.license,
        sources: Business.properties.sources,
        removed: Type.Array(RemovedItem, { maxItems: 50, description: "Latest first" }),
      },
      { additionalProperties: false, description: "Members beyond JSON Feed" },
    ),
    items: Type.Array(FeedItem, { maxItems: 50, description: "The 50 newest reviews" }),
  },
  { additionalProperties: false, description: "The newest reviews as a JSON Feed 1.1 document" },
);

/** The body of a passing liveness or readiness probe. */
export const Health = Type.Object(
  { status: Type.Enum(["ok"], { description: "ok; a service that is not ready answers with an error" }) },
  { additionalProperties: false, description: "State of the service" },
);

const { _goodword: ofReview, ...members } = FeedItem.properties;
const { items: _, _goodword: ofFeed, ...head } = JsonFeed.properties;

const OfChange = {
  about: About,
  kind: Type.Enum(["added", "changed", "removed"], { description: "What became of the review" }),
  revision: Type.Integer({ minimum: 0, description: "Number of the change, as in /api/changes" }),
  review_id: ReviewId,
};

const { id, title, date_published: _published, date_modified, content_text, ...others } = members;

const UpdateItem = Type.Object(
  {
    id: { ...id, description: "Id of this change of the review" },
    title,
    content_text: { ...content_text, description: "The review as plain text; of a removed one a sentence" },
    date_published: Type.String({ format: "date-time", description: "When the change was made" }),
    date_modified: { ...date_modified, description: "The same" },
    ...Type.Partial(Type.Object(others)).properties,
    _goodword: Type.Object(
      {
        ...OfChange,
        date: Type.Optional({ ...CalendarDate, description: "Date of the review" }),
        ...Type.Partial(Type.Omit(ofReview, ["about", "review_id"])).properties,
      },
      {
        additionalProperties: false,
        description: "Members beyond JSON Feed; those of the review are left out when it is removed",
      },
    ),
  },
  { additionalProperties: false, description: "A change of a review as a feed item" },
);

const { removed: _removed, ...aboutFeed } = ofFeed.properties;

/** https://www.jsonfeed.org/version/1.1/ */
export const UpdatesFeed = Type.Object(
  {
    ...head,
    _goodword: Type.Object(aboutFeed, { additionalProperties: false, description: "Members beyond JSON Feed" }),
    items: Type.Array(UpdateItem, { maxItems: 50, description: "The 50 latest changes, latest first" }),
  },
  { additionalProperties: false, description: "The latest changes as a JSON Feed 1.1 document" },
);
