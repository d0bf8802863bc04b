/**
 * The documents of the interface as schemas.
 *
 * @module
 */
import { Type } from "typebox";
import {
  AggregateRating,
  Business,
  CalendarDate,
  Mentions,
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
    reviews: Type.Array(Review, { description: "All published reviews, newest first" }),
  },
  { additionalProperties: false, description: "The full set of verified reviews" },
);

export const SinceAnswer = Type.Object(
  {
    since: CalendarDate,
    count: Type.Integer({ minimum: 0, description: "Reviews in this answer" }),
    reviews: Type.Array(Review, { description: "Reviews dated on or after `since`, newest first" }),
    removed: Type.Array(Removal, { description: "Reviews taken down on or after `since`, latest first" }),
  },
  { additionalProperties: false, description: "Reviews on or after a date" },
);

export const SinceParameters = Type.Object({ date: CalendarDate });

const About = Type.String({ format: "uri", description: "Where this extension is explained" });

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
    id: Type.String({ description: "Never changes, whatever the address of the site" }),
    url: Type.String({ format: "uri" }),
    title: Type.String(),
    content_text: Type.String(),
    content_html: Type.String(),
    date_published: Type.String({ format: "date-time" }),
    date_modified: Type.String({ format: "date-time" }),
    authors: Type.Array(Type.Object({ name: Type.String() })),
    tags: Type.Array(Type.String()),
    language: Type.Optional(Type.String()),
    _goodword: Type.Object(
      {
        about: About,
        review_id: ReviewId,
        rating: Rating,
        best_rating: Type.Literal(5),
        source: Type.String({ description: "Where the review was written" }),
        verification: Verification,
        mentions: Mentions,
        reply: Type.Union([Reply, Type.Null()], { description: "The business's answer; null when there is none" }),
      },
      { additionalProperties: false, description: "What JSON Feed has no word for" },
    ),
  },
  { additionalProperties: false, description: "A review as a feed item" },
);

/** https://www.jsonfeed.org/version/1.1/ */
export const JsonFeed = Type.Object(
  {
    version: Type.Literal("https://jsonfeed.org/version/1.1"),
    title: Type.String(),
    home_page_url: Type.String({ format: "uri" }),
    feed_url: Type.String({ format: "uri" }),
    description: Type.String(),
    icon: Type.Optional(Type.String({ format: "uri" })),
    authors: Type.Array(Type.Object({ name: Type.String(), url: Type.String({ format: "uri" }) })),
    language: Type.String(),
    hubs: Type.Array(Type.Object({ type: Type.String(), url: Type.String({ format: "uri" }) })),
    _goodword: Type.Object(
      {
        about: About,
        is_sample: Type.Boolean({ description: "True while this is the sample data that ships with Goodword" }),
        removed: Type.Array(RemovedItem, { maxItems: 50, description: "Latest first" }),
      },
      { additionalProperties: false, description: "What JSON Feed has no word for" },
    ),
    items: Type.Array(FeedItem, { maxItems: 50, description: "The 50 newest reviews" }),
  },
  { additionalProperties: false, description: "The newest reviews as a JSON Feed 1.1 document" },
);

export const Health = Type.Object(
  { status: Type.Enum(["ok", "starting"], { description: "How the service is" }) },
  { additionalProperties: false, description: "State of the service" },
);

export const HubForm = Type.Object(
  {
    "hub.callback": Type.String({ format: "uri", maxLength: 2048, description: "HTTPS URL of the subscriber" }),
    "hub.mode": Type.Enum(["subscribe", "unsubscribe"], { description: "What is asked" }),
    "hub.topic": Type.String({ format: "uri", description: "One of the topic URLs" }),
    "hub.lease_seconds": Type.Optional(
      Type.Integer({ minimum: 0, description: "Lease asked for, in seconds; brought within the hub's bounds" }),
    ),
    "hub.secret": Type.Optional(
      Type.String({ maxLength: 199, description: "Signs deliveries with HMAC-SHA-256; less than 200 bytes" }),
    ),
  },
  { description: "A WebSub subscription request" },
);

export const JsonRpcRequest = Type.Object(
  {
    jsonrpc: Type.Literal("2.0"),
    id: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    method: Type.String({ description: "initialize, tools/list, tools/call ..." }),
    params: Type.Optional(Type.Object({})),
  },
  { description: "A JSON-RPC 2.0 request or notification" },
);

export const JsonRpcResponse = Type.Object(
  {
    jsonrpc: Type.Literal("2.0"),
    id: Type.Optional(Type.Union([Type.String(), Type.Integer(), Type.Null()])),
    result: Type.Optional(Type.Object({})),
    error: Type.Optional(
      Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Optional(Type.Unknown()) }),
    ),
  },
  { description: "A JSON-RPC 2.0 response" },
);
