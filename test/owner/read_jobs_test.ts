/** How a list of jobs is read: its bounds, and what becomes of each row. */
import { describe, expect, test } from "bun:test";
import { NeedsInput } from "../../src/import/mod.ts";
import { type JobReadingOptions, readJobs } from "../../src/owner/read_jobs.ts";

const TODAY = "2026-11-27";

function read(text: string, options: JobReadingOptions = {}) {
  const file = { name: "jobs", bytes: new TextEncoder().encode(text) };
  return readJobs(file, { today: TODAY, timeZone: "America/New_York", ...options });
}

describe("readJobs() bounds a list", () => {
  test("of more than 50,000 rows before anything is made of them", () => {
    const list = (rows: number) => `customer,finished\n${"Pat,2026-11-10\n".repeat(rows)}`;
    expect(read(list(50_000)).rows).toHaveLength(50_000);
    expect(() => read(list(50_001))).toThrow("jobs: The list has more than 50,000 rows; split it");
  });

  test("of more than five million cells, which few bytes of JSON can make", () => {
    const names = Object.fromEntries(Array.from({ length: 1900 }, (_, index) => [`field${index}`, 1]));
    const first = JSON.stringify({ customer: "Pat", finished: "2026-11-10", ...names });
    expect(() => read(`${first}\n${'{"customer":"Lee"}\n'.repeat(3000)}`)).toThrow(
      "The list has more than 5,000,000 cells",
    );
  });

  test("whose row has a cell longer than any name, and makes nothing of that cell", () => {
    const job = { customer: "Pat", finished: "2026-11-10", telephone: `1${" ".repeat(80_000)}y` };
    const [row] = read(JSON.stringify([job])).rows;
    expect(row?.issues).toEqual(["telephone is longer than 300 characters"]);
    expect(row?.draft.telephone).toBeNull();
  });
});

test.each(["data", "jobs", "results"])("readJobs() reads every job of a page whose list is named %s", (name) => {
  const jobs = ["Pat", "Lee"].map((customer) => ({ customer, finished: "2026-11-10" }));
  const { rows } = read(JSON.stringify({ page: 1, hasMore: false, [name]: jobs }));
  expect(rows.map(({ draft }) => draft.customerName)).toEqual(["Pat", "Lee"]);
});

test("readJobs() reads instants of microseconds to the day", () => {
  const list = read("customer,completed_at\nPat,1794800000123456\nLee,1794800000999999\n");
  expect(list.rows.map(({ draft }) => draft.finished)).toEqual(["2026-11-15", "2026-11-15"]);
});

test.each([
  ["2026-11-10", "2026-11-10", null],
  ["2026-11-10T16:10:00-05:00", "2026-11-10", "2026-11-10T21:10:00Z"],
  ["2026-11-11T02:10Z", "2026-11-10", "2026-11-11T02:10:00Z"],
  // What some programs write for a day.
  ["2026-11-10T00:00:00-05:00", "2026-11-10", null],
  ["2026-11-10 16:10", "2026-11-10", null],
  ["2027-11-10T16:10:00Z", null, null],
])("readJobs() reads %s as %s, at %s", (cell, finished, instant) => {
  const finishedAt = instant === null ? null : Date.parse(instant);
  expect(read(`customer,finished\nPat,${cell}\n`).rows[0]?.draft).toMatchObject({ finished, finishedAt });
});

test.each(["Completed At (UTC)", "completed_at_utc", "Completed on (GMT)"])(
  "readJobs() reads times under %s in their zone",
  (header) => {
    const list = `customer,${header}\nPat,2026-11-11 02:30:00\nLee,2026-11-11 15:00\nKim,2026-11-11\n`;
    expect(read(list).rows.map(({ draft }) => draft.finished)).toEqual(["2026-11-10", "2026-11-11", "2026-11-11"]);
  },
);

test.each([...["Fertigstellung", "JobEndDateTime", "ActualEndTime", "Date Complete", "Date Issued", "voucherDate"]])(
  "readJobs() knows the day under %s",
  (header) => {
    expect(read(`customer,${header}\nPat,2026-11-10\n`).rows[0]?.draft.finished).toBe("2026-11-10");
  },
);

/** What a list asks, as the values it is about; null when it asks nothing. */
/** The answers to the first question. */
function choicesOf(text: string, options: JobReadingOptions = {}) {
  try {
    read(text, options);
    return null;
  } catch (error) {
    return error instanceof NeedsInput ? error.questions[0]?.choices : error;
  }
}

function asked(text: string, options: JobReadingOptions = {}) {
  try {
    read(text, options);
    return null;
  } catch (error) {
    if (!(error instanceof NeedsInput)) throw error;
    return error.questions.map(({ option, about }) => [option, about?.column, about?.value]);
  }
}

const states = (text: string, options: JobReadingOptions = {}) => read(text, options).rows.map(({ state }) => state);

