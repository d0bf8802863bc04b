import { describe, expect, test } from "bun:test";
import { databasePathOf, readConfig, shownDatabase, withPort } from "../src/config.ts";
import { GoodwordError } from "../src/errors.ts";

/** The problems of an invalid environment, one a line. */
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

  test("names an invalid origin", () => {
    expect(problemsOf({ MCP_ALLOWED_ORIGINS: "https://a.example/path" })).toEqual([
      'MCP_ALLOWED_ORIGINS is "https://a.example/path", expected origins, such as https://agents.example.com, "*" for all, or "none"',
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

  test("durations are numbers with a unit", () => {
    const read = (INVITE_AFTER: string) => readConfig({ INVITE_AFTER }).invitations.inviteAfterMs;
    expect(["0d", "30s", "10m", "6h", "7d"].map(read)).toEqual([0, 30_000, 600_000, 21_600_000, 604_800_000]);
    for (const INVITE_AFTER of ["1", "1w", "-1d", "1.5h", "1d 2h", "9999d"]) {
      expect(problemsOf({ INVITE_AFTER })).toEqual([
        `INVITE_AFTER is "${INVITE_AFTER}", expected a duration of up to 3650d, such as 30s, 10m, 6h or 7d`,
      ]);
    }
  });

  test("notices need what they are sent with, one line each", () => {
    expect(problemsOf({ NOTICE_MAIL: "owner@a.example", NOTICE_WEBHOOK: "https://hooks.example/" })).toEqual([
      "SMTP_URL is not set, expected with NOTICE_MAIL",
      "MAIL_FROM is not set, expected with NOTICE_MAIL",
      "NOTICE_WEBHOOK_SECRET is not set, expected with NOTICE_WEBHOOK; docs/operating.md explains how to make one",
    ]);
    expect(problemsOf({ NOTICE_MAIL: "nobody" })).toHaveLength(1);
    const secrets = [24, 64].map((bytes) => `whsec_${Buffer.alloc(bytes, 9).toString("base64")}`);
    const set = { NOTICE_WEBHOOK: "https://hooks.example/x?key=1", NOTICE_WEBHOOK_SECRET: secrets.join(" ") };
    expect(readConfig(set).notices.webhook).toEqual({ url: set.NOTICE_WEBHOOK, secrets });
  });

  test("the address and the secrets of a webhook are never shown", () => {
    const NOTICE_WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
    for (const NOTICE_WEBHOOK of [
      "http://hooks.example/",
      "https://u:p@hooks.example/",
      "hooks.example",
      "https://a.example/#x",
    ]) {
      expect(problemsOf({ NOTICE_WEBHOOK, NOTICE_WEBHOOK_SECRET })).toEqual([
        "NOTICE_WEBHOOK is invalid, expected an https URL without a user and without a fragment",
      ]);
    }
    for (const secret of [
      "x",
      "whsec_short",
      `whsec_${Buffer.alloc(65).toString("base64")}`,
      `${NOTICE_WEBHOOK_SECRET} x`,
    ]) {
      expect(problemsOf({ NOTICE_WEBHOOK_SECRET: secret })).toEqual([
        "NOTICE_WEBHOOK_SECRET is invalid, expected whsec_ and 24 to 64 bytes in base64, with blanks between several",
      ]);
    }
  });

  test("INVITATIONS=mail needs a mail server and a sender", () => {
    expect(problemsOf({ INVITATIONS: "mail" })).toEqual([
      "SMTP_URL is not set, expected with INVITATIONS=mail",
      "MAIL_FROM is not set, expected with INVITATIONS=mail",
    ]);
    const set = { INVITATIONS: "mail", SMTP_URL: "smtps://a:b@mail.example", MAIL_FROM: "Plumber <reviews@a.example>" };
    expect(readConfig(set).invitations).toMatchObject({ mode: "mail", smtpUrl: set.SMTP_URL, mailFrom: set.MAIL_FROM });
  });

  test("INVITATIONS needs LINK_KEY on PostgreSQL, which has no file beside it", () => {
    const environment = { INVITATIONS: "links", DATABASE_URL: "postgres://db.example/reviews" };
    expect(problemsOf(environment)).toEqual([expect.stringContaining("LINK_KEY is not set")]);
    expect(problemsOf({ ...environment, LINK_KEY: "k".repeat(64) })).toEqual([]);
  });

  test.each([
    ["SMTP_URL", "smtps://user:s3cret%@mail.example:465"],
    ["SMTP_URL", "smtps://us%er:s3cret@mail.example:465"],
    ["SMTP_URL", "smtps://user:s3cret%ff@mail.example:465"],
    ["DATABASE_URL", "postgres://user:s3cret%zz@db.example/goodword"],
    ["DATABASE_URL", "postgres://user:s3cret@[::1/goodword"],
  ])("asks for % as %%25 in %s, and never repeats the password: %s", (name, url) => {
    const [problem = "", ...others] = problemsOf({ [name]: url, INVITATIONS: "links", LINK_KEY: "k".repeat(32) });
    expect(others).toEqual([]);
    expect(problem).toStartWith(`${name} is invalid, expected a URL such as `);
    expect(problem).toContain("in user and password write % as %25");
    expect(problem).not.toContain("s3cret");
  });

  test("asks for % as %25 in the path of a file URL", () => {
    for (const url of ["file:///srv/100%/x.sqlite", "file://[x/y"]) {
      expect(() => databasePathOf(url)).toThrow("with a % in the path written as %25");
    }
    expect(databasePathOf("file:///srv/100%25/x.sqlite")).toBe("/srv/100%/x.sqlite");
  });

  test("never shows a password or a key, however wrong", () => {
    const said = problemsOf({ SMTP_URL: "http://user:s3cret@mail.example", LINK_KEY: "s3cret" }).join("\n");
    expect(said).toContain("SMTP_URL is invalid, expected a URL such as");
    expect(said).toContain("LINK_KEY is invalid, expected at least 32 characters");
    expect(said).not.toContain("s3cret");
  });

  test("CONSOLE_PORT may be off; isPortSet is true only where it is set", () => {
    expect(readConfig({}).console).toEqual({
      port: 3080,
      isPortSet: false,
      host: "127.0.0.1",
      url: "http://localhost:3080",
    });
    expect(readConfig({ CONSOLE_PORT: "4000" }).console).toMatchObject({ port: 4000, isPortSet: true });
    expect(readConfig({ CONSOLE_PORT: "4000" }).console.url).toBe("http://localhost:4000");
    expect(readConfig({ CONSOLE_PORT: "off" }).console.port).toBe(null);
    expect(problemsOf({ CONSOLE_PORT: "on" })).toEqual([
      'CONSOLE_PORT is "on", expected a whole number from 0 to 65535',
    ]);
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

  test("keeps the URL of a PostgreSQL database; shownDatabase() leaves out its password", () => {
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
