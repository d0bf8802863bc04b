import { expect, test } from "bun:test";
import { REVIEWS, workbook } from "../import/corpus/written.ts";
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

const JOBS = "Date,Customer,Service,Technician\n2026-04-20,Jane Doe,,\n2024-01-05,Rob Fisher,,\n";

test("verify publishes reviews that a job proves as job_record and shows near misses with both sides", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", JOBS);
  const { code, out } = await shop.run("verify", "jobs.csv");
  expect(out).toMatch(/Proved:\n +jane +Jane D\. +2026-05-01 +job of 2026-04-20, row 2 +by whole name and date\n/);
  expect(out).toMatch(
    /Near misses.*:\n +rob +Rob F\. +2026-05-01 +Rob Fisher, job of 2024-01-05, row 3 +written 847 days after the job\n/,
  );
  expect(out).toContain("1 review proved, 1 near miss; revision 2");
  expect(code).toBe(0);
  const { reviews } = (await shop.run("list", "--status", "published", "--json")).json;
  expect(reviews).toContainEqual(expect.objectContaining({ id: "jane", verification: "job_record" }));
});

test("verify reads the list as an Excel workbook, with its dates and numbers", async () => {
  using shop = new Workshop();
  const header = "review id,date,rating,text,author,invoice number";
  shop.write("reviews.csv", `${header}\n1,2026-05-01,5,Good,Jane Doe,\n2,2026-05-02,4,Fine,Cy D.,10423\n`);
  await shop.run("import", "reviews.csv", "--source", "google");
  const customers = ["Jane Doe", "Cy Dunn"];
  const jobs = workbook(["Scheduled Date", "Customer Name", "Invoice #"], (review) => {
    const at = REVIEWS.indexOf(review);
    return [new Date(Date.UTC(2026, 3, 20 + (at % 5))), customers[at] ?? `Customer ${at}`, 10_422 + at];
  });
  shop.write("jobs.xlsx", jobs);
  const { code, json } = await shop.run("verify", "jobs.xlsx", "--json");
  expect(json.matched).toMatchObject([
    { job_row: 2, job_date: "2026-04-20", strength: "name_and_date" },
    { job_row: 3, strength: "invoice" },
  ]);
  expect(code).toBe(0);
});

test("verify keeps a salted hash as evidence and nothing else of the list", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", JOBS);
  await shop.run("verify", "jobs.csv");
  const evidence = await shop.withStore(({ reviews }) => reviews.read((reads) => reads.evidence()));
  expect([...evidence]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(shop.read("goodword.sqlite")).not.toContain("Jane Doe");
});

test("verify never takes a shortened name for proof: *Maria G.* is not the Maria Gonzalez of the list", async () => {
  using shop = new Workshop();
  const maria = { id: "m", verification: { method: "none" }, author: { name: "Maria G." } };
  shop.write(
    "reviews.json",
    reviewsFile(maria, { ...maria, id: "w", author: { name: "Maria Garcia" }, text: "Quick" }),
  );
  await shop.run("import", "reviews.json");
  shop.write("jobs.csv", "Date,Customer\n2026-04-20,Maria Gonzalez\n");
  const { json } = await shop.run("verify", "jobs.csv", "--json");
  expect(json).toMatchObject({ matched: [], near_misses: [{ id: "m", job_row: 2, reason: "the name is shortened" }] });
});

