/** The page of what one of many businesses has for itself. */
import { expect, test } from "bun:test";
import { OWN_SETTINGS } from "../../src/business_environment.ts";
import { readLog } from "../../src/store/mod.ts";
import { type ConsoleVisitor, openTestConsole } from "../support/console.ts";
import { EVERYTHING_ON } from "../support/console_sample.ts";
import { formFields } from "../support/form_fields.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const HOOK = "https://hooks.test/T0/key-of-the-hook";
const WITH_SECRETS = { NOTICE_WEBHOOK: HOOK, NOTICE_WEBHOOK_SECRET: SECRET };

const open = (environment: Record<string, string> = {}) => openTestConsole({ environment, isOneOfMany: true });
const fieldsOf = async (visitor: ConsoleVisitor) => formFields(await visitor.get("/settings"), "/settings");
const settingsOf = async ({ kept }: { kept: () => Promise<Readonly<Record<string, readonly object[]>>> }) =>
  (await kept()).settings?.[0];

/** Sends the form as it is shown, with these fields changed. */
async function send(visitor: ConsoleVisitor, fields: Record<string, string>) {
  const answer = await visitor.post("/settings", { ...(await fieldsOf(visitor)), ...fields });
  return { status: answer.status, html: await answer.text() };
}

test("The page has a field for every setting, under its name and with what it means, in four languages", async () => {
  await using console = open();
  const owner = await console.as("owner");
  expect(Object.keys(await fieldsOf(owner)).sort()).toEqual(["state", ...OWN_SETTINGS].sort());
  for (const [language, word] of Object.entries({ en: "Sender", es: "Remitente", fr: "Expéditeur", de: "Absender" })) {
    const html = await (await owner.get("/settings", { "Accept-Language": language })).text();
    expect(html).toContain(`<label for="MAIL_FROM">${word}</label>`);
  }
});

test("Saving keeps what was typed, all of it at once, and says in the history who changed what", async () => {
  await using console = open({ SMTP_URL: "smtp://mail.test" });
  const owner = await console.as("owner", "Olive");
  const { status } = await send(owner, {
    INVITATIONS: "mail",
    MAIL_FROM: " Alder <hi@example.com> ",
    REMIND_AFTER: "3d",
  });
  expect(status).toBe(303);
  const saved = { INVITATIONS: "mail", MAIL_FROM: "Alder <hi@example.com>", REMIND_AFTER: "3d" };
  expect(await settingsOf(console)).toEqual(saved);
  const [line] = await readLog(console.store, { limit: 1 });
  expect(line).toMatchObject({ command: "settings", by: "Olive", detail: { settings: Object.keys(saved).sort() } });
  await send(owner, { REMIND_AFTER: "" });
  expect(await settingsOf(console)).toEqual({ INVITATIONS: "mail", MAIL_FROM: "Alder <hi@example.com>" });
});

test("Saving a page that nothing was changed on changes nothing, and stands in no history", async () => {
  await using console = open({ ...EVERYTHING_ON, ...WITH_SECRETS });
  const owner = await console.as("owner");
  const before = await console.kept();
  expect((await send(owner, {})).status).toBe(303);
  expect(await console.kept()).toEqual(before);
});

test.each([
  [{ INVITE_AFTER: "soon" }, "INVITE_AFTER", "This value is not valid"],
  [{ MAIL_PER_DAY: "-1" }, "MAIL_PER_DAY", "This value is not valid"],
  [{ INVITATIONS: "mail" }, "MAIL_FROM", "Required with “Ask customers for reviews”"],
  [{ NOTICE_WEBHOOK: HOOK }, "NOTICE_WEBHOOK_SECRET", "Required with “Webhook for notices”"],
])("Saving %p is refused at the field %s, keeps what was typed and changes nothing", async (typed, name, reason) => {
  await using console = open({ SMTP_URL: "smtp://mail.test", INCENTIVE: "A voucher" });
  const owner = await console.as("owner");
  const { status, html } = await send(owner, { ...typed, INCENTIVE: "Two vouchers" });
  expect(status).toBe(422);
  expect(html).toMatch(new RegExp(`id="${name}-error">${reason}`));
  expect(html).toContain('value="Two vouchers"');
  expect(html).not.toContain("key-of-the-hook");
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
  Object.assign(console.means.scope?.environment ?? {}, { MAIL_FROM_DOMAINS: "agency.example, becker.example" });
  for (const MAIL_FROM of ["hi@mail.becker.example", "hi@reviews.example.com"]) {
    expect((await send(owner, { MAIL_FROM })).status).toBe(303);
  }
});

