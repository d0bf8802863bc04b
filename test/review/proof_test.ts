import { describe, expect, test } from "bun:test";
import {
  type ContactHashes,
  type ContactKind,
  contactHasher,
  type Doubt,
  type FinishedJob,
  foldWholeName,
  judgeProofs,
  type ReviewToProve,
} from "../../src/review/mod.ts";

const NOTHING = { technicians: [], services: [], service_areas: [] };
const hash = contactHasher(new Uint8Array(32));

function marks(values: Partial<Record<ContactKind, string>>): ContactHashes {
  const kinds = Object.entries(values) as [ContactKind, string][];
  return Object.fromEntries(
    kinds.flatMap(([kind, value]) => (hash(kind, value) === null ? [] : [[kind, hash(kind, value)]])),
  );
}

function review(fields: Partial<ReviewToProve> & { known?: Partial<Record<ContactKind, string>> } = {}): ReviewToProve {
  const { known = {}, ...rest } = fields;
  const shown = { id: "r1", date: "2026-05-10", authorName: "Maria G.", isAnonymous: false };
  return { ...shown, marks: marks(known), mentions: NOTHING, copyOf: null, datePrecision: null, ...rest };
}

function job(fields: Partial<FinishedJob> & { known?: Partial<Record<ContactKind, string>> } = {}): FinishedJob {
  const { known = {}, customer = "Maria Garcia", ...rest } = fields;
  return {
    row: 2,
    date: "2026-05-01",
    customer,
    marks: marks({ name: customer, ...known }),
    mentions: NOTHING,
    ...rest,
  };
}

function judged(reviews: ReviewToProve[], jobs: FinishedJob[]): string[] {
  return judgeProofs(reviews, jobs).map((proof) =>
    proof.kind === "proof" ? `${proof.review.id} row ${proof.job.row}: ${proof.strength}` : doubtOf(proof.doubt),
  );
}

function doubtOf(doubt: Doubt): string {
  return Object.values(doubt).join(" ");
}

const MARIA = { name: "Maria Garcia" };

describe("judgeProofs() takes for proof", () => {
  test("an invoice number, however it is written", () => {
    const jobs = [job({ known: { invoice: "INV-00123" } })];
    expect(judged([review({ known: { invoice: "#123" } })], jobs)).toEqual(["r1 row 2: invoice"]);
  });

  test("an e-mail address or a telephone number, however they are written", () => {
    const jobs = [job({ customer: "M. G.", known: { email: "Maria.G@Gmail.com", telephone: "+1 212 555 0142" } })];
    expect(judged([review({ known: { email: "mariag+site@googlemail.com" } })], jobs)).toEqual(["r1 row 2: contact"]);
    expect(judged([review({ known: { telephone: "(212) 555-0142" } })], jobs)).toEqual(["r1 row 2: contact"]);
  });

  test("the whole name and a date not long after the job", () => {
    expect(judged([review({ known: MARIA })], [job({ customer: "García, María" })])).toEqual([
      "r1 row 2: name_and_date",
    ]);
  });

  test("the last of several visits of one customer", () => {
    const jobs = [job({ row: 2, date: "2026-03-01" }), job({ row: 3, date: "2026-05-09" })];
    expect(judged([review({ known: MARIA })], jobs)).toEqual(["r1 row 3: name_and_date"]);
  });

  test("the strongest of several", () => {
    const jobs = [job({ row: 2 }), job({ row: 3, customer: "Office", known: { invoice: "A-77" } })];
    expect(judged([review({ known: { ...MARIA, invoice: "a77" } })], jobs)).toEqual(["r1 row 3: invoice"]);
  });
});

describe("judgeProofs() takes for no more than a near miss", () => {
  test.each(["Maria G.", "M. G.", "Maria", "M. Garcia"])("the shortened name %s", (authorName) => {
    expect(judged([review({ authorName })], [job({ customer: "Maria Gonzalez" }), job()])).toHaveLength(1);
    expect(judged([review({ authorName })], [job()])).toEqual(["shortened_name"]);
  });

  test.each(["Garcia, Maria", "Dr. Maria Garcia", "Maria Garcia, Jr."])(
    "the shortened name of a customer who is listed as %s",
    (customer) => {
      expect(judged([review()], [job({ customer })])).toEqual(["shortened_name"]);
    },
  );

  test("a whole name of which two customers are on the list", () => {
    const jobs = [job({ row: 2, known: { email: "a@x.example" } }), job({ row: 3, known: { email: "b@x.example" } })];
    expect(judged([review({ known: MARIA })], jobs)).toEqual(["several_customers 2"]);
  });

  test("a review before the job, or long after it", () => {
    expect(judged([review({ known: MARIA })], [job({ date: "2026-05-20" })])).toEqual(["too_early 10"]);
    expect(judged([review({ known: MARIA })], [job({ date: "2025-05-10" })])).toEqual(["too_late 365"]);
    expect(judged([review({ known: MARIA })], [job({ date: "2001-05-10" })])).toEqual([]);
    expect(
      judged([review({ known: { invoice: "A77" } })], [job({ date: "2026-06-20", known: { invoice: "A77" } })]),
    ).toEqual(["too_early 41"]);
  });

  test("a date that is known to the month only, unless every day of it is in time", () => {
    const inMonth = (date: string) => judged([review({ date, datePrecision: "month", known: MARIA })], [job()]);
    expect(inMonth("2026-05-10")).toEqual(["inexact_date month"]);
    expect(inMonth("2026-06-10")).toEqual(["r1 row 2: name_and_date"]);
    expect(inMonth("2026-07-20")).toEqual(["inexact_date month"]);
    expect(inMonth("2026-12-20")).toEqual(["too_late 233"]);
    expect(
      judged(
        [review({ date: "2026-04-20", datePrecision: "month", known: { ...MARIA, invoice: "A-17" } })],
        [job({ known: { invoice: "a17" } })],
      ),
    ).toEqual(["r1 row 2: invoice"]);
  });

  test("a job that another technician did", () => {
    const mentions = { ...NOTHING, technicians: ["Ben Ito"] };
    const done = { ...NOTHING, technicians: ["Amy Brook"] };
    expect(judged([review({ known: MARIA, mentions })], [job({ mentions: done })])).toEqual([
      "other_technician Amy Brook",
    ]);
  });

  test("a job that already proves the review written soonest after it", () => {
    const reviews = [review({ id: "r1", date: "2026-05-12", known: MARIA }), review({ id: "r2", known: MARIA })];
    expect(judged(reviews, [job()])).toEqual(["job_taken r2", "r2 row 2: name_and_date"]);
  });
});

