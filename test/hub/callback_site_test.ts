import { expect, test } from "bun:test";
import { callbackSite } from "../../src/hub/verification.ts";

const siteOf = (callback: string, withPort = false) => callbackSite(callback, { withPort });

test("a callback belongs to the registrable domain of its host, on whatever port and name", () => {
  expect(siteOf("https://a.b.example.co.uk:8443/x?y")).toBe("example.co.uk");
  expect(siteOf("https://EXAMPLE.com./")).toBe("example.com");
  expect(siteOf("https://xn--bcher-kva.example/")).toBe("xn--bcher-kva.example");
});

test("customers of one hosting platform are strangers to each other", () => {
  expect(siteOf("https://one.vercel.app/")).toBe("one.vercel.app");
  expect(siteOf("https://deep.two.duckdns.org/")).toBe("two.duckdns.org");
});

test("an address stands for itself, an IPv6 address for its network", () => {
  expect(siteOf("https://192.0.2.1/")).toBe("192.0.2.1");
  expect(siteOf("https://[2001:db8:1:2::1]/")).toBe(siteOf("https://[2001:DB8:1:2:ffff::9]:444/"));
  expect(siteOf("https://[2001:db8:1:2::1]/")).not.toBe(siteOf("https://[2001:db8:1:3::1]/"));
});

test("where private callbacks are allowed, ports of one host are told apart", () => {
  expect(siteOf("https://127.0.0.1:4001/a", true)).toBe("127.0.0.1:4001");
  expect(siteOf("https://localhost/a", true)).toBe("localhost");
});
