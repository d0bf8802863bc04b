/** Reads schema.org reviews as JSON-LD or microdata (https://html.spec.whatwg.org/multipage/microdata.html), but not `itemref`. */
import { BUSINESS_TYPES, foldName } from "../review/mod.ts";
import { readBusinessLeniently } from "./business.ts";
import { readWebAddress } from "./check_fields.ts";
import { withoutMarks } from "./columns/column_checks.ts";
import { namedDateFormat, readDay } from "./columns/date_format.ts";
import { isFirm } from "./columns/evidence.ts";
import { languageTag } from "./columns/language_words.ts";
import { STARS_ONLY, starsOf } from "./columns/stars.ts";
import { asList, type Fields, isObject, parseJson } from "./json.ts";
import { markupParser } from "./markup_table.ts";
import { ALL_PLACES, askPlace, refuse } from "./problem.ts";
import { type FieldNames, type RawReview, readInstant, Unreadable } from "./raw_review.ts";
import type { BusinessDraft, ImportOptions, RecordPlace } from "./reading.ts";
import type { ReadingBuilder } from "./reading_builder.ts";

const NAMES: FieldNames = {
  source: "publisher.name",
  sourceId: "@id",
  sourceUrl: "url",
  date: "datePublished",
  rating: "reviewRating.ratingValue",
  title: "headline",
  text: "reviewBody",
  language: "inLanguage",
  authorName: "author.name",
  replyText: "comment.text",
  replyDate: "comment.datePublished",
};
const MAX_DEPTH = 32;

export function readSchemaOrg(file: string, document: unknown, builder: ReadingBuilder): void {
  const found = findIn(document);
  if (found.reviews.length === 0) refuse("No schema.org reviews found");
  builder.hasReviewSection = true;
  const firm = firmOf(found.reviews, builder.options);
  const isOurs = ({ name }: Fields) => (firm === null ? name !== undefined : foldName(String(name)) === foldName(firm));
  builder.suggestBusiness(businessOf(found.businesses.find(isOurs)));
  const ours = found.reviews.filter(
    ({ about }) => firm === null || about === null || foldName(about) === foldName(firm),
  );
  for (const { path, node } of ours) addReview(node, { file, path }, builder);
  const others = found.reviews.length - ours.length;
  if (others > 0) builder.note(`${others.toLocaleString("en-US")} reviews of other places were left out`);
}

function firmOf(reviews: Found["reviews"], { location, businessName }: ImportOptions): string | null {
  const names = new Map(reviews.flatMap(({ about }) => (about === null ? [] : [[foldName(about), about] as const])));
  if (names.size < 2 || location === ALL_PLACES) return null;
  const values = [...names.values()];
  const chosen = location === undefined ? undefined : names.get(foldName(location));
  if (chosen !== undefined) return chosen;
  const proposed = values.find((value) => businessName !== undefined && isFirm(value, businessName)) ?? null;
  return askPlace(values, { asked: location, proposed, what: "itemReviewed", isFirms: true });
}

/** The name of the firm that a node describes; null for products, services and other things. */
function firmName(node: unknown): string | null {
  if (!isObject(node) || typeof node.name !== "string" || node.name === "") return null;
  return hasType(node, OTHER_THINGS) ? null : node.name;
}

const OTHER_THINGS = "Product Service Offer CreativeWork Event Course Article WebPage WebSite".split(" ");

export function documentOfPage(html: string): unknown {
  const blocks: unknown[] = [];
  for (const content of linkedDataIn(html)) {
    const json = content.replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[)|(?:-->|\/\/\s*\]\]>)\s*$/g, "").trim();
    if (json !== "") blocks.push(parseJson(json));
  }
  // A page with both has the same reviews twice.
  const items = findIn(blocks).reviews.length > 0 ? [] : microdataOf(html);
  if (blocks.length + items.length === 0) {
    refuse("The page contains no schema.org data (JSON-LD or microdata); save the page that shows the reviews");
  }
  return [...blocks, ...items];
}

/** The contents of the JSON-LD scripts that a page closes. */
function linkedDataIn(html: string): string[] {
  const scripts: string[] = [];
  let content: string | null = null;
  const parser = markupParser(
    {
      onopentag(tag, { type = "" }) {
        if (tag === "script" && /^\s*application\/ld\+json/i.test(type)) content = "";
      },
      ontext(text) {
        if (content !== null) content += text;
      },
      onclosetag(_, isImplied) {
        if (content !== null && !isImplied) scripts.push(content);
        content = null;
      },
    },
    { decodeEntities: false },
  );
  parser.write(html);
  parser.end();
  return scripts;
}

export function looksLikeSchemaOrg(json: unknown): boolean {
  const first: unknown = Array.isArray(json) ? json[0] : json;
  return isObject(first) && ("@context" in first || "@graph" in first || "@type" in first);
}

interface Found {
  /** `about` is the name of the reviewed firm, if known. */
  readonly reviews: { readonly path: string; readonly node: Fields; readonly about: string | null }[];
  readonly businesses: Fields[];
}

