import { describe, expect, test } from "bun:test";
import { knownSettings } from "../src/config.ts";
import { misspeltMessage, misspeltSettings } from "../src/misspelt_settings.ts";
import { reviewsFile, Workshop } from "./support/command_line.ts";

const messagesOf = (environment: Record<string, string>) => misspeltSettings(environment).map(misspeltMessage);

describe("misspeltSettings()", () => {
  test.each([
    ["BASEURL", "BASE_URL"],
    ["base_url", "BASE_URL"],
    ["BASE_ULR", "BASE_URL"],
    ["LOG_LEVL", "LOG_LEVEL"],
    ["DATABASE_PATH", null],
    ["DATABSE_URL", "DATABASE_URL"],
    ["HUB_LEASE_MAX_SECOND", "HUB_LEASE_MAX_SECONDS"],
    ["RATE_LIMIT_PER_MINUTES", "RATE_LIMIT_PER_MINUTE"],
    ["GOODWORD_PORT", "PORT"],
    ["GOODWORD_SED", "GOODWORD_SEED"],
  ])("of %s says that %p was meant", (name, meant) => {
    expect(messagesOf({ [name]: "x" })).toEqual(
      meant === null ? [] : [`${name} is not a setting; did you mean ${meant}?`],
    );
  });

  test("names whatever begins with GOODWORD_, whether anything is near or not", () => {
    expect(messagesOf({ GOODWORD_COLOUR: "red" })).toEqual(["GOODWORD_COLOUR is not a setting"]);
  });

  test("says nothing of the settings themselves, nor of what other programs read", () => {
    expect(messagesOf(Object.fromEntries([...knownSettings().usual.keys()].map((name) => [name, "x"])))).toEqual([]);
    const others = [
      "HOME",
      "HOSTNAME",
      "HOSTS",
      "PATH",
      "PORTS",
      "POST",
      "BASH_ENV",
      "LOGNAME",
      "LOG_FILE",
      "HUB_TOKEN",
    ];
    expect(messagesOf(Object.fromEntries(others.map((name) => [name, "x"])))).toEqual([]);
  });

  test("says nothing of a name beside which the right one is set", () => {
    expect(messagesOf({ BASE_URL: "https://reviews.example", BASE_URI: "https://other.example" })).toEqual([]);
  });
});

test("doctor names misspelt settings", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1" }));
  await shop.run("import", "reviews.json");
  shop.context = { env: { DATABASE_URL: `file:${shop.database}`, LOG_LEVL: "debug" } };
  expect((await shop.run("doctor")).out).toContain("LOG_LEVL is not a setting; did you mean LOG_LEVEL?");
});
