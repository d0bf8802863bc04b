import { expect, test } from "bun:test";
import { checkAtom, checkDataset, checkJsonFeed } from "../../src/owner/doctor.ts";

const messages = (findings: { level: string; message: string }[]) =>
  findings.map(({ level, message }) => `${level}: ${message}`);

test("checkDataset() finds a document that holds fewer reviews than are published", () => {
  const dataset = JSON.stringify({ reviews: [{}], aggregate_rating: { review_count: 1 } });
  expect(messages(checkDataset(dataset, 1))).toEqual(["fine: 1 reviews"]);
  expect(messages(checkDataset(dataset, 2))).toEqual(["wrong: contains 1 reviews, expected 2"]);
});

test("checkJsonFeed() finds a wrong version, a missing title, duplicate ids and invalid dates", () => {
  const items = ["a", "a"].map((id) => ({ id, date_published: "soon" }));
  expect(messages(checkJsonFeed({ version: "1", title: "", items }))).toEqual([
    "wrong: version is 1",
    "wrong: has no title",
    "wrong: ids occur twice",
    "wrong: a date is not RFC 3339",
  ]);
});

test("checkAtom() finds ids that occur twice and entries without updated", () => {
  const entry = (id: string) => `<entry><id>${id}</id><updated>2026-05-01T12:00:00Z</updated></entry>`;
  const feed = (...entries: string[]) =>
    `<feed><id>f</id><updated>2026-05-01T12:00:00Z</updated>${entries.join("")}</feed>`;
  expect(messages(checkAtom(feed(entry("a"), entry("b"))))).toEqual(["fine: 2 entries"]);
  expect(messages(checkAtom(feed(entry("a"), entry("a"))))).toEqual(["wrong: ids are missing or occur twice"]);
  expect(messages(checkAtom(feed("<entry><id>a</id></entry>")))).toEqual(["wrong: an entry has no update date"]);
});
