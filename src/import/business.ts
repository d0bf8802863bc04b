/** Checks the business of a file, and reports all faults at once. Entries of the catalog may be plain names. */
import {
  BUSINESS_TYPES,
  controlsOf,
  type HoursFault,
  isLongerThan,
  isTimeZone,
  KNOWN_LICENSES,
  type License,
  licenseNamed,
  normaliseLine,
  normaliseText,
  type Photo,
  readOpeningHours,
  recogniseSource,
  type SourceTerms,
  textFault,
  withoutControls,
} from "../review/mod.ts";
import { isLanguageTag, readWebAddress } from "./check_fields.ts";
import { type Fields, isObject } from "./json.ts";
import { refuse, showValue } from "./problem.ts";
import type { BusinessDraft, CatalogDraft } from "./reading.ts";

type BusinessRule =
  | "text"
  | "web_address"
  | "color"
  | "report_address"
  | "google_review_url"
  | "choice"
  | "time_zone"
  | "language"
  | "year"
  | "flag"
  | "id"
  | "list"
  | "object"
  | "license"
  | "opening_hours"
  | "overlap";

export interface BusinessFault {
  readonly field: string;
  readonly rule: BusinessRule;
  readonly sentence: string;
  /** The largest number of characters or entries; null if the fault is another one. */
  readonly most: number | null;
  /** The faulty part of opening hours. */
  readonly found?: string;
}

interface CheckedBusiness {
  readonly draft: BusinessDraft;
  readonly faults: readonly BusinessFault[];
  readonly cleaned: readonly string[];
}

/** Checks a business, and calls `note` with the fields that had control characters. @throws {GoodwordError} naming every fault */
export function readBusinessStrictly(value: unknown, note: (sentence: string) => void = () => {}): BusinessDraft {
  const { draft, faults, cleaned } = checkBusiness(value);
  if (faults.length > 0) refuse(faults.map(({ sentence }) => sentence).join("; "));
  if (cleaned.length > 0) note(`Removed control characters: ${cleaned.join(", ")}`);
  return draft;
}

export function checkBusiness(value: unknown): CheckedBusiness {
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
    ...given("opening_hours", fields, (hours) => reader.openingHours("business.opening_hours", hours)),
    ...given("time_zone", fields, (zone) => reader.timeZone("business.time_zone", zone)),
    ...given("language", fields, (tag) => reader.language("business.language", tag)),
    ...given("same_as", fields, (list) => reader.list("business.same_as", list, 20, (at, url) => reader.url(at, url))),
    ...given("google_review_url", fields, (text) => reader.googleReviewUrl("business.google_review_url", text)),
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
  return { draft: draft as BusinessDraft, faults: reader.faults, cleaned: reader.cleaned };
}

/** The business as another site describes it, without faulty fields. Null without a name. */
export function readBusinessLeniently(fields: Fields): BusinessDraft | null {
  const { name, ...more } = fields;
  const read = (one: Fields) => {
    try {
      return readBusinessStrictly({ name, ...one });
    } catch {
      return null;
    }
  };
  const nameOnly = read({});
  if (nameOnly === null) return null;
  return Object.assign(nameOnly, ...Object.entries(more).map(([field, value]) => read({ [field]: value }) ?? {}));
}

const WRITE_REVIEW = "https://search.google.com/local/writereview";

