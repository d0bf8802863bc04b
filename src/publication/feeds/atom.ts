/** The newest reviews as Atom (RFC 4287), with tombstones of removed ones (RFC 6721). */

import { createHash } from "node:crypto";
import { absoluteUrl, PATHS, type Site } from "../../http/paths.ts";
import { describeVerification, type Words } from "../../languages/words.ts";
import {
  type Business,
  escapeMarkup,
  type License,
  type Removal,
  type Review,
  type SourceTerms,
} from "../../review/mod.ts";

const ATOM = "http://www.w3.org/2005/Atom";
const TOMBSTONES = "http://purl.org/atompub/tombstones/1.0";
/** Names categories; need not lead anywhere. */
const SCHEME = "urn:goodword:category";

export function atomFeed(input: FeedInput): string {
  const { site, business, words, reviews, removals, authority } = input;
  const home = absoluteUrl(site, "/");
  const gone = removals.slice(0, FEED_SIZE);
  // Validators warn of namespaces that are not used.
  const tombstones: Record<string, string> = gone.length > 0 ? { "xmlns:at": TOMBSTONES } : {};
  return xmlDocument(
    element("feed", { xmlns: ATOM, ...tombstones, "xml:lang": business.language }, [
      element("id", {}, entryId(authority, "feed")),
      element("title", {}, words.say("feed.title", { business: business.name })),
      element("subtitle", {}, feedDescription(input)),
      element("updated", {}, new Date(feedUpdatedAt(input)).toISOString()),
      element("link", { rel: "self", type: "application/atom+xml", href: absoluteUrl(site, PATHS.atomFeed) }),
      element("link", { rel: "hub", href: absoluteUrl(site, PATHS.hub) }),
      element("link", { rel: "alternate", type: "text/html", href: home }),
      element("author", {}, [element("name", {}, business.name), element("uri", {}, business.url ?? home)]),
      element("generator", {}, "Goodword"),
      ...rights(input),
      ...reviews.map((review) => entry(review, input)),
      ...gone.map(({ id, removed_at }) => {
        return element("at:deleted-entry", { ref: reviewEntryId(authority, id), when: removed_at });
      }),
    ]),
  );
}

/** RFC 4287 section 4.2.10, RFC 4946. */
function rights({ business: { license, sources }, words }: FeedInput): string[] {
  const rights = describeRights(words, license, sources);
  return [
    ...(rights === null ? [] : [element("rights", {}, rights)]),
    ...(license === null ? [] : [element("link", { rel: "license", href: license.url })]),
  ];
}

/** Null if nothing is declared. */
function describeRights(words: Words, license: License | null, sources: readonly SourceTerms[]): string | null {
  if (license === null && sources.length === 0) return null;
  const own = license === null ? [] : [words.say("feed.license", { license: license.name, url: license.url })];
  return [...own, ...sources.map(({ name, terms }) => words.say("feed.source", { source: name, url: terms }))].join(
    " ",
  );
}

function entry(review: Review, input: FeedInput): string {
  const { business, words, authority } = input;
  const language = review.language ?? business.language;
  return element("entry", language === business.language ? {} : { "xml:lang": language }, [
    element("id", {}, reviewEntryId(authority, review.id)),
    element("title", {}, entryTitle(review, input)),
    element("link", { rel: "alternate", type: "text/html", href: review.url }),
    element("published", {}, `${review.date}T12:00:00Z`),
    element("updated", {}, review.updated_at),
    element("author", {}, [element("name", {}, review.author.name)]),
    category("rating", String(review.rating), words.say("feed.stars", { stars: `${review.rating}` })),
    category("source", review.source.name, review.source.name),
    category("verification", review.verification.method, words.say(`method.${review.verification.method}`)),
    ...serviceNames(review, business).map((name, at) =>
      category("service", review.mentions.services[at] ?? name, name),
    ),
    ...review.mentions.technicians.map((name) => category("technician", name, name)),
    element("content", { type: "html" }, entryHtml(review, input)),
  ]);
}

function category(kind: string, term: string, label: string): string {
  return element("category", { scheme: `${SCHEME}:${kind}`, term, label });
}