test("verify proves by invoice number and by e-mail address, and publishes the strength", async () => {
  using shop = new Workshop();
  shop.write(
    "reviews.csv",
    "review id,date,rating,text,author,email,invoice number\n1,2026-05-01,5,Good,Ann B.,ann@x.example,\n2,2026-05-02,4,Fine,Cy D.,,A-77\n",
  );
  await shop.run("import", "reviews.csv", "--source", "google");
  shop.write(
    "jobs.csv",
    "Scheduled date,First name,Last name,Email,Invoice\n2026-04-20,Ann,Bell,Ann@X.example,\n2026-04-21,Cy,Dunn,,a77\n",
  );
  const verified = await shop.run("verify", "jobs.csv", "--json");
  expect(verified.json.matched).toMatchObject([{ strength: "contact" }, { strength: "invoice" }]);
  const exported = JSON.parse((await shop.run("export")).out);
  const strengths = exported.reviews.map((review: { verification: unknown }) => review.verification);
  expect(strengths).toMatchObject([{ method: "job_record", strength: "invoice" }, { strength: "contact" }]);
  expect(shop.read("goodword.sqlite")).not.toContain("ann@x.example");
});

test("verify --confirm publishes a near miss as attested by the owner, one by one", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", JOBS);
  expect((await shop.run("verify", "jobs.csv", "--confirm", "rob=3", "--by", "AB")).out).toBe(
    "rob attested; revision 2\n",
  );
  const { reviews } = (await shop.run("list", "--status", "published", "--json")).json;
  expect(reviews).toContainEqual(expect.objectContaining({ id: "rob", verification: "operator_attested" }));
  await shop.run("remove", "rob", "--reason", "request");
  const gone = await shop.run("verify", "jobs.csv", "--confirm", "rob=3");
  expect([gone.code, gone.err]).toEqual([
    1,
    expect.stringMatching(
      /^goodword: Review "rob" was removed on 2026-06-\d\d; nothing was changed \(database: .*\)\n$/,
    ),
  ]);
  const noRow = await shop.run("verify", "jobs.csv", "--confirm", "jane=9");
  expect([noRow.code, noRow.err]).toEqual([
    1,
    expect.stringContaining("The list has no job in row 9; nothing was changed"),
  ]);
  expect((await shop.run("verify", "jobs.csv", "--confirm", "jane")).code).toBe(2);
});

test("verify --confirm names the job that proves nothing, and why", async () => {
  using shop = await shopWithReviews();
  const rows = ["2024-01-05,Rob Fisher,Cancelled", "2024-01-05,Rob Fisher,Scheduled", "2024-01-05,,Completed"];
  shop.write("jobs.csv", ["Date,Customer,Status", "2026-04-20,Jane Doe,Completed", ...rows, ""].join("\n"));
  const confirm = async (pair: string) => (await shop.run("verify", "jobs.csv", "--confirm", pair)).err;
  expect(await confirm("rob=3")).toBe(
    "goodword: The job in row 3 proves no review: it was cancelled; nothing was changed\n",
  );
  expect(await confirm("rob=4")).toContain("The job in row 4 proves no review: it is not finished");
  expect(await confirm("rob=5")).toContain("row 5 proves no review: its row has no date and customer that can be read");
  shop.write("kept.csv", "Date,Customer,Email,Status\n2024-01-05,Rob Fisher,rob@example.com,Cancelled\n");
  await shop.run("jobs", "add", "kept.csv");
  const { jobs } = (await shop.run("jobs", "list", "--json")).json;
  const kept = await shop.run("verify", "--confirm", `rob=${jobs[0].id}`);
  expect(kept.err).toBe(`goodword: The job ${jobs[0].id} proves no review: it was cancelled; nothing was changed\n`);
});

test("verify and jobs add count three visits with one reference as one job", async () => {
  using shop = await shopWithReviews();
  const visit = (day: string) => `901,Pat Lake,pat@example.com,${day},Completed`;
  const visits = ["2026-02-03", "2026-03-04", "2026-04-17"].map(visit);
  shop.write("jobs.csv", ["Job #,Client name,Client email,Visit date,Visit status", ...visits, ""].join("\n"));
  expect((await shop.run("jobs", "add", "jobs.csv", "--dry-run")).out).toContain("1 job with a customer's name: ");
  expect((await shop.run("jobs", "add", "jobs.csv")).out).toContain("1 job with a customer's name: ");
  expect((await shop.run("verify", "jobs.csv")).out).toContain("1 job read");
});