function isGoogleAddress({ protocol, hostname }: URL): boolean {
  const isGoogle = /(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$/.test(hostname);
  return protocol === "https:" && (isGoogle || ["g.page", "goo.gl", "maps.app.goo.gl", "g.co"].includes(hostname));
}

function given<K extends string, T>(key: K, fields: Fields, read: (value: unknown) => T): { [P in K]?: T } {
  const value = fields[key];
  return value === undefined ? {} : ({ [key]: read(value) } as { [P in K]?: T });
}

function readAddress(reader: FieldReader, value: unknown) {
  if (value === null) return null;
  const line = (fields: Fields, key: string, max: number) =>
    given(key, fields, (text) => reader.line(`business.address.${key}`, text, max));
  return reader.object("business.address", value, (fields) => ({
    ...line(fields, "street_address", 200),
    ...line(fields, "locality", 120),
    ...line(fields, "region", 120),
    ...line(fields, "postal_code", 20),
    ...line(fields, "country", 2),
  }));
}

/** Reads a licence by its id, its address, or an object with both. */
function readLicense(reader: FieldReader, at: string, value: unknown): License | null {
  if (value === null || value === "") return null;
  if (isObject(value)) {
    const name = reader.line(`${at}.name`, value.name ?? "", 120, 1);
    const url = reader.url(`${at}.url`, value.url ?? "");
    if (url === null) reader.refuse(`${at}.url`, "web_address", "is missing, expected the address of the licence");
    return name === null || url === null ? null : { name, url };
  }
  const known = typeof value === "string" && value.length <= 2048 ? licenseNamed(value) : null;
  const ids = KNOWN_LICENSES.map(({ name }) => name).join(", ");
  if (known === null) reader.refuse(at, "license", `is ${showValue(value)}, expected one of ${ids}, or a URL`);
  return known;
}

/** Reads a photo. Its description and author are required, since the address alone does not provide them. */
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
      if (terms === null) reader.refuse(`${at}.terms`, "web_address", "is missing, expected the address of the terms");
      const name = reader.line(`${at}.name`, fields.name ?? "", 120, 1) ?? "";
      return { name: recogniseSource(name), terms: terms ?? "" };
    }),
  ) as SourceTerms[];
}

