/** Reads Google Business Profile: pages of its API (developers.google.com/my-business/reference/rest/v4), and Takeout, which may have a location twice. */
import { type BUSINESS_TYPES, comparableText, openEnvelope } from "../review/mod.ts";
import { readBusinessLeniently } from "./business.ts";
import { STARS_ONLY, starsOf } from "./columns/stars.ts";
import { asList, type Fields, isObject, type JsonDocument } from "./json.ts";
import { askOwner, refuse, showValue } from "./problem.ts";
import { dateOfInstant, type FieldNames, type RawReview, readInstant } from "./raw_review.ts";
import type { BusinessDraft, RecordPlace } from "./reading.ts";
import type { ReadingBuilder } from "./reading_builder.ts";

interface PlacedReview {
  readonly at: RecordPlace;
  readonly review: unknown;
  readonly location: string;
}

export function readGoogleBusiness(documents: readonly JsonDocument[], builder: ReadingBuilder): void {
  const locations = new Map<string, GoogleLocation>();
  const placed = documents.flatMap(({ file, json }) => reviewsOf(file, json));
  for (const { at, review, location } of placed) locationIn(locations, location).reviews.push({ at, review });
  builder.hasReviewSection = true;
  if (locations.size > 0) addLocation([...locations.values()], builder);
  noteMissingPages(documents, placed.length, builder);
}

export function looksLikeGoogleBusiness(json: unknown): boolean {
  const [page] = asList(json);
  if (!isObject(page)) return false;
  if (Array.isArray(page.locationReviews)) return true;
  const first: unknown = Array.isArray(page.reviews) ? page.reviews[0] : page;
  // Other tools use the name of the count with reviews of another shape.
  const isEmpty = !Array.isArray(page.reviews) || page.reviews.length === 0;
  return isGoogleReview(first) || (page.totalReviewCount !== undefined && isEmpty);
}