test("judgeProofs() takes no job for a shortened name that proves somebody else's review", () => {
  const reviews = [review({ id: "r1" }), review({ id: "r2", known: MARIA })];
  expect(judged(reviews, [job()])).toEqual(["r2 row 2: name_and_date"]);
  const gonzalez = job({ row: 3, date: "2026-04-20", customer: "Maria Gonzalez" });
  expect(judgeProofs(reviews, [job(), gonzalez]).map((proof) => [proof.review.id, proof.job.row])).toEqual([
    ["r1", 3],
    ["r2", 2],
  ]);
});

describe("judgeProofs() of one customer's review at several sites", () => {
  const counted = review({ id: "g", known: MARIA });
  const copy = review({ id: "y", date: "2026-05-11", copyOf: "g" });

  test("proves every copy by one job", () => {
    const known = { ...copy, marks: counted.marks };
    expect(judged([counted, known], [job()])).toEqual(["g row 2: name_and_date", "y row 2: name_and_date"]);
  });

  test("asks once, about the one that counts, and not at all where another copy is proved or published", () => {
    const unknown = { ...counted, marks: {} };
    expect(judgeProofs([copy, unknown], [job()]).map((proof) => proof.review.id)).toEqual(["g"]);
    expect(judged([copy, counted], [job()])).toEqual(["g row 2: name_and_date"]);
    expect(judged([copy], [job()])).toEqual([]);
  });
});

describe("judgeProofs() sees nothing in", () => {
  test("another name, or a missing one", () => {
    expect(judged([review({ authorName: "Maria H." })], [job()])).toEqual([]);
    expect(judged([review({ authorName: "A customer", isAnonymous: true })], [job()])).toEqual([]);
    expect(judged([review({ known: { name: "Maria Gonzalez" } })], [job()])).toEqual([]);
  });
});

describe("marks", () => {
  test.each([
    ["Doe, Jane", "jane doe"],
    ["Dr. Jane Doe Jr.", "jane doe"],
    ["JANE  DÖE", "jane doe"],
    ["Jane Mary Doe", "jane mary doe"],
    ["O'Brien, Zoë", "zoe obrien"],
    ["Jane D.", null],
    ["J. Doe", null],
    ["Jane", null],
    ["", null],
  ])("foldWholeName(%p) is %p", (name, folded) => {
    expect(foldWholeName(name)).toBe(folded);
  });

  test("are told apart by kind and by installation", () => {
    const other = contactHasher(new Uint8Array(32).fill(1));
    expect(
      new Set([hash("invoice", "123456789"), hash("telephone", "123456789"), other("invoice", "123456789")]).size,
    ).toBe(3);
  });

  test("of no use are no marks", () => {
    expect([hash("invoice", "12"), hash("email", "none"), hash("telephone", "n/a"), hash("name", "Jane D.")]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("judgeProofs() and what the owner rules out", () => {
  const without = (reviews: ReviewToProve[], jobs: FinishedJob[], ...pairs: string[]) =>
    judgeProofs(reviews, jobs, { isRuledOut: (id, row) => pairs.includes(`${id}=${row}`) }).map(
      ({ kind, review: { id }, job: { row } }) => `${kind} ${id}=${row}`,
    );

  test("matches neither by name nor by mark, and takes the next job", () => {
    const jobs = [
      job({ row: 2, known: { invoice: "77" } }),
      job({ row: 3, date: "2026-04-20", customer: "Maria Gonzalez" }),
    ];
    expect(without([review()], jobs, "r1=2")).toEqual(["near_miss r1=3"]);
    expect(without([review({ known: { invoice: "77" } })], jobs, "r1=2", "r1=3")).toEqual([]);
  });

  test("holds for every copy of the review", () => {
    const copy = review({ id: "r2", copyOf: "r1" });
    expect(without([review(), copy], [job()], "r1=2")).toEqual([]);
    expect(without([review(), review({ id: "r3" })], [job()], "r1=2")).toEqual(["near_miss r3=2"]);
  });

  test("leaves one customer of two of the same name", () => {
    const jobs = [
      job({ row: 2, known: { email: "one@example.com" } }),
      job({ row: 3, known: { email: "other@example.com" } }),
    ];
    expect(without([review({ known: MARIA })], jobs)).toEqual(["near_miss r1=2"]);
    expect(without([review({ known: MARIA })], jobs, "r1=2")).toEqual(["proof r1=3"]);
  });
});
