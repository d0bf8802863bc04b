/** The business whose reviews are published: its profile, catalog and licences. */
import { type Static, Type } from "typebox";
import { CalendarDate, nullableUrl, orNull } from "./field_values.ts";

const nullable = (maxLength: number, description: string) => orNull(Type.String({ maxLength }), description);

export const License = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 120,
      description: "SPDX id where there is one",
    }),
    url: Type.String({ format: "uri", maxLength: 2048, description: "Its text" }),
  },
  { additionalProperties: false, description: "A licence" },
);
export type License = Static<typeof License>;

export const SourceTerms = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 120, description: "As in `source.name`" }),
    terms: Type.String({ format: "uri", maxLength: 2048, description: "Its terms" }),
  },
  { additionalProperties: false, description: "Terms of one source" },
);
export type SourceTerms = Static<typeof SourceTerms>;

/** Licences for data that can be named by their SPDX id alone. */
export const KNOWN_LICENSES: readonly License[] = [
  { name: "CC0-1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/" },
  { name: "CC-BY-4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
  { name: "CC-BY-SA-4.0", url: "https://creativecommons.org/licenses/by-sa/4.0/" },
  { name: "CC-BY-NC-4.0", url: "https://creativecommons.org/licenses/by-nc/4.0/" },
  { name: "ODbL-1.0", url: "https://opendatacommons.org/licenses/odbl/1-0/" },
  { name: "ODC-By-1.0", url: "https://opendatacommons.org/licenses/by/1-0/" },
  { name: "PDDL-1.0", url: "https://opendatacommons.org/licenses/pddl/1-0/" },
];

/** Reads a licence by a known id in any case, or by the address of its text. Null for anything else. */
export function licenseNamed(text: string): License | null {
  const known = KNOWN_LICENSES.find(
    ({ name, url }) => name.toLowerCase() === text.trim().toLowerCase() || url === text.trim(),
  );
  if (known !== undefined) return known;
  const url = URL.parse(text.trim());
  return url?.protocol === "https:" || url?.protocol === "http:"
    ? { name: url.host + url.pathname, url: url.href }
    : null;
}

export const Photo = Type.Object(
  {
    url: nullableUrl("Where it was fetched from; null when it came from a file"),
    description: Type.String({
      minLength: 1,
      maxLength: 300,
      description: "What it shows, in the business's language",
    }),
    author: Type.String({ minLength: 1, maxLength: 120, description: "Who took it, or holds the rights" }),
    license: orNull(License, "Its licence; null: all rights reserved"),
  },
  { additionalProperties: false, description: "A photograph of the business, its people or its work" },
);
export type Photo = Static<typeof Photo>;

export const MAX_PHOTOS = 60;
export const MAX_CAPTION_LENGTH = 140;

const PhotoFile = {
  url: Type.String({ format: "uri", description: "WebP; its name changes with its content" }),
  width: Type.Integer({ minimum: 1, description: "Pixels" }),
  height: Type.Integer({ minimum: 1, description: "Pixels" }),
};

const JobPhoto = Type.Object(
  {
    ...PhotoFile,
    preview: Type.Object(PhotoFile, { additionalProperties: false, description: "The same, smaller" }),
    caption: orNull(
      Type.String({ minLength: 1, maxLength: MAX_CAPTION_LENGTH }),
      "What it shows, in the business's language",
    ),
    service: nullable(64, "Id of the service"),
    technician: nullable(64, "Id of the technician"),
    date: orNull(CalendarDate, "Day of the job"),
  },
  { additionalProperties: false, description: "A photograph of a job" },
);
export type JobPhoto = Static<typeof JobPhoto>;

export const BUSINESS_TYPES = [
  "Plumber",
  "HVACBusiness",
  "Electrician",
  "RoofingContractor",
  "HousePainter",
  "Locksmith",
  "MovingCompany",
  "GeneralContractor",
  "HomeAndConstructionBusiness",
  "LocalBusiness",
] as const;

const CatalogId = Type.String({ pattern: "^[a-z0-9][a-z0-9_-]{0,63}$", description: "Stable id, lower case" });
const CatalogName = Type.String({ minLength: 1, maxLength: 120, description: "Name as shown" });
const Aliases = Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
  maxItems: 50,
  description: "Other spellings that mean the same",
});

export const Technician = Type.Object(
  {
    id: CatalogId,
    name: CatalogName,
    aliases: Aliases,
    public: Type.Boolean({ description: "Whether the name may be published; others are never shown" }),
  },
  { additionalProperties: false, description: "A person who does the work" },
);
/** A person whom reviews may mention; the name is published only when `public` is true. */
export type Technician = Static<typeof Technician>;