function reviewsOf(file: string, json: unknown): PlacedReview[] {
  const isList = Array.isArray(json);
  return asList(json).flatMap((page, index) => {
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

/** The fields of a page of the API. The page of a location without reviews is an empty object. */
const PAGE_FIELDS: ReadonlySet<string> = new Set(["reviews", "totalReviewCount", "averageRating", "nextPageToken"]);

/** Refuses the export of another tool, which would look like a location without reviews. */
function refuseForeign(page: Fields, path: string): void {
  const fields = Object.keys(page);
  if (fields.length === 0 || fields.some((field) => PAGE_FIELDS.has(field))) return;
  const named = fields.slice(0, MAX_NAMED).join(", ") + (fields.length > MAX_NAMED ? " ..." : "");
  refuse(
    `Not a Google Business Profile export: ${path || "the document"} has no reviews, only ${named}; leave out --format to detect the format`,
  );
}

const MAX_NAMED = 5;

function placedAt(file: string, path: string, review: unknown, entry?: unknown): PlacedReview {
  return { at: { file, path }, review, location: locationOf(review) ?? locationOf(entry) ?? "" };
}

/** Notes missing pages: the API returns 50 reviews at a time, and a missing page would look like deleted reviews. */
function noteMissingPages(documents: readonly JsonDocument[], found: number, builder: ReadingBuilder): void {
  const totals = documents
    .flatMap(({ json }) => asList(json))
    .map((page) => (isObject(page) ? page.totalReviewCount : 0));
  const total = Math.max(0, ...totals.filter((count) => typeof count === "number"));
  if (total <= found) return;
  builder.lacksReviews = true;
  builder.note(`The pages contain ${found} of ${total} reviews; the pages with the others are missing`);
}

const LOCATION_FILE = /(?:^|\/)location-([^/]+)\/(?:(reviews(?:-[^/]*)?)|(data|additionalData))\.json$/i;

export function isTakeoutName(name: string): boolean {
  return LOCATION_FILE.test(name);
}

/** Whether a file contains the reviews that the owner wrote about other places, by Takeout's name for it. */
export function isMapsReviewsName(name: string): boolean {
  return /(?:^|\/)Maps \([^/]*\)\/Reviews\.json$/i.test(name) || /(?:^|\/)Maps\/[^/]*\/Reviews\.json$/i.test(name);
}

/** The same by content: a GeoJSON collection. */
export function isMapsReviews(json: unknown): boolean {
  return isObject(json) && json.type === "FeatureCollection";
}

export function refuseMapsReviews(): never {
  refuse(
    'These are reviews you wrote about other places, not reviews of your business; in Google Takeout choose "Google Business Profile"',
  );
}

export function readTakeout(documents: readonly JsonDocument[], builder: ReadingBuilder): void {
  if (documents.every(({ file }) => isProfileName(file))) {
    refuse("No reviews.json in this export; request it from Google Takeout again");
  }
  const locations = new Map<string, GoogleLocation>();
  for (const document of documents) sortIn(document, locations);
  addLocation([...locations.values()], builder);
  builder.exportedLocation = wholeLocation(documents, [...locations.values()]);
}

/** A single page may be one of several. Of several locations, the others may be those of the reviews that are kept here. */
function wholeLocation([first, second]: readonly JsonDocument[], locations: readonly GoogleLocation[]): string | null {
  const isPage = second === undefined && /^(?!.*\.zip\/)(?:.*\/)?reviews-[^/]*\.json$/i.test(first?.file ?? "");
  const [only, other] = locations.filter(({ reviews }) => reviews.length > 0);
  return isPage || other !== undefined ? null : (only?.id ?? null);
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
  if (json.reviews.length === 0) locationIn(locations, folder ?? "");
  json.reviews.forEach((review: unknown, index) => {
    const location = locationIn(locations, folder ?? locationOf(review) ?? "");
    location.reviews.push({ at: { file, path: `reviews[${index}]` }, review });
  });
}

function locationIn(locations: Map<string, GoogleLocation>, id: string): GoogleLocation {
  const location = locations.get(id) ?? { id, profile: undefined, reviews: [] };
  locations.set(id, location);
  return location;
}

/** Whether a document looks like a `reviews.json` of Takeout: Google reviews without a `reviewId`. */
export function looksLikeTakeout(json: unknown): boolean {
  if (!isObject(json) || !Array.isArray(json.reviews) || json.totalReviewCount !== undefined) return false;
  const first: unknown = json.reviews[0];
  return isGoogleReview(first) && first.reviewId === undefined;
}

interface GoogleLocation {
  readonly id: string;
  profile: unknown;
  readonly reviews: { readonly at: RecordPlace; readonly review: unknown }[];
}

function addLocation(locations: readonly GoogleLocation[], builder: ReadingBuilder): void {
  const location = chooseLocation(locations, builder.options.location);
  builder.hasReviewSection = true;
  builder.suggestBusiness(businessOf(location.profile));
  for (const { at, review } of location.reviews) addGoogleReview(review, at, builder);
}

function chooseLocation(locations: readonly GoogleLocation[], asked: string | undefined): GoogleLocation {
  const withReviews = locations.filter(({ reviews }) => reviews.length > 0);
  const choices = withReviews.length > 0 ? withReviews : locations;
  const [only] = choices;
  if (asked === undefined && only !== undefined && choices.length === 1) return only;
  const list = choices.map(describeLocation).join(", ");
  if (asked === undefined) {
    return askOwner({
      option: "location",
      message: `There are several locations; choose one with --location: ${list}`,
      question: "Which location is yours?",
      choices: choices.map(({ id, profile }) => nameOf(choices, { id, profile })),
      examples: choices.map(describeLocation),
    });
  }
  const called = locations.filter((location) => isCalled(location, asked));
  const [found] = called;
  if (found !== undefined && called.length === 1) return found;
  refuse(
    `${called.length === 0 ? "No" : "More than one"} location is called ${showValue(asked)}; the locations are: ${list}`,
  );
}

/** The name by which a location is chosen: its title if it is unique, else its id. */
function nameOf(locations: readonly GoogleLocation[], { id, profile }: Pick<GoogleLocation, "id" | "profile">): string {
  const title = titleOf(profile);
  return title !== null && locations.filter((other) => isCalled(other, title)).length === 1 ? title : id;
}

function isCalled({ id, profile }: GoogleLocation, asked: string): boolean {
  return id === asked || `location-${id}` === asked || comparableText(titleOf(profile) ?? "") === comparableText(asked);
}

function describeLocation({ id, profile, reviews }: GoogleLocation): string {
  const title = titleOf(profile);
  const count = `${reviews.length} ${reviews.length === 1 ? "review" : "reviews"}`;
  return `${id === "" ? "(without an id)" : id}${title === null ? "" : ` ${showValue(title)}`} (${count})`;
}

function titleOf(profile: unknown): string | null {
  if (!isObject(profile)) return null;
  const title = profile.title ?? profile.locationName;
  return typeof title === "string" ? title : null;
}

const TYPES: Readonly<Record<string, (typeof BUSINESS_TYPES)[number]>> = {
  plumber: "Plumber",
  hvac_contractor: "HVACBusiness",
  air_conditioning_contractor: "HVACBusiness",
  electrician: "Electrician",
  roofing_contractor: "RoofingContractor",
  painter: "HousePainter",
  locksmith: "Locksmith",
  mover: "MovingCompany",
  moving_company: "MovingCompany",
  general_contractor: "GeneralContractor",
};

function businessOf(profile: unknown): BusinessDraft | null {
  const name = titleOf(profile);
  if (!isObject(profile) || name === null) return null;
  const objectIn = (field: string) => (isObject(profile[field]) ? profile[field] : {});
  const category = objectIn("categories").primaryCategory;
  const gcid = isObject(category) && typeof category.name === "string" ? category.name.replace(/^.*gcid:/, "") : "";
  return readBusinessLeniently({
    name,
    type: TYPES[gcid],
    description: objectIn("profile").description,
    url: profile.websiteUri ?? profile.websiteUrl,
    telephone: objectIn("phoneNumbers").primaryPhone ?? profile.primaryPhone,
    address: addressOf(profile.storefrontAddress ?? profile.address),
    opening_hours: hoursOf(objectIn("regularHours").periods),
    language: profile.languageCode,
  });
}

/** Opening hours, a line per period. A time is a text or an object, and absent at midnight. */
function hoursOf(periods: unknown): unknown {
  if (!Array.isArray(periods)) return undefined;
  const time = (value: unknown) =>
    isObject(value) ? `${value.hours ?? 0}:${String(value.minutes ?? 0).padStart(2, "0")}` : value;
  return periods.filter(isObject).map(({ openDay, openTime, closeTime }) => {
    return `${openDay} ${time(openTime ?? "0:00")}-${time(closeTime ?? "24:00")}`;
  });
}

function addressOf(address: unknown): unknown {
  if (!isObject(address)) return undefined;
  const { addressLines, locality, administrativeArea, postalCode, regionCode } = address;
  const street = Array.isArray(addressLines) ? addressLines.join(", ") : undefined;
  return {
    street_address: street ?? null,
    locality: locality ?? null,
    region: administrativeArea ?? null,
    postal_code: postalCode ?? null,
    country: regionCode ?? null,
  };
}

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
  "name",
  "reviewId",
  "reviewer",
  "starRating",
  "comment",
  "createTime",
  "updateTime",
  "reviewReply",
  "reviewMediaItems",
]);

function isGoogleReview(value: unknown): value is Fields {
  return isObject(value) && value.starRating !== undefined && (value.createTime !== undefined || "reviewer" in value);
}

/** The location of a review, from its resource name; null if the name does not contain it. */
function locationOf(review: unknown): string | null {
  const name = isObject(review) && typeof review.name === "string" ? review.name : "";
  return /(?:^|\/)locations\/([^/]+)/.exec(name)?.[1] ?? null;
}

function addGoogleReview(given: unknown, place: RecordPlace, builder: ReadingBuilder): void {
  const review = builder.fieldsOf(given, place);
  if (review === null) return;
  for (const field in review) if (!KNOWN_FIELDS.has(field)) builder.ignored(field);
  const sourceId = sourceIdOf(review);
  const at = typeof sourceId === "string" ? { ...place, id: sourceId } : place;
  builder.add(at, translate(review, sourceId, builder), {
    names: NAMES,
    version: readInstant(review.updateTime) ?? readInstant(review.createTime),
  });
}

function translate(review: Fields, sourceId: unknown, builder: ReadingBuilder): RawReview {
  const reviewer = isObject(review.reviewer) ? review.reviewer : {};
  return {
    source: "google",
    sourceId,
    date: dateOfInstant(review.createTime, builder.timeZone),
    rating: starsOf(review.starRating, STARS_ONLY),
    text: textOf(review.comment, builder),
    authorName: reviewer.displayName,
    isAnonymous: reviewer.isAnonymous,
    ...replyOf(review.reviewReply, builder),
  };
}

/** The id of a review. Takeout has no `reviewId`, but the end of `name` is the same id in the exports of all accounts. */
function sourceIdOf({ reviewId, name }: Fields): unknown {
  if (reviewId !== undefined && reviewId !== "") return reviewId;
  return typeof name === "string" ? name.slice(name.lastIndexOf("/") + 1) : name;
}

function textOf(comment: unknown, builder: ReadingBuilder): unknown {
  if (comment === undefined || comment === null) return "";
  if (typeof comment !== "string") return comment;
  if (openEnvelope(comment).original === null) {
    builder.note(
      "For some reviews Google provides only its translation; it is published as a translation, without a text",
    );
  }
  return comment;
}

/** The reply, unless Google has not published it: then it must not become public here, either. */
function replyOf(reply: unknown, builder: ReadingBuilder): Pick<RawReview, "replyText" | "replyDate"> {
  if (!isObject(reply)) return {};
  const state = reply.reviewReplyState ?? reply.state ?? "APPROVED";
  if (state === "PENDING" || state === "REJECTED") return {};
  return { replyText: reply.comment, replyDate: dateOfInstant(reply.updateTime, builder.timeZone) };
}
