/**
 * Pages of the Google Business Profile API: `reviews.list`, `batchGetReviews`, one page or a list of them.
 *
 * Spec: https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews/list
 *
 * @module
 */
import { addLocation, type GoogleLocation } from "./google_location.ts";
import { isGoogleReview, locationOf } from "./google_review.ts";
import { isObject, type JsonDocument } from "./json.ts";
import { refuse, showValue } from "./problem.ts";
import type { RecordPlace } from "./reading.ts";
import type { ReadingBuilder } from "./reading_builder.ts";

interface PlacedReview {
  readonly at: RecordPlace;
  readonly review: unknown;
  readonly location: string;
}

/** Reads the pages together. @throws {GoodwordError} input_refused */
export function readGoogleBusiness(documents: readonly JsonDocument[], builder: ReadingBuilder): void {
  const locations = new Map<string, GoogleLocation>();
  const placed = documents.flatMap(({ file, json }) => reviewsOf(file, json));
  for (const { at, review, location: id } of placed) {
    const location = locations.get(id) ?? { id, profile: undefined, reviews: [] };
    locations.set(id, location);
    location.reviews.push({ at, review });
  }
  builder.speaksOfReviews = true;
  if (locations.size > 0) addLocation([...locations.values()], builder);
  noteMissingPages(documents, placed.length, builder);
}

/** Whether a document has one of the shapes of the API. */
export function looksLikeGoogleBusiness(json: unknown): boolean {
  const [page] = pagesOf(json);
  if (!isObject(page)) return false;
  if (Array.isArray(page.locationReviews)) return true;
  const first: unknown = Array.isArray(page.reviews) ? page.reviews[0] : page;
  // Others took over the name of the count, with reviews of another shape.
  const isEmpty = !Array.isArray(page.reviews) || page.reviews.length === 0;
  return isGoogleReview(first) || (page.totalReviewCount !== undefined && isEmpty);
}

function pagesOf(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : [json];
}

function reviewsOf(file: string, json: unknown): PlacedReview[] {
  const isList = Array.isArray(json);
  return pagesOf(json).flatMap((page, index) => {
    const path = isList ? `[${index}]` : "";
    if (isGoogleReview(page)) return [placedAt(file, path || "review", page)];
    if (!isObject(page)) refuse(`${path || "The page"} is ${showValue(page)}, expected a page of reviews`);
    const prefix = path === "" ? "" : `${path}.`;
    if (Array.isArray(page.locationReviews)) {
      return page.locationReviews.map((entry, at) => {
        const review = isObject(entry) ? entry.review : entry;
        return placedAt(file, `${prefix}locationReviews[${at}].review`, review, isObject(entry) ? entry : undefined);
      });
    }
    refuseForeign(page, path);
    const { reviews = [] } = page;
    if (!Array.isArray(reviews)) refuse(`${prefix}reviews is ${showValue(reviews)}, expected a list of reviews`);
    return reviews.map((review, at) => placedAt(file, `${prefix}reviews[${at}]`, review));
  });
}

/** What the API may say of a location besides its reviews; a location without any is an empty object. */
const PAGE_FIELDS: ReadonlySet<string> = new Set(["reviews", "totalReviewCount", "averageRating", "nextPageToken"]);

/** Another tool's export would pass for a location without reviews. */
function refuseForeign(page: Readonly<Record<string, unknown>>, path: string): void {
  const fields = Object.keys(page);
  if (fields.length === 0 || fields.some((field) => PAGE_FIELDS.has(field))) return;
  const named = fields.slice(0, MOST_NAMED).join(", ") + (fields.length > MOST_NAMED ? " ..." : "");
  refuse(
    `Not a Google Business Profile export: ${path || "the document"} has no reviews, only ${named}; leave out --format to detect the format`,
  );
}

/** Fields of a foreign document that its refusal names. */
const MOST_NAMED = 5;

function placedAt(file: string, path: string, review: unknown, entry?: unknown): PlacedReview {
  return { at: { file, path }, review, location: locationOf(review) ?? locationOf(entry) ?? "" };
}

/** The API gives 50 reviews at a time; a forgotten page would look like reviews that were taken down. */
function noteMissingPages(documents: readonly JsonDocument[], found: number, builder: ReadingBuilder): void {
  const totals = documents
    .flatMap(({ json }) => pagesOf(json))
    .map((page) => (isObject(page) ? page.totalReviewCount : 0));
  const total = Math.max(0, ...totals.filter((count) => typeof count === "number"));
  if (total > found)
    builder.note(`The pages contain ${found} of ${total} reviews; the pages with the others are missing`);
}
