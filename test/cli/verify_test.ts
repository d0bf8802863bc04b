import { expect, test } from "bun:test";
import { reviewsFile, Workshop } from "../support/command_line.ts";

async function shopWithReviews(): Promise<Workshop> {
  const shop = new Workshop();
  const none = { verification: { method: "none" } };
  shop.write(
    "reviews.json",
    reviewsFile(
      { id: "jane", ...none, author: { name: "Jane Doe" } },
      { id: "rob", ...none, author: { name: "Rob F." } },
      { id: "sure", source: { name: "angi" }, verification: { method: "platform" } },
    ),
  );
  await shop.run("import", "reviews.json");
  return shop;
}

async function shopWithJobs(list: string): Promise<Workshop> {
  const shop = await shopWithReviews();
  shop.write("jobs.csv", list);
  await shop.run("jobs", "add", "jobs.csv");
  return shop;
}

/** A near miss that waits: the job's id, as `verify` shows it. */
async function jobOf(shop: Workshop, id: string): Promise<string> {
  const { json } = await shop.run("verify", "--days", "3650", "--json");
  return json.near_misses.find((each: { id: string }) => each.id === id)?.job ?? "none";
}

const JOBS = "Date,Customer,Service,Technician\n2026-04-20,Jane Doe,,\n2024-01-05,Rob Fisher,,\n";

test("jobs add publishes reviews that a job proves as job_record, and verify shows near misses with both sides", async () => {
  using shop = await shopWithJobs(JOBS);
  const { code, out } = await shop.run("verify");
  expect(out).toMatch(
    /Near misses.*:\n +rob=job_\w+ +Rob F\. +2026-05-01 +Rob Fisher, job of 2024-01-05 +Written 847 days after the job.\n/,
  );
  expect(out).toContain("0 reviews proved, 1 near miss; nothing was changed");
  expect(code).toBe(0);
  const { reviews } = (await shop.run("list", "--status", "published", "--json")).json;
  expect(reviews).toContainEqual(expect.objectContaining({ id: "jane", verification: "job_record" }));
});

test("verify proves reviews that came after their jobs, once, and nothing in a dry run", async () => {
  using shop = await shopWithJobs("Date,Customer\n2026-04-21,Ann Lee\n");
  const ann = { id: "ann", author: { name: "Ann Lee" }, verification: { method: "none" } };
  shop.write("more.json", reviewsFile(ann, { ...ann, id: "ann2", text: "Again!" }));
  await shop.run("import", "more.json");
  expect((await shop.run("verify", "--dry-run", "--json")).json).toMatchObject({
    matched: 1,
    dry_run: true,
    revision: null,
  });
  expect((await shop.run("list", "--withheld", "unverified", "--json")).json.total).toBe(4);
  expect((await shop.run("verify")).out).toContain("1 review proved");
  expect((await shop.run("verify", "--json")).json).toMatchObject({ matched: 0, revision: null });
});

test("verify --days decides how long after its job a review proved by name was written", async () => {
  using shop = await shopWithJobs("Date,Customer\n2025-12-20,Jane Doe\n");
  expect((await shop.run("verify", "--json")).json).toMatchObject({ matched: 0, near_misses: [{ id: "jane" }] });
  expect((await shop.run("verify", "--days", "200", "--json")).json).toMatchObject({ matched: 1 });
});

