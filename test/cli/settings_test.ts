/** `goodword settings`: what the owner of a business sets. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { settingsOfMany } from "../../src/owner/settings_place.ts";
import { openBusinessList } from "../../src/server/open_store.ts";
import { Workshop } from "../support/command_line.ts";
import { openTestStore } from "../support/test_store.ts";

const shop = new Workshop();
afterAll(() => shop[Symbol.dispose]());

let folders = 0;
const environment = () => ({ DATABASE_URL: `folder:shops${folders}` });

beforeEach(async () => {
  folders++;
  shop.context = { env: environment() };
  for (const id of ["ace", "bee"]) await shop.run("business", "add", id, "--base-url", `https://${id}.test/`);
});
afterEach(() => {
  shop.context = {};
});

const settings = (...args: string[]) => shop.run("settings", ...args);

async function listed(id: string): Promise<Record<string, unknown>> {
  const { json } = await settings("list", "--business", id, "--json");
  const rows = json as { name: string; set: boolean; value: string | null }[];
  return Object.fromEntries(rows.filter(({ set }) => set).map(({ name, value }) => [name, value]));
}

test("goodword settings set NAME - reads the value from standard input, and refuses an empty one", async () => {
  shop.context = { env: environment(), readInput: async () => Buffer.from("links\n") };
  expect((await settings("set", "INVITATIONS", "-", "--business", "ace")).code).toBe(0);
  expect(await listed("ace")).toEqual({ INVITATIONS: "links" });
  shop.context = { env: environment() };
  expect(await settings("set", "INVITATIONS", "-", "--business", "ace")).toMatchObject({
    code: 2,
    err: expect.stringContaining("Standard input is empty"),
  });
  expect(await listed("ace")).toEqual({ INVITATIONS: "links" });
});

test("goodword settings set keeps a setting for one business and no other, and unset takes it back", async () => {
  expect(await settings("set", "INVITATIONS", "links", "--business", "ace")).toMatchObject({
    code: 0,
    out: "ace: INVITATIONS is links\n",
  });
  expect(await listed("ace")).toEqual({ INVITATIONS: "links" });
  expect(await listed("bee")).toEqual({});
  expect(await settings("unset", "INVITATIONS", "--business", "ace")).toMatchObject({
    code: 0,
    out: "ace: INVITATIONS is not set\n",
  });
  expect(await listed("ace")).toEqual({});
});

test("a setting of an earlier release is named by list and doctor, and dropped with the next change", async () => {
  await using list = await openBusinessList(`folder:${shop.path(`shops${folders}`)}`);
  expect(await list.saveSettings("ace", () => ({ WITNESSES: "a b" }))).toBe("done");
  const named = "WITNESSES is no longer a setting: ";
  expect((await settings("list", "--business", "ace")).out).toContain(named);
  expect((await shop.run("doctor", "--business", "ace")).out).toContain(named);
  expect((await shop.run("doctor", "--business", "bee")).out).not.toContain(named);
  expect((await settings("set", "INVITATIONS", "links", "--business", "ace")).code).toBe(0);
  expect((await settings("list", "--business", "ace")).out).not.toContain(named);
});

test.each([
  ["INVITATIONS", "post", /INVITATIONS is "post", expected one of off, links, mail; nothing was changed/],
  ["INVITATIONS", "mail", /SMTP_URL is not set, expected with INVITATIONS=mail; MAIL_FROM is not set/],
  ["NOTICE_WEBHOOK", "http://hooks.test/secret-path", /NOTICE_WEBHOOK is invalid/],
  ["INCENTIVE", "A voucher\nINVITATIONS=mail", /INCENTIVE has a line break/],
  ["PORT", "80", /PORT is not a setting of a business; nothing was changed/],
])("goodword settings set %s %p is refused in one line, and changes nothing", async (name, value, reason) => {
  const { code, err } = await settings("set", name, value, "--business", "ace");
  expect(code).toBe(2);
  expect(err).toMatch(reason);
  expect(err.trimEnd()).not.toContain("\n");
  expect(err).not.toContain("secret-path");
  expect(await listed("ace")).toEqual({});
});

test("goodword settings unset refuses to take away what another setting needs", async () => {
  shop.context = { env: { ...environment(), SMTP_URL: "smtp://mail.test" } };
  expect((await settings("set", "MAIL_FROM", "Ace <hi@ace.test>", "--business", "ace")).code).toBe(0);
  expect((await settings("set", "INVITATIONS", "mail", "--business", "ace")).code).toBe(0);
  const { code, err } = await settings("unset", "MAIL_FROM", "--business", "ace");
  expect([code, err]).toEqual([
    2,
    "goodword: MAIL_FROM is not set, expected with INVITATIONS=mail; nothing was changed\n",
  ]);
});

test("a sender is at no domain that holds another business, or the operator's console", async () => {
  const from = (address: string) => settings("set", "MAIL_FROM", address, "--business", "branch");
  const own = await shop.run("business", "add", "branch", "--base-url", "https://branch.chain.test/");
  expect(own).toMatchObject({ code: 0 });
  expect((await from("hi@chain.test")).code).toBe(0);
  expect(await shop.run("business", "add", "rival", "--base-url", "https://rival.chain.test/")).toMatchObject({
    code: 0,
  });
  expect((await from("boss@chain.test")).err).toContain("expected branch.chain.test, a domain around it without");
  expect((await from("hi@branch.chain.test")).code).toBe(0);
});

test("goodword settings never prints a secret", async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const hook = "https://hooks.test/T0/key-of-the-hook";
  const printed = [
    await settings("set", "NOTICE_WEBHOOK_SECRET", secret, "--business", "ace"),
    await settings("set", "NOTICE_WEBHOOK", hook, "--business", "ace", "--json"),
    await settings("list", "--business", "ace"),
    await settings("list", "--business", "ace", "--json"),
  ];
  expect(printed.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(printed[2]?.out).toMatch(/^NOTICE_WEBHOOK_SECRET +set$/m);
  for (const { out, err } of printed) expect(out + err).not.toMatch(/key-of-the-hook|BwcHBwcH/);
  expect(await listed("ace")).toEqual({ NOTICE_WEBHOOK_SECRET: null, NOTICE_WEBHOOK: null });
});

test("the history names a changed setting without its value", async () => {
  await settings("set", "NOTICE_MAIL", "", "--business", "ace");
  await settings("set", "INCENTIVE", "A voucher", "--business", "ace");
  const { out } = await shop.run("log", "--business", "ace");
  expect(out).toMatch(/settings +Settings were changed: What you give for a review\.\n/);
  expect(out).not.toMatch(/voucher|NOTICE_MAIL/);
});

test("of two settings that are changed at once, both are kept", async () => {
  await using list = await openBusinessList(`folder:${shop.path(`shops${folders}`)}`);
  const place = settingsOfMany(list, "ace", environment());
  const set = (name: string, value: string) => place.save((kept) => ({ ...kept, [name]: value }));
  await Promise.all([set("INVITATIONS", "links"), set("INCENTIVE", "A voucher")]);
  expect(await listed("ace")).toEqual({ INVITATIONS: "links", INCENTIVE: "A voucher" });
});

test("goodword settings requires --business when there are several", async () => {
  expect((await settings("list")).err).toMatch(/^goodword: There are 2 businesses;/);
  expect((await settings("set", "INVITATIONS", "links", "--business", "none")).code).toBe(1);
  await shop.run("business", "remove", "bee");
  expect((await settings("set", "INVITATIONS", "links")).out).toBe("ace: INVITATIONS is links\n");
});

test("several settings that are set at once are all kept, or all refused", async () => {
  shop.context = { env: { ...environment(), SMTP_URL: "smtp://mail.test" } };
  const mode = "INVITATIONS=mail";
  const sender = "MAIL_FROM=Ace <hi@ace.test>";
  expect((await settings("set", mode, "MAIL_PER_DAY=many", sender, "--business", "ace")).code).toBe(2);
  expect(await listed("ace")).toEqual({});
  expect((await settings("set", mode, sender, "--business", "ace")).out).toMatch(/^ace: INVITATIONS is mail$/m);
  expect(await listed("ace")).toEqual({ INVITATIONS: "mail", MAIL_FROM: "Ace <hi@ace.test>" });
});

describe("The only business of a database", () => {
  const one = async (...args: string[]) => (await settings(...args, "--json")).json;
  const secrets = () => JSON.parse(shop.read("goodword.sqlite.secrets"));
  const SERVER = "smtps://me%40ace.test:p%2Fw@mail.ace.test:465";

  beforeEach(async () => {
    shop.context = {};
    await openTestStore(shop.database)[Symbol.asyncDispose]();
  });

  test("has its settings in its store, which commands go by unless the environment sets the same", async () => {
    expect((await settings("set", "BASE_URL=https://ace.test/reviews")).code).toBe(2);
    shop.context = { env: { DATABASE_URL: `file:${shop.database}` } };
    const { out } = await settings("set", "BASE_URL=https://ace.test/reviews");
    expect(out).toMatch(/^BASE_URL is https:\/\/ace\.test\/reviews$/m);
    expect((await shop.run("doctor")).out).toContain("https://ace.test/reviews");
    shop.context = {};
    expect((await shop.run("doctor")).out).toContain("https://reviews.goodword.test");
    const listedNow = (await settings("list")).out;
    expect(listedNow).toMatch(/^BASE_URL +https:\/\/reviews\.goodword\.test \(by the environment\)$/m);
  });

  test("keeps secrets in a file that its owner alone may read, and in no backup, history or output", async () => {
    const printed = [await settings("set", "SMTP_URL", SERVER), await settings("list"), await shop.run("log")];
    for (const { out, err } of printed) expect(out + err).not.toMatch(/p\/w|p%2Fw/);
    expect(printed[0]?.out).toMatch(/^SMTP_URL is smtps:\/\/me%40ace.test@mail.ace.test:465$/m);
    expect(secrets()).toEqual({ SMTP_PASSWORD: "p/w" });
    expect(statSync(shop.path("goodword.sqlite.secrets")).mode & 0o777).toBe(0o600);
    await shop.run("backup", shop.path("copy.sqlite"));
    expect(readFileSync(shop.path("copy.sqlite")).includes("p/w")).toBe(false);
  });

  test("forgets a password with the server that it was for", async () => {
    await settings("set", "SMTP_URL", SERVER);
    await settings("set", "MAIL_FROM", "me@ace.test");
    expect(secrets()).toEqual({ SMTP_PASSWORD: "p/w" });
    await settings("set", "SMTP_URL", "smtps://me%40ace.test@other.test:465");
    expect(secrets()).toEqual({});
    expect(await one("list")).toContainEqual({ name: "SMTP_PASSWORD", set: false, value: null });
  });

  test("does not send a stored password to the mail server of the environment", async () => {
    await settings("set", "SMTP_URL", SERVER);
    const opened: string[] = [];
    const open = async ({ url }: { readonly url: string }) => {
      opened.push(url);
      return Promise.reject(new Error("no mail here"));
    };
    const mail = { open, lookUpTexts: async () => null };
    const env = { DATABASE_URL: `file:${shop.database}`, SMTP_URL: "smtp://me@other.test" };
    shop.context = { env, mail };
    await settings("test", "me@ace.test");
    shop.context = { env: { DATABASE_URL: `file:${shop.database}` }, mail };
    await settings("test", "me@ace.test");
    expect(opened).toEqual(["smtp://me@other.test", "smtps://me%40ace.test:p%2Fw@mail.ace.test:465"]);
  });
});