describe("readJobs() and a column named like a reference", () => {
  const first = "A-1001,Drain cleaning,Pat,2026-11-10";
  const second = "A-1002,Water heater,Lee,2026-11-11";
  const list = (header: string) => `${header},customer,finished\n${first}\n${second}\n`;
  const namesOf = (text: string, options: JobReadingOptions = {}) =>
    read(text, options).rows.map(({ draft }) => [draft.reference, draft.service]);

  test("asks whether it is the work that was done if it holds words and no other column is", () => {
    expect(asked(list("Invoice,Job"))).toEqual([["column", "Job", '"Drain cleaning", "Water heater"']]);
    expect(() => read(list("Invoice,Job"))).toThrow('--column "service=Job"');
    expect(asked(list("Ref,Rechnung"))).toHaveLength(1);
  });

  test("is the work or nothing, by the answer, and never the reference", () => {
    const answered = { columns: { service: "Job" } };
    const both = [
      ["A-1001", "Drain cleaning"],
      ["A-1002", "Water heater"],
    ];
    expect(namesOf(list("Invoice,Job"), answered)).toEqual(both);
    expect(read(list("Invoice,Job"), answered).notes).toEqual([]);
    expect(namesOf(list("Job,Invoice").replaceAll(/(A-\d+),([\w ]+)/g, "$2,$1"), { remembered: answered })).toEqual(
      both,
    );
    expect(namesOf(list("Invoice,Job"), { columns: { service: "" } })[0]).toEqual(["A-1001", null]);
    expect(namesOf(list("Invoice,Job"), { refusesUnknown: true })[0]).toEqual(["A-1001", null]);
    expect(namesOf(list("Invoice,Service").replace("Invoice", "Job"))).toEqual(both);
  });

  test("is a second reference if it holds short codes", () => {
    const text = "Invoice,Job,customer,finished\nA-1001,J-55,Pat,2026-11-10\n";
    expect(namesOf(text)).toEqual([["A-1001", null]]);
    expect(read(text).notes).toEqual([expect.stringContaining('The column "Job" was ignored')]);
  });
});

