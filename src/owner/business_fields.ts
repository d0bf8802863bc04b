/** The fields of the business as text that people type and read; a list has one entry a line. */
import { type Business, KNOWN_LICENSES, type License } from "../review/mod.ts";

export const BUSINESS_FIELDS = {
  name: "line",
  type: "type",
  description: "text",
  telephone: "telephone",
  url: "web_address",
  "address.street_address": "line",
  "address.postal_code": "line",
  "address.locality": "line",
  "address.region": "line",
  "address.country": "country",
  opening_hours: "hours",
  founded: "year",
  license_ids: "lines",
  same_as: "web_addresses",
  google_review_url: "line",
  color: "color",
  logo: "web_address",
  "photo.url": "web_address",
  "photo.description": "line",
  "photo.author": "line",
  "photo.license": "license",
  report_to: "line",
  license: "license",
  sources: "terms",
  language: "language",
  time_zone: "time_zone",
} as const;

export type BusinessField = keyof typeof BUSINESS_FIELDS;

export type BusinessFieldKind = (typeof BUSINESS_FIELDS)[BusinessField] | "flag";

export const CATALOG_FIELDS = {
  technicians: { name: "line", aliases: "lines", public: "flag" },
  services: { name: "line", keywords: "lines" },
  service_areas: { name: "line", aliases: "lines" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, BusinessFieldKind>>>>;

export type CatalogList = keyof typeof CATALOG_FIELDS;

type BusinessPlace =
  | {
      readonly kind: "field";
      readonly outer: string;
      readonly inner: string | undefined;
      readonly is: BusinessFieldKind;
    }
  | { readonly kind: "list"; readonly list: CatalogList }
  | { readonly kind: "entry"; readonly list: CatalogList; readonly id: string }
  | {
      readonly kind: "entry_field";
      readonly list: CatalogList;
      readonly id: string;
      readonly name: string;
      readonly is: BusinessFieldKind;
    };

/** The place that a path names: `telephone`, `address.locality`, `technicians`, `technicians.ana`, `technicians.ana.aliases`. */
export function placeAt(path: string): BusinessPlace | null {
  const is = Object.hasOwn(BUSINESS_FIELDS, path) ? BUSINESS_FIELDS[path as BusinessField] : undefined;
  const [first = "", second, third, ...more] = path.split(".");
  if (is !== undefined) return { kind: "field", outer: first, inner: second, is };
  if (!Object.hasOwn(CATALOG_FIELDS, first) || more.length > 0) return null;
  const list = first as CatalogList;
  if (second === undefined) return { kind: "list", list };
  if (third === undefined) return { kind: "entry", list, id: second };
  const fields: Readonly<Record<string, BusinessFieldKind>> = CATALOG_FIELDS[list];
  const kind = Object.hasOwn(fields, third) ? fields[third] : undefined;
  return kind === undefined ? null : { kind: "entry_field", list, id: second, name: third, is: kind };
}

/** What stands at a path, as it would be typed: the names of a list, and an entry as its fields. Null where there is no such entry. */
export function textAt(business: Business | null, path: string): string | null {
  const place = placeAt(path);
  if (place === null) return null;
  if (place.kind === "field") {
    const value = membersOf(business)[place.outer];
    return textOf(place.is, place.inner === undefined ? value : membersOf(value)[place.inner]);
  }
  const entries = business?.[place.list] ?? [];
  if (place.kind === "list") return entries.map(({ name }) => name).join("\n");
  const entry = entries.find(({ id }) => id === place.id);
  if (entry === undefined) return null;
  if (place.kind === "entry_field") return textOf(place.is, membersOf(entry)[place.name]);
  const fields: Readonly<Record<string, BusinessFieldKind>> = CATALOG_FIELDS[place.list];
  return Object.entries(fields)
    .map(([name, is]) => textOf(is, membersOf(entry)[name]))
    .join("\n\n");
}

export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function textOf(is: BusinessFieldKind, value: unknown): string {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return YES;
  if (is === "license") return licenseInText(value as License);
  if (is === "terms") return (value as Business["sources"]).map(({ name, terms }) => `${name}=${terms}`).join("\n");
  return Array.isArray(value) ? value.join("\n") : String(value);
}

function licenseInText({ name, url }: License): string {
  return KNOWN_LICENSES.some((known) => known.name === name && known.url === url) ? name : url;
}

export const YES = "yes";

export function typedValue(is: BusinessFieldKind, text: string): unknown {
  const typed = text.trim();
  switch (is) {
    case "flag":
      return typed === YES ? true : typed === "" || typed === "no" ? false : typed;
    case "year":
      return typed === "" ? null : /^\d+$/.test(typed) ? Number(typed) : typed;
    case "country":
      return typed.toUpperCase();
    case "lines":
    case "hours":
      return linesOf(text);
    case "web_address":
      return webAddress(typed);
    case "web_addresses":
      return linesOf(text).map(webAddress);
    case "terms":
      return linesOf(text).map(termsIn);
    default:
      return typed;
  }
}

export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** People leave out what browsers leave out. */
function webAddress(typed: string): string {
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[:/?#]|$)/u.test(typed) ? `https://${typed}` : typed;
}

function termsIn(line: string): { readonly name: string; readonly terms: string } {
  const equals = line.indexOf("=");
  return equals < 0
    ? { name: line, terms: "" }
    : { name: line.slice(0, equals).trim(), terms: webAddress(line.slice(equals + 1).trim()) };
}