export const Service = Type.Object(
  {
    id: CatalogId,
    name: CatalogName,
    keywords: Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
      maxItems: 100,
      description: "Words and phrases in a review that mean this service",
    }),
  },
  { additionalProperties: false, description: "A service the business offers" },
);
export type Service = Static<typeof Service>;

export const ServiceArea = Type.Object(
  { id: CatalogId, name: CatalogName, aliases: Aliases },
  { additionalProperties: false, description: "A town, county or district the business serves" },
);
export type ServiceArea = Static<typeof ServiceArea>;

export const Address = Type.Object(
  {
    street_address: nullable(200, "Street and number; null when the business works from no public address"),
    locality: nullable(120, "Town"),
    region: nullable(120, "State, province or county"),
    postal_code: nullable(20, "Postal code"),
    country: nullable(2, "ISO 3166-1 alpha-2 code"),
  },
  { additionalProperties: false, description: "Postal address" },
);
/** A postal address; parts that are unknown or not public are null. */
export type Address = Static<typeof Address>;

/** Length in UTF-16 code units. */
export const MAX_BUSINESS_NAME_LENGTH = 120;

export const Business = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_BUSINESS_NAME_LENGTH, description: "Public name" }),
    type: Type.Enum([...BUSINESS_TYPES], { description: "schema.org type" }),
    description: nullable(2000, "What the business does, in its own words"),
    url: nullableUrl("The business's own site"),
    telephone: nullable(32, "Business line, E.164 where known"),
    address: orNull(Address, "Postal address"),
    services: Type.Array(Service, { maxItems: 200, description: "Services offered" }),
    technicians: Type.Array(Technician, { maxItems: 500, description: "Technicians who may be named in public" }),
    service_areas: Type.Array(ServiceArea, { maxItems: 500, description: "Areas served" }),
    opening_hours: Type.Array(Type.String(), {
      maxItems: 7,
      description:
        "Days and times as in schema.org's openingHours, such as Mo-Fr 08:00-12:00,13:00-17:00; other days are closed; " +
        "a time that ends before it begins ends the next morning; empty where unknown",
    }),
    time_zone: Type.String({ maxLength: 64, description: "IANA time zone of calendar dates" }),
    language: Type.String({ maxLength: 35, description: "BCP 47 language, the default of texts" }),
    same_as: Type.Array(Type.String({ format: "uri", maxLength: 2048 }), {
      maxItems: 20,
      description: "Profiles of the same business elsewhere",
    }),
    google_review_url: Type.Optional(Type.String({ description: "Google's form" })),
    logo: nullableUrl("Logo image"),
    photo: orNull(Photo, "Photograph on the profile"),
    photos: Type.Optional(
      Type.Array(JobPhoto, {
        maxItems: MAX_PHOTOS,
        description: "Photographs of jobs, the newest first; absent where there are none",
      }),
    ),
    color: orNull(Type.String({ pattern: "^#[0-9a-f]{6}$" }), "Brand colour of the pages, #rrggbb"),
    report_to: nullable(2048, "Where readers report a review: an e-mail address or an https:// URL"),
    founded: orNull(Type.Integer({ minimum: 1000, maximum: 9999 }), "Year of founding"),
    license_ids: Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
      maxItems: 20,
      description: "Trade licence numbers",
    }),
    license: orNull(License, "Licence of these data; null: all rights reserved"),
    sources: Type.Array(SourceTerms, {
      maxItems: 50,
      description: "Sources with terms of their own",
    }),
    is_sample: Type.Boolean({ description: "True for Goodword's sample data" }),
  },
  { additionalProperties: false, description: "The business that the reviews are about" },
);
export type Business = Static<typeof Business>;

/** The part of a business that review texts are matched against. */
export type Catalog = Pick<Business, "technicians" | "services" | "service_areas"> &
  Partial<Pick<Business, "name" | "language">>;

export function streetAddressPhrase(address: Address | null): string {
  if (!address?.street_address) return "";
  const { street_address, locality, region, postal_code, country } = address;
  const joined = (parts: readonly (string | null)[], mark: string) => parts.filter(Boolean).join(mark);
  const isBeforeCode = ["US", "CA", "AU"].includes(country ?? "");
  if (isBeforeCode) return joined([street_address, locality, joined([region, postal_code], " ")], ", ");
  const town = ["GB", "NZ", "IE"].includes(country ?? "") ? [locality, postal_code] : [postal_code, locality];
  return joined([street_address, joined(town, " ")], ", ");
}

/** A postal address on one line; "" if it is incomplete. */
export function formatAddress(address: Address | null): string {
  if (address?.street_address == null || address.locality === null) return "";
  return [streetAddressPhrase(address), address.country].filter(Boolean).join(", ");
}