describe("readJobs() and the state of a job", () => {
  const list = (...values: readonly string[]) =>
    ["customer,finished,Job status", ...values.map((value) => `Pat,2026-11-10,${value}`)].join("\n");

  test("asks once for each value that is not known, and changes nothing before it is answered", () => {
    expect(asked(list("Completed", "Awaiting parts", "Zed", "awaiting  parts"))).toEqual([
      ["status", "Job status", "awaiting  parts"],
      ["status", "Job status", "Zed"],
    ]);
    expect(() => read(list("Zed"))).toThrow(
      'jobs: The column "Job status" has unknown values: "Zed"; answer once with --status "Zed=not-finished", finished or cancelled. Nothing was changed',
    );
  });

  test("goes by the answers, and by those remembered for a column of this name", () => {
    const values = list("Completed", "Awaiting parts", "Zed");
    expect(states(values, { statuses: { "awaiting parts": "not-finished", Zed: "cancelled" } })).toEqual([
      "finished",
      "not_finished",
      "cancelled",
    ] as never);
    const remembered = { statuses: { jobstatus: { Zed: "finished", "Awaiting parts": "not-finished" } } };
    expect(states(values, { remembered })).toEqual(["finished", "not_finished", "finished"]);
    expect(asked(values.replace("Job status", "Stage"), { remembered })).toHaveLength(2);
  });

  test("refuses a row of an unknown status where no owner is there to answer, and names the field", () => {
    const { rows } = read(list("Completed", "Zed"), { refusesUnknown: true });
    expect(rows.map(({ issues }) => issues)).toEqual([
      [],
      [
        'status is not known: "Job status" is "Zed"; answer once with goodword jobs add --status "VALUE=finished", not-finished or cancelled',
      ],
    ]);
  });

  test("asks about an empty status where others have one and the day was only planned", () => {
    const planned = "customer,Scheduled start,Status\nPat,2026-11-10,Completed\nLee,2026-11-11,\n";
    expect(asked(planned)).toEqual([["status", "Status", "(empty)"]]);
    expect(asked(planned.replace("Scheduled start", "Completed on"))).toBeNull();
    expect(states(planned, { statuses: { "(empty)": "not-finished" } })).toEqual(["finished", "not_finished"]);
  });

  test("finds no fault with a job that has no day because it was cancelled or is not finished", () => {
    const text = "customer,Completed on,Status\nPat,,Canceled\nLee,,Scheduled\nKim,,Completed\n";
    expect(read(text).rows.map(({ state, issues }) => [state, issues])).toEqual([
      ["cancelled", []],
      ["not_finished", []],
      ["finished", ["finished is not a date"]],
    ]);
  });

  test("reads booleans, days of cancelling and types of documents beside the status", () => {
    const json = [
      { customer: "Pat", finished: "2026-11-10", completed: false },
      { customer: "Lee", finished: "2026-11-10", completed: true, canceled_at: "2026-11-10 09:00:00" },
      { customer: "Kim", finished: "2026-11-10", completed: true, canceled_at: null },
      { customer: "Jo", finished: "2026-11-10", completed: true, type: "Estimate" },
    ];
    expect(states(JSON.stringify(json))).toEqual(["not_finished", "cancelled", "finished", "not_finished"]);
  });

  test("asks about a column of another name whose values are those of a status", () => {
    const text =
      "customer,finished,Outcome\nPat,2026-11-10,Completed\nLee,2026-11-11,Cancelled\nKim,2026-11-12,Not home";
    expect(asked(text)).toEqual([["column", "Outcome", '"Completed", "Cancelled", "Not home"']]);
    expect(() => read(text)).toThrow("--column status=");
    const statuses = { "Not home": "cancelled" };
    expect(states(text, { columns: { status: "Outcome" }, statuses })).toEqual(["finished", "cancelled", "cancelled"]);
    expect(states(text, { columns: { status: "" } })).toEqual([null, null, null]);
    expect(asked("customer,finished,Payment status\nPat,2026-11-10,Paid\nLee,2026-11-11,Refunded")).toBeNull();
  });

  test("asks about keys of a status where no column has its words, and about dispositions", () => {
    const keys = "customer,finished,status_id\nPat,2026-11-10,3\nLee,2026-11-10,7\n";
    expect(asked(keys)).toEqual([
      ["status", "status_id", "3"],
      ["status", "status_id", "7"],
    ]);
    expect(states(keys, { statuses: { 3: "finished", 7: "cancelled" } })).toEqual(["finished", "cancelled"]);
    expect(states("customer,finished,status_id,status\nPat,2026-11-10,3,Completed\n")).toEqual(["finished"]);
    const disposition = "customer,finished,Disposition\nPat,2026-11-10,Done\nLee,2026-11-10,No Access\n";
    expect(asked(disposition)).toEqual([["status", "Disposition", "No Access"]]);
    const report = "Replaced the valve in the cellar and tested the whole system";
    expect(states(disposition.replace("No Access", report))).toEqual([null, null]);
  });

  test("asks what a yes about access means, and takes any reason of cancelling for cancelled", () => {
    const access = "customer,finished,Status,No Access\nPat,2026-11-10,Completed,\nLee,2026-11-10,Completed,Yes\n";
    expect(asked(access)).toEqual([["status", "No Access", "Yes"]]);
    expect(states(access, { statuses: { Yes: "cancelled" } })).toEqual(["finished", "cancelled"]);
    const reasons = Array.from({ length: 25 }, (_, at) => `Pat ${at},2026-11-10,Reason ${at}`);
    const text = ["customer,finished,Cancellation reason", ...reasons, "Lee,2026-11-10,"].join("\n");
    expect(states(text)).toEqual([...reasons.map(() => "cancelled" as const), null]);
  });

  test("asks nothing about a job that is not finished anyway", () => {
    const text = "customer,finished,Status,Done?\nPat,2026-11-10,Completed,x\nLee,2026-11-10,In progress,\n";
    expect(states(text)).toEqual(["finished", "not_finished"]);
  });

  test("asks what an empty cell means where only a yes is ever written", () => {
    expect(asked("customer,finished,Done?\nPat,2026-11-10,x\nLee,2026-11-11,\n")).toEqual([
      ["status", "Done?", "(empty)"],
    ]);
    const ticked = "customer,finished,Done?\nPat,2026-11-10,yes\nLee,2026-11-11,no\nKim,2026-11-11,\n";
    expect(states(ticked)).toEqual(["finished", "not_finished", null]);
  });

  test("asks for the types of documents it does not know, where a list has invoices", () => {
    const ledger = (...types: readonly string[]) =>
      ["date,Transaction Type,Name", ...types.map((type) => `2026-11-10,${type},Pat`)].join("\n");
    expect(states(ledger("Invoice", "Expense", "Bill", "Credit Memo", "Estimate"))).toEqual([
      null,
      "not_finished",
      "not_finished",
      "cancelled",
      "not_finished",
    ] as never);
    expect(states(ledger("SI", "SC", "SA"))).toEqual([null, "cancelled", "not_finished"]);
    expect(states(ledger("RE", "SR", "AR").replace("Transaction Type", "Rechnungstyp"))).toEqual([
      null,
      "cancelled",
      "not_finished",
    ]);
    expect(asked(ledger("Invoice", "Statement"))).toEqual([["status", "Transaction Type", "Statement"]]);
    expect(asked(ledger("Drain cleaning", "Estimate"))).toBeNull();
  });

  test("takes a finished quote for no finished work, unless another column is about the job", () => {
    const quotes =
      "customer,finished,Estimate Status\nPat,2026-11-10,Closed\nLee,2026-11-10,Accepted\nKim,2026-11-10,Rejected\n";
    expect(states(quotes)).toEqual(["not_finished", "not_finished", "cancelled"]);
    expect(states(quotes.replace("Estimate", "Angebots"))).toEqual(["not_finished", "not_finished", "cancelled"]);
    expect(states("customer,finished,Job status,Quote status\nPat,2026-11-10,Completed,Closed\n")).toEqual([
      "finished",
    ]);
    expect(states("customer,finished,Invoice status\nPat,2026-11-10,Paid\n")).toEqual(["finished"]);
  });

  test("takes a negative amount for a credit, which is no job", () => {
    const amounts = (...cells: readonly string[]) =>
      states(
        `customer,finished,Amount\nPat,2026-11-10,9\n${cells.map((cell) => `Pat,2026-11-10,"${cell}"\n`).join("")}`,
      ).slice(1);
    expect(amounts("-80.00", "(80.00)", "-$1,200.00", "80-", "−80,00 €")).toEqual(Array(5).fill("not_finished"));
    expect(amounts("80.00", "$0.00", "", "80-100", "(tbc)", "-")).toEqual(Array(6).fill(null));
    expect(states("customer,finished,Net\nPat,2026-11-10,-80.00\nLee,2026-11-10,-90.00\n")).toEqual([null, null]);
    expect(states("customer,finished,Net\nPat,2026-11-10,-80.00\n")).toEqual(["not_finished"]);
    expect(states("customer,finished,Discount\nPat,2026-11-10,-80.00\n")).toEqual([null]);
  });

  test("hears that a job was called off or quoted in the words of its title or type", () => {
    const titles = (column: string, ...cells: readonly string[]) =>
      states(`customer,finished,${column}\n${cells.map((cell) => `Pat,2026-11-10,"${cell}"\n`).join("")}`);
    const off = ["CANCELLED - gutters", "Storniert: Dachrinne", "[canceled] Roof", "Annulé – toiture"];
    expect(titles("Title", ...off)).toEqual(Array(4).fill("cancelled"));
    expect(states("Customer,finished\nCANCELLED: Pat Lake - roof,2026-11-10\nPat Lake,2026-11-10\n")).toEqual([
      "cancelled",
      null,
    ]);
    const quoted = [
      "Estimate: repipe",
      "Free estimate",
      "Estimate- WINDOW WASHING",
      "Angebot: Bad",
      "Devis - toiture",
      "Quote visit",
    ];
    expect(titles("Title", ...quoted)).toEqual(Array(6).fill("not_finished"));
    expect(titles("Job type", ...quoted)).toEqual(Array(6).fill("not_finished"));
    const done = [
      "Cancel-proof lock fitted",
      "Lead pipe replaced",
      "Draft proofing",
      "Quote 55: kitchen",
      "Lead - garage roof",
    ];
    expect(titles("Title", ...done)).toEqual(Array(5).fill(null));
  });

  test("hears among notes that a job was called off, and still asks about customers' wishes there", () => {
    const notes = (...cells: readonly string[]) =>
      `customer,finished,Comments\n${cells.map((cell) => `Pat,2026-11-10,"${cell}"\n`).join("")}`;
    const off = notes("CANCELLED by customer", "No-show", "Storniert", "Rescheduled - 3 Dec", "Key under the mat", "");
    expect(states(off)).toEqual(["cancelled", "cancelled", "cancelled", "not_finished", null, null]);
    expect(states(notes("Customer cancelled her holiday", "Key under the mat", "Dog"))).toEqual([null, null, null]);
    expect(read(notes("Key under the mat")).unused).toEqual(["Comments"]);
    expect(asked(notes("Cancelled", "Please do not contact her"))).toEqual([
      ["consent", "Comments", '"Please do not contact her"'],
    ]);
  });

  test("hears among labels that a job was called off or only quoted", () => {
    const labels = (column: string, ...cells: readonly string[]) =>
      states(`customer,finished,${column}\n${cells.map((cell) => `Pat,2026-11-10,"${cell}"\n`).join("")}`);
    const cells = ["Checked In", "No Show", "Canceled", "VIP, Canceled", "Estimate only", "do not contact", ""];
    const expected = [null, "cancelled", "cancelled", "cancelled", "not_finished", null, null] as const;
    for (const column of ["Label", "Job tags", "Etiquetas"]) expect(labels(column, ...cells)).toEqual([...expected]);
    const { rows } = read('customer,finished,Label\nPat,2026-11-10,"No Show, do not contact"\n');
    expect(rows.map(({ state, draft }) => [state, draft.mayContact])).toEqual([["cancelled", false]]);
  });

  test("asks what became of a record that is not active", () => {
    const text = "customer,finished,Status,active\nPat,2026-11-10,Completed,1\nLee,2026-11-10,Completed,0\n";
    expect(asked(text)).toEqual([["status", "active", "0"]]);
    expect(states(text, { statuses: { "0": "cancelled" } })).toEqual(["finished", "cancelled"]);
  });

  test("takes no column of addresses for a status, and none that the owner leaves out", () => {
    expect(states("customer,finished,State\nPat,2026-11-10,NY\n")).toEqual([null]);
    expect(states(list("Zed"), { columns: { status: "" } })).toEqual([null]);
    expect(states("customer,finished,Flag\nPat,2026-11-10,Void\n", { columns: { status: "Flag" } })).toEqual([
      "cancelled",
    ]);
  });
});

