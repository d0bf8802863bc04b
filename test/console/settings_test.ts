/** The settings of a business: of the only one, and of one of many. */
import { describe, expect, test } from "bun:test";
import { OWN_SETTINGS, SERVER_SETTINGS } from "../../src/business_environment.ts";
import { readLog } from "../../src/store/mod.ts";
import { type ConsoleVisitor, openTestConsole } from "../support/console.ts";
import { EVERYTHING_ON } from "../support/console_sample.ts";
import { formFields } from "../support/form_fields.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const HOOK = "https://hooks.test/T0/key-of-the-hook";
const WITH_SECRETS = { NOTICE_WEBHOOK: HOOK, NOTICE_WEBHOOK_SECRET: SECRET };

const open = (environment: Record<string, string> = {}) => openTestConsole({ environment, isOneOfMany: true });
type Part = "address" | "mail" | "invitations" | "notices" | "backups";
const PARTS: Readonly<Record<string, Part>> = {
  MAIL_FROM: "mail",
  MAIL_REPLY_TO: "mail",
  MAIL_PER_DAY: "mail",
  BASE_URL: "address",
  SMTP_HOST: "mail",
  SMTP_PORT: "mail",
  SMTP_USER: "mail",
  SMTP_PASSWORD: "mail",
  NOTICE_MAIL: "notices",
  NOTICE_WEBHOOK: "notices",
  NOTICE_WEBHOOK_SECRET: "notices",
  BACKUP_DIR: "backups",
  BACKUP_EVERY: "backups",
  BACKUP_KEEP: "backups",
};
/** The page of a setting. */
const pageOf = (name: string) => `/settings/${PARTS[name.replace(".remove", "")] ?? "invitations"}`;
const fieldsOf = async (visitor: ConsoleVisitor, path: string) => formFields(await visitor.get(path), path);
const settingsOf = async ({ kept }: { kept: () => Promise<Readonly<Record<string, readonly object[]>>> }) =>
  (await kept()).settings?.[0];

/** Sends the form as it is shown, with these fields changed. */
async function send(visitor: ConsoleVisitor, fields: Record<string, string>) {
  const path = pageOf(Object.keys(fields)[0] ?? "");
  const answer = await visitor.post(path, { ...(await fieldsOf(visitor, path)), ...fields });
  return { status: answer.status, html: await answer.text() };
}

test("Each setting has a field on one page, under its name and with what it means, in four languages", async () => {
  for (const isOneOfMany of [true, false]) {
    await using console = openTestConsole({ isOneOfMany });
    const owner = await console.as("owner");
    const pages = [...new Set([...OWN_SETTINGS, ...(isOneOfMany ? [] : SERVER_SETTINGS)].map(pageOf))];
    const fields = await Promise.all(pages.map(async (page) => Object.keys(await fieldsOf(owner, page))));
    const server = ["SMTP_HOST", "SMTP_PORT", "SMTP_USER"];
    const ofServer = isOneOfMany ? [] : [...SERVER_SETTINGS.filter((name) => name !== "SMTP_URL"), ...server];
    // A secret on a server in memory is the environment's.
    const shown = [...OWN_SETTINGS, ...ofServer].filter((name) => isOneOfMany || !/^SMTP_PASSWORD$|WEBHOOK/.test(name));
    // Until there is a mailbox, invitations ask for it as well.
    const found = new Set(fields.flat().filter((name) => name !== "state"));
    expect([...found].sort()).toEqual([...shown].sort());
  }
  await using console = open();
  const owner = await console.as("owner");
  for (const [language, word] of Object.entries({ en: "Sender", es: "Remitente", fr: "Expéditeur", de: "Absender" })) {
    const html = await (await owner.get("/settings/mail", { "Accept-Language": language })).text();
    expect(html).toContain(`<label for="MAIL_FROM">${word}</label>`);
  }
});

test("Without a public address, the settings show the one that the server is at", async () => {
  await using console = openTestConsole({ services: { baseUrl: "http://localhost:4711" } });
  for (const [role, path] of [
    ["owner", "/settings"],
    ["reader", "/settings/address"],
  ] as const) {
    const html = await (await (await console.as(role)).get(path)).text();
    expect(html.match(/http:\/\/localhost:\d+/g)).toContain("http://localhost:4711");
    expect(html).not.toContain("http://localhost:3000");
  }
});

test("The check of an address is offered where it begins with https, and asks nobody otherwise", async () => {
  for (const [baseUrl, offered] of [
    ["https://reviews.example.com", true],
    ["http://localhost:4711", false],
    ["http://reviews.example.com", false],
  ] as const) {
    await using console = openTestConsole({ services: { baseUrl } });
    const html = await (await (await console.as("owner")).get("/settings/address")).text();
    expect([baseUrl, html.includes("Check the address")]).toEqual([baseUrl, offered]);
  }
});

