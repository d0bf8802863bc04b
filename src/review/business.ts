/**
 * The business whose reviews are published, and its catalog: technicians, services and service areas.
 *
 * @module
 */
import { type Static, Type } from "typebox";
import { License, SourceTerms } from "./license.ts";
import { Photo } from "./photo.ts";

/** The schema.org types a business may choose from. */
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

/** JSON Schema of {@link Technician}. */
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

/** JSON Schema of {@link Service}. */
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
/** A service the business offers, with the keywords that identify it in a review. */
export type Service = Static<typeof Service>;

/** JSON Schema of {@link ServiceArea}. */
export const ServiceArea = Type.Object(
  { id: CatalogId, name: CatalogName, aliases: Aliases },
  { additionalProperties: false, description: "A town, county or district the business serves" },
);
/** A place the business serves, with the other names it goes by. */
export type ServiceArea = Static<typeof ServiceArea>;

const nullable = (maxLength: number, description: string) =>
  Type.Union([Type.String({ maxLength }), Type.Null()], { description });
const nullableUrl = (description: string) =>
  Type.Union([Type.String({ format: "uri", maxLength: 2048 }), Type.Null()], { description });

/** JSON Schema of {@link Address}. */
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

/** JSON Schema of {@link Business}. */
export const Business = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 120, description: "Public name" }),
    type: Type.Enum([...BUSINESS_TYPES], { description: "schema.org type" }),
    description: nullable(2000, "What the business does, in its own words"),
    url: nullableUrl("The business's own site"),
    telephone: nullable(32, "Business line, E.164 where known"),
    address: Type.Union([Address, Type.Null()], { description: "Postal address" }),
    services: Type.Array(Service, { maxItems: 200, description: "Services offered" }),
    technicians: Type.Array(Technician, { maxItems: 500, description: "Technicians who may be named in public" }),
    service_areas: Type.Array(ServiceArea, { maxItems: 500, description: "Areas served" }),
    time_zone: Type.String({ maxLength: 64, description: "IANA time zone that turns instants into calendar dates" }),
    language: Type.String({ maxLength: 35, description: "BCP 47 language of the business and the default of texts" }),
    same_as: Type.Array(Type.String({ format: "uri", maxLength: 2048 }), {
      maxItems: 20,
      description: "Profiles of the same business elsewhere",
    }),
    logo: nullableUrl("Logo image"),
    photo: Type.Union([Photo, Type.Null()], { description: "Photograph on the profile" }),
    color: Type.Union([Type.String({ pattern: "^#[0-9a-f]{6}$" }), Type.Null()], {
      description: "Brand colour of the pages, #rrggbb",
    }),
    report_to: nullable(2048, "Where readers report a review: an e-mail address or an https:// URL"),
    founded: Type.Union([Type.Integer({ minimum: 1000, maximum: 9999 }), Type.Null()], {
      description: "Year of founding",
    }),
    license_ids: Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
      maxItems: 20,
      description: "Trade licence numbers",
    }),
    license: Type.Union([License, Type.Null()], {
      description: "Licence of these data; null: all rights reserved",
    }),
    sources: Type.Array(SourceTerms, {
      maxItems: 50,
      description: "Sources with terms of their own",
    }),
    is_sample: Type.Boolean({ description: "True while this is the sample data that ships with Goodword" }),
  },
  { additionalProperties: false, description: "The business whose reviews these are" },
);
/** The business under review: its public profile and its catalog of services, technicians and areas. */
export type Business = Static<typeof Business>;

/** The part of a business that review texts are matched against. */
export type Catalog = Pick<Business, "technicians" | "services" | "service_areas">;
