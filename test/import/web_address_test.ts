import { describe, expect, test } from "bun:test";
import { readWebAddress } from "../../src/import/check_fields.ts";
import { goodwordFile, readOne, smallestReview } from "./builders.ts";

describe("readWebAddress()", () => {
  test.each([
    ["https://ace.test"],
    ["HTTP://ACE.test:8080/a%20b?c=d&e=%C3%A9#f"],
    ["https://[::1]/"],
    ["https://ace.test/~x/(y)*'!;,@"],
  ])("keeps %s unchanged", (address) => {
    expect(readWebAddress(address)).toBe(address);
  });

  test.each([
    ["https://ace.test/café", "https://ace.test/caf%C3%A9"],
    ["https://ace.test/?q=<b>|{x}", "https://ace.test/?q=%3Cb%3E%7C%7Bx%7D"],
    ["https://ace.test/100%", "https://ace.test/100%25"],
    ["https://ace.test/😀", "https://ace.test/%F0%9F%98%80"],
    ["https://müller.test/", "https://m%C3%BCller.test/"],
  ])("writes %s as the URI %s, which stays the same when it is read again", (address, uri) => {
    expect(readWebAddress(address)).toBe(uri);
    expect(readWebAddress(uri)).toBe(uri);
  });

  test.each([
    ["javascript:alert(1)"],
    ["ace.test"],
    ["https://"],
    ["https://a b/"],
    [`https://ace.test/${"é".repeat(400)}`],
    [5],
  ])("returns null for %p", (value) => {
    expect(readWebAddress(value)).toBeNull();
  });
});

test("addresses of reviews are kept as URIs", () => {
  const { records } = readOne(
    "r.json",
    goodwordFile(smallestReview({ source: { name: "google", url: "https://g.test/é" } })),
  );
  expect(records[0]?.review.sourceUrl).toBe("https://g.test/%C3%A9");
});
