import { Type } from "typebox";
import { SEARCH_FILTERS, type SearchAnswer } from "../publication/mod.ts";
import {
  AggregateRating,
  aggregateRating,
  Business,
  CalendarDate,
  ContentRevision,
  PublishedMentions,
  Rating,
  Removal,
  Reply,
  Review,
  ReviewId,
  Verification,
} from "../review/mod.ts";

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

export const LoggedReview = Type.Object(
  {
    ...Review.properties,
    log: Type.Union([LogPlace, Type.Null()], {
      description: "Where the review stands in the transparency log; null for the sample, which is in none",
    }),
  },
  { additionalProperties: false, description: "A verified customer review, and where it stands in the log" },
);

export const DatasetQuery = Type.Object({ provenance: SEARCH_FILTERS.provenance });

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

export const SinceParameters = Type.Object({ date: CalendarDate });

export const ReviewParameters = Type.Object({ id: ReviewId });

const FeedAuthor = Type.Object({
  name: Type.String({ description: "Public name" }),
  url: Type.String({ format: "uri", description: "The business's own site, or this one" }),
});

const FeedHub = Type.Object({
  type: Type.String({ description: "Protocol" }),
  url: Type.String({ format: "uri", description: "URL of the hub" }),
});

const About = Type.String({ format: "uri", description: "Documentation of this extension" });

const RemovedItem = Type.Object(
  {
    id: Type.String({ description: "Id of the item" }),
    review_id: ReviewId,
    removed_at: Removal.properties.removed_at,
  },
  { additionalProperties: false, description: "An item whose review was taken down" },
);

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
        mentions: PublishedMentions,
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

export const UpdatesFeed = Type.Object(
  {
    ...head,
    _goodword: Type.Object(aboutFeed, { additionalProperties: false, description: "Members beyond JSON Feed" }),
    items: Type.Array(UpdateItem, { maxItems: 50, description: "The 50 latest changes, latest first" }),
  },
  { additionalProperties: false, description: "The latest changes as a JSON Feed 1.1 document" },
);

const revision = "5f0c7a52e2a94d0b8f6e3d1c9b7a5e43";

const reviewExample: Review = {
  id: "r_7hq2m4xk5aw3tbvd",
  url: "https://reviews.example/reviews/r_7hq2m4xk5aw3tbvd",
  date: "2026-05-14",
  date_precision: null,
  rating: 5,
  title: null,
  text: "Dana found the leak in ten minutes and left the floor cleaner than before.",
  language: "en",
  translation: null,
  author: { name: "Jane D.", is_anonymous: false },
  source: { name: "google", url: null },
  also_at: [{ name: "yelp", url: "https://www.yelp.com/biz/example-plumbing" }],
  verification: { method: "job_record", strength: "name_and_date", date: "2026-05-16" },
  mentions: {
    entities: [
      { kind: "technician", id: "dana", name: "Dana Whitfield" },
      { kind: "service", id: "leak-repair", name: "Leak repair" },
    ],
    technicians: ["Dana Whitfield"],
    services: ["leak-repair"],
    service_areas: [],
  },
  aspects: [
    {
      aspect: "cleanliness",
      sentiment: "positive",
      certainty: 0.98,
      quote: "Dana found the leak in ten minutes and left the floor cleaner than before.",
    },
  ],
  reply: { text: "Thank you, Jane!", date: "2026-05-17" },
  updated_at: "2026-05-17T09:30:00.000Z",
  edited: false,
  aspect_ratings: null,
  provenance: "export",
  gone_at_source: null,
};

export const loggedReviewExample = {
  ...reviewExample,
  log: { index: 1203, salt: "VLW0hYhYyHQ_mJCYwYPZ3eeUxmBaQ8O7mZ5sGZIvtU0" },
};

const license = { name: "CC-BY-4.0", url: "https://creativecommons.org/licenses/by/4.0/" };

const business: Business = {
  name: "Example Plumbing",
  type: "Plumber",
  description: null,
  url: "https://plumbing.example/",
  telephone: "+15550100",
  address: null,
  services: [{ id: "leak-repair", name: "Leak repair", keywords: ["leak", "leaking"] }],
  technicians: [{ id: "dana", name: "Dana Whitfield", aliases: ["Dana"], public: true }],
  service_areas: [],
  opening_hours: ["Mo-Fr 08:00-17:00", "Sa 09:00-12:00"],
  time_zone: "America/Chicago",
  language: "en",
  same_as: [],
  logo: null,
  photo: null,
  color: null,
  report_to: null,
  founded: 1998,
  license_ids: [],
  license,
  sources: [],
  is_sample: false,
};

