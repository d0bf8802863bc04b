/** Reads reviews and events of Trustpilot (https://documentation-apidocumentation.trustpilot.com/). */

import { type Fields, isObject, type JsonDocument } from "./json.ts";
import { refuse, showValue } from "./problem.ts";
import { dateOfInstant, type FieldNames, type RawReview, readInstant } from "./raw_review.ts";
import type { RecordPlace } from "./reading.ts";
import type { ReadingBuilder } from "./reading_builder.ts";

const NAMES: FieldNames = {
  sourceId: "id",
  sourceUrl: "link",
  date: "createdAt",
  rating: "stars",
  authorName: "consumer.displayName",
  replyText: "companyReply.text",
  replyDate: "companyReply.createdAt",
};

export function readTrustpilot({ file, json }: JsonDocument, builder: ReadingBuilder): void {
  builder.hasReviewSection = true;
  let inactive = 0;
  for (const { path, review } of reviewsOf(json)) {
    if (isObject(review) && typeof review.status === "string" && review.status !== "active") inactive++;
    else addReview(review, { file, path }, builder);
  }
  if (inactive > 0) builder.note(`${inactive} reviews that are not active on Trustpilot were skipped`);
}

export function looksLikeTrustpilot(json: unknown): boolean {
  if (isObject(json) && Array.isArray(json.events)) return isObject(json.events[0]) && "eventData" in json.events[0];
  const list = Array.isArray(json) ? json : isObject(json) ? json.reviews : undefined;
  const first: unknown = Array.isArray(list) ? list[0] : json;
  return isObject(first) && first.stars !== undefined && isObject(first.consumer);
}

function reviewsOf(json: unknown): { path: string; review: unknown }[] {
  if (Array.isArray(json)) return json.map((review, index) => ({ path: `[${index}]`, review }));
  if (!isObject(json)) refuse(`Expected a Trustpilot export, found ${showValue(json)}`);
  if (Array.isArray(json.reviews)) return json.reviews.map((review, index) => ({ path: `reviews[${index}]`, review }));
  if (Array.isArray(json.events)) return json.events.flatMap(eventReview);
  return [{ path: "review", review: json }];
}

/** The service review of an event. The same webhook also sends invitations, replies and product reviews. */
function eventReview(event: unknown, index: number): { path: string; review: unknown }[] {
  if (!isObject(event) || !/^service-review-(?:created|updated)$/.test(String(event.eventName))) return [];
  return [{ path: `events[${index}].eventData`, review: event.eventData }];
}

function addReview(given: unknown, place: RecordPlace, builder: ReadingBuilder): void {
  const review = builder.fieldsOf(given, place);
  if (review === null) return;
  const at = typeof review.id === "string" ? { ...place, id: review.id } : place;
  builder.add(at, translate(review, builder.timeZone), {
    names: NAMES,
    version: readInstant(review.updatedAt) ?? readInstant(review.createdAt),
  });
}

function translate(review: Fields, timeZone: string): RawReview {
  const consumer = isObject(review.consumer) ? review.consumer : {};
  const reply = isObject(review.companyReply) ? review.companyReply : {};
  return {
    source: "trustpilot",
    sourceId: review.id,
    sourceUrl: typeof review.link === "string" ? review.link : null,
    date: dateOfInstant(withZone(review.createdAt), timeZone),
    rating: review.stars,
    title: review.title,
    text: review.text ?? "",
    language: review.language,
    authorName: consumer.displayName ?? consumer.name,
    // Trustpilot marks reviews that it can trace to a purchase or a service.
    verificationMethod: review.isVerified === true ? "platform" : undefined,
    replyText: reply.text,
    replyDate: dateOfInstant(withZone(reply.createdAt), timeZone),
  };
}

function withZone(time: unknown): unknown {
  return typeof time === "string" && /^\d{4}-\d{2}-\d{2}[T ][\d:.]+$/.test(time) ? `${time}Z` : time;
}