/** Text is escaped; a list holds elements written by this function. */
function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content?: string | readonly string[],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const start = `<${name}${written.join("")}`;
  if (content === undefined) return `${start}/>`;
  return `${start}>${typeof content === "string" ? escaped(content) : content.join("\n")}</${name}>`;
}

function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`;
}

/** XML 1.0 cannot write these, not even escaped (section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escaped(text: string): string {
  return escapeMarkup(text.toWellFormed().replace(FORBIDDEN, "")).replaceAll("\r", "&#13;");
}

export const FEED_SIZE = 50;

export interface FeedBasis {
  readonly site: Site;
  readonly business: Business;
  readonly words: Words;
  /** A random name of the installation, so that entry ids survive every change of address. */
  readonly authority: string;
}

export interface FeedInput extends FeedBasis {
  /** Newest first, at most {@link FEED_SIZE}. */
  readonly reviews: readonly Review[];
  /** Latest first. */
  readonly removals: readonly Removal[];
  /** Epoch milliseconds: for a feed without entries. */
  readonly publishedAt: number;
}

/** Never changes (RFC 4287 section 4.2.6): a version 8 UUID. */
export function entryId(authority: string, ...names: readonly string[]): string {
  const hash = createHash("sha256")
    .update([authority, ...names].join("\0"))
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString("hex");
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)];
  return `urn:uuid:${groups.join("-")}`;
}

export function reviewEntryId(authority: string, reviewId: string): string {
  return entryId(authority, "review", reviewId);
}

/** Feed readers show no notice, so the description marks sample data. */
export function feedDescription({ business, words }: FeedBasis): string {
  return withSampleNotice(words.say("feed.description", { business: business.name }), { business, words });
}

export function withSampleNotice(description: string, { business, words }: Pick<FeedBasis, "business" | "words">) {
  return business.is_sample ? `${words.say("feed.sample")} ${description}` : description;
}

/** "4 of 5 stars: Drain cleaning, Jane D." */
export function entryTitle(review: Review, { business, words }: FeedBasis): string {
  const subject = review.title ?? serviceNames(review, business)[0];
  const author = review.author.name;
  const what = subject ? words.say("feed.subject", { subject, author }) : author;
  return words.say("feed.entry", { stars: words.say("feed.stars", { stars: `${review.rating}` }), what });
}

export function serviceNames(review: Review, business: Business): string[] {
  const names = new Map(business.services.map(({ id, name }) => [id, name]));
  return review.mentions.services.map((id) => names.get(id) ?? id);
}

/** Plain HTML: no classes, no styles, nothing to load. */
export function entryHtml(review: Review, { business, words }: FeedBasis): string {
  const paragraphs = (text: string) =>
    text
      .split(/\n{2,}/)
      .map((paragraph) => `<p>${escapeMarkup(paragraph).replaceAll("\n", "<br>")}</p>`)
      .join("");
  const rated = words.say("feed.stars", { stars: `${review.rating}` });
  const stars = `<p>${"★".repeat(review.rating)}${"☆".repeat(5 - review.rating)} ${rated}</p>`;
  const own = review.text === "" ? "" : paragraphs(review.text);
  const text = review.translation === null ? own : `${own}${paragraphs(markedTranslation(review, words))}`;
  const checked = `<p><small>${escapeMarkup(describeVerification(words, review.verification, review.source.name))}</small></p>`;
  if (review.reply === null) return stars + text + checked;
  const replied = words.say("feed.reply", { business: business.name });
  const heading = `<p>${escapeMarkup(replied)}</p>`;
  return `${stars}${text}${checked}<blockquote>${heading}${paragraphs(review.reply.text)}</blockquote>`;
}

/** "" if there is no translation. */
export function markedTranslation({ translation }: Review, words: Words): string {
  return translation === null ? "" : `${words.say("feed.translation")}\n${translation.text}`;
}

/** Epoch milliseconds, from entries and removals, never from the clock. */
function feedUpdatedAt({ reviews, removals, publishedAt }: FeedInput): number {
  const instants = [...reviews.map(({ updated_at }) => updated_at), ...removals.map(({ removed_at }) => removed_at)];
  return instants.length === 0 ? publishedAt : Math.max(...instants.map((instant) => Date.parse(instant)));
}