test.each([
  ["sure=2", "sure needs no confirmation: it is verified by platform; nothing was changed"],
  ["rob=2", "rob and row 2 (Jane Doe) are no near miss: neither name nor contact agrees; nothing was changed"],
  [
    "rob=3,bob=3",
    "The job in row 3 cannot prove rob: it already proves another review (and 1 more such pair); nothing was changed",
  ],
])("verify --confirm %s is refused in one line", async (pairs, message) => {
  using shop = await shopWithReviews();
  const bob = { id: "bob", verification: { method: "none" }, author: { name: "Rob F." }, text: "Again" };
  shop.write("bob.json", reviewsFile(bob));
  await shop.run("import", "bob.json");
  shop.write("jobs.csv", JOBS);
  const { code, err } = await shop.run("verify", "jobs.csv", "--confirm", pairs);
  expect(err).toBe(`goodword: ${message}\n`);
  expect(code).toBe(1);
  expect((await shop.run("list", "--withheld", "unverified", "--json")).json.total).toBe(3);
});

test("verify --confirm does not use a job again that stands for another review, and the same pair twice changes nothing", async () => {
  using shop = await shopWithReviews();
  const bob = { id: "bob", verification: { method: "none" }, author: { name: "Rob F." }, text: "Again" };
  shop.write("bob.json", reviewsFile(bob));
  await shop.run("import", "bob.json");
  shop.write("jobs.csv", JOBS);
  await shop.run("verify", "jobs.csv", "--confirm", "rob=3");
  expect((await shop.run("verify", "jobs.csv", "--confirm", "bob=3")).err).toContain("cannot prove bob");
  expect((await shop.run("verify", "jobs.csv", "--confirm", "rob=3")).out).toBe("Nothing to do: rob\n");
});

test("verify refuses a list without a date that can be read", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", "Customer,Invoice\nJane Doe,17\n");
  const refused = async () => {
    const { code, err } = await shop.run("verify", "jobs.csv");
    return [code, err];
  };
  expect(await refused()).toEqual([
    1,
    `goodword: ${shop.path("jobs.csv")}: No column for the date; name it one of finished, finished at, finished on, finish date. Nothing was changed\n`,
  ]);
  shop.write("jobs.csv", "Date,Customer\n,Jane Doe\n,Rob Fisher\n");
  expect(await refused()).toEqual([
    1,
    `goodword: ${shop.path("jobs.csv")}: None of the 2 rows has both a date and a customer that can be read; nothing was changed\n`,
  ]);
});

test("verify refuses a list in which two customers share an invoice number", async () => {
  using shop = await shopWithReviews();
  shop.write(
    "jobs.csv",
    'Date,Customer,Invoice\n2026-04-20,Jane Doe,A-1234\n2026-04-21,"DOE, Jane",A-1234\n2026-04-22,Rob Fox,a1234\n',
  );
  const { code, err } = await shop.run("verify", "jobs.csv");
  expect(err).toContain(
    'jobs.csv: Rows 3 and 4 name different customers for invoice number "A-1234"; nothing was changed',
  );
  expect(code).toBe(1);
});

test("verify --recheck demotes what an older release matched by a shortened name, with the owner's consent", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", JOBS);
  await shop.run("verify", "jobs.csv");
  const old =
    "UPDATE reviews SET verification_method = 'job_record', verification_strength = NULL, evidence = id || 'x', withheld = NULL";
  await shop.withStore(({ file }) => file.run(`${old} WHERE id IN ('jane', 'rob')`));
  expect((await shop.run("doctor")).out).toContain("2 reviews count as verified by a shortened name alone");
  const look = await shop.run("verify", "jobs.csv", "--recheck");
  expect(look.out).toContain("1 proved again; 1 review would be withheld as unverified: add --yes to do it");
  expect((await shop.run("verify", "jobs.csv", "--recheck", "--yes", "--json")).json).toMatchObject({
    matched: [{ id: "jane", strength: "name_and_date" }],
    unproved: ["rob"],
  });
  expect((await shop.run("list", "--withheld", "unverified", "--json")).json.reviews).toMatchObject([{ id: "rob" }]);
  expect((await shop.run("verify", "--recheck")).out).toBe(
    "Every review with a job record states what its job was matched by\n",
  );
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
  expect(err).toBe(`goodword: No review with the id "zz"; nothing was changed (database: ${shop.database})\n`);
  expect(code).toBe(1);
  expect((await shop.run("list", "--withheld", "unverified", "--json")).json.total).toBe(2);
});

