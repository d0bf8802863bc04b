/** Jobs and invitations in the console. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { createInvitationService } from "../../src/owner/answer_invitation.ts";
import { askCustomer } from "../../src/owner/jobs_ask.ts";
import { skip } from "../../src/owner/jobs_skip.ts";
import { findJobsToken, listJobsTokens } from "../../src/owner/jobs_token.ts";
import { readGreetings } from "../../src/owner/preview_invitation.ts";
import { createMailer } from "../../src/server/mail.ts";
import { analystNamed } from "../support/drafts.ts";
import { formFields } from "../support/form_fields.ts";
import { keepFirm } from "../support/messages.ts";
import { perform } from "../support/perform.ts";
import { seededBytes } from "../support/seeded_random.ts";
import { takeoutZip } from "../support/takeout.ts";
import { openImportConsole, stateIn } from "../support/upload_stage.ts";

const JOB = { customer_name: "Jane Doe", email: "jane@example.com", finished: "2026-05-03", service: "Drain cleaning" };
const LIST = "Customer,Completed,Email\nJane Doe,2026-05-03,jane@example.com\nRob Fox,someday,rob@example.com\n";

const jobsIn = (stage: Awaited<ReturnType<typeof openImportConsole>>) =>
  stage.console.store.jobs.read((jobs) => jobs.list());

describe("jobs in the console", () => {
  test("are written down one by one, once, and stand with why nobody is asked", async () => {
    await using stage = await openImportConsole();
    const { owner } = stage;
    expect(await stage.page("/jobs")).toContain("No jobs");
    expect((await owner.post("/jobs", JOB)).status).toBe(303);
    expect((await owner.post("/jobs", JOB)).status).toBe(303);
    expect(await jobsIn(stage)).toHaveLength(1);
    const page = await stage.page("/jobs");
    expect(page).toContain("Jane Doe");
    expect(page).toContain("Drain cleaning");
    expect(page).toMatch(/No one is invited[^<]* <a href="\/import">Import/);
  });

  test("stand with what keeps all of them from being asked by mail", async () => {
    const environment = {
      INVITATIONS: "mail",
      SMTP_URL: "smtp://127.0.0.1:1",
      MAIL_FROM: "Acme <reviews@example.com>",
    };
    await using stage = await openImportConsole({ environment });
    await keepFirm(stage.console.store, { address: null });
    for (const path of ["/jobs", "/invitations"]) {
      expect(await stage.page(path)).toMatch(
        /each message must show your postal address[^<]* <a href="\/profile">Business/,
      );
    }
  });

  test("keep what was typed where a job cannot be added, with the reason", async () => {
    await using stage = await openImportConsole();
    const again = await stage.owner.post("/jobs", { ...JOB, email: "jane", customer_name: "<b>Jane" });
    expect(again.status).toBe(422);
    const html = await again.text();
    expect(html).toContain("email is not an e-mail address");
    expect(html).toContain('value="&lt;b>Jane"');
    expect(await jobsIn(stage)).toEqual([]);
  });

  test("are added from a list after a look that names the rows it cannot use", async () => {
    await using stage = await openImportConsole();
    const place = await stage.send(new File([LIST], "jobs.csv"), "/jobs/lists");
    const looked = await stage.page(place);
    expect(looked).toContain("Row 3");
    expect(looked).toContain("finished is not a date");
    expect(await stage.submit(place, "go")).toContain("The jobs have been added");
    expect(await jobsIn(stage)).toHaveLength(1);
  });

  test("ask which column is what, in the same words as an import", async () => {
    await using stage = await openImportConsole();
    const list = new File(["Who,Done\nJane Doe,2026-05-03\n"], "jobs.csv");
    const place = await stage.send(list, "/jobs/lists");
    const asked = await stage.page(place);
    expect(asked).toContain("Which column has the customer’s name?");
    const state = stateIn(asked, `${place}/answers`);
    expect(await stage.submit(place, "answers", { state, "answer-0": "Done", "answer-1": "Who" })).toContain(
      "Preview of the import",
    );
  });

  test("are read again with the columns that were chosen after the preview", async () => {
    await using stage = await openImportConsole();
    const list = new File(["Customer,Date,Helper\nJane Doe,2026-05-03,Ottilie\n"], "jobs.csv");
    const place = await stage.send(list, "/jobs/lists");
    const looked = await stage.page(place);
    expect(looked).toMatch(/name="column-2"[^>]*><option value selected>not used/);
    const state = stateIn(looked, `${place}/columns`);
    const again = await stage.submit(place, "columns", {
      state,
      "column-0": "customer",
      "column-1": "date",
      "column-2": "technician",
    });
    expect(again).toMatch(/<option value="technician" selected>/);
    await stage.submit(place, "go");
    expect(await jobsIn(stage)).toMatchObject([{ job: { technician: "Ottilie" } }]);
  });

  test("ask once what a status means, count what is not finished, and name the columns that are not used", async () => {
    await using stage = await openImportConsole();
    const rows = ["Jane Doe,2026-05-03,Awaiting parts,x", "Rob Fox,2026-05-03,Canceled,x", "Al Oak,2026-05-03,Done,x"];
    const list = () => new File([["Customer,Completed,Job status,Lead source", ...rows].join("\n")], "jobs.csv");
    const place = await stage.send(list(), "/jobs/lists");
    const asked = await stage.page(place);
    expect(asked).toContain("What does “Awaiting parts” in the column “Job status” mean for a job?");
    expect(asked).toContain('<option value="not-finished">The job is not finished</option>');
    const looked = await stage.submit(place, "answers", { "answer-0": "not-finished" });
    expect(looked).toMatch(/Not finished yet<\/dt>\s*<dd>1</);
    expect(looked).toMatch(/Cancelled<\/dt>\s*<dd>1</);
    expect(looked).not.toContain("Already listed");
    expect(looked).toContain("Columns that are not used (jobs.csv): <bdi>Lead source</bdi>");
    await stage.submit(place, "go");
    expect((await jobsIn(stage)).map(({ job }) => job.customerName).toSorted()).toEqual(["Al Oak", "Rob Fox"]);
    const again = await stage.send(list(), "/jobs/lists");
    expect(await stage.page(again)).toContain("Preview of the import");
  });

  test("ask about wishes with the file's values, and count the customers who do not want messages", async () => {
    await using stage = await openImportConsole();
    const rows = [
      "Jane Doe,2026-05-03,Erasure,",
      "Rob Fox,2026-05-03,,Please do not contact her",
      "Al Oak,2026-05-03,,",
    ];
    const list = new File([["Customer,Completed,Privacy request,Notes", ...rows].join("\n")], "jobs.csv");
    const place = await stage.send(list, "/jobs/lists");
    const asked = await stage.page(place);
    expect(asked).toContain("What does the column “Privacy request” mean for messages to customers?");
    expect(asked).toContain("For example: &quot;Erasure&quot;");
    expect(asked).toContain("Do these notes in the column “Notes” ask you not to contact the customer?");
    expect(asked).toContain("For example: &quot;Please do not contact her&quot;");
    expect(asked).toContain("Yes: do not contact these customers");
    const said = { "answer-0": "may-not-contact", "answer-1": "may-not-contact" };
    expect(await stage.submit(place, "answers", { ...said })).toMatch(
      /Customers who do not want messages<\/dt>\s*<dd>2</,
    );
  });

  test("come from other programs by a token that is shown once, until it is revoked", async () => {
    await using stage = await openImportConsole();
    const { store } = stage.console;
    const { owner } = stage;
    const shown = await owner.post("/jobs/tokens/create", { name: "zapier" });
    const [token = ""] = /gwj_[\w-]+/.exec(await shown.text()) ?? [];
    expect([shown.status, (await findJobsToken(store, token))?.name]).toEqual([200, "zapier"]);
    const page = await stage.page("/jobs");
    expect(page).not.toContain(token);
    expect((await owner.post("/jobs/tokens/create", { name: "zapier" })).status).toBe(422);
    expect((await owner.post("/jobs/tokens/create", { name: "<b>" })).status).toBe(422);
    expect((await owner.post("/jobs/tokens/zapier/revoke", { state: "1" })).status).toBe(409);
    const state = stateIn(page, "/jobs/tokens/zapier/revoke");
    expect((await owner.post("/jobs/tokens/zapier/revoke", { state })).status).toBe(303);
    expect((await listJobsTokens(store)).map(({ revokedAt }) => revokedAt === null)).toEqual([false]);
  });
});

describe("a customer asked by hand", () => {
  test("is invited once, by the same link however often and however it is sent, also while invitations are off", async () => {
    await using stage = await openImportConsole({ environment: { LINK_KEY: "0".repeat(64) } });
    const { owner } = stage;
    const { store } = stage.console;
    await stage.import(new File([takeoutZip(2) as BlobPart], "takeout.zip"));
    const today = new Date(await store.now()).toISOString().slice(0, 10);
    await owner.post("/jobs", { ...JOB, finished: today, telephone: "+1 312 555 0142" });
    const id = (await jobsIn(stage))[0]?.job.id ?? "";
    const state = stateIn(await stage.page("/jobs"), `/jobs/${id}/ask?by=sms`);
    expect((await owner.get(`/jobs/${id}/ask?by=sms`)).status).toBe(404);
    const sent = await owner.post(`/jobs/${id}/ask?by=sms`, { state });
    expect([sent.status, sent.headers.get("Location")]).toEqual([
      303,
      expect.stringContaining(`/jobs/${id}/ask?by=sms`),
    ]);
    const page = await stage.page(`/jobs/${id}/ask?by=sms`);
    const [link = ""] = /https:\/\/reviews\.example\.com\/r\/[\w-]+/.exec(page) ?? [];
    expect(page).toContain(`Hi Jane, thank you for choosing`);
    expect(page).toContain('href="sms:+13125550142?&amp;body=Hi%20Jane%2C');
    expect(await stage.page(`/jobs/${id}/ask?by=whatsapp`)).toContain('href="https://wa.me/13125550142?text=Hi%20Jane');
    expect(await stage.page(`/jobs/${id}/ask?by=code`)).toContain(`alt="${link}"`);
    expect((await jobsIn(stage))[0]?.invitation).toMatchObject({ invitedBy: "sms" });
    const record = JSON.parse((await store.reviews.read((reads) => reads.setting("record"))) ?? "{}");
    expect(record.totals).toMatchObject({ jobs: 1, invited: 1, invited_by: { mail: 0, link: 0, card: 0, sms: 1 } });
    const service = createInvitationService(store, {
      randomBytes: seededBytes,
      analystFor: () => analystNamed("v1"),
      linkKey: null,
    });
    expect(await service.look(link.split("/").at(-1) ?? "")).toMatchObject({ kind: "open" });
  });

  test("is not asked where no links can be made, with a message on how to mend it", async () => {
    await using stage = await openImportConsole();
    await stage.import(new File([takeoutZip(2) as BlobPart], "takeout.zip"));
    const today = new Date(await stage.console.store.now()).toISOString().slice(0, 10);
    await stage.owner.post("/jobs", { ...JOB, finished: today });
    const id = (await jobsIn(stage))[0]?.job.id ?? "";
    const refused = await stage.owner.post(`/jobs/${id}/ask?by=copy`, {});
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("LINK_KEY is not set")]);
    expect((await jobsIn(stage))[0]?.invitation).toBeNull();
  });

  test("is left alone without a number to write to, without consent, after a no, or when asked within 90 days", async () => {
    await using stage = await openImportConsole();
    const { owner } = stage;
    const { store } = stage.console;
    await stage.import(new File([takeoutZip(2) as BlobPart], "takeout.zip"));
    const today = new Date(await store.now()).toISOString().slice(0, 10);
    for (const service of ["Drains", "Heater"]) await owner.post("/jobs", { ...JOB, finished: today, service });
    const [first = "", second = ""] = (await jobsIn(stage)).map(({ job }) => job.id);
    const ask = (id: string, by: string) => perform(askCustomer, store, id, { by }, { now: Date.now() });
    expect(await ask(first, "sms")).toMatchObject({ kind: "refused", code: "shared.record.reason.no_contact" });
    expect(await ask(first, "copy")).toMatchObject({ kind: "done", data: { by: "copy" } });
    expect(await ask(second, "copy")).toMatchObject({ kind: "refused", code: "shared.record.reason.asked_recently" });
    await perform(skip, store, second, { note: "moved" });
    expect(await ask(second, "code")).toMatchObject({ kind: "refused", code: "shared.record.reason.by_owner" });
    expect(await stage.page("/jobs")).not.toContain(`/jobs/${second}/ask`);
  });
});

const LINKS = { INVITATIONS: "links", LINK_KEY: "0".repeat(64) };

describe("invitations in the console", () => {
  test("are off at first, and the page links to their settings", async () => {
    await using stage = await openImportConsole();
    const page = await stage.page("/invitations");
    expect(page).toContain("Invitations are off");
    expect(page).toContain('href="/settings/invitations"');
    const refused = await stage.owner.post("/invitations/links");
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("Invitations are off")]);
    expect(existsSync(`${stage.console.services.database}.link-key`)).toBe(false);
  });

  test("have a greeting in each language, which two owners do not overwrite", async () => {
    await using stage = await openImportConsole({ environment: LINKS });
    await stage.import(new File([takeoutZip(2) as BlobPart], "takeout.zip"));
    const path = "/invitations/greeting?language=de";
    const stateNow = async () =>
      (await formFields(await stage.owner.get("/invitations?language=de"), path)).state ?? "";
    const greet = (text: string, state: string) => stage.owner.post(path, { text, state });
    const first = await stateNow();
    expect((await greet("Danke für Ihren Auftrag.", first)).headers.get("Location")).toBe("/invitations?language=de");
    expect(await stage.page("/invitations?language=de")).toContain("Danke für Ihren Auftrag.");
    const late = await greet("Vielen Dank!", first);
    const html = await late.text();
    expect(late.status).toBe(409);
    expect(html).toContain("Vielen Dank!");
    expect(html).toContain("Danke für Ihren Auftrag.");
    expect((await greet("Siehe example.com", await stateNow())).status).toBe(422);
    expect(await readGreetings(stage.console.store)).toEqual({ de: "Danke für Ihren Auftrag." });
  });

  test("are handed out as a table and as cards, which counts everybody in them as asked", async () => {
    await using stage = await openImportConsole({ environment: LINKS });
    const { owner } = stage;
    await stage.import(new File([takeoutZip(2) as BlobPart], "takeout.zip"));
    const today = new Date(await stage.console.store.now()).toISOString().slice(0, 10);
    expect((await owner.post("/jobs", { ...JOB, finished: today })).status).toBe(303);
    expect(await stage.page("/invitations")).toContain("1 customer will be marked as invited");
    const table = await owner.post("/invitations/links");
    expect([table.status, table.headers.get("Content-Disposition")]).toEqual([
      200,
      expect.stringContaining("links.csv"),
    ]);
    expect(await table.text()).toMatch(/Jane Doe.*https:\/\/reviews\.example\.com\/r\//);
    expect((await jobsIn(stage))[0]?.invitation).toMatchObject({ invitedBy: "link" });
    const cards = await owner.post("/invitations/cards");
    expect(await cards.text()).toContain("<svg");
  });

  test("are tested by a sample to the owner, with a report on the sender's DNS", async () => {
    const sent: string[] = [];
    await using stage = await openImportConsole({
      environment: {
        INVITATIONS: "mail",
        SMTP_URL: "smtps://mail.example.com:465",
        MAIL_FROM: "Brook <a@example.com>",
      },
      services: {
        mail: {
          open: async (server) => ({
            ...createMailer(server),
            send: async ({ to }) => {
              sent.push(to);
              return { kind: "accepted" };
            },
          }),
          lookUpTexts: async (name) => (name === "example.com" ? ["v=spf1 -all"] : []),
        },
      },
    });
    const { owner } = stage;
    await stage.import(new File([takeoutZip(2) as BlobPart], "takeout.zip"));
    expect((await owner.post("/invitations/test", { address: "amy", language: "en" })).status).toBe(422);
    const tried = await owner.post("/invitations/test", { address: "amy@example.com", language: "en" });
    const html = await tried.text();
    expect([tried.status, sent]).toEqual([200, ["amy@example.com"]]);
    expect(html).toContain("The mail server accepted the test");
    expect(html).toContain("SPF");
    const send = async (visitor: typeof owner, address: string) =>
      (await visitor.post("/invitations/test", { address, language: "en" })).status;
    for (let at = 2; at <= 5; at++) expect(await send(owner, `a${at}@example.com`)).toBe(200);
    expect(await send(owner, "a6@example.com")).toBe(422);
    // Others of the business have their own five; it has ten in all.
    const ben = await stage.console.as("owner", "Ben");
    const cleo = await stage.console.as("owner", "Cleo");
    for (let at = 6; at <= 10; at++) expect(await send(ben, `a${at}@example.com`)).toBe(200);
    expect(await send(cleo, "a11@example.com")).toBe(422);
    expect(sent).toHaveLength(10);
  });
});
