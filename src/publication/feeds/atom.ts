/** The newest reviews as an Atom feed, RFC 4287, with tombstones of removed reviews, RFC 6721. */

import { absoluteUrl, PATHS } from "../../http/paths.ts";
import type { Words } from "../../review/languages/words.ts";
import type { License, Review, SourceTerms } from "../../review/mod.ts";
import {
  entryHtml,
  entryId,
  entryTitle,
  FEED_SIZE,
  type FeedInput,
  feedDescription,
  feedUpdatedAt,
  reviewEntryId,
  serviceNames,
} from "./entry.ts";

const ATOM = "http://www.w3.org/2005/Atom";
const TOMBSTONES = "http://purl.org/atompub/tombstones/1.0";
/** Names the kinds of categories; it need not lead anywhere. */
const SCHEME = "urn:goodword:category";

/** The document. The same input gives the same bytes. */
export function atomFeed(input: FeedInput): string {
  const { site, business, words, reviews, removals, authority } = input;
  const home = absoluteUrl(site, "/");
  const gone = removals.slice(0, FEED_SIZE);
  // Named only where it is used: validators warn of namespaces that they do not know.
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

/** RFC 4287 section 4.2.10, and the link of RFC 4946. */
function rights({ business: { license, sources }, words }: FeedInput): string[] {
  const rights = rightsInWords(words, license, sources);
  return [
    ...(rights === null ? [] : [element("rights", {}, rights)]),
    ...(license === null ? [] : [element("link", { rel: "license", href: license.url })]),
  ];
}

/** What the licence and the terms of sources say together, in one sentence or two; null where nothing is declared. */
function rightsInWords(words: Words, license: License | null, sources: readonly SourceTerms[]): string | null {
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

/** An element with attributes and either text, which is escaped, or elements written by this function. */
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

/** A document with its root element. */
function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`;
}

/** What XML 1.0 has no way to write, not even escaped (section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;");
}
