/**
 * The business as a file describes it: every field checked, all faults told at once.
 *
 * Only the name must be given. Entries of the catalog may be names alone.
 *
 * @module
 */
import {
  BUSINESS_TYPES,
  KNOWN_LICENSES,
  type License,
  licenseNamed,
  type Photo,
  recogniseSource,
  type SourceTerms,
} from "../review/mod.ts";
import { FieldReader, type Fields } from "./field_reader.ts";
import { isObject } from "./json.ts";
import { refuse, showValue } from "./problem.ts";
import type { BusinessDraft, CatalogDraft } from "./reading.ts";

/** Checks a business. @throws {GoodwordError} input_refused, naming every fault */
export function readBusiness(value: unknown): BusinessDraft {
  const reader = new FieldReader();
  const draft = reader.object("business", value ?? {}, (fields) => ({
    name: reader.line("business.name", fields.name ?? "", 120, 1) ?? "",
    ...given("type", fields, (type) => reader.choice("business.type", type, BUSINESS_TYPES)),
    ...given("description", fields, (text) => reader.text("business.description", text, 2000)),
    ...given("url", fields, (url) => reader.url("business.url", url)),
    ...given("telephone", fields, (text) => reader.line("business.telephone", text, 32)),
    ...given("address", fields, (address) => readAddress(reader, address)),
    ...given("services", fields, (list) => readCatalog(reader, "business.services", list, 200)),
    ...given("technicians", fields, (list) => readCatalog(reader, "business.technicians", list, 500)),
    ...given("service_areas", fields, (list) => readCatalog(reader, "business.service_areas", list, 500)),
    ...given("time_zone", fields, (zone) => reader.timeZone("business.time_zone", zone)),
    ...given("language", fields, (tag) => reader.language("business.language", tag)),
    ...given("same_as", fields, (list) => reader.list("business.same_as", list, 20, (at, url) => reader.url(at, url))),
    ...given("logo", fields, (url) => reader.url("business.logo", url)),
    ...given("photo", fields, (photo) => readPhotoFields(reader, photo)),
    ...given("color", fields, (color) => reader.color("business.color", color)),
    ...given("report_to", fields, (address) => reader.reportAddress("business.report_to", address)),
    ...given("founded", fields, (year) => reader.year("business.founded", year)),
    ...given("license_ids", fields, (list) => reader.lines("business.license_ids", list, 20)),
    ...given("license", fields, (license) => readLicense(reader, "business.license", license)),
    ...given("sources", fields, (list) => readSources(reader, list)),
    ...given("is_sample", fields, (flag) => reader.flag("business.is_sample", flag)),
  }));
  if (reader.faults.length > 0) refuse(reader.faults.join("; "));
  return draft as BusinessDraft;
}

/** Checks what is said of a photograph. @throws {GoodwordError} input_refused, naming every fault */
export function readPhoto(value: Fields): Photo {
  const reader = new FieldReader();
  const photo = readPhotoFields(reader, value);
  if (photo === null || reader.faults.length > 0) refuse(reader.faults.join("; "));
  return photo;
}

/**
 * The business as another site describes it: what does not fit is left out for the owner to fill. Null without a name.
 */
export function readBusinessLeniently(fields: Fields): BusinessDraft | null {
  const { name, ...more } = fields;
  const read = (one: Fields) => {
    try {
      return readBusiness({ name, ...one });
    } catch {
      return null;
    }
  };
  const nameOnly = read({});
  if (nameOnly === null) return null;
  return Object.assign(nameOnly, ...Object.entries(more).map(([field, value]) => read({ [field]: value }) ?? {}));
}

/** The field under its name when the file gives it; nothing otherwise. */
function given<K extends string, T>(key: K, fields: Fields, read: (value: unknown) => T): { [P in K]?: T } {
  const value = fields[key];
  return value === undefined ? {} : ({ [key]: read(value) } as { [P in K]?: T });
}

function readAddress(reader: FieldReader, value: unknown) {
  if (value === null) return null;
  const line = (fields: Fields, key: string, most: number) =>
    given(key, fields, (text) => reader.line(`business.address.${key}`, text, most));
  return reader.object("business.address", value, (fields) => ({
    ...line(fields, "street_address", 200),
    ...line(fields, "locality", 120),
    ...line(fields, "region", 120),
    ...line(fields, "postal_code", 20),
    ...line(fields, "country", 2),
  }));
}

/** By its id, by its address, or by both. */
function readLicense(reader: FieldReader, at: string, value: unknown): License | null {
  if (value === null || value === "") return null;
  if (isObject(value)) {
    const name = reader.line(`${at}.name`, value.name ?? "", 120, 1);
    const url = reader.url(`${at}.url`, value.url ?? "");
    if (url === null) reader.faults.push(`${at}.url is missing, expected the address of the licence`);
    return name === null || url === null ? null : { name, url };
  }
  const known = typeof value === "string" && value.length <= 2048 ? licenseNamed(value) : null;
  const ids = KNOWN_LICENSES.map(({ name }) => name).join(", ");
  if (known === null) reader.faults.push(`${at} is ${showValue(value)}, expected one of ${ids}, or a URL`);
  return known;
}

/** An address alone says neither what is to be seen nor who may show it, so the two words are asked for. */
function readPhotoFields(reader: FieldReader, value: unknown): Photo | null {
  if (value === null || value === "") return null;
  return reader.object("business.photo", value, (fields) => ({
    url: reader.url("business.photo.url", fields.url ?? null),
    description: reader.line("business.photo.description", fields.description ?? "", 300, 1) ?? "",
    author: reader.line("business.photo.author", fields.author ?? "", 120, 1) ?? "",
    license: readLicense(reader, "business.photo.license", fields.license ?? null),
  })) as Photo;
}

function readSources(reader: FieldReader, value: unknown): SourceTerms[] {
  return reader.list("business.sources", value, 50, (at, entry) =>
    reader.object(at, entry, (fields) => {
      const terms = reader.url(`${at}.terms`, fields.terms ?? "");
      if (terms === null) reader.faults.push(`${at}.terms is missing, expected the address of the terms`);
      const name = reader.line(`${at}.name`, fields.name ?? "", 120, 1) ?? "";
      return { name: recogniseSource(name), terms: terms ?? "" };
    }),
  ) as SourceTerms[];
}

function readCatalog(reader: FieldReader, field: string, value: unknown, most: number): readonly CatalogDraft[] {
  const ids = new Set<string>();
  return reader.list(field, value, most, (at, entry) => {
    if (typeof entry === "string") return { name: reader.line(at, entry, 120, 1) ?? "" };
    return reader.object(at, entry, (fields) => ({
      name: reader.line(`${at}.name`, fields.name ?? "", 120, 1) ?? "",
      ...given("id", fields, (id) => reader.catalogId(`${at}.id`, id, ids)),
      ...given("aliases", fields, (list) => reader.lines(`${at}.aliases`, list, 50)),
      ...given("keywords", fields, (list) => reader.lines(`${at}.keywords`, list, 100)),
      ...given("public", fields, (flag) => reader.flag(`${at}.public`, flag)),
    }));
  }) as readonly CatalogDraft[];
}
