import { describe, expect, test } from "bun:test";
import { GoodwordError } from "../../src/errors.ts";
import { hostAddress, listenUrl } from "../../src/server/listen.ts";

const noResolver = async () => {
  throw new Error("Unexpected DNS query");
};

describe("hostAddress()", () => {
  test.each(["0.0.0.0", "127.0.0.1", "::", "::1"])("returns %s unchanged, without a resolver", async (host) => {
    expect(await hostAddress(host, noResolver)).toBe(host);
  });

  test("takes the brackets off an IPv6 address, and localhost for 127.0.0.1", async () => {
    expect(await hostAddress("[::1]", noResolver)).toBe("::1");
    expect(await hostAddress("localhost", noResolver)).toBe("127.0.0.1");
  });

  test("takes the first address that a name has", async () => {
    expect(await hostAddress("reviews.lan", async () => ["192.0.2.7", "192.0.2.8"])).toBe("192.0.2.7");
  });

  test.each([
    ["300.1.1.1", noResolver],
    ["1.2.3", noResolver],
    ["a b", noResolver],
    ["http://127.0.0.1", noResolver],
    ["reviews.lan", async () => []],
    ["reviews.lan", async () => Promise.reject(new Error("ENOTFOUND"))],
  ])("refuses %s, which is no address of this machine", async (host, resolve) => {
    const message = `HOST is "${host}", expected an address of this machine, such as 0.0.0.0 or 127.0.0.1`;
    const refused = await hostAddress(host, resolve).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GoodwordError);
    expect(refused).toMatchObject({ code: "usage", message });
  });
});

test("listenUrl() puts an IPv6 address in brackets", () => {
  expect(listenUrl({ host: "::1", port: 4332 })).toBe("http://[::1]:4332");
  expect(listenUrl({ host: "127.0.0.1", port: 80 })).toBe("http://127.0.0.1:80");
});
