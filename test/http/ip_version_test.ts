import { expect, test } from "bun:test";
import { isIP } from "node:net";
import fc from "fast-check";
import { ipVersion } from "../../src/http/request.ts";

const part = fc.oneof(
  fc.constantFrom(
    ":",
    "::",
    ".",
    "%",
    "%eth0",
    "[",
    "]",
    "/",
    "0",
    "00",
    "ffff",
    "1::",
    "::1",
    "256",
    "01",
    "g",
    " ",
    "@",
  ),
  fc.nat(300).map(String),
  fc.nat(0xfffff).map((number) => number.toString(16)),
);
const likeAddresses = fc.oneof(
  fc.array(part, { maxLength: 12 }).map((parts) => parts.join("")),
  fc.array(fc.nat(300), { minLength: 3, maxLength: 5 }).map((parts) => parts.join(".")),
  fc
    .array(fc.nat(0x1ffff), { minLength: 1, maxLength: 9 })
    .map((parts) => parts.map((one) => one.toString(16)).join(":")),
);

test("an address is one to us where it is one to node:net", () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), likeAddresses), (text) => {
      expect([text, ipVersion(text)]).toEqual([text, isIP(text) as 0 | 4 | 6]);
    }),
    { numRuns: 5000 },
  );
});

test("a zone belongs to an address of version 6 only", () => {
  expect(ipVersion("fe80::1%eth0")).toBe(6);
  expect(ipVersion("192.0.2.1%eth0")).toBe(0);
});

test("a colon at the end is not taken for two", () => {
  expect(["::1:", "1:", ":1::", "1::2::3"].map(ipVersion)).toEqual([0, 0, 0, 0]);
});
