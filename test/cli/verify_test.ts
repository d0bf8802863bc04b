import { expect, test } from "bun:test";
import { reviewsFile, Workshop } from "../support/command_line.ts";

async function shopWithReviews(): Promise<Workshop> {
  const shop = new Workshop();
  const none = { verification: { method: "none" } };
  shop.write(
    "reviews.json",
    reviewsFile({ id: "jane", ...none }, { id: "rob", ...none, author: { name: "Rob F." } }, { id: "sure" }),
  );
  await shop.run("import", "reviews.json");
  return shop;
}

const JOBS = "Date,Customer,Service,Technician\n2026-04-20,Jane Doe,,\n2024-01-05,Rob Fisher,,\n";

test("verify publishes reviews that match a job as job_record and shows near misses", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", JOBS);
  const { code, out } = await shop.run("verify", "jobs.csv");
  expect(out).toMatch(/Matched:\n +jane +Jane D\. +2026-05-01 +job of 2026-04-20, row 2\n/);
  expect(out).toMatch(
    /Near misses.*:\n +rob +Rob F\. +2026-05-01 +job of 2024-01-05, row 3 +written 847 days after the job\n/,
  );
  expect(out).toContain("1 of 2 unverified reviews matched, 1 near miss; revision 2");
  expect(code).toBe(0);
  const { reviews } = (await shop.run("list", "--status", "published", "--json")).json;
  expect(reviews).toContainEqual(expect.objectContaining({ id: "jane", verification: "job_record" }));
});

test("verify keeps a salted hash as evidence and nothing else of the list", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", JOBS);
  await shop.run("verify", "jobs.csv");
  const evidence = await shop.withStore(({ reviews }) => reviews.read((reads) => reads.evidence()));
  expect([...evidence]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(shop.read("goodword.sqlite")).not.toContain("Jane Doe");
});

test("verify twice changes nothing the second time, and a job proves one review only", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", JOBS);
  await shop.run("verify", "jobs.csv");
  shop.write("more.json", reviewsFile({ id: "jane2", text: "Again!", verification: { method: "none" } }));
  await shop.run("import", "more.json");
  const { json } = await shop.run("verify", "jobs.csv", "--json");
  expect(json).toMatchObject({ matched: [], revision: null });
});

test("verify --dry-run changes nothing", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", JOBS);
  expect((await shop.run("verify", "jobs.csv", "--dry-run", "--json")).json).toMatchObject({
    matched: [{ id: "jane" }],
  });
  expect((await shop.run("list", "--withheld", "unverified", "--json")).json.total).toBe(2);
});

test("verify attest and withdraw settle reviews by hand; the log says who checked", async () => {
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
  expect(err).toBe(`goodword: There is no review with the id "zz"; nothing was changed (database: ${shop.database})\n`);
  expect(code).toBe(1);
  expect((await shop.run("list", "--withheld", "unverified", "--json")).json.total).toBe(2);
});

test("verify refuses a list without a column for date or customer, and dates that could be two days", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", "Date,Invoice\n2026-04-20,17\n");
  expect((await shop.run("verify", "jobs.csv")).err).toContain("There is no column for the customer");
  shop.write("jobs.csv", "Date,Customer\n03/04/2026,Jane Doe\n");
  expect((await shop.run("verify", "jobs.csv")).err).toContain("--date-format");
  expect((await shop.run("verify", "jobs.csv", "--date-format", "MM/DD/YYYY", "--dry-run")).code).toBe(0);
  expect((await shop.run("verify")).code).toBe(2);
});

test("verify reads lists with semicolons and tells rows it cannot use", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", "Job Date;Client Name\n2026-04-20;Jane Doe\nsoon;Rob F\n;\n");
  const { json } = await shop.run("verify", "jobs.csv", "--json");
  expect(json).toMatchObject({ jobs: 1, rows_passed_over: [3], matched: [{ id: "jane", job_row: 2 }] });
});

test("verify tells which of two columns it took, and refuses lists that are not UTF-8 or have a column twice", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", "Date,Customer,Client\n2026-04-20,Jane Doe,Acme\n");
  const { out } = await shop.run("verify", "jobs.csv", "--dry-run");
  expect(out).toContain('The column "Client" was passed over, since "Customer" means the same');
  shop.write("jobs.csv", "Date,Customer,Date\n2026-04-20,Jane Doe,2026-04-21\n");
  expect((await shop.run("verify", "jobs.csv")).err).toContain('Two columns are called "Date"');
  shop.write("jobs.csv", new Uint8Array([...new TextEncoder().encode("Date,Customer\n2026-04-20,Zo"), 0xeb, 0x0a]));
  expect((await shop.run("verify", "jobs.csv")).err).toContain("jobs.csv: Not UTF-8 text: line 2");
});

test("verify passes over rows with more cells than the header, whose columns cannot be told", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", "Date,Customer\n2026-04-20,Doe, Jane\n");
  const { json } = await shop.run("verify", "jobs.csv", "--json");
  expect(json).toMatchObject({ jobs: 0, rows_passed_over: [2], matched: [] });
});

test("verify before any import says that there are no reviews yet", async () => {
  using shop = new Workshop();
  await shop.withStore(() => {});
  shop.write("jobs.csv", JOBS);
  expect((await shop.run("verify", "jobs.csv")).code).toBe(1);
});

test("verify refuses a file that is no table, and a folder", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", 'Date,Customer\n2026-04-20,"Jane');
  expect((await shop.run("verify", "jobs.csv")).err).toContain("jobs.csv: Not a well-formed CSV file");
  shop.write("jobs/a.csv", JOBS);
  shop.write("jobs/b.csv", JOBS);
  expect((await shop.run("verify", shop.path("jobs"))).code).toBe(2);
});