function readCatalog(reader: FieldReader, field: string, value: unknown, max: number): readonly CatalogDraft[] {
  const ids = new Set<string>();
  return reader.list(field, value, max, (at, entry) => {
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

type Expected = readonly [rule: BusinessRule, expected: string, most?: number];

const HOURS_FAULTS: Readonly<Record<HoursFault["kind"], string>> = {
  day: "expected days and times such as Mo-Fr 08:00-17:00",
  several_days: "which can be several days; write Mo, Tu, We, Th, Fr, Sa or Su",
  time: "expected times such as 08:00-17:00, or 00:00-24:00 for the whole day",
  no_length: "which ends when it begins; write 00:00-24:00 for the whole day",
  overlap: "which overlap",
};

/** Reads single fields and collects their faults. Null is a field that is empty on purpose. */
class FieldReader {
  readonly faults: BusinessFault[] = [];
  readonly cleaned: string[] = [];

  object<T>(field: string, value: unknown, read: (fields: Fields) => T): T | Record<string, never> {
    return isObject(value) ? read(value) : this.#fault(field, value, ["object", "an object"], {});
  }

  list<T>(field: string, value: unknown, max: number, read: (at: string, value: unknown) => T): T[] {
    if (value === null) return [];
    if (!Array.isArray(value) || value.length > max)
      return this.#fault(field, value, ["list", `a list of at most ${max}`, max], []);
    return value.map((entry, index) => read(`${field}[${index}]`, entry));
  }

  lines(field: string, value: unknown, max: number): string[] {
    return this.list(field, value, max, (at, entry) => this.line(at, entry, 120, 1) ?? "");
  }

  line(field: string, value: unknown, max: number, min = 0): string | null {
    const text = this.text(field, value, max, min);
    return text === null ? null : normaliseLine(text);
  }

  text(field: string, value: unknown, max: number, min = 0): string | null {
    if (value === null && min === 0) return null;
    const controls = typeof value === "string" && value.isWellFormed() ? controlsOf(value) : [];
    if (controls.length > 0) this.cleaned.push(`${field} (${[...new Set(controls)].join(" ")})`);
    const given = typeof value === "string" && controls.length > 0 ? withoutControls(value) : value;
    const fault = typeof given === "string" ? textFault(given) : null;
    if (fault !== null) this.refuse(field, "text", fault);
    const text = typeof given === "string" ? normaliseText(given) : null;
    if (text === "" && min === 0) return null;
    if (text !== null && text.length >= min && !isLongerThan(text, max)) return text;
    const expected = min === 0 ? `text of at most ${max} characters` : `text of ${min} to ${max} characters`;
    return this.#fault(field, value, ["text", expected, max], null);
  }

  url(field: string, value: unknown): string | null {
    if (value === null || value === "") return null;
    const address = readWebAddress(value);
    if (address !== null) return address;
    return this.#fault(field, value, ["web_address", "an https:// or http:// URL"], null);
  }

  /** Accepts "#0A5" and "0f5c4d", too, and returns "#rrggbb". */
  color(field: string, value: unknown): string | null {
    if (value === null || value === "") return null;
    const digits = typeof value === "string" ? /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value.trim())?.[1] : undefined;
    if (digits === undefined) return this.#fault(field, value, ["color", "a colour such as #0f5c4d"], null);
    return `#${digits.length === 3 ? digits.replaceAll(/./g, "$&$&") : digits}`.toLowerCase();
  }

  /** An e-mail address or https URL, which every device can open. */
  reportAddress(field: string, value: unknown): string | null {
    if (value === null || value === "") return null;
    if (typeof value === "string" && value.length <= 254 && /^[^\s@<>"?&]+@[^\s@<>"?&]+\.[^\s@<>"?&]+$/.test(value))
      return value;
    const address = readWebAddress(value);
    if (address?.startsWith("https://")) return address;
    return this.#fault(field, value, ["report_address", "an e-mail address or an https:// URL"], null);
  }

  /** The address of Google's form, or the place's id, of which it is made. */
  googleReviewUrl(field: string, value: unknown): string | null {
    if (value === null || value === "") return null;
    const address = readWebAddress(value);
    if (address !== null && isGoogleAddress(new URL(address))) return address;
    if (typeof value === "string" && /^[\w-]{20,200}$/.test(value)) return `${WRITE_REVIEW}?placeid=${value}`;
    return this.#fault(field, value, ["google_review_url", "an https:// URL of Google, or a place ID"], null);
  }

  choice<T extends string>(field: string, value: unknown, choices: readonly T[]): T | null {
    const choice = choices.find((each) => each === value);
    return choice ?? this.#fault(field, value, ["choice", `one of ${choices.join(", ")}`], null);
  }

  /** Reads opening hours as a list of lines, or as one text. */
  openingHours(field: string, value: unknown): string[] {
    const lines = typeof value === "string" ? value.split(/[;\n]/).filter((line) => line.trim() !== "") : value;
    const { hours, fault } = readOpeningHours(this.lines(field, lines, 50));
    if (fault === null) return hours;
    const rule = fault.kind === "overlap" ? "overlap" : "opening_hours";
    const sentence = `${field} has ${JSON.stringify(fault.found)}, ${HOURS_FAULTS[fault.kind]}`;
    this.faults.push({ field, rule, sentence, most: null, found: fault.found });
    return hours;
  }

  timeZone(field: string, value: unknown): string {
    if (typeof value === "string" && value.length <= 64 && isTimeZone(value)) return value;
    return this.#fault(field, value, ["time_zone", "an IANA time zone such as America/Chicago"], "UTC");
  }

  language(field: string, value: unknown): string {
    if (typeof value === "string" && isLanguageTag(value)) return value;
    return this.#fault(field, value, ["language", "a language tag such as en"], "en");
  }

  year(field: string, value: unknown): number | null {
    if (value === null) return null;
    if (typeof value === "number" && Number.isInteger(value) && value >= 1000 && value <= 9999) return value;
    return this.#fault(field, value, ["year", "a four-digit year"], null);
  }

  flag(field: string, value: unknown): boolean {
    return typeof value === "boolean" ? value : this.#fault(field, value, ["flag", "true or false"], false);
  }

  catalogId(field: string, value: unknown, taken: Set<string>): string {
    if (typeof value !== "string" || !/^[a-z0-9][a-z0-9_-]{0,63}$/.test(value)) {
      return this.#fault(field, value, ["id", "an id of a-z 0-9 _ -"], "");
    }
    if (taken.has(value)) return this.#fault(field, value, ["id", "a unique id"], value);
    taken.add(value);
    return value;
  }

  /** Adds a fault; `what` follows the name of the field. */
  refuse(field: string, rule: BusinessRule, what: string, max: number | null = null): void {
    this.faults.push({ field, rule, sentence: `${field} ${what}`, most: max });
  }

  #fault<T>(field: string, value: unknown, [rule, expected, most]: Expected, instead: T): T {
    this.refuse(field, rule, `is ${value === "" ? "missing" : showValue(value)}, expected ${expected}`, most);
    return instead;
  }
}
