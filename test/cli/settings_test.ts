/** `goodword settings`: what each of many businesses has for itself. */
import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { changeSettings } from "../../src/owner/settings.ts";
import { openBusinessList } from "../../src/server/open_store.ts";
import { Workshop } from "../support/command_line.ts";

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
  ["PORT", "80", /The name is "PORT", expected one of INVITATIONS, /],
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

test("what is wrong already does not prevent other settings from being changed", async () => {
  shop.context = { env: { ...environment(), SMTP_URL: "smtp://mail.test" } };
  await settings("set", "MAIL_FROM", "Ace <hi@ace.test>", "--business", "ace");
  await settings("set", "INVITATIONS", "mail", "--business", "ace");
  shop.context = { env: environment() };
  expect((await settings("set", "INCENTIVE", "A voucher", "--business", "ace")).code).toBe(0);
  expect((await settings("unset", "INVITATIONS", "--business", "ace")).code).toBe(0);
  expect(await listed("ace")).toEqual({ MAIL_FROM: "Ace <hi@ace.test>", INCENTIVE: "A voucher" });
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

test("the history says which setting was changed, and not to what", async () => {
  await settings("set", "NOTICE_MAIL", "", "--business", "ace");
  await settings("set", "INCENTIVE", "A voucher", "--business", "ace");
  const { out } = await shop.run("log", "--business", "ace");
  expect(out).toMatch(/settings +Settings were changed: What you give for a review\.\n/);
  expect(out).not.toMatch(/voucher|NOTICE_MAIL/);
});

test("of two settings that are changed at once, both are kept", async () => {
  await using list = await openBusinessList(`folder:${shop.path(`shops${folders}`)}`);
  const place = { list, environment: environment(), withStore: async () => {} };
  const set = (values: Record<string, string>) => changeSettings(place, { id: "ace", values });
  await Promise.all([set({ INVITATIONS: "links" }), set({ INCENTIVE: "A voucher" })]);
  expect(await listed("ace")).toEqual({ INVITATIONS: "links", INCENTIVE: "A voucher" });
});

test("goodword settings has to be told which of several businesses, and needs nothing told of one", async () => {
  expect((await settings("list")).err).toMatch(/^goodword: Which of 2 businesses\?/);
  expect((await settings("set", "INVITATIONS", "links", "--business", "none")).code).toBe(1);
  await shop.run("business", "remove", "bee");
  expect((await settings("set", "INVITATIONS", "links")).out).toBe("ace: INVITATIONS is links\n");
});

test("where the database holds one business, goodword settings names the environment instead", async () => {
  shop.context = {};
  for (const args of [["list"], ["set", "INVITATIONS", "links"], ["unset", "INVITATIONS"]]) {
    expect(await settings(...args)).toMatchObject({ code: 2, err: expect.stringContaining("docs/configuration.md") });
  }
});