describe("readJobs() and answers about earlier lists", () => {
  const days = (text: string, options: JobReadingOptions) =>
    read(text, options).rows.map(({ draft }) => draft.finished);

  test("uses a remembered order of day and month only where the list leaves it open", () => {
    const remembered = { dateFormat: "MM/DD/YYYY" };
    const list = (...dates: readonly string[]) => `customer,finished\n${dates.map((date) => `Pat,${date}\n`).join("")}`;
    expect(days(list("05/10/2026", "06/10/2026"), { remembered })).toEqual(["2026-05-10", "2026-06-10"]);
    expect(days(list("05/10/2026", "13/10/2026"), { remembered })).toEqual(["2026-10-05", "2026-10-13"]);
    expect(days(list("05.10.2026"), { remembered })).toEqual(["2026-10-05"]);
    expect(days(list("11/13/26"), { remembered: { dateFormat: "MM/DD/YY" } })).toEqual(["2026-11-13"]);
  });

  test("uses what a status means only in lists with the same columns of day and reference", () => {
    const jobs = "Job #,customer,Completed,Status\n1,Pat,2026-11-10,Sent\n";
    const invoices = "Invoice,customer,Date,Status\n1,Pat,2026-11-10,Sent\n";
    const { statusKeys } = read(invoices, { statuses: { Sent: "finished" } });
    const remembered = { statuses: Object.fromEntries(statusKeys.map((key) => [key, { Sent: "finished" }])) };
    expect(states(invoices, { remembered })).toEqual(["finished"]);
    expect(asked(jobs, { remembered })).toEqual([["status", "Status", "Sent"]]);
  });

  test("lets an answer about a yes in one column change none in another that is plain", () => {
    const text =
      "customer,finished,Completed,Cancelled,No access,active\nPat,2026-11-10,yes,yes,yes,1\nLee,2026-11-10,yes,no,yes,1\nKim,2026-11-10,1,0,0,0\n";
    expect(states(text, { statuses: { yes: "finished", "0": "cancelled" } })).toEqual([
      "cancelled",
      "finished",
      "cancelled",
    ]);
    expect(states(text, { statuses: { yes: "cancelled", "0": "finished" } })).toEqual([
      "cancelled",
      "cancelled",
      "finished",
    ]);
  });

  test("reads a column that is named for a role which an earlier list did not have", () => {
    const remembered = { columns: { status: "", mayNotContact: "", service: "" } };
    const text = "customer,finished,Status,DNC,Service\nPat,2026-11-10,Cancelled,x,Wiring\n";
    const { state, draft } = read(text, { remembered }).rows[0] ?? {};
    expect([state, draft?.mayContact, draft?.service]).toEqual(["cancelled", false, "Wiring"]);
    const outcome = "customer,finished,Outcome\nPat,2026-11-10,Completed\nLee,2026-11-11,Cancelled\n";
    expect(asked(outcome, { remembered })).toBeNull();
  });
});