test("Mail that the server cannot send is refused with who can help", async () => {
  await using console = open();
  const { status, html } = await send(await console.as("owner"), { INVITATIONS: "mail", MAIL_FROM: "hi@example.com" });
  expect(status).toBe(422);
  expect(html).toContain("Whoever runs it sets SMTP_URL");
  expect(await settingsOf(console)).toEqual({});
});

test("A secret is never shown; an empty field keeps it, a box removes it", async () => {
  await using console = open(WITH_SECRETS);
  const [owner, reader] = [await console.as("owner"), await console.as("reader")];
  for (const visitor of [owner, reader]) {
    expect(await (await visitor.get("/settings")).text()).not.toMatch(/key-of-the-hook|BwcHBwcH/);
  }
  expect((await send(owner, { INCENTIVE: "A voucher" })).status).toBe(303);
  expect(await settingsOf(console)).toEqual({ ...WITH_SECRETS, INCENTIVE: "A voucher" });
  const removed = { "NOTICE_WEBHOOK.remove": "yes", "NOTICE_WEBHOOK_SECRET.remove": "yes" };
  expect((await send(owner, removed)).status).toBe(303);
  expect(await settingsOf(console)).toEqual({ INCENTIVE: "A voucher" });
});

test("Settings that somebody else changed meanwhile are not overwritten: both are shown", async () => {
  await using console = open();
  const [olive, ben] = [await console.as("owner", "Olive"), await console.as("owner", "Ben")];
  const seen = await fieldsOf(ben);
  await send(olive, { INCENTIVE: "A voucher" });
  const answer = await ben.post("/settings", { ...seen, INCENTIVE: "Cake" });
  expect(answer.status).toBe(409);
  const html = await answer.text();
  expect(html).toContain('value="Cake"');
  expect(html).toContain("Someone else has saved this: A voucher.");
  expect(await settingsOf(console)).toEqual({ INCENTIVE: "A voucher" });
});

test("Settings that hold no more, as when the server lost its mail server, are named, and one after another can be put right", async () => {
  await using console = open({ INVITATIONS: "mail", MAIL_FROM: "hi@example.com", SMTP_URL: "smtp://mail.test" });
  const { scope } = console.means;
  Object.assign(scope?.environment ?? {}, { SMTP_URL: "" });
  const owner = await console.as("owner");
  const html = await (await owner.get("/settings")).text();
  expect(html).toContain("stays offline until this is fixed");
  expect(html).toContain("sets SMTP_URL");
  expect((await send(owner, { INCENTIVE: "A voucher" })).status).toBe(303);
  expect((await send(owner, { INVITATIONS: "links" })).status).toBe(303);
  expect(await (await owner.get("/settings")).text()).not.toContain("not served");
});

test("A reader sees what is set and no form", async () => {
  await using console = open({ INCENTIVE: "A voucher" });
  const html = await (await (await console.as("reader")).get("/settings")).text();
  expect(html).toContain("A voucher");
  expect(html).not.toContain('action="/settings"');
});

test("Where the server has one business there are no settings, and nothing leads to them", async () => {
  await using console = openTestConsole();
  const owner = await console.as("owner");
  expect((await owner.get("/settings")).status).toBe(404);
  expect((await owner.post("/settings", { INCENTIVE: "A voucher" })).status).toBe(404);
  for (const path of ["/", "/invitations", "/notices"]) {
    expect(await (await owner.get(path)).text()).not.toContain('href="/settings"');
  }
});