test("a salted hash is kept as evidence of a proof", async () => {
  using shop = await shopWithJobs(JOBS);
  const evidence = await shop.withStore(({ reviews }) => reviews.read((reads) => reads.evidence()));
  expect([...evidence]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
});

test("a shortened name is never proof: *Maria G.* is not the Maria Gonzalez of the list", async () => {
  using shop = new Workshop();
  const maria = { id: "m", verification: { method: "none" }, author: { name: "Maria G." } };
  shop.write(
    "reviews.json",
    reviewsFile(maria, { ...maria, id: "w", author: { name: "Maria Garcia" }, text: "Quick" }),
  );
  await shop.run("import", "reviews.json");
  shop.write("jobs.csv", "Date,Customer\n2026-04-20,Maria Gonzalez\n");
  await shop.run("jobs", "add", "jobs.csv");
  const { json } = await shop.run("verify", "--json");
  expect(json).toMatchObject({ matched: 0, near_misses: [{ id: "m", reason: "The name is abbreviated." }] });
});

test("invoice number and e-mail address prove, and the strength is published", async () => {
  using shop = new Workshop();
  shop.write(
    "reviews.csv",
    "review id,date,rating,text,author,email,invoice number\n1,2026-05-01,5,Good,Ann B.,ann@x.example,\n2,2026-05-02,4,Fine,Cy D.,,A-77\n",
  );
  await shop.run("import", "reviews.csv", "--source", "google");
  shop.write(
    "jobs.csv",
    "Completed,First name,Last name,Email,Invoice\n2026-04-20,Ann,Bell,Ann@X.example,\n2026-04-21,Cy,Dunn,,a77\n",
  );
  await shop.run("jobs", "add", "jobs.csv");
  const exported = JSON.parse((await shop.run("export")).out);
  const strengths = exported.reviews.map((review: { verification: unknown }) => review.verification);
  expect(strengths).toMatchObject([{ method: "job_record", strength: "invoice" }, { strength: "contact" }]);
});

test("verify confirm publishes a near miss as attested by the owner, once", async () => {
  using shop = await shopWithJobs(JOBS);
  const pair = `rob=${await jobOf(shop, "rob")}`;
  expect((await shop.run("verify", "confirm", pair, "--by", "AB")).out).toBe("rob attested; revision 3\n");
  expect((await shop.run("verify", "confirm", pair)).out).toBe("Nothing to do: rob\n");
  const { reviews } = (await shop.run("list", "--status", "published", "--json")).json;
  expect(reviews).toContainEqual(expect.objectContaining({ id: "rob", verification: "operator_attested" }));
  await shop.run("remove", "rob", "--reason", "request");
  const gone = await shop.run("verify", "confirm", pair);
  expect([gone.code, gone.err]).toEqual([1, expect.stringContaining(`No review and job "${pair}"`)]);
  expect((await shop.run("verify", "confirm", "jane=job_none")).code).toBe(1);
});

test("verify confirm refuses a cancelled job as proof", async () => {
  using shop = await shopWithJobs("Date,Customer,Email,Status\n2024-01-05,Rob Fisher,rob@example.com,Cancelled\n");
  const { jobs } = (await shop.run("jobs", "list", "--json")).json;
  const confirmed = await shop.run("verify", "confirm", `rob=${jobs[0].id}`);
  expect(confirmed.err).toBe(
    `goodword: The job ${jobs[0].id} was cancelled, so it cannot verify a review; nothing was changed\n`,
  );
});

test("jobs add counts three visits with one reference as one job", async () => {
  using shop = await shopWithReviews();
  const visit = (day: string) => `901,Pat Lake,pat@example.com,${day},Completed`;
  const visits = ["2026-02-03", "2026-03-04", "2026-04-17"].map(visit);
  shop.write("jobs.csv", ["Job #,Client name,Client email,Visit date,Visit status", ...visits, ""].join("\n"));
  expect((await shop.run("jobs", "add", "jobs.csv", "--dry-run")).out).toContain("1 job with a customer's name: ");
  expect((await shop.run("jobs", "add", "jobs.csv")).out).toContain("1 job with a customer's name: ");
});

test.each([
  ["sure", "Jane Doe", "sure is already verified; nothing was changed"],
  [
    "rob",
    "Al Oak",
    "rob and JOB (Al Oak) are not a near match: neither the name nor the contact agrees; nothing was changed",
  ],
  ["bob", "Rob Fisher", "JOB already verifies another review, so it cannot verify bob; nothing was changed"],
])("verify confirm of %s with the job of %s is refused in one line", async (id, customer, message) => {
  using shop = await shopWithReviews();
  const bob = { id: "bob", verification: { method: "none" }, author: { name: "Rob F." }, text: "Again" };
  shop.write("bob.json", reviewsFile(bob));
  await shop.run("import", "bob.json");
  shop.write("jobs.csv", `${JOBS}2026-04-22,Al Oak,,\n`);
  await shop.run("jobs", "add", "jobs.csv");
  await shop.run("verify", "confirm", `rob=${await jobOf(shop, "rob")}`);
  const listed = await shop.withStore(({ jobs }) => jobs.read((reads) => reads.list()));
  const job = listed.find((each) => each.job.customerName === customer)?.job.id ?? "none";
  const { code, err } = await shop.run("verify", "confirm", `${id}=${job}`);
  expect([code, err.replaceAll(job, "JOB")]).toEqual([1, `goodword: ${message}\n`]);
});

test("removing a review deletes what was kept of its author", async () => {
  using shop = await shopWithReviews();
  const marks = () =>
    shop.withStore(({ reviews }) => reviews.read(async (reads) => (await reads.review("jane"))?.marks));
  const kept = JSON.parse((await marks()) ?? "{}").name;
  const isOnDisk = () =>
    ["goodword.sqlite", "goodword.sqlite-wal"].some((name) => shop.has(name) && shop.read(name).includes(kept));
  expect(kept).toMatch(/^[0-9a-f]{64}$/);
  expect(isOnDisk()).toBe(true);
  await shop.run("remove", "jane", "--reason", "request");
  expect(isOnDisk()).toBe(false);
});

test("verify attest and withdraw change the verification by hand; the log names who checked", async () => {
  using shop = await shopWithReviews();
  expect((await shop.run("verify", "attest", "rob", "--by", "AB")).out).toBe("rob attested; revision 2\n");
  expect((await shop.run("verify", "attest", "rob")).out).toBe("Nothing to do: rob\n");
  expect((await shop.run("log", "--review", "rob", "--json")).json[0].detail).toEqual({
    verification: "operator_attested",
    before: "none",
    by: "AB",
  });
  await shop.run("verify", "withdraw", "rob");
  expect((await shop.run("list", "--withheld", "unverified", "--json")).json.total).toBe(2);
});

test("verify attest with an unknown id changes nothing and exits with 1", async () => {
  using shop = await shopWithReviews();
  const { code, err } = await shop.run("verify", "attest", "rob", "zz");
  expect(err).toBe(`goodword: No review with the id "zz"; nothing was changed (database: ${shop.database})\n`);
  expect(code).toBe(1);
  expect((await shop.run("list", "--withheld", "unverified", "--json")).json.total).toBe(2);
});

test("verify before any import exits with 1", async () => {
  using shop = new Workshop();
  await shop.withStore(() => {});
  expect((await shop.run("verify")).code).toBe(1);
});