describe("readJobs() and a customer's no", () => {
  const consents = (column: string, ...values: readonly string[]) =>
    read([`customer,finished,"${column}"`, ...values.map((value) => `Pat,2026-11-10,${value}`)].join("\n")).rows.map(
      ({ draft, issues }) => issues[0] ?? draft.mayContact,
    );

  test("is heard in columns of any program, with days and ticks", () => {
    expect(consents("Unsubscribed from all email", "true", "false", "")).toEqual([false, true, null]);
    expect(consents("Opted out", "2026-05-01", "")).toEqual([false, null]);
    expect(consents("Do Not Contact", "X", "")).toEqual([false, null]);
    expect(consents("Einwilligung", "nein", "ja")).toEqual([false, true]);
    expect(consents("receivesReviewRequests", "No", "Yes")).toEqual([false, true]);
  });

  test("is heard in a customer's name", () => {
    const text = "customer,finished,opt in\nPat Lake (do not contact),2026-11-10,yes\nLee Marsh,2026-11-10,yes\n";
    expect(read(text).rows.map(({ draft }) => draft.mayContact)).toEqual([false, true]);
  });

  test("is heard among the labels of a customer", () => {
    const text =
      'customer,finished,Tags\nPat,2026-11-10,"VIP, do not contact"\nLee,2026-11-10,VIP\nKim,2026-11-10,No reviews\n';
    expect(read(text).rows.map(({ draft, issues }) => [draft.mayContact, issues])).toEqual([
      [false, []],
      [null, []],
      [false, []],
    ]);
  });

  test("counts in any of several columns", () => {
    const text = "customer,finished,Email opt in,DNC\nPat,2026-11-10,yes,x\nLee,2026-11-10,yes,\n";
    expect(read(text).rows.map(({ draft }) => draft.mayContact)).toEqual([false, true]);
  });

  test("is asked about where a column may hold one and is not understood", () => {
    const text = "customer,finished,Contact preferences\nPat,2026-11-10,Never\nLee,2026-11-10,Any time\n";
    expect(asked(text)).toEqual([["consent", "Contact preferences", '"Never", "Any time"']]);
    expect(() => read(text)).toThrow(/--consent "Contact preferences=MEANING": may-contact if a yes allows messages/);
    const answered = read(text.replace("Any time", "yes"), { consents: { "Contact preferences": "may-contact" } });
    expect(answered.rows.map(({ draft }) => draft.mayContact)).toEqual([false, true]);
    const other = { remembered: { consents: { "contact preferences": "something-else" } } };
    expect(read(text, other).rows.map(({ draft }) => draft.mayContact)).toEqual([null, null]);
    expect(read(text, { refusesUnknown: true }).rows[0]?.issues[0]).toStartWith("may_contact is not known: ");
  });

  test("is asked about where a short column is about privacy, and where notes mention a wish", () => {
    const short = "customer,finished,Privacy request\nPat,2026-11-10,Yes\nLee,2026-11-10,\n";
    expect(asked(short)).toEqual([["consent", "Privacy request", '"Yes"']]);
    const meant = { consents: { "Privacy request": "may-not-contact" } };
    expect(read(short, meant).rows.map(({ draft }) => draft.mayContact)).toEqual([false, null]);
    // Once it is answered, nothing is asked again, and a wish in words is a wish.
    const inWords = short
      .replace("Yes", "Erasure")
      .replace("Lee,2026-11-10,", "Lee,2026-11-10,No\nKim,2026-11-10,Access");
    expect(read(inWords, meant).rows.map(({ draft, issues }) => issues[0] ?? draft.mayContact)).toEqual([
      false,
      true,
      false,
    ]);
    const allowing = read(inWords, { consents: { "Privacy request": "may-contact" } });
    expect(allowing.rows.map(({ draft, issues }) => issues[0] ?? draft.mayContact)).toEqual([
      "may_contact is neither yes nor no",
      false,
      "may_contact is neither yes nor no",
    ]);

    const notes = [
      "customer,finished,Notes",
      "Pat,2026-11-10,Key under the mat",
      'Lee,2026-11-10,"Old boiler. Please do not contact her, she is ill"',
      "Kim,2026-11-10,Do not call before eight",
      "Jo,2026-11-10,Customer had no email",
    ].join("\n");
    expect(asked(notes)).toEqual([["consent", "Notes", '"Old boiler. Please do not contact her, s…"']]);
    expect(choicesOf(notes)).toEqual(["may-not-contact", "something-else"]);
    const heard = read(notes, { consents: { Notes: "may-not-contact" } }).rows;
    expect(heard.map(({ draft, issues }) => [draft.mayContact, issues])).toEqual([
      [null, []],
      [false, []],
      [null, []],
      [null, []],
    ]);
    const other = read(notes, { consents: { Notes: "something-else" } });
    expect([other.rows.map(({ draft }) => draft.mayContact), other.unused]).toEqual([
      [null, null, null, null],
      ["Notes"],
    ]);
    expect(read(notes, { refusesUnknown: true }).rows.map(({ issues }) => issues.length)).toEqual([0, 1, 0, 0]);
  });

  test("is no column that forbids nothing in any row", () => {
    const { draft, issues } = read("customer,finished,Do Not Service\nPat,2026-11-10,False\n").rows[0] ?? {};
    expect([draft?.mayContact, issues]).toEqual([null, []]);
    expect(asked("customer,finished,Do Not Service\nPat,2026-11-10,True\n")).toHaveLength(1);
  });

  test("is no column that is only named like one and is empty", () => {
    expect(asked("customer,finished,Newsletter\nPat,2026-11-10,\n")).toBeNull();
  });
});