test("Saving keeps what was typed, all of a page at once, and records in the history who changed what", async () => {
  await using console = open({ SMTP_URL: "smtp://mail.test" });
  const owner = await console.as("owner", "Olive");
  expect((await send(owner, { MAIL_FROM: " Alder <hi@example.com> " })).status).toBe(303);
  expect((await send(owner, { INVITATIONS: "mail", REMIND_AFTER: "3d" })).status).toBe(303);
  const saved = { INVITATIONS: "mail", MAIL_FROM: "Alder <hi@example.com>", REMIND_AFTER: "3d" };
  expect(await settingsOf(console)).toEqual(saved);
  const [line] = await readLog(console.store, { limit: 1 });
  const settings = ["INVITATIONS", "REMIND_AFTER"];
  expect(line).toMatchObject({ command: "settings", by: "Olive", detail: { settings } });
  await send(owner, { REMIND_AFTER: "" });
  expect(await settingsOf(console)).toEqual({ INVITATIONS: "mail", MAIL_FROM: "Alder <hi@example.com>" });
});

test("Saving a page that nothing was changed on changes nothing, and stands in no history", async () => {
  await using console = open({ ...EVERYTHING_ON, ...WITH_SECRETS });
  const owner = await console.as("owner");
  const before = await console.kept();
  for (const name of ["MAIL_FROM", "INVITATIONS", "NOTICE_MAIL"]) {
    const path = pageOf(name);
    expect((await owner.post(path, await fieldsOf(owner, path))).status).toBe(303);
  }
  expect(await console.kept()).toEqual(before);
});

test.each([
  [{ INVITE_AFTER: "soon" }, "INVITE_AFTER", "This value is not valid"],
  [{ MAIL_PER_DAY: "-1" }, "MAIL_PER_DAY", "This value is not valid"],
  [{ NOTICE_WEBHOOK: HOOK }, "NOTICE_WEBHOOK_SECRET", "Required with “Webhook for notices”"],
])("Saving %p is refused at the field %s, and changes nothing", async (typed, name, reason) => {
  await using console = open({ SMTP_URL: "smtp://mail.test", INCENTIVE: "A voucher" });
  const { status, html } = await send(await console.as("owner"), typed);
  expect(status).toBe(422);
  expect(html).toMatch(new RegExp(`id="${name}-error">${reason}`));
  expect(html).not.toContain("key-of-the-hook");
  expect(await settingsOf(console)).toEqual({ INCENTIVE: "A voucher" });
});

test("A refused page keeps what was typed, and links to the page of the missing setting", async () => {
  await using console = open({ SMTP_URL: "smtp://mail.test", INCENTIVE: "A voucher" });
  const typed = { INVITATIONS: "mail", INCENTIVE: "Two vouchers" };
  const { status, html } = await send(await console.as("owner"), typed);
  expect(status).toBe(422);
  expect(html).toContain('value="Two vouchers"');
  expect(html).toContain("Sender: Required with “Ask customers for reviews”");
  expect(html).toContain('<a href="/settings/mail">E-mail</a>');
  expect(await settingsOf(console)).toEqual({ INCENTIVE: "A voucher" });
});

test("A sender at a domain that is not the business's is refused, unless the server allows that domain", async () => {
  await using console = open();
  const owner = await console.as("owner");
  for (const MAIL_FROM of ["hi@becker.example", "hi@other.example.com", "Alder <hi@badexample.com>", "hi@com"]) {
    const { status, html } = await send(owner, { MAIL_FROM });
    expect([MAIL_FROM, status]).toEqual([MAIL_FROM, 422]);
    expect(html).toContain('id="MAIL_FROM-error"');
  }
  expect(await settingsOf(console)).toEqual({});
  Object.assign(console.environment, { MAIL_FROM_DOMAINS: "agency.example, becker.example" });
  for (const MAIL_FROM of ["hi@mail.becker.example", "hi@reviews.example.com"]) {
    expect((await send(owner, { MAIL_FROM })).status).toBe(303);
  }
});

test("Mail that the server cannot send is refused with who can help", async () => {
  await using console = open();
  const owner = await console.as("owner");
  await send(owner, { MAIL_FROM: "hi@example.com" });
  const { status, html } = await send(owner, { INVITATIONS: "mail" });
  expect(status).toBe(422);
  expect(html).toContain("Ask the operator of the server to set SMTP_URL");
  expect(await settingsOf(console)).toEqual({ MAIL_FROM: "hi@example.com" });
});

