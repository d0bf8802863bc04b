/** The list of finished jobs: read from any export, added once, shown, counted and erased. */
import { describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { countRecord } from "../../src/invitations/mod.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { workbook } from "../support/workbook.ts";

/** A firm of its own with a review that is unverified; the sample is gone. */
async function shopOfFirm(settings: Record<string, string> = {}): Promise<Workshop> {
  const shop = new Workshop();
  shop.context = {
    env: { DATABASE_URL: `file:${shop.database}`, BASE_URL: "https://reviews.goodword.test", ...settings },
  };
  const jane = { id: "jane", verification: { method: "none" }, author: { name: "Jane Doe" } };
  shop.write("reviews.json", reviewsFile(jane, { id: "sure" }));
  await shop.run("import", "reviews.json");
  return shop;
}

async function shopWithJobs(settings: Record<string, string> = {}): Promise<Workshop> {
  const shop = await shopOfFirm(settings);
  shop.write("jobs.csv", LIST);
  await shop.run("jobs", "add", "jobs.csv");
  return shop;
}

const HEADER = "Invoice #,Client name,Email,Phone,Completed,Job type,Technician,City,Status,Consent";
const LIST = [
  HEADER,
  "A-1001,Jane Doe,jane@example.com,555-010-0001,2026-04-20,Drain cleaning,Amy,Austin,Completed,yes",
  "A-1002,Rob Fox,rob@example.com,,2026-05-20,Heating,Bo,Austin,Cancelled,",
  "A-1003,Al Oak,,,2026-05-21,Heating,Bo,Austin,Completed,",
  "A-1004,Cy Elm,cy@example.com,,2026-05-22,Heating,Bo,Austin,Completed,no",
  "",
].join("\n");

describe("jobs add", () => {
  test("takes what a program for field service exports, proves reviews, and adds nothing the second time", async () => {
    using shop = await shopOfFirm();
    shop.write("jobs.csv", LIST);
    const first = await shop.run("jobs", "add", "jobs.csv", "--json");
    expect(first.json).toMatchObject({ added: 4, corrected: 0, unchanged: 0, refused: [] });
    expect(first.json.verified).toEqual([{ id: "jane", strength: "name_and_date" }]);
    expect((await shop.run("jobs", "add", "jobs.csv", "--json")).json).toMatchObject({ added: 0, unchanged: 4 });
    const { jobs } = (await shop.run("jobs", "list", "--json")).json;
    expect(jobs.map((job: Record<string, unknown>) => [job.reference, job.status, job.reason])).toEqual([
      ["A-1004", "not_invited", "no_consent"],
      ["A-1003", "not_invited", "no_contact"],
      ["A-1002", "not_invited", "cancelled"],
      ["A-1001", "listed", null],
    ]);
    expect(jobs[3]).toMatchObject({
      id: expect.stringMatching(/^job_[0-9a-z]{20}$/),
      customer_name: "Jane Doe",
      email: "jane@example.com",
      telephone: "555-010-0001",
      finished: "2026-04-20",
      service: "Drain cleaning",
      technician: "Amy",
      area: "Austin",
      may_contact: true,
      cancelled: false,
    });
  });

  test("takes a link to an e-mail address for the address", async () => {
    using shop = await shopOfFirm();
    shop.write(
      "jobs.csv",
      "Client name,Email,Completed\nJane Doe,mailto:jane@example.com,2026-05-20\nRob,x:rob@example.com,2026-05-20\n",
    );
    expect((await shop.run("jobs", "add", "jobs.csv")).out).toContain("1 job added");
    expect((await shop.run("jobs", "list", "--json")).json.jobs).toMatchObject([{ email: "jane@example.com" }]);
  });

  test("reports the fault of each bad row without the row's contents, and adds the others", async () => {
    using shop = await shopOfFirm();
    const rows = [
      "1,Jane Doe,jane@example.com,,2026-05-20,,,,,",
      "2,,,,2026-05-20,,,,,",
      "3,Rob,rob-at-example,,2026-05-20,,,,,",
      "4,Al,,call me,2026-05-20,,,,,",
      "5,Cy,,,2026-12-24,,,,,",
      "6,Di,,,soon,,,,,maybe",
      "7,Ed,,+1 (555) 010-0002 ext. 12,2026-05-20,,,,,",
    ];
    shop.write("jobs.csv", [HEADER, ...rows].join("\n"));
    const { code, out, err } = await shop.run("jobs", "add", "jobs.csv");
    expect(out).toContain("2 jobs added");
    expect(err.replaceAll(shop.path("jobs.csv"), "jobs.csv").trimEnd().split("\n")).toEqual([
      "goodword: jobs.csv row 3: there is no name and no contact",
      "goodword: jobs.csv row 4: email is not an e-mail address",
      "goodword: jobs.csv row 5: telephone is not a telephone number",
      "goodword: jobs.csv row 6: finished is in the future",
      "goodword: jobs.csv row 7: finished is not a date, may_contact is neither yes nor no",
    ]);
    expect(code).toBe(0);
    shop.write("bad.csv", `${HEADER}\n2,,,,2026-05-20,,,,,\n`);
    expect((await shop.run("jobs", "add", "bad.csv")).code).toBe(1);
  });

  test("reads Excel, JSON of any nesting and NDJSON", async () => {
    using shop = await shopOfFirm();
    const day = new Date(Date.UTC(2026, 4, 20));
    shop.write("jobs.xlsx", workbook(["Customer Name", "Closed", "Invoice #"], ["Uma Roe", day, 10_423]));
    const event = {
      job: {
        customer: { first_name: "Jane", last_name: "Doe", email: "jane@example.com", mobile_number: "5550100001" },
        work_timestamps: { completed_at: "2026-05-21T03:10:00Z" },
        invoice_number: "77",
        line_items: [{ name: "Drain", quantity: 1 }],
      },
    };
    shop.write("event.json", JSON.stringify(event));
    shop.write(
      "many.json",
      JSON.stringify({ firm: { email: "us@firm.example" }, jobs: [{ name: "Al Oak", finished: "2026-05-01" }] }),
    );
    shop.write(
      "lines.ndjson",
      '{"customer_name":"Bo Ash","finished":"2026-05-01"}\n{"email":"ed@example.com","finished":"2026-05-02"}\n',
    );
    const files = ["jobs.xlsx", "event.json", "many.json", "lines.ndjson"];
    expect((await shop.run("jobs", "add", ...files, "--json")).json).toMatchObject({ added: 5, refused: [] });
    const { jobs } = (await shop.run("jobs", "list", "--json")).json;
    expect(jobs.map((job: Record<string, unknown>) => job.customer_name ?? job.email)).toEqual(
      expect.arrayContaining(["Uma Roe", "Jane Doe", "Al Oak", "Bo Ash", "ed@example.com"]),
    );
    expect(jobs.find((job: Record<string, unknown>) => job.reference === "10423")).toMatchObject({
      customer_name: "Uma Roe",
      finished: "2026-05-20",
    });
    expect(jobs.find((job: Record<string, unknown>) => job.reference === "77")).toMatchObject({
      customer_name: "Jane Doe",
      email: "jane@example.com",
      telephone: "5550100001",
      service: "Drain",
    });
  });

  test("asks on a terminal for the columns that a list does not name, as import does", async () => {
    using shop = await shopOfFirm();
    shop.write("jobs.csv", "Who,Done\nJane Doe,2026-05-03\n");
    const answers = ["Done", "Who"];
    shop.context = { ask: async () => answers.shift() ?? "" };
    expect((await shop.run("jobs", "add", "jobs.csv")).out).toContain("1 job added");
  });

  test("remembers which column is what, and how dates are written", async () => {
    using shop = await shopOfFirm();
    shop.write("jobs.csv", "Who,Done\nJane Doe,03/05/2026\n");
    expect((await shop.run("jobs", "add", "jobs.csv")).err).toContain("No column for the date");
    const said = ["--column", "customer_name=Who", "--column", "finished=Done", "--date-format", "DD/MM/YYYY"];
    expect((await shop.run("jobs", "add", "jobs.csv", ...said, "--json")).json).toMatchObject({ added: 1 });
    shop.write("more.csv", "Who,Done\nRob Fox,04/05/2026\n");
    expect((await shop.run("jobs", "add", "more.csv", "--json")).json).toMatchObject({ added: 1 });
    const { jobs } = (await shop.run("jobs", "list", "--json")).json;
    expect(jobs.map((job: Record<string, unknown>) => job.finished)).toEqual(["2026-05-04", "2026-05-03"]);
    expect((await shop.run("jobs", "add", "jobs.csv", "--column", "who=Who")).err).toContain("expected ROLE=NAME");
    expect((await shop.run("jobs", "add", "jobs.csv", "--column", "customer=Whom")).err).toContain(
      'No column "Whom"; the columns are "Who" and "Done"',
    );
  });

  test("refuses an unknown status until it is answered, by an option or on a terminal, and remembers the answer", async () => {
    using shop = await shopOfFirm();
    shop.write(
      "jobs.csv",
      "Customer,Completed,Status,Notes\nJane Doe,2026-05-03,Awaiting parts,-\nAl Oak,2026-05-03,Done,-\n",
    );
    const refused = await shop.run("jobs", "add", "jobs.csv");
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('answer once with --status "Awaiting parts=not-finished", finished or cancelled');
    expect((await shop.run("jobs", "list", "--json")).json.total).toBe(0);
    const wrong = await shop.run("jobs", "add", "jobs.csv", "--status", "Awaiting parts=perhaps");
    expect(wrong.err).toContain("expected NAME=finished | not-finished | cancelled");
    const answers = ["not-finished"];
    shop.context = { ask: async () => answers.shift() ?? "" };
    expect((await shop.run("jobs", "add", "jobs.csv")).out).toContain("1 job added");
    shop.context = { ask: null };
    const added = await shop.run("jobs", "add", "jobs.csv", "--json");
    expect(added.json).toMatchObject({ unchanged: 1, not_finished: [{ row: 2 }], cancelled: [], refused: [] });
    expect(added.json.columns_not_used).toMatchObject([{ columns: ["Notes"] }]);
    const again = await shop.run("jobs", "add", "jobs.csv", "--dry-run");
    expect(again.out).toContain("1 job not finished: listed once a later list has them as finished");
    expect(again.out).toContain('columns not used: "Notes"');
    const other = await shop.run("jobs", "add", "jobs.csv", "--status", "Awaiting parts=cancelled", "--json");
    expect(other.json).toMatchObject({ added: 1, unchanged: 1, not_finished: [], cancelled: [{ row: 2 }] });
  });

  test("--explain and --dry-run print the outcome, change nothing, and create no database", async () => {
    using shop = new Workshop();
    shop.write("jobs.csv", LIST);
    const explained = await shop.run("jobs", "add", "jobs.csv", "--explain");
    expect(explained.out).toMatch(/ {2}Completed +date +by its name +2026-04-20\n/);
    expect((await shop.run("jobs", "add", "jobs.csv", "--dry-run", "--json")).json).toMatchObject({
      added: 4,
      dry_run: true,
    });
    expect(shop.has("goodword.sqlite")).toBe(false);
    using firm = await shopOfFirm();
    firm.write("jobs.csv", LIST);
    const dry = await firm.run("jobs", "add", "jobs.csv", "--dry-run", "--column", "area=City", "--json");
    expect(dry.json.verified).toEqual([{ id: "jane", strength: "name_and_date" }]);
    expect((await firm.run("jobs", "list")).out).toBe("No jobs\n");
    expect((await firm.run("list", "--withheld", "unverified", "--json")).json.total).toBe(1);
  });

  test("names the next step while sample data is shown, and while INVITATIONS is off", async () => {
    using shop = new Workshop();
    shop.write("jobs.csv", LIST);
    expect((await shop.run("jobs", "add", "jobs.csv")).out).toContain(
      "Nobody is invited while sample data is shown; describe your business first",
    );
    using firm = await shopOfFirm();
    firm.write("jobs.csv", LIST);
    expect((await firm.run("jobs", "add", "jobs.csv")).out).toContain("Nobody is invited yet: INVITATIONS is off");
  });

  test("erases contacts after CONTACTS_KEPT, and brings none back", async () => {
    using shop = await shopWithJobs();
    shop.now += 181 * 86_400_000;
    const { out } = await shop.run("jobs", "add", "jobs.csv");
    expect(out).toContain("Contacts of 4 old jobs erased (CONTACTS_KEPT)");
    const again = await shop.run("jobs", "add", "jobs.csv", "--json");
    expect(again.json).toMatchObject({ added: 0, corrected: 0, unchanged: 4, contacts_erased: 0 });
    expect(shop.read("goodword.sqlite")).not.toContain("jane@example.com");
  });
});

test("jobs add knows jobs again of which an earlier release kept digests alone, and learns who it was", async () => {
  using shop = await shopWithJobs();
  await shop.withStore(({ file }) =>
    file.run("UPDATE jobs SET reference = NULL, customer_name = NULL, email = NULL, telephone = NULL"),
  );
  expect((await shop.run("jobs", "stats", "--json")).json).toMatchObject({ total: 4, statuses: { not_invited: 4 } });
  expect((await shop.run("jobs", "add", "jobs.csv", "--json")).json).toMatchObject({ added: 0, corrected: 4 });
  expect((await shop.run("jobs", "stats")).out).toMatch(/^4 jobs\nlisted +1\nnot_invited +3\n {2}cancelled +1\n/);
});

describe("jobs skip and forget", () => {
  test("leave a job out with a note, and erase who it was", async () => {
    using shop = await shopWithJobs({ INVITATIONS: "links" });
    const { jobs } = (await shop.run("jobs", "list", "--status", "listed", "--json")).json;
    const { id } = jobs[0];
    expect((await shop.run("jobs", "skip", id, "--note", "my own aunt")).out).toContain(`${id} is not invited`);
    expect((await shop.run("jobs", "stats", "--json")).json.not_invited).toMatchObject({ by_owner: 1 });
    expect((await shop.run("jobs", "skip", "job_none", "--note", "x")).code).toBe(1);
    await shop.run("jobs", "forget", id);
    const forgotten = (await shop.run("jobs", "list", "--json")).json.jobs.at(-1);
    expect(forgotten).toMatchObject({
      id,
      customer_name: null,
      email: null,
      telephone: null,
      reference: null,
      note: null,
    });
    expect((await shop.run("jobs", "forget", id, "job_none")).err).toContain(
      'No job with the id "job_none"; nothing was changed',
    );
  });

  test("a customer who was invited cannot be left out any more", async () => {
    using shop = await shopWithJobs({ INVITATIONS: "links" });
    await shop.run("invitations", "links", "links.csv");
    const [{ id }] = (await shop.run("invitations", "list", "--json")).json;
    expect((await shop.run("jobs", "skip", id, "--note", "angry")).err).toContain(
      "This customer has already been invited",
    );
  });
});

test("jobs token is shown once, listed without itself, and revoked", async () => {
  using shop = await shopOfFirm();
  const { token } = (await shop.run("jobs", "token", "create", "zapier", "--json")).json;
  expect(token).toMatch(/^gwj_[A-Za-z0-9_-]{43}$/);
  expect((await shop.run("jobs", "token", "create", "zapier")).err).toContain(
    "A token with this name already exists. Revoke it first",
  );
  expect((await shop.run("jobs", "token", "create", "a b")).code).toBe(2);
  expect((await shop.run("jobs", "token", "list", "--json")).json).toMatchObject([
    { name: "zapier", revoked_at: null },
  ]);
  expect(shop.read("goodword.sqlite")).not.toContain(token);
  await shop.run("jobs", "token", "revoke", "zapier");
  expect((await shop.run("jobs", "token", "list")).out).toContain("revoked");
  expect((await shop.run("jobs", "token", "revoke", "zapier")).code).toBe(1);
  expect((await shop.run("jobs", "token", "create", "zapier")).code).toBe(0);
});

describe("invitations", () => {
  test("links has the same link for every open job each time, and counts them as invited", async () => {
    using shop = await shopWithJobs({ INVITATIONS: "links" });
    const first = await shop.run("invitations", "links", "links.csv", "--json");
    expect(first.json).toMatchObject({ links: 1, invited: 1 });
    const written = shop.read("links.csv");
    expect(written.split("\r\n")[0]).toBe(
      "job,reference,customer_name,email,telephone,finished,service,language,link,until,message",
    );
    expect(written).toMatch(
      /^job_\w{20},A-1001,Jane Doe,jane@example\.com,555-010-0001,2026-04-20,Drain cleaning,,https:\/\/reviews\.goodword\.test\/r\/[\w-]{27},2026-08-30,"Hi Jane, .*"\r\n/m,
    );
    expect(statSync(shop.path("links.csv")).mode & 0o777).toBe(0o600);
    expect(statSync(`${shop.database}.link-key`).mode & 0o777).toBe(0o600);
    expect((await shop.run("invitations", "links", "links.csv", "--json")).json).toMatchObject({
      links: 1,
      invited: 0,
    });
    expect(shop.read("links.csv")).toBe(written);
    const token = /\/r\/([\w-]{27})/.exec(written)?.[1] ?? "";
    expect(shop.read("goodword.sqlite")).not.toContain(token);
    expect((await shop.run("invitations", "list", "--json")).json).toMatchObject([
      { status: "invited", invited_by: "link" },
    ]);
  });

  test("cards reach those without an address, one a customer", async () => {
    using shop = await shopOfFirm({ INVITATIONS: "links" });
    const rows = [
      "1,Al Oak,,,2026-05-20,Heating,,,,",
      "2,Al Oak,,,2026-05-21,Drain,,,,",
      "3,Uwe <Ruß>,,,2026-05-21,,,,,",
    ];
    shop.write("jobs.csv", [HEADER, ...rows].join("\n"));
    await shop.run("jobs", "add", "jobs.csv");
    expect((await shop.run("invitations", "cards", "cards.html", "--json")).json).toMatchObject({
      links: 2,
      invited: 2,
    });
    const html = shop.read("cards.html");
    expect(html.match(/<svg class="card"/g)).toHaveLength(2);
    expect(html).toContain("How did we do?");
    expect(html).toContain("Uwe &lt;Ruß&gt; · 2026-05-21");
    expect((await shop.run("jobs", "stats", "--json")).json.statuses).toEqual({ invited: 2, not_invited: 1 });
    const record = await shop.withStore(({ reviews }) => reviews.read((reads) => countRecord(reads)));
    expect(record.totals).toMatchObject({ invited: 2, invited_by: { mail: 0, link: 0, card: 2 } });
  });

  test("nobody is invited while invitations are off, or the sample is shown", async () => {
    using shop = await shopOfFirm();
    expect((await shop.run("invitations", "links", "links.csv")).err).toContain(
      "INVITATIONS is off, expected links or mail",
    );
    using sample = new Workshop();
    sample.context = { env: { DATABASE_URL: `file:${sample.database}`, INVITATIONS: "links" } };
    await sample.withStore(() => {});
    const refused = await sample.run("invitations", "links", "links.csv");
    expect([refused.code, sample.has("links.csv")]).toEqual([1, false]);
  });
});
