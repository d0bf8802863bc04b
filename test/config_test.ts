import { describe, expect, test } from "bun:test";
import { databasePathOf, readConfig, shownDatabase, withPort } from "../src/config.ts";
import { GoodwordError } from "../src/errors.ts";

/** What is said of an environment that cannot be understood, a problem a line. */
function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(GoodwordError);
    expect((error as GoodwordError).code).toBe("usage");
    return (error as GoodwordError).message.split("\n");
  }
  return [];
}

describe("readConfig()", () => {
  test("needs nothing to be set, and takes empty for not set", () => {
    expect(readConfig({ PORT: "", BASE_URL: " " })).toEqual(readConfig({}));
  });

  test.each([
    [{}, []],
    [{ BASE_URL: "https://reviews.plumber.example" }, ["*"]],
    [{ BASE_URL: "https://reviews.plumber.example", MCP_ALLOWED_ORIGINS: "none" }, []],
    [{ BASE_URL: "https://192.0.2.7" }, []],
    [{ BASE_URL: "https://goodword.internal" }, []],
    [{ BASE_URL: "http://reviews.plumber.example" }, []],
    [
      { MCP_ALLOWED_ORIGINS: "https://a.example, http://b.example:8080" },
      ["https://a.example", "http://b.example:8080"],
    ],
  ] as [Record<string, string>, string[]][])("lets web pages connect to /mcp: %j", (environment, origins) => {
    expect(readConfig(environment).mcpAllowedOrigins).toEqual(origins);
  });

  test("names an origin that is none", () => {
    expect(problemsOf({ MCP_ALLOWED_ORIGINS: "https://a.example/path" })).toEqual([
      'MCP_ALLOWED_ORIGINS is "https://a.example/path", expected origins, such as https://agents.example.com, "*" for all, or none',
    ]);
  });

  test("names every problem at once, with the value and what is expected", () => {
    expect(problemsOf({ PORT: "80a", LOG_LEVEL: "loud", HUB_CONCURRENCY: "0", BASE_URL: "reviews.example" })).toEqual([
      'PORT is "80a", expected a whole number from 0 to 65535',
      'BASE_URL is "reviews.example", expected an absolute http(s) URL without query, such as https://reviews.example.com',
      'HUB_CONCURRENCY is "0", expected a whole number from 1 to 200',
      'LOG_LEVEL is "loud", expected one of debug, info, warn, error',
    ]);
  });

  test("withPort() lets the default address follow the port that was taken, and keeps one that was set", () => {
    expect(withPort(readConfig({ PORT: "0" }), 4711)).toMatchObject({ port: 4711, baseUrl: "http://localhost:4711" });
    const set = readConfig({ PORT: "0", BASE_URL: "https://reviews.example.com" });
    expect(withPort(set, 4711).baseUrl).toBe("https://reviews.example.com");
  });

  test("refuses a database in memory, which a worker could not read", () => {
    for (const DATABASE_URL of [":memory:", "file::memory:?cache=shared"]) {
      expect(problemsOf({ DATABASE_URL })).toHaveLength(1);
    }
  });

  test("takes numbers in plain decimal form only", () => {
    for (const PORT of ["0x50", "8e1", "-1", "80.0", "65536"]) expect(problemsOf({ PORT })).toHaveLength(1);
  });

  test("BASE_URL follows the port unless it is set, and loses trailing slashes", () => {
    expect(readConfig({ PORT: "8080" }).baseUrl).toBe("http://localhost:8080");
    expect(readConfig({ BASE_URL: "https://reviews.example/all//" }).baseUrl).toBe("https://reviews.example/all");
  });

  test("BASE_URL with a query, a fragment, a user or another scheme is refused", () => {
    for (const BASE_URL of ["https://a.example?x=1", "https://a.example#x", "https://u@a.example", "ftp://a.example"]) {
      expect(problemsOf({ BASE_URL })).toHaveLength(1);
    }
  });

  test("leases must be in order", () => {
    expect(problemsOf({ HUB_LEASE_MIN_SECONDS: "1000000" })).toEqual([
      "HUB_LEASE_*_SECONDS are 1000000, 864000 and 2592000, expected min <= default <= max",
    ]);
  });

  test("HUB_RETRY_DELAYS_SECONDS are two waits", () => {
    expect(readConfig({ HUB_RETRY_DELAYS_SECONDS: "1, 2.5" }).hub.retryDelaysSeconds).toEqual([1, 2.5]);
    for (const HUB_RETRY_DELAYS_SECONDS of ["60", "60,600,6000", "60,", "a,b", "-1,2", "1,86401"]) {
      expect(problemsOf({ HUB_RETRY_DELAYS_SECONDS })).toHaveLength(1);
    }
  });

  test("TRUST_PROXY is a list of addresses and CIDR ranges", () => {
    expect(readConfig({ TRUST_PROXY: "127.0.0.1, 10.0.0.0/8,::1, fc00::/7" }).trustProxy).toEqual([
      "127.0.0.1",
      "10.0.0.0/8",
      "::1",
      "fc00::/7",
    ]);
    for (const TRUST_PROXY of ["proxy", "10.0.0.0/33", "10.0.0.1/8/8", "true", "10.0.0.0/"]) {
      expect(problemsOf({ TRUST_PROXY })).toHaveLength(1);
    }
  });
});

describe("databasePathOf()", () => {
  test.each([
    ["file:data/goodword.sqlite", "data/goodword.sqlite"],
    ["file:///srv/good%20word.sqlite", "/srv/good word.sqlite"],
    ["/srv/goodword.sqlite", "/srv/goodword.sqlite"],
  ])("%s is %s", (url, path) => {
    expect(databasePathOf(url)).toBe(path);
  });

  test("leaves the URL of a PostgreSQL database as it is; what is shown of it has no password", () => {
    const url = "postgres://owner:secret@db.example:5433/reviews?sslmode=require";
    expect(databasePathOf(url)).toBe(url);
    expect(shownDatabase(url)).toBe("postgres://owner@db.example:5433/reviews");
    expect(shownDatabase("data/goodword.sqlite")).toBe("data/goodword.sqlite");
  });

  test("refuses databases that are neither a file nor PostgreSQL's", () => {
    expect(() => databasePathOf("mysql://db.example/reviews")).toThrow("a file");
    expect(() => databasePathOf("")).toThrow("a path");
  });
});
