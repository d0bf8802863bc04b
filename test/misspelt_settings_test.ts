import { describe, expect, test } from "bun:test";
import { knownSettings, REMOVED_SETTINGS } from "../src/config.ts";
import { settingWarnings } from "../src/misspelt_settings.ts";
import { shopWith } from "./support/command_line.ts";

describe("settingWarnings()", () => {
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
  ])("suggests for %s: %p", (name, meant) => {
    expect(settingWarnings({ [name]: "x" })).toEqual(
      meant === null ? [] : [`${name} is not a setting; did you mean ${meant}?`],
    );
  });

  test("names whatever begins with GOODWORD_, whether anything is near or not", () => {
    expect(settingWarnings({ GOODWORD_COLOUR: "red" })).toEqual(["GOODWORD_COLOUR is not a setting"]);
  });

  test.each(Object.entries(REMOVED_SETTINGS))(
    "names %s, a setting of an earlier release, with what to do instead",
    (name, instead) => {
      expect(settingWarnings({ [name]: "x" })).toEqual([`${name} is no longer a setting: ${instead}`]);
    },
  );

  test("ignores a removed setting that is empty", () => {
    expect(settingWarnings({ WITNESSES: " " })).toEqual([]);
  });

  test("is empty for known settings and for those of other programs", () => {
    expect(settingWarnings(Object.fromEntries([...knownSettings().usual.keys()].map((name) => [name, "x"])))).toEqual(
      [],
    );
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
    expect(settingWarnings(Object.fromEntries(others.map((name) => [name, "x"])))).toEqual([]);
  });

  test("is empty for a name whose correct spelling is also set", () => {
    expect(settingWarnings({ BASE_URL: "https://reviews.example", BASE_URI: "https://other.example" })).toEqual([]);
  });
});

test("doctor names misspelt settings", async () => {
  using shop = await shopWith({ id: "a1" });
  shop.context = { env: { DATABASE_URL: `file:${shop.database}`, LOG_LEVL: "debug" } };
  expect((await shop.run("doctor")).out).toContain("LOG_LEVL is not a setting; did you mean LOG_LEVEL?");
});
