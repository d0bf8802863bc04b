/**
 * The locations in a Google export: which one is meant, and what Google knows of it.
 *
 * @module
 */
import { type BUSINESS_TYPES, comparableText } from "../review/mod.ts";
import { readBusinessLeniently } from "./business.ts";
import { addGoogleReview } from "./google_review.ts";
import { isObject } from "./json.ts";
import { refuse, showValue } from "./problem.ts";
import type { BusinessDraft, RecordPlace } from "./reading.ts";
import type { ReadingBuilder } from "./reading_builder.ts";

/** One business location in a Google export, with its reviews. */
export interface GoogleLocation {
  /** Google's id of the location; "" when the export does not say. */
  readonly id: string;
  /** The location's profile, if the export has it. */
  profile: unknown;
  readonly reviews: { readonly at: RecordPlace; readonly review: unknown }[];
}

/** Adds the reviews of the one location that is meant. @throws {GoodwordError} input_refused when that is not clear */
export function addLocation(locations: readonly GoogleLocation[], builder: ReadingBuilder): void {
  const location = chooseLocation(locations, builder.options.location);
  builder.speaksOfReviews = true;
  builder.suggestBusiness(businessOf(location.profile));
  for (const { at, review } of location.reviews) addGoogleReview(review, at, builder);
}

function chooseLocation(locations: readonly GoogleLocation[], asked: string | undefined): GoogleLocation {
  const withReviews = locations.filter(({ reviews }) => reviews.length > 0);
  const choices = withReviews.length > 0 ? withReviews : locations;
  const only = onlyOf(choices);
  if (asked === undefined && only !== undefined) return only;
  const list = choices.map(describeLocation).join(", ");
  if (asked === undefined) refuse(`There are several locations; choose one with --location: ${list}`);
  const meant = locations.filter((location) => isMeant(location, asked));
  const found = onlyOf(meant);
  if (found !== undefined) return found;
  refuse(
    `${meant.length === 0 ? "No" : "More than one"} location is called ${showValue(asked)}; the locations are: ${list}`,
  );
}

function onlyOf(locations: readonly GoogleLocation[]): GoogleLocation | undefined {
  return locations.length === 1 ? locations[0] : undefined;
}

function isMeant({ id, profile }: GoogleLocation, asked: string): boolean {
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

/** What a location's profile says of the business; fields that do not fit are left for the owner to fill. */
function businessOf(profile: unknown): BusinessDraft | null {
  const name = titleOf(profile);
  if (!isObject(profile) || name === null) return null;
  const part = (field: string) => (isObject(profile[field]) ? profile[field] : {});
  const category = part("categories").primaryCategory;
  const gcid = isObject(category) && typeof category.name === "string" ? category.name.replace(/^.*gcid:/, "") : "";
  return readBusinessLeniently({
    name,
    type: TYPES[gcid],
    description: part("profile").description,
    url: profile.websiteUri ?? profile.websiteUrl,
    telephone: part("phoneNumbers").primaryPhone ?? profile.primaryPhone,
    address: addressOf(profile.storefrontAddress ?? profile.address),
    language: profile.languageCode,
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
