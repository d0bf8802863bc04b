/** RFC 4287 (Atom) and RFC 6721 (tombstones), with the rules that the W3C feed validator adds. */
import { describe, expect, test } from "bun:test";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { atomFeed } from "../../src/publication/feeds/atom.ts";
import type { FeedInput } from "../../src/publication/feeds/mod.ts";
import { copyOf, feedInput } from "../support/feed_input.ts";
import { businessOf, manyReviews, reviewOf } from "../support/page_stage.ts";

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly published: string;
  readonly author: { readonly name: string };
  readonly link: readonly Link[];
  readonly category: readonly Readonly<Record<string, string>>[];
  readonly content: { readonly "#text": string; readonly "@type": string };
  readonly "@xml:lang"?: string;
}
interface Link {
  readonly "@rel": string;
  readonly "@href": string;
  readonly "@type"?: string;
}
interface Feed extends Omit<Entry, "content"> {
  readonly "@xmlns": string;
  readonly "@xml:lang": string;
  readonly entry?: readonly Entry[];
  readonly "at:deleted-entry"?: readonly { readonly "@ref": string; readonly "@when": string }[];
}

const LISTS = new Set(["entry", "link", "category", "at:deleted-entry"]);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => LISTS.has(name),
});

function feedOf(fields: Partial<FeedInput> = {}): Feed {
  const xml = atomFeed(feedInput(fields));
  expect(XMLValidator.validate(xml)).toBe(true);
  return (parser.parse(xml) as { feed: Feed }).feed;
}

function entryOf(fields: Parameters<typeof reviewOf>[0] = {}): Entry {
  return feedOf({ reviews: [reviewOf(fields)] }).entry![0]!;
}

const linkOf = (links: readonly Link[], rel: string) => links.find((link) => link["@rel"] === rel);
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

describe("RFC 4287 4.1.1: the feed", () => {
  test("is in the Atom namespace and has id, title, updated, author, and the business's language", () => {
    const feed = feedOf();
    expect(feed["@xmlns"]).toBe("http://www.w3.org/2005/Atom");
    expect(feed["@xml:lang"]).toBe("en");
    expect(feed.title).toBe("Alder &amp; Sons Plumbing: customer reviews".replace("&amp;", "&"));
    expect(feed.author.name).toBe("Alder & Sons Plumbing");
    expect(feed.updated).toMatch(RFC3339);
  });

  test("links to itself (self), its hub (WebSub 4) and the page for people, all absolute", () => {
    const { link } = feedOf();
    expect(linkOf(link, "self")).toMatchObject({
      "@href": "https://reviews.example/feed.xml",
      "@type": "application/atom+xml",
    });
    expect(linkOf(link, "hub")?.["@href"]).toBe("https://reviews.example/api/websub/hub");
    expect(linkOf(link, "alternate")).toMatchObject({ "@href": "https://reviews.example/", "@type": "text/html" });
  });

  test('has the subtitle "Sample data" only for sample data', () => {
    expect(atomFeed(feedInput({ business: businessOf({ is_sample: true }) }))).toContain("<subtitle>Sample data");
    expect(atomFeed(feedInput())).not.toContain("Sample data");
  });

  test("without reviews is still a feed, last updated when the content was", () => {
    expect(feedOf().entry).toBeUndefined();
    expect(feedOf().updated).toBe("2026-06-01T12:00:00.000Z");
  });

  test("is updated when its latest entry was, whatever the order of dates", () => {
    const reviews = [
      reviewOf({ id: "new", updated_at: "2026-05-01T00:00:00.000Z" }),
      reviewOf({ id: "old", date: "2020-01-01", updated_at: "2026-05-09T00:00:00.000Z" }),
    ];
    expect(feedOf({ reviews }).updated).toBe("2026-05-09T00:00:00.000Z");
  });

  test("is the same to the byte for the same input", () => {
    const input = feedInput({ reviews: manyReviews(50) });
    expect(atomFeed(input)).toBe(atomFeed(copyOf(input)));
  });
});