test("verify refuses a list without a column for date or customer, and dates that could be two days", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", "Date,Invoice\n2026-04-20,17\n");
  expect((await shop.run("verify", "jobs.csv")).err).toContain("No column for the customer");
  shop.write("jobs.csv", "Date,Customer\n03/04/2026,Jane Doe\n");
  expect((await shop.run("verify", "jobs.csv")).err).toContain("--date-format");
  expect((await shop.run("verify", "jobs.csv", "--date-format", "MM/DD/YYYY", "--dry-run")).code).toBe(0);
});

test("verify reads lists with semicolons and tells rows it cannot use", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", "Job Date;Client Name\n2026-04-20;Jane Doe\nsoon;Rob F\n;\n");
  const { json } = await shop.run("verify", "jobs.csv", "--json");
  expect(json).toMatchObject({ jobs: 1, rows_passed_over: [3], matched: [{ id: "jane", job_row: 2 }] });
});

test("verify tells which of two columns it took, and refuses lists in an unknown encoding or with a column twice", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", "Date,Customer,Client\n2026-04-20,Jane Doe,Acme\n");
  const { out } = await shop.run("verify", "jobs.csv", "--dry-run");
  expect(out).toContain('The column "Client" was ignored because "Customer" means the same');
  shop.write("jobs.csv", "Date,Customer,Date\n2026-04-20,Jane Doe,2026-04-21\n");
  expect((await shop.run("verify", "jobs.csv")).err).toContain('Two columns are named "Date"');
  shop.write("jobs.csv", new Uint8Array([...new TextEncoder().encode("Date,Customer\n2026-04-20,Zo"), 0x81, 0x0a]));
  expect((await shop.run("verify", "jobs.csv")).err).toContain("jobs.csv: Not UTF-8 text: line 2");
  shop.write("jobs.csv", new Uint8Array([...new TextEncoder().encode("Date,Customer\n2026-04-20,Jan Wi"), 0xea, 0x0a]));
  expect((await shop.run("verify", "jobs.csv")).err).toContain("--encoding windows-1252");
  expect((await shop.run("verify", "jobs.csv", "--encoding", "windows-1250", "--dry-run")).code).toBe(0);
});

test("verify takes the column that has values, and numbers for no names", async () => {
  using shop = await shopWithReviews();
  const header = "Completed,Job #,Customer #,Customer,Client,Scheduled";
  shop.write(
    "jobs.csv",
    `${header}\nyes,1,17,,Jane Doe,2026-04-20\nyes,2,18,,Rob Fox,2026-04-21\nyes,3,19,,Al Oak,2026-04-22\n`,
  );
  const { json } = await shop.run("verify", "jobs.csv", "--dry-run", "--json");
  expect(json).toMatchObject({ jobs: 3, rows_passed_over: [], matched: [{ id: "jane", job_row: 2 }] });
});

test("verify uses no row with more cells than the header, whose columns cannot be told", async () => {
  using shop = await shopWithReviews();
  shop.write("jobs.csv", "Date,Customer\n2026-04-20,Doe, Jane\n");
  const { code, err } = await shop.run("verify", "jobs.csv");
  expect(err).toContain("The only row has no date and customer that can be read; nothing was changed");
  expect(code).toBe(1);
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