export const reviewsDatasetExample = {
  business,
  aggregate_rating: aggregateRating([{ rating: 5, source: "google", verification: "job_record" }]),
  revision,
  reviews: [reviewExample],
};

export const searchAnswerExample: SearchAnswer = {
  total: 1,
  total_is_exact: true,
  count: 1,
  limit: 20,
  next_cursor: null,
  hints: [],
  revision,
  reviews: [reviewExample],
};

export const sinceAnswerExample = {
  since: "2026-05-01",
  count: 1,
  revision,
  reviews: [reviewExample],
  removed: [{ id: "r_zzx5kq2m4aw3tb7h", removed_at: "2026-05-20T08:00:00.000Z" }],
};

export const changesExample = {
  cursor: "3f9a0b1c-12-mi2k4x8w",
  more: false,
  revision,
  changes: [
    { kind: "added", revision: 11, at: "2026-05-17T09:30:00.000Z", id: reviewExample.id, review: reviewExample },
    { kind: "removed", revision: 12, at: "2026-05-20T08:00:00.000Z", id: "r_zzx5kq2m4aw3tb7h", review: null },
  ],
};

export const updatesFeedExample = {
  version: "https://jsonfeed.org/version/1.1",
  title: "Example Plumbing: changes to customer reviews",
  home_page_url: "https://reviews.example/",
  feed_url: "https://reviews.example/api/updates.json",
  description:
    "The latest changes to the customer reviews of Example Plumbing: new and edited reviews, replies and removals",
  authors: [{ name: "Example Plumbing", url: "https://plumbing.example/" }],
  language: "en",
  hubs: [{ type: "WebSub", url: "https://reviews.example/api/websub/hub" }],
  _goodword: { about: "https://reviews.example/docs", is_sample: false, license, sources: [] },
  items: [
    {
      id: "urn:uuid:7d1c0a52-8f1e-8b3a-9d2c-0a1b2c3d4e5f",
      title: "Removed review",
      content_text: "Review r_zzx5kq2m4aw3tb7h is no longer published. Delete your copy of it.",
      date_published: "2026-05-20T08:00:00.000Z",
      date_modified: "2026-05-20T08:00:00.000Z",
      _goodword: {
        about: "https://reviews.example/docs",
        kind: "removed",
        revision: 12,
        review_id: "r_zzx5kq2m4aw3tb7h",
      },
    },
  ],
};

export const jsonFeedExample = {
  version: "https://jsonfeed.org/version/1.1",
  title: "Example Plumbing: customer reviews",
  home_page_url: "https://reviews.example/",
  feed_url: "https://reviews.example/api/feed.json",
  description:
    "The newest customer reviews of Example Plumbing, each with how it was verified, published by the business itself",
  authors: [{ name: "Example Plumbing", url: "https://plumbing.example/" }],
  language: "en",
  hubs: [{ type: "WebSub", url: "https://reviews.example/api/websub/hub" }],
  _goodword: { about: "https://reviews.example/docs", is_sample: false, license, sources: [], removed: [] },
  items: [
    {
      id: "urn:uuid:4f0c1a52-8f1e-8b3a-9d2c-0a1b2c3d4e5f",
      url: reviewExample.url,
      title: "5 of 5 stars: Leak repair, Jane D.",
      content_text: reviewExample.text,
      content_html: `<p>★★★★★ 5 of 5 stars</p><p>${reviewExample.text}</p>`,
      date_published: "2026-05-14T12:00:00Z",
      date_modified: reviewExample.updated_at,
      authors: [{ name: "Jane D." }],
      tags: ["5 stars", "Leak repair", "Dana Whitfield"],
      _goodword: {
        about: "https://reviews.example/docs",
        review_id: reviewExample.id,
        rating: reviewExample.rating,
        best_rating: 5,
        source: reviewExample.source.name,
        verification: reviewExample.verification,
        provenance: reviewExample.provenance,
        mentions: reviewExample.mentions,
        reply: reviewExample.reply,
      },
    },
  ],
};
