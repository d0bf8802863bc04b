/**
 * A review as Google writes it, in Takeout and from the Business Profile API alike, and its translation.
 *
 * Spec: https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews
 *
 * @module
 */
import { openEnvelope, publishableReply } from "../review/mod.ts";
import type { FieldNames, GivenReview } from "./given_review.ts";
import { dateOfInstant, readInstant } from "./instants.ts";
import { isObject } from "./json.ts";
import { showValue } from "./problem.ts";
import type { RecordPlace } from "./reading.ts";
import type { ReadingBuilder } from "./reading_builder.ts";

type Fields = Readonly<Record<string, unknown>>;

const STARS: Readonly<Record<string, number>> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 };

const NAMES: FieldNames = {
  sourceId: "name",
  date: "createTime",
  rating: "starRating",
  text: "comment",
  authorName: "reviewer.displayName",
  isAnonymous: "reviewer.isAnonymous",
  replyText: "reviewReply.comment",
  replyDate: "reviewReply.updateTime",
};

const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...["name", "reviewId", "reviewer", "starRating", "comment", "createTime", "updateTime", "reviewReply"],
  ...["reviewMediaItems"],
]);

/** Whether a value has the marks of a Google review. */
export function isGoogleReview(value: unknown): value is Fields {
  return isObject(value) && value.starRating !== undefined && (value.createTime !== undefined || "reviewer" in value);
}

/** The location a review belongs to, from its resource name; null when it does not say. */
export function locationOf(review: unknown): string | null {
  const name = isObject(review) && typeof review.name === "string" ? review.name : "";
  return /(?:^|\/)locations\/([^/]+)/.exec(name)?.[1] ?? null;
}

/** Adds one review to the reading. */
export function addGoogleReview(review: unknown, place: RecordPlace, builder: ReadingBuilder): void {
  if (!isObject(review)) {
    builder.refuseRecord(place, `is ${showValue(review)}, expected an object with the fields of a review`);
    return;
  }
  for (const field in review) if (!KNOWN_FIELDS.has(field)) builder.ignored(field);
  const sourceId = sourceIdOf(review);
  const at = typeof sourceId === "string" ? { ...place, id: sourceId } : place;
  builder.add(at, translate(review, sourceId, builder), {
    names: NAMES,
    version: readInstant(review.updateTime) ?? readInstant(review.createTime),
  });
}

function translate(review: Fields, sourceId: unknown, builder: ReadingBuilder): GivenReview {
  const reviewer = isObject(review.reviewer) ? review.reviewer : {};
  return {
    source: "google",
    sourceId,
    date: dateOfInstant(review.createTime, builder.timeZone),
    rating: starsOf(review.starRating),
    text: textOf(review.comment, builder),
    authorName: reviewer.displayName,
    isAnonymous: reviewer.isAnonymous,
    ...replyOf(review.reviewReply, builder),
  };
}

/** Takeout has no `reviewId`; the tail of `name` is the same id, whichever account the export came from. */
function sourceIdOf({ reviewId, name }: Fields): unknown {
  if (reviewId !== undefined && reviewId !== "") return reviewId;
  return typeof name === "string" ? name.slice(name.lastIndexOf("/") + 1) : name;
}

function starsOf(stars: unknown): unknown {
  return typeof stars === "string" && Object.hasOwn(STARS, stars) ? STARS[stars] : stars;
}

function textOf(comment: unknown, builder: ReadingBuilder): unknown {
  if (comment === undefined || comment === null) return "";
  if (typeof comment !== "string") return comment;
  if (openEnvelope(comment).original === null) {
    builder.note(
      "Of some reviews Google gives its translation alone; it is published as a translation, without a text",
    );
  }
  return comment;
}

/** Replies that Google holds back or has turned down are not public there, so they do not become public here. */
function replyOf(reply: unknown, builder: ReadingBuilder): Pick<GivenReview, "replyText" | "replyDate"> {
  if (!isObject(reply)) return {};
  const state = reply.reviewReplyState ?? reply.state ?? "APPROVED";
  if (state === "PENDING" || state === "REJECTED") return {};
  const { comment, updateTime } = reply;
  const replyText = typeof comment === "string" ? publishableReply(comment) : comment;
  return { replyText, replyDate: dateOfInstant(updateTime, builder.timeZone) };
}
