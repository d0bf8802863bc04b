/**
 * Examples for the OpenAPI document: one fictional review in each of its answers.
 *
 * @module
 */
import type { SearchAnswer } from "../publication/mod.ts";
import { aggregateRating, type Business, type Review } from "../review/mod.ts";

const revision = "5f0c7a52e2a94d0b8f6e3d1c9b7a5e43";

/** Example of one review. */
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
  mentions: { technicians: ["Dana Whitfield"], services: ["leak-repair"], service_areas: [] },
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

/** Example of /reviews.json. */
export const reviewsDatasetExample = {
  business,
  aggregate_rating: aggregateRating([{ rating: 5, source: "google", verification: "job_record" }]),
  revision,
  reviews: [reviewExample],
};

/** Example of a search. */
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

/** Example of reviews since a date. */
export const sinceAnswerExample = {
  since: "2026-05-01",
  count: 1,
  revision,
  reviews: [reviewExample],
  removed: [{ id: "r_zzx5kq2m4aw3tb7h", removed_at: "2026-05-20T08:00:00.000Z" }],
};

/** Example of /api/changes. */
export const changesExample = {
  cursor: "3f9a0b1c-12-mi2k4x8w",
  more: false,
  revision,
  changes: [
    { kind: "added", revision: 11, at: "2026-05-17T09:30:00.000Z", id: reviewExample.id, review: reviewExample },
    { kind: "removed", revision: 12, at: "2026-05-20T08:00:00.000Z", id: "r_zzx5kq2m4aw3tb7h", review: null },
  ],
};

/** Example of /api/updates.json. */
export const updatesFeedExample = {
  version: "https://jsonfeed.org/version/1.1",
  title: "Example Plumbing: changes of customer reviews",
  home_page_url: "https://reviews.example/",
  feed_url: "https://reviews.example/api/updates.json",
  description: "The latest changes of the customer reviews of Example Plumbing: new, edited, answered and removed ones",
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

/** Example of the JSON Feed. */
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