function findIn(document: unknown): Found {
  const found: Found = { reviews: [], businesses: [] };
  walk(document, "", { found, depth: MAX_DEPTH, within: null });
  return found;
}

interface Walk {
  readonly found: Found;
  readonly depth: number;
  readonly within: string | null;
}

/** Visits every node except those inside a review, so that no review is found inside another. */
function walk(node: unknown, path: string, { found, depth, within }: Walk): void {
  if (depth === 0) refuse(`The data is nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(node)) {
    for (const [index, entry] of node.entries()) walk(entry, `${path}[${index}]`, { found, depth: depth - 1, within });
  } else if (isObject(node)) {
    if (hasType(node, ["Review", "UserReview"])) {
      const about = node.itemReviewed === undefined ? within : firmName(asList(node.itemReviewed)[0]);
      found.reviews.push({ path: path || "review", node, about });
      if (isObject(node.itemReviewed)) found.businesses.push(node.itemReviewed);
      return;
    }
    const isBusiness = hasType(node, [...BUSINESS_TYPES, "Organization", "ProfessionalService"]);
    if (isBusiness) found.businesses.push(node);
    const around = isBusiness ? (firmName(node) ?? within) : within;
    for (const [key, value] of Object.entries(node))
      walk(value, path === "" ? key : `${path}.${key}`, { found, depth: depth - 1, within: around });
  }
}

function hasType(node: Fields, types: readonly string[]): boolean {
  return asList(node["@type"]).some((type) => typeof type === "string" && types.includes(type.replace(/^.*[/:]/, "")));
}

function addReview(node: Fields, at: RecordPlace, builder: ReadingBuilder): void {
  const publisher = nameOf(node.publisher) ?? builder.assumedSource(null);
  builder.add(at, translate(node, publisher, builder), {
    names: NAMES,
    version: readInstant(node.dateModified),
  });
}

function translate(node: Fields, publisher: unknown, builder: ReadingBuilder): RawReview {
  const { "@id": id, url } = node;
  const language = asList(node.inLanguage)[0];
  return {
    source: publisher,
    sourceId: typeof id === "string" && !id.startsWith("_:") && !id.startsWith("#") ? id : undefined,
    sourceUrl: readWebAddress(url),
    ...dayOf(node.datePublished ?? node.dateCreated, builder),
    rating: ratingOf(node.reviewRating, builder.options.round === "half-up"),
    title: plain(node.headline ?? node.name),
    text: plain(node.reviewBody ?? node.description ?? ""),
    language: languageTag(String((isObject(language) ? (language.alternateName ?? language.name) : language) ?? "")),
    authorName: plain(authorOf(node.author)),
    ...replyOf(node, builder),
  };
}

/** Plugins of WordPress write texts in JSON-LD as HTML. */
function plain(text: unknown): unknown {
  return typeof text === "string" ? withoutMarks(text) : text;
}

/** The comment of the business on a review. */
function replyOf(node: Fields, builder: ReadingBuilder): Pick<RawReview, "replyText" | "replyDate"> {
  const comments = asList(node.comment).filter(isObject);
  const name = builder.options.businessName;
  const own = comments.find(({ author }) => {
    const [first] = asList(author);
    const isFirmItself = isObject(first) && hasType(first, [...BUSINESS_TYPES, "Organization", "ProfessionalService"]);
    return isFirmItself || (name !== undefined && isFirm(String(authorOf(author)), name));
  });
  if (comments.length > 0 && own === undefined)
    builder.note("Comments on reviews that the business did not write were left out");
  return own === undefined
    ? {}
    : { replyText: plain(own.text), replyDate: dayOf(own.datePublished ?? own.dateCreated ?? undefined, builder).date };
}

function nameOf(thing: unknown): unknown {
  const [first] = asList(thing);
  return isObject(first) ? first.name : first;
}

function authorOf(author: unknown): unknown {
  const [first] = asList(author);
  if (!isObject(first) || first.name !== undefined) return nameOf(author);
  const names = [first.givenName, first.familyName].filter((name) => typeof name === "string");
  return names.length === 0 ? undefined : names.join(" ");
}

const EXPECTED = "expected a date such as 2024-05-31";

/** The day of publication. Many pages write a time without a zone, whose day is kept as written. */
function dayOf(published: unknown, builder: ReadingBuilder): Pick<RawReview, "date" | "datePrecision"> {
  if (typeof published !== "string") return { date: published };
  const { asOf = null } = builder.options;
  const zones = { business: () => builder.timeZone, local: null };
  const day = readDay(published.trim(), namedDateFormat("YYYY-MM-DD", asOf), zones);
  if (day === null) return { date: new Unreadable(published, EXPECTED) };
  return { date: day.date, datePrecision: day.precision === "day" ? undefined : day.precision };
}

/** The rating on a scale of 1 to 5. Other scales are refused, since converting them would invent opinions. */
function ratingOf(rating: unknown, isRounded: boolean): unknown {
  const [first] = asList(rating);
  const { ratingValue, bestRating = 5 } = isObject(first) ? first : { ratingValue: first };
  if (Number(bestRating) !== 5) {
    return new Unreadable(bestRating, "expected a scale of 1 to 5", "reviewRating.bestRating");
  }
  return starsOf(ratingValue, { ...STARS_ONLY, isRounded });
}

function businessOf(node: Fields | undefined): BusinessDraft | null {
  if (node === undefined) return null;
  const type = asList(node["@type"]).find((each) => BUSINESS_TYPES.some((known) => known === each));
  const address = isObject(node.address) ? node.address : null;
  const { addressCountry: country } = address ?? {};
  return readBusinessLeniently({
    name: node.name,
    type,
    description: node.description,
    url: node.url,
    telephone: node.telephone,
    address: address && {
      street_address: address.streetAddress ?? null,
      locality: address.addressLocality ?? null,
      region: address.addressRegion ?? null,
      postal_code: address.postalCode ?? null,
      country: (isObject(country) ? country.name : country) ?? null,
    },
    opening_hours: hoursOf(node),
    same_as: node.sameAs === undefined ? undefined : asList(node.sameAs),
    logo: isObject(node.logo) ? node.logo.url : node.logo,
  });
}

function hoursOf(node: Fields): unknown {
  if (node.openingHours !== undefined) return asList(node.openingHours);
  const specifications = asList(node.openingHoursSpecification ?? []).filter(isObject);
  const lines = specifications.flatMap(({ dayOfWeek, opens, closes, validFrom }) => {
    const days = asList(dayOfWeek).map((day) => String(isObject(day) ? day["@id"] : day).replace(/^.*\//, ""));
    return validFrom === undefined ? [`${days.join(",")} ${opens}-${closes === "23:59" ? "24:00" : closes}`] : [];
  });
  return lines.length === 0 ? undefined : lines;
}

type Node = { "@type"?: string; "@id"?: string } & Record<string, unknown>;

/** An element whose text is the value of a property. */
interface OpenProperty {
  readonly owner: Node;
  readonly names: readonly string[];
  text: string;
}

interface Open {
  readonly tag: string;
  readonly item: Node | null;
  readonly property: OpenProperty | null;
}

/** Each text is added to all properties around it. */
const MAX_PROPERTIES_AROUND = 12;

function microdataOf(html: string): Node[] {
  const roots: Node[] = [];
  const stack: Open[] = [];
  const items: Node[] = [];
  const around: OpenProperty[] = [];
  const addText = (text: string) => {
    for (const property of around) property.text += text;
  };
  const parser = markupParser(
    {
      onopentag: (tag, attributes) => {
        const owner = items.at(-1) ?? null;
        const names = (attributes.itemprop ?? "").split(/\s+/).filter((name) => name !== "");
        const item: Node | null = attributes.itemscope === undefined ? null : newItem(attributes);
        if (item !== null && owner !== null && names.length > 0) for (const name of names) add(owner, name, item);
        else if (item !== null) roots.push(item);
        const value = item === null && names.length > 0 && owner !== null ? valueFrom(tag, attributes) : null;
        if (value !== null && owner !== null) for (const name of names) add(owner, name, value);
        const isText = item === null && names.length > 0 && owner !== null && value === null;
        const property = isText && owner !== null ? { owner, names, text: "" } : null;
        if (property !== null && around.push(property) > MAX_PROPERTIES_AROUND)
          refuse(`The page has more than ${MAX_PROPERTIES_AROUND} properties within each other; save it again`);
        if (item !== null) items.push(item);
        stack.push({ tag, item, property });
      },
      ontext: addText,
      onclosetag: () => {
        const open = stack.pop();
        if (open === undefined) return;
        const { tag, item, property } = open;
        if (item !== null) items.pop();
        if (property !== null) around.pop();
        if (/^(?:br|p|div|li)$/.test(tag)) addText("\n");
        if (property === null) return;
        const text = property.text
          .replace(/[ \t]+/g, " ")
          .replace(/ ?\n\s*/g, "\n")
          .trim();
        for (const name of property.names) add(property.owner, name, text);
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return roots;
}

type Attributes = Readonly<Record<string, string | undefined>>;

function newItem({ itemtype, itemid }: Attributes): Node {
  const type = itemtype
    ?.trim()
    .split(/\s+/)[0]
    ?.replace(/^.*[/#]/, "");
  return { ...(type === undefined ? {} : { "@type": type }), ...(itemid === undefined ? {} : { "@id": itemid }) };
}

/** The value that an element's attributes give instead of its text; null if they do not. */
function valueFrom(tag: string, { content, datetime, href, src, value }: Attributes): string | null {
  if (content !== undefined) return content;
  if (tag === "time") return datetime ?? null;
  if (tag === "a" || tag === "link" || tag === "area") return href ?? null;
  if (tag === "img" || tag === "iframe" || tag === "source") return src ?? "";
  return tag === "data" || tag === "meter" ? (value ?? null) : null;
}

function add(owner: Node, name: string, value: unknown): void {
  const before = owner[name];
  if (before === undefined) owner[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else owner[name] = [before, value];
}