describe("readJobs() and the cells of a row", () => {
  const first = (text: string) => read(text).rows[0];

  test("takes the first of several addresses and numbers, and refuses a cell without any", () => {
    const cells = '"pat@example.com, home@example.com","555-010-0001 / 555-010-0002"';
    expect(first(`customer,finished,email,phone\nPat,2026-11-10,${cells}\n`)?.draft).toMatchObject({
      email: "pat@example.com",
      telephone: "555-010-0001",
    });
    const wrong = first('customer,finished,email\nPat,2026-11-10,"no, none"\n');
    expect(wrong?.issues).toEqual(["email is not an e-mail address"]);
  });

  test("leaves out addresses and numbers that are no customer's, and counts their rows", () => {
    const contacts = { url: "https://www.acme.test/", report_to: "acme@mail.test", telephone: "+1 518 555 0100" };
    const cells = [
      ...["none@none.com", "noreply@portal.test", "test@test.com", "x@x.x", "customer@mail.test", "kim@noemail.org"],
      ...[
        "office@acme.test",
        "ACME@mail.test",
        "office@acme.test; pat@example.com",
        "noa@example.com",
        "pat@example.com",
      ],
    ];
    const rows = cells.map((cell, at) => `Pat ${at},${cell},2026-11-10,${at === 10 ? "(518) 555-0100" : ""}`);
    const list = read(["customer,email,finished,phone", ...rows].join("\n"), { contacts });
    const own = ["pat@example.com", "noa@example.com", "pat@example.com"];
    expect(list.rows.map(({ draft }) => draft.email)).toEqual([...Array(8).fill(null), ...own]);
    expect(list.rows.map(({ draft, issues }) => draft.telephone ?? issues[0] ?? null)).toEqual(Array(11).fill(null));
    expect(list.notes).toEqual([expect.stringMatching(/^10 rows have a contact that is a placeholder, yours, or/)]);
    const nameless = read("email,finished\nnone@none.com,2026-11-10\n").rows[0];
    expect(nameless?.issues).toEqual(["there is no name and no contact"]);
  });

  test("takes the address that is marked as the primary one, and a number behind an apostrophe", () => {
    const emails = [
      { primary: false, address: "work@example.com" },
      { primary: true, address: "pat@example.com" },
    ];
    const job = { finished: "2026-11-10", client: { name: "Pat", emails }, phone: "'5185550411" };
    expect(first(JSON.stringify([job]))?.draft).toMatchObject({ email: "pat@example.com", telephone: "5185550411" });
  });

  test("leaves out an address that three strangers share, but not that of a family or a firm", () => {
    const emailsOf = (...names: readonly string[]) =>
      read(`customer,email,finished\n${names.map((name) => `${name},a@b.test,2026-11-10\n`).join("")}`).rows.map(
        ({ draft }) => draft.email,
      );
    expect(emailsOf("Pat Lake", "Lee Marsh", "Kim Ford")).toEqual([null, null, null]);
    expect(emailsOf("Pat Lake", "Lee Lake", "Kim Lake")).toEqual(Array(3).fill("a@b.test"));
    expect(emailsOf("Oak Rentals:1", "Oak Rentals:2", "Oak Rentals:3")).toEqual(Array(3).fill("a@b.test"));
    expect(emailsOf("Pat Lake", "Lee Marsh")).toEqual(Array(2).fill("a@b.test"));
  });

  test("asks which of unknown columns of addresses is the customer's", () => {
    const text =
      "Bill To,Bill To Mail Box,Tenant Contact,finished,Tech\nOak Rentals,wo@oak.test,pat@example.com,2026-11-10,bo@acme.test\n";
    const contacts = { url: "https://acme.test", report_to: null, telephone: null };
    expect(asked(text, { contacts })).toEqual([["column", "Bill To Mail Box", '"wo@oak.test"']]);
    expect(choicesOf(text, { contacts })).toEqual(["Bill To Mail Box", "Tenant Contact"]);
    expect(() => read(text, { contacts })).toThrow(
      'jobs: The columns "Bill To Mail Box" and "Tenant Contact" have e-mail addresses; answer once with --column "email=Bill To Mail Box", or --column email= if none is the customer\'s. Nothing was changed',
    );
    const emailOf = (options: JobReadingOptions) => read(text, { contacts, ...options }).rows[0]?.draft.email;
    expect(emailOf({ columns: { email: "Tenant Contact" } })).toBe("pat@example.com");
    expect(emailOf({ columns: { email: "" } })).toBeNull();
    expect(emailOf({ remembered: { columns: { email: "Tenant Contact" } } })).toBe("pat@example.com");
    expect(emailOf({ refusesUnknown: true })).toBeNull();
    expect(asked(text.replace(/wo@oak.test|pat@example.com/g, "-"), { contacts })).toBeNull();
    expect(asked(text.replace("Tenant Contact", "Email"), { contacts })).toBeNull();
  });

  test("reads what spreadsheets protect with a formula", () => {
    expect(first('Job #,customer,finished\n"=""5001""",Pat,2026-11-10\n')?.draft.reference).toBe("5001");
  });

  test("takes the title for the service, and not how often the work is done", () => {
    const title = first("customer,finished,Job type,Title\nPat,2026-11-10,Recurring,Weekly cleaning\n");
    expect(title?.draft.service).toBe("Weekly cleaning");
    expect(first("customer,finished,Job type\nPat,2026-11-10,ONE_OFF\n")?.draft.service).toBeNull();
  });

  test("prefers the type of a job to its notes, and takes no type of document for one", () => {
    const service = (header: string, cells: string) =>
      first(`customer,finished,${header}\nPat,2026-11-10,${cells}\n`)?.draft.service;
    expect(service("Summary,Job Type", "Owes for two visits,AC repair")).toBe("AC repair");
    expect(service("Type,Description", "Sales invoice,Boiler service")).toBeNull();
    expect(service("Job Type", "Reactive")).toBeNull();
  });

  test("reads technicians in JSON and in the columns of programs", () => {
    const job = {
      customer: "Pat",
      finished: "2026-11-10",
      assigned_employees: [{ first_name: "Ana", last_name: "Ruiz" }],
    };
    expect(first(JSON.stringify([job]))?.draft.technician).toBe("Ana Ruiz");
    expect(first("customer,finished,Assigned Technicians\nPat,2026-11-10,Cy Elm\n")?.draft.technician).toBe("Cy Elm");
  });

  test("refuses a reference that lost its digits, and keeps those of a long one", () => {
    const json = '[{"customer":"Pat","finished":"2026-11-10","reference":512345678901218001}]';
    expect(first(json)?.draft.reference).toBe("512345678901218001");
    expect(first(json.replace("8001}", "8001.5E+5}"))?.issues).toEqual([DAMAGED]);
    expect(first("customer,finished,reference\nPat,2026-11-10,5.12346E+17\n")?.issues).toEqual([DAMAGED]);
    expect(first("customer,finished,reference\nPat,2026-11-10,512345678901218001\n")?.issues).toEqual([]);
  });
  const DAMAGED = "reference lost its last digits: export it as text";

  test.each([
    ["Datum;Kunde;Rechnungsnummer;Leistung;Monteur;Ort\n10.11.2026;Pat Lake;R-1;Wartung;Ana;Erfurt\n"],
    ["Fecha;Cliente;Número de factura;Servicio;Técnico;Ciudad\n10.11.2026;Pat Lake;R-1;Wartung;Ana;Erfurt\n"],
    ["Date d'intervention;Client;N° facture;Prestation;Technicien;Ville\n10.11.2026;Pat Lake;R-1;Wartung;Ana;Erfurt\n"],
    ["Nachname;Vorname;Erledigt am;Rechnung;Leistung;Techniker;Ort\nLake;Pat;10.11.2026;R-1;Wartung;Ana;Erfurt\n"],
    ["Job #,Customer name,Job completed date,Service,Tech,City\nR-1,Pat Lake,2026-11-10,Wartung,Ana,Erfurt\n"],
  ])("knows the headings of %p", (text) => {
    expect(first(text)?.draft).toMatchObject({
      finished: "2026-11-10",
      customerName: "Pat Lake",
      reference: "R-1",
      service: "Wartung",
      technician: "Ana",
      area: "Erfurt",
    });
  });

  test.each([
    "customer_first,customer_last",
    "Fornavn,Etternavn",
    "Fornavn,Efternavn",
    "Etunimi,Sukunimi",
    "Ad,Soyad",
    "Förnamn,Efternamn",
    "Jméno,Příjmení",
    "Keresztnév,Vezetéknév",
    "Adı,Soyadı",
    "Imię,Nazwisko",
    "Nome,Sobrenome",
    "Nome,Cognome",
    "Voornaam,Achternaam",
    "Имя,Фамилия",
  ])("puts first and last name of %s together", (header) => {
    expect(first(`${header},finished\nPat,Lake,2026-11-10\n`)?.draft.customerName).toBe("Pat Lake");
  });

  test("takes the client for the customer, and not the name of the job", () => {
    const names = (header: string, cells: string) =>
      first(`${header},finished\n${cells},2026-11-10\n`)?.draft.customerName;
    expect(names("Name,Client", "Boiler install,Pat Lake")).toBe("Pat Lake");
    expect(names("Name,Kunde", "Heizung,Pat Lake")).toBe("Pat Lake");
    expect(names("Name,Contact", "Pat Lake,555-010-0001")).toBe("Pat Lake");
    expect(names("Company,Contact First Name,Contact Last Name", "Oak Ltd,Pat,Lake")).toBe("Pat Lake");
    const simpro = {
      finished: "2026-11-10",
      Name: "Boiler",
      Customer: { CompanyName: "", GivenName: "Pat", FamilyName: "Lake" },
    };
    expect(first(JSON.stringify([simpro]))?.draft.customerName).toBe("Pat Lake");
    expect(names("Kunde Vorname,Kunde Nachname,Kunde Firma", "Pat,Lake,")).toBe("Pat Lake");
    expect(names("Kunde Vorname,Kunde Nachname,Kunde Firma", ",,Oak GmbH")).toBe("Oak GmbH");
    const json = [{ finished: "2026-11-10", contact: { first: "Pat", last: "Lake", email: "pat@example.com" } }];
    expect(first(JSON.stringify(json))?.draft).toMatchObject({ customerName: "Pat Lake", email: "pat@example.com" });
  });

  test("takes an advertisement for no first name", () => {
    expect(first("Customer,Ad,finished\nLake,Spring,2026-11-10\n")?.draft.customerName).toBe("Lake");
  });

  test("names the columns that nothing was made of", () => {
    expect(read("customer,finished,Lead source,Notes\nPat,2026-11-10,Ad,\n").unused).toEqual(["Lead source", "Notes"]);
  });
});