describe("RFC 4287 4.1.2: an entry", () => {
  test("has id, title, updated, published, author, alternate link and content", () => {
    const entry = entryOf({ id: "r7", rating: 4, updated_at: "2026-05-02T08:00:00.000Z" });
    expect(entry.title).toBe("4 of 5 stars: Jane D.");
    expect(entry.updated).toBe("2026-05-02T08:00:00.000Z");
    expect(entry.author.name).toBe("Jane D.");
    expect(linkOf(entry.link, "alternate")?.["@href"]).toBe("https://reviews.example/reviews/r7");
    expect(entry.content["@type"]).toBe("html");
  });

  test("was published at noon UTC of the review's date, so that readers show that date", () => {
    expect(entryOf({ date: "2026-02-28" }).published).toBe("2026-02-28T12:00:00Z");
  });

  test("is titled with its headline or the service it mentions", () => {
    expect(entryOf({ title: "Saved our weekend" }).title).toBe("5 of 5 stars: Saved our weekend, Jane D.");
    const mentions = { entities: [], technicians: [], services: ["drains"], service_areas: [] };
    expect(entryOf({ mentions }).title).toBe("5 of 5 stars: Drain cleaning, Jane D.");
  });

  test("names rating, source, verification, services and technicians as categories", () => {
    const mentions = { entities: [], technicians: ["Dana Okafor"], services: ["drains"], service_areas: [] };
    const terms = entryOf({ rating: 2, mentions }).category.map((category) => [
      category["@scheme"]?.split(":").at(-1),
      category["@term"],
      category["@label"],
    ]);
    expect(terms).toEqual([
      ["rating", "2", "2 of 5 stars"],
      ["source", "google", "google"],
      ["verification", "job_record", "Verified customer: completed job"],
      ["service", "drains", "Drain cleaning"],
      ["technician", "Dana Okafor", "Dana Okafor"],
    ]);
  });

  test("has xml:lang only where its language is not the feed's", () => {
    expect(entryOf({ language: "fr" })["@xml:lang"]).toBe("fr");
    expect(entryOf({ language: "en" })["@xml:lang"]).toBeUndefined();
  });

  test("shows stars, paragraphs, line breaks, how it was verified and the owner's reply", () => {
    const reply = { text: "Sorry.\nCall us.", date: null };
    expect(entryOf({ rating: 2, text: "Late.\nTwice.\n\nNever again.", reply }).content["#text"]).toBe(
      "<p>★★☆☆☆ 2 of 5 stars</p><p>Late.<br>Twice.</p><p>Never again.</p>" +
        "<p><small>Verified customer: completed job</small></p>" +
        "<blockquote><p>Reply from Alder &amp; Sons Plumbing:</p><p>Sorry.<br>Call us.</p></blockquote>",
    );
  });

  test("of stars alone shows the stars and how it was verified", () => {
    expect(entryOf({ text: "" }).content["#text"]).toBe(
      "<p>★★★★★ 5 of 5 stars</p><p><small>Verified customer: completed job</small></p>",
    );
  });
});

describe("RFC 4287 4.2.6: ids", () => {
  const idsOf = (fields: Partial<FeedInput>) => feedOf(fields).entry!.map(({ id }) => id);

  test("are IRIs of a registered scheme, and no two are alike", () => {
    const ids = [feedOf().id, ...idsOf({ reviews: manyReviews(50) })];
    expect(new Set(ids).size).toBe(51);
    for (const id of ids) {
      expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  test("outlive a change of address, of text and of the business's name", () => {
    const before = idsOf({ reviews: [reviewOf()] });
    const site = { baseUrl: "https://moved.example" };
    const after = idsOf({ reviews: [reviewOf({ text: "Edited" })], site, business: businessOf({ name: "New" }) });
    expect(after).toEqual(before);
  });

  test("differ between two installations that publish reviews of one id", () => {
    const reviews = [reviewOf()];
    expect(idsOf({ reviews, authority: "one" })).not.toEqual(idsOf({ reviews, authority: "two" }));
  });
});

describe("RFC 6721: reviews that were taken down", () => {
  const removals = [{ id: "gone", removed_at: "2026-05-20T08:00:00.000Z" }];

  test("are deleted entries with the id that the entry had and the instant", () => {
    const [{ id } = { id: "" }] = feedOf({ reviews: [reviewOf({ id: "gone" })] }).entry!;
    expect(feedOf({ removals })["at:deleted-entry"]).toEqual([{ "@ref": id, "@when": "2026-05-20T08:00:00.000Z" }]);
  });

  test("move the feed's updated", () => {
    expect(feedOf({ removals }).updated).toBe("2026-05-20T08:00:00.000Z");
  });

  test("include the latest 50", () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ id: `g${at}`, removed_at: "2026-05-20T08:00:00.000Z" }));
    expect(feedOf({ removals: many })["at:deleted-entry"]).toHaveLength(50);
  });

  test("bring the namespace, which is not named without them", () => {
    expect(atomFeed(feedInput({ removals }))).toContain('xmlns:at="http://purl.org/atompub/tombstones/1.0"');
    expect(atomFeed(feedInput())).not.toContain("xmlns:at");
  });
});

describe("XML 1.0", () => {
  const HOSTILE = `</content>]]><script>alert("&amp;")</script> 'x' \u{1F600} é \u{10FFFD}`;

  test("whatever a customer writes comes out as text", () => {
    const entry = entryOf({ text: HOSTILE, title: HOSTILE, author: { name: HOSTILE, is_anonymous: false } });
    expect(entry.title).toContain(HOSTILE);
    expect(entry.author.name).toBe(HOSTILE);
    expect(entry.content["#text"]).not.toContain("<script>");
  });

  test("what XML cannot write, not even escaped, is left out", () => {
    const entry = entryOf({ author: { name: "a\u0000b\u000bc\ufffed\ud800e", is_anonymous: false } });
    expect(entry.author.name).toBe("abcd\ufffde");
  });

  test("declares UTF-8", () => {
    expect(atomFeed(feedInput()).startsWith('<?xml version="1.0" encoding="utf-8"?>')).toBe(true);
  });
});

describe("The W3C validator's further rules", () => {
  const feed = feedOf({ reviews: manyReviews(50) });

  test("all instants are RFC 3339", () => {
    for (const { updated, published } of feed.entry!)
      expect([updated, published].every((at) => RFC3339.test(at))).toBe(true);
  });

  test("content holds no script, style, class or relative reference", () => {
    for (const { content } of feed.entry!) expect(content["#text"]).not.toMatch(/<script|style=|class=|href=|src=/);
  });
});
