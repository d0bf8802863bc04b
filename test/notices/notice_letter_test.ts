import { describe, expect, test } from "bun:test";
import type { OwnerNotice } from "../../src/notices/mod.ts";
import { noticeLetter } from "../../src/notices/notice_letter.ts";

const LINKS = { site: "https://reviews.goodword.test", consoleUrl: "https://console.goodword.test" };
const counts = { new: 3, edited: 0, withdrawn: 1 };
const DIGEST = {
  from: "2026-11-16",
  to: "2026-11-23",
  counts,
  average_rating_of_new: 4.5,
  published: 1200,
  average_rating: 4.71,
  waiting: { unanswered: 2, objections: 1, unverified: 0, undeliverable: 0 },
};

/** One of each type. */
const NOTICES: readonly OwnerNotice[] = [
  {
    type: "review.new",
    data: { revision: 3, counts: { new: 1, edited: 0, withdrawn: 0 }, review_id: "r_1", review_ids: ["r_1"] },
  },
  { type: "review.edited", data: { revision: 3, counts: { new: 0, edited: 1, withdrawn: 0 }, review_ids: ["r_1"] } },
  { type: "review.withdrawn", data: { revision: 3, counts: { new: 0, edited: 0, withdrawn: 1 }, review_ids: ["r_1"] } },
  { type: "review.changed", data: { revision: 3, counts, review_ids: ["r_1", "r_2", "r_3"] } },
  { type: "review.contested", data: { review_id: "r_1" } },
  { type: "review.reported", data: { review_id: "r_1", reason: "abuse" } },
  { type: "import.failed", data: { since: "2026-11-20T10:00:00.000Z" } },
  { type: "backup.failed", data: { since: "2026-11-20T10:00:00.000Z", failures: 3 } },
  { type: "mail.undeliverable", data: { date: "2026-11-20", count: 2 } },
  { type: "subscriber.removed", data: { subscription: 4, reason: "gone" } },
  { type: "disk.low", data: { disk: "backups", since: "2026-11-20T10:00:00.000Z" } },
  { type: "digest", data: DIGEST },
  { type: "test", data: {} },
];

describe("noticeLetter()", () => {
  test.each(["en", "es", "fr", "de"])("writes each in %s, as text and as HTML, without a gap", (language) => {
    const texts = NOTICES.map((notice) => {
      const { subject, text, html } = noticeLetter(notice, { business: "Acme", language }, LINKS);
      expect(subject).toStartWith("Acme: ");
      expect(`${subject}${text}`).not.toMatch(/undefined|null|NaN|\$\{/);
      expect(html).toContain(`<html lang="${language}">`);
      return text;
    });
    expect(new Set(texts).size).toBe(NOTICES.length);
  });

  test("counts in the subject, links to the reviews, and the number of further ones", () => {
    const changed = NOTICES[3] as OwnerNotice;
    const { subject, text } = noticeLetter(changed, { business: "Acme", language: "en" }, LINKS);
    expect(subject).toBe("Acme: 3 new reviews, 1 review withdrawn");
    expect(text).toContain("Review r_1: https://console.goodword.test/reviews/r_1");
    expect(text).toContain("And 1 more.");
  });

  test("names the address for notices as the reason, except of a test, which may go to any other", () => {
    const texts = NOTICES.map((notice) => noticeLetter(notice, { business: "Acme", language: "en" }, LINKS).text);
    const unexplained = NOTICES.filter((_, at) => !texts[at]?.includes("You receive this because"));
    expect(unexplained.map(({ type }) => type)).toEqual(["test"]);
  });

  test("links to the public pages where there is no console", () => {
    const { text } = noticeLetter(
      NOTICES[0] as OwnerNotice,
      { business: null, language: null },
      { ...LINKS, consoleUrl: null },
    );
    expect(text).toContain("https://reviews.goodword.test/reviews/r_1");
  });

  test("digests the week: what came, what waits, figures with links", () => {
    const digest: OwnerNotice = { type: "digest", data: DIGEST };
    const { subject, text } = noticeLetter(digest, { business: "Acme", language: "en" }, LINKS);
    expect(subject).toBe("Acme: your week");
    expect(text).toContain(
      "From November 16, 2026 to November 23, 2026: 3 new reviews, 1 review withdrawn (4.5 of 5 stars on average).",
    );
    expect(text).toContain("To do: 2 reviews without a reply, 1 objection or report.");
    expect(text).toContain("1,200 reviews published (4.7 of 5 stars on average).");
    expect(text).toContain("Open the console: https://console.goodword.test");
    expect(text).toContain("Your public page: https://reviews.goodword.test");
  });
});
