/** JSON Feed 1.1, https://www.jsonfeed.org/version/1.1/, clause by clause. */
import { describe, expect, test } from "bun:test";
import type { Static } from "typebox";
import { Compile } from "typebox/compile";
import { JsonFeed } from "../../src/api/mod.ts";
import { atomFeed } from "../../src/publication/feeds/atom.ts";
import { type FeedInput, jsonFeed } from "../../src/publication/feeds/mod.ts";
import { copyOf, feedInput } from "../support/feed_input.ts";
import { businessOf, manyReviews, reviewOf } from "../support/page_stage.ts";

const schema = Compile(JsonFeed);

function feedOf(fields: Partial<FeedInput> = {}): Static<typeof JsonFeed> {
  const feed: unknown = JSON.parse(jsonFeed(feedInput(fields)));
  expect(schema.Errors(feed)).toEqual([]);
  return feed as Static<typeof JsonFeed>;
}

function itemOf(fields: Parameters<typeof reviewOf>[0] = {}) {
  return feedOf({ reviews: [reviewOf(fields)] }).items[0]!;
}

describe("Top-level", () => {
  test("version is the URL of version 1.1, title and items are there", () => {
    const feed = feedOf();
    expect(feed.version).toBe("https://jsonfeed.org/version/1.1");
    expect(feed.title).toBe("Alder & Sons Plumbing: customer reviews");
    expect(feed.items).toEqual([]);
  });

  test("feed_url is the feed itself, home_page_url the page it describes, absolute", () => {
    expect(feedOf()).toMatchObject({
      feed_url: "https://reviews.example/api/feed.json",
      home_page_url: "https://reviews.example/",
    });
  });

  test("hubs names the WebSub hub", () => {
    expect(feedOf().hubs).toEqual([{ type: "WebSub", url: "https://reviews.example/api/websub/hub" }]);
  });

  test("authors is an array (1.1), language the business's, icon its logo where it has one", () => {
    const logo = "https://alder.example/logo.png";
    const feed = feedOf({ business: businessOf({ logo, language: "fr" }) });
    expect(feed).toMatchObject({ authors: [{ name: "Alder & Sons Plumbing" }], language: "fr", icon: logo });
    expect("icon" in feedOf()).toBe(false);
  });

  test("marks sample data in _goodword and in the description", () => {
    const { _goodword, description } = feedOf({ business: businessOf({ is_sample: true }) });
    expect(_goodword.is_sample).toBe(true);
    expect(description).toStartWith("Sample data");
  });
});

describe("Items", () => {
  test("ids are strings that never change, each once, and the same as in the Atom feed", () => {
    const input = { reviews: manyReviews(50) };
    const ids = feedOf(input).items.map(({ id }) => id);
    expect(new Set(ids).size).toBe(50);
    const atom = atomFeed(feedInput(input));
    for (const id of ids) expect(atom).toContain(`<id>${id}</id>`);
    const site = { baseUrl: "https://moved.example" };
    expect(feedOf({ ...input, site }).items.map(({ id }) => id)).toEqual(ids);
  });

  test("every item has content_text or content_html: both, also with stars alone", () => {
    expect(itemOf({ text: "Quick." })).toMatchObject({ content_text: "Quick." });
    expect(itemOf({ text: "" })).toMatchObject({
      content_text: "5 of 5 stars",
      content_html: "<p>★★★★★ 5 of 5 stars</p><p><small>Verified customer: completed job</small></p>",
    });
  });

  test("dates are RFC 3339: noon UTC of the review's date, and the last change", () => {
    expect(itemOf({ date: "2026-05-01", updated_at: "2026-05-03T07:00:00.000Z" })).toMatchObject({
      date_published: "2026-05-01T12:00:00Z",
      date_modified: "2026-05-03T07:00:00.000Z",
    });
  });

  test("url is the permalink, authors the customer, tags are plain strings", () => {
    const mentions = { entities: [], technicians: ["Dana Okafor"], services: ["drains"], service_areas: [] };
    expect(itemOf({ id: "r7", mentions })).toMatchObject({
      url: "https://reviews.example/reviews/r7",
      authors: [{ name: "Jane D." }],
      tags: ["5 stars", "Drain cleaning", "Dana Okafor"],
    });
  });

  test("language stands where it is not the feed's", () => {
    expect(itemOf({ language: "es" }).language).toBe("es");
    expect("language" in itemOf({ language: "en" })).toBe(false);
  });

  test("what a customer writes is text in content_text and escaped in content_html", () => {
    const text = `<b>"Great" & cheap</b>`;
    expect(itemOf({ text })).toMatchObject({ content_text: text });
    expect(itemOf({ text }).content_html).toContain("&lt;b&gt;&quot;Great&quot; &amp; cheap&lt;/b&gt;");
  });
});

describe("Extensions", () => {
  test("begin with an underscore and link to their documentation", () => {
    const feed = feedOf({ reviews: [reviewOf()] });
    expect(feed._goodword.about).toBe("https://reviews.example/docs");
    expect(feed.items[0]!._goodword.about).toBe("https://reviews.example/docs");
  });

  test("carry rating, source, verification, mentions and reply of the review", () => {
    const review = reviewOf({ rating: 3, reply: { text: "Thanks", date: "2026-05-02" } });
    expect(feedOf({ reviews: [review] }).items[0]!._goodword).toMatchObject({
      review_id: review.id,
      rating: 3,
      best_rating: 5,
      source: "google",
      verification: review.verification,
      mentions: review.mentions,
      reply: review.reply,
    });
  });

  test("list the 50 latest removed items by their former id", () => {
    const removals = Array.from({ length: 60 }, (_, at) => ({ id: `g${at}`, removed_at: "2026-05-20T08:00:00.000Z" }));
    const [item] = feedOf({ reviews: [reviewOf({ id: "g0" })] }).items;
    const { removed } = feedOf({ removals })._goodword;
    expect(removed).toHaveLength(50);
    expect(removed[0]).toEqual({ id: item!.id, review_id: "g0", removed_at: "2026-05-20T08:00:00.000Z" });
  });
});

test("the same input gives the same bytes", () => {
  const input = feedInput({ reviews: manyReviews(50) });
  expect(jsonFeed(input)).toBe(jsonFeed(copyOf(input)));
});

describe("a review that its source has translated", () => {
  const translation = { text: "Right on time.", language: "en" };

  test("has the customer's words as content_text, and the translation below them in content_html, labelled as machine translation", () => {
    const { content_text, content_html } = itemOf({ text: "Muy puntuales.", translation });
    expect(content_text).toBe("Muy puntuales.");
    expect(content_html).toContain("<p>Muy puntuales.</p><p>Machine translation:<br>Right on time.</p>");
  });

  test("never passes a translation for the customer's words where it is all there is", () => {
    const { content_text, content_html } = itemOf({ text: "", translation });
    expect(content_text).toBe("Machine translation:\nRight on time.");
    expect(content_html).toContain("<p>Machine translation:<br>Right on time.</p>");
  });
});