test("A secret is never shown; an empty field keeps it, a box removes it", async () => {
  await using console = open(WITH_SECRETS);
  const owner = await console.as("owner");
  const reader = await console.as("reader");
  for (const visitor of [owner, reader]) {
    expect(await (await visitor.get("/settings/notices")).text()).not.toMatch(/key-of-the-hook|BwcHBwcH/);
  }
  expect((await send(owner, { INCENTIVE: "A voucher" })).status).toBe(303);
  expect(await settingsOf(console)).toEqual({ ...WITH_SECRETS, INCENTIVE: "A voucher" });
  const removed = { "NOTICE_WEBHOOK.remove": "yes", "NOTICE_WEBHOOK_SECRET.remove": "yes" };
  expect((await send(owner, removed)).status).toBe(303);
  expect(await settingsOf(console)).toEqual({ INCENTIVE: "A voucher" });
});

test("Settings that have become invalid, such as mail without a mail server, are named, and can be corrected one by one", async () => {
  await using console = open({ INVITATIONS: "mail", MAIL_FROM: "hi@example.com", SMTP_URL: "smtp://mail.test" });
  Object.assign(console.environment, { SMTP_URL: "" });
  const owner = await console.as("owner");
  const html = await (await owner.get("/settings")).text();
  expect(html).toContain("stays offline until this is fixed");
  expect(html).toContain("to set SMTP_URL");
  expect((await send(owner, { INCENTIVE: "A voucher" })).status).toBe(303);
  expect((await send(owner, { INVITATIONS: "links" })).status).toBe(303);
  expect(await (await owner.get("/settings")).text()).not.toContain("not served");
});

test("A reader sees what is set and no form", async () => {
  await using console = open({ INCENTIVE: "A voucher" });
  const html = await (await (await console.as("reader")).get("/settings/invitations")).text();
  expect(html).toContain("A voucher");
  expect(html).not.toContain('action="/settings');
});

describe("The only business of a server", () => {
  test("sees what the environment sets, and cannot change it", async () => {
    await using console = openTestConsole({ environment: { ...EVERYTHING_ON, BACKUP_DIR: "/srv/backups" } });
    const owner = await console.as("owner");
    expect(Object.keys(await fieldsOf(owner, "/settings/mail")).sort()).toEqual([
      "MAIL_PER_DAY",
      "MAIL_REPLY_TO",
      "state",
    ]);
    const html = await (await owner.get("/settings/mail")).text();
    expect(html).toContain("smtp://localhost:25 (set by the server)");
    expect((await owner.post("/settings/backups", { BACKUP_DIR: "/elsewhere", state: "" })).status).not.toBe(500);
    expect((await console.kept()).keys).not.toContainEqual(expect.objectContaining({ name: "settings" }));
  });

  test.each(["gmail", "outlook", "fastmail"])("fills in the mail server of %s by a link", async (provider) => {
    await using console = openTestConsole();
    const owner = await console.as("owner");
    expect(await (await owner.get("/settings/mail")).text()).toContain(`href="/settings/mail?provider=${provider}"`);
    const page = await owner.get(`/settings/mail?provider=${provider}`);
    expect(await formFields(page, "/settings/mail")).toMatchObject({
      SMTP_HOST: expect.stringContaining("smtp."),
      SMTP_PORT: expect.stringMatching(/^(?:465|587)$/),
    });
  });

  test("is offered what is off on each page, with the way to the setting, and no variable to set", async () => {
    await using console = openTestConsole();
    const owner = await console.as("owner");
    for (const part of ["invitations", "notices", "backups"]) {
      const html = await (await owner.get(`/${part}`)).text();
      expect(html).toContain(`href="/settings/${part}"`);
      expect(html).not.toMatch(/(?:INVITATIONS|SMTP_URL|NOTICE_\w+|BACKUP_DIR)=/);
    }
  });

  test("is sent mail under the user name of the mailbox unless it names another sender", async () => {
    await using console = openTestConsole();
    const owner = await console.as("owner");
    const server = { SMTP_HOST: "smtp.example.com", SMTP_PORT: "465", SMTP_USER: "me@example.com" };
    expect((await send(owner, server)).status).toBe(303);
    expect(await fieldsOf(owner, "/settings/mail")).toMatchObject({ ...server, MAIL_FROM: "me@example.com" });
  });

  test("is refused a folder for backups that cannot be written to", async () => {
    await using console = openTestConsole();
    const { status, html } = await send(await console.as("owner"), { BACKUP_DIR: "/dev/null/backups" });
    expect(status).toBe(422);
    expect(html).toContain("The server cannot write to this folder.");
  });
});
