import { describe, expect, test } from "bun:test";
import { formatHttpDate, parseHttpDate } from "../../src/http/headers.ts";
import { clientAddressOf } from "../../src/http/request.ts";

describe("HTTP dates (RFC 9110 section 5.6.7)", () => {
  const AT = Date.UTC(1994, 10, 6, 8, 49, 37);

  test.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
    "%s is read",
    (text) => {
      expect(parseHttpDate(text)).toBe(AT);
    },
  );

  test("are written in the preferred form, in whole seconds", () => {
    expect(formatHttpDate(AT + 999)).toBe("Sun, 06 Nov 1994 08:49:37 GMT");
  });

  test("of two digits belong to the years 1970 to 2069", () => {
    expect(parseHttpDate("Wednesday, 06-Nov-69 08:49:37 GMT")).toBe(Date.UTC(2069, 10, 6, 8, 49, 37));
    expect(parseHttpDate("Friday, 06-Nov-70 08:49:37 GMT")).toBe(Date.UTC(1970, 10, 6, 8, 49, 37));
  });

  test("a leap second is the one before", () => {
    expect(parseHttpDate("Sat, 31 Dec 2016 23:59:60 GMT")).toBe(Date.UTC(2016, 11, 31, 23, 59, 59));
  });

  test.each([
    "",
    "2026-01-01T00:00:00Z",
    "Sun, 31 Feb 2026 00:00:00 GMT",
    "Sun, 06 Nov 1994 25:00:00 GMT",
    "Sun, 06 nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 +0000",
    "1",
  ])("%j is not a date", (text) => {
    expect(parseHttpDate(text)).toBeNull();
  });
});

describe("clientAddressOf()", () => {
  const trusted = (address: string) => address === "10.0.0.1" || address === "10.0.0.2";

  test("believes nobody but trusted proxies", () => {
    expect(clientAddressOf("198.51.100.7", "203.0.113.9", trusted)).toBe("198.51.100.7");
    expect(clientAddressOf("10.0.0.1", null, trusted)).toBe("10.0.0.1");
    expect(clientAddressOf("10.0.0.1", "203.0.113.9", trusted)).toBe("203.0.113.9");
  });

  test("takes the last address that is no proxy of ours: what stands before it anybody may have written", () => {
    expect(clientAddressOf("10.0.0.1", "1.2.3.4, 203.0.113.9, 10.0.0.2", trusted)).toBe("203.0.113.9");
    expect(clientAddressOf("10.0.0.1", "10.0.0.2", trusted)).toBe("10.0.0.2");
  });

  test("leaves ports and brackets out", () => {
    expect(clientAddressOf("10.0.0.1", "203.0.113.9:4711", trusted)).toBe("203.0.113.9");
    expect(clientAddressOf("10.0.0.1", "[2001:db8::1]:4711", trusted)).toBe("2001:db8::1");
    expect(clientAddressOf("10.0.0.1", "2001:db8::1", trusted)).toBe("2001:db8::1");
  });
});
