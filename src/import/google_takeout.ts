/**
 * Google Takeout, "Google Business Profile": the zip, its folder, or single `reviews*.json` files.
 *
 * `account-<id>/location-<id>/{data.json, reviews.json, reviews-<token>.json}`; the same location may stand under two
 * accounts, and one export may be spread over several archives.
 *
 * @module
 */
import { addLocation, type GoogleLocation } from "./google_location.ts";
import { isGoogleReview, locationOf } from "./google_review.ts";
import { isObject, type JsonDocument } from "./json.ts";
import { refuse, showValue } from "./problem.ts";
import type { ReadingBuilder } from "./reading_builder.ts";

const LOCATION_FILE = /(?:^|\/)location-([^/]+)\/(?:(reviews(?:-[^/]*)?)|(data|additionalData))\.json$/i;

/** Whether a file stands where Takeout puts reviews or what describes their location. */
export function isTakeoutName(name: string): boolean {
  return LOCATION_FILE.test(name);
}

/** Whether a document is the list of reviews the owner wrote about other places, as Takeout names it. */
export function isMapsReviewsName(name: string): boolean {
  return /(?:^|\/)Maps \([^/]*\)\/Reviews\.json$/i.test(name) || /(?:^|\/)Maps\/[^/]*\/Reviews\.json$/i.test(name);
}

/** The same by content: a GeoJSON collection whose features carry a star rating. */
export function isMapsReviews(json: unknown): boolean {
  return isObject(json) && json.type === "FeatureCollection";
}

/** Rejects an export of the user's own Google Maps reviews. @throws {GoodwordError} input_refused, always */
export function refuseMapsReviews(): never {
  refuse(
    'These are reviews you wrote about other places, not reviews of your business; in Google Takeout choose "Google Business Profile"',
  );
}

/** Reads the documents of one export together. @throws {GoodwordError} input_refused */
export function readTakeout(documents: readonly JsonDocument[], builder: ReadingBuilder): void {
  if (documents.every(({ file }) => isProfileName(file))) {
    refuse("No reviews.json in this export; request it from Google Takeout again");
  }
  const locations = new Map<string, GoogleLocation>();
  for (const document of documents) sortIn(document, locations);
  addLocation([...locations.values()], builder);
}

function isProfileName(file: string): boolean {
  return LOCATION_FILE.exec(file)?.[3] !== undefined;
}

function sortIn({ file, json }: JsonDocument, locations: Map<string, GoogleLocation>): void {
  const [, folder, , profile] = LOCATION_FILE.exec(file) ?? [];
  if (folder !== undefined && profile !== undefined) {
    const location = locationIn(locations, folder);
    if (profile.toLowerCase() === "data") location.profile ??= json;
    return;
  }
  if (!isObject(json)) {
    refuse(`${file}: the document is ${showValue(json)}, expected an object with a list of reviews`);
  }
  if (!Array.isArray(json.reviews)) {
    refuse(`${file}: reviews is ${showValue(json.reviews)}, expected a list of reviews`);
  }
  const unnamed = folder ?? "";
  if (json.reviews.length === 0) locationIn(locations, unnamed);
  json.reviews.forEach((review: unknown, index) => {
    const location = locationIn(locations, folder ?? locationOf(review) ?? unnamed);
    location.reviews.push({ at: { file, path: `reviews[${index}]` }, review });
  });
}

function locationIn(locations: Map<string, GoogleLocation>, id: string): GoogleLocation {
  const location = locations.get(id) ?? { id, profile: undefined, reviews: [] };
  locations.set(id, location);
  return location;
}

/** Whether a document looks like a `reviews.json` of Takeout: Google reviews that carry no `reviewId`. */
export function looksLikeTakeout(json: unknown): boolean {
  if (!isObject(json) || !Array.isArray(json.reviews) || json.totalReviewCount !== undefined) return false;
  const first: unknown = json.reviews[0];
  return isGoogleReview(first) && first.reviewId === undefined;
}
