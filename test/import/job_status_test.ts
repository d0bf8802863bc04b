/** What columns of other programs have of a job's state and of a customer's consent. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import {
  combineStates,
  consentKindOf,
  readConsent,
  readStatus,
  type StatusKind,
  statusKindOf,
} from "../../src/import/mod.ts";

const ANSWERS: Readonly<Record<string, (words: string) => string | null>> = {
  statusKindOf,
  consentKindOf,
  readStatus: (words) => readStatus("status", words, new Map()),
};
const [, ...ROWS] = readFileSync(new URL("../fixtures/words_of_programs.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n");

test.each(ROWS.map((row) => row.split("\t")))("%s() answers %s to the words of other programs", (name, answer, row) => {
  const words = row?.split("|") ?? [];
  const expected = answer === "null" ? null : answer;
  expect(words.map((word) => [word, ANSWERS[name ?? ""]?.(word)])).toEqual(words.map((word) => [word, expected]));
});

describe("readStatus()", () => {
  const read = (kind: StatusKind, ...cells: readonly string[]) =>
    cells.map((cell) => readStatus(kind, cell, new Map()));

  test("takes a yes and a day in any notation for cancelled, and a no for nothing", () => {
    const days = ["2026-11-10 09:00:00", "11/12/2026", "2026-11-10T09:00:00Z", "10. Nov 2026", "1794800000"];
    expect(read("cancelled", "yes", "TRUE", "1", "x", ...days)).toEqual(Array(9).fill("cancelled"));
    expect(read("cancelled", "no", "false", "0", "", "0000-00-00")).toEqual(Array(5).fill(null));
    expect(read("cancelled", "✓", "☑", "✅")).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect(read("cancelled", "✗", "❌", "-", "☐")).toEqual([null, null, null, null]);
    expect(read("cancelled", "👍")).toEqual(["unknown"]);
  });

  test("takes a percentage below 100 for not finished", () => {
    expect(read("finished", "100%", "100 %", "50%", "0%")).toEqual([
      "finished",
      "finished",
      "not_finished",
      "not_finished",
    ] as never);
  });

  test("asks for the types of documents it does not know, and invites for no bill or payment", () => {
    expect(read("document_type", "Invoice", "Rechnung", "Lieferschein", "Expense", "Stornorechnung")).toEqual([
      null,
      null,
      "unknown",
      "not_finished",
      "cancelled",
    ] as never);
    expect(read("type", "Check", "Order", "Deposit")).toEqual([null, null, null]);
  });

  test("takes completed: false for not finished, and a day for finished", () => {
    expect(read("finished", "false", "no", "0", "true", "2026-11-10")).toEqual([
      "not_finished",
      "not_finished",
      "not_finished",
      "finished",
      "finished",
    ] as never);
  });

  test("finds estimates and credit notes in a column of types, and nothing in its other words", () => {
    expect(read("type", "Estimate", "Credit Memo", "Invoice", "Drain cleaning", "ONE_OFF")).toEqual([
      "not_finished",
      "cancelled",
      null,
      null,
      null,
    ] as never);
  });

  test("goes by the owner's answers first", () => {
    const answers = new Map([
      ["awaitingparts", "not_finished"],
      ["scheduled", "finished"],
    ] as const);
    expect(["Awaiting  Parts", "scheduled"].map((cell) => readStatus("status", cell, answers))).toEqual([
      "not_finished",
      "finished",
    ]);
  });
});

test("readStatus() takes whatever a note on cancelling has for cancelled, and a yes about access for a question", () => {
  const cells = ["Customer moved", "No access", "Weather", "yes", "no", "-", "n/a", "Not cancelled", ""];
  expect(cells.map((cell) => readStatus("cancel_note", cell, new Map()))).toEqual([
    "cancelled",
    "cancelled",
    "cancelled",
    "cancelled",
    null,
    null,
    null,
    null,
    null,
  ] as never);
  const access = ["yes", "x", "no", "0", "", "Tenant away"];
  expect(access.map((cell) => readStatus("obstacle", cell, new Map()))).toEqual([
    "unknown",
    "unknown",
    null,
    null,
    null,
    "unknown",
  ] as never);
});

test("combineStates() takes the worst of several columns, and a visit before the job that it belongs to", () => {
  const visit = { kind: "visit", state: "finished" } as const;
  expect(combineStates([visit, { kind: "status", state: "not_finished" }])).toBe("finished");
  expect(combineStates([visit, { kind: "status", state: "cancelled" }])).toBe("cancelled");
  expect(combineStates([visit, { kind: "finished", state: "not_finished" }])).toBe("not_finished");
  expect(combineStates([{ kind: "status", state: "unknown" }, visit])).toBe("finished");
  expect(combineStates([{ kind: "status", state: null }])).toBeNull();
});

test("readConsent() reads yes and no, ticks, days and the words of the programs", () => {
  const forbids = ["yes", "X", "2026-05-01", "Unsubscribed", "opted out", "✓"];
  expect(forbids.map((cell) => readConsent("forbids", cell))).toEqual(forbids.map(() => false));
  const allows = ["ja", "true", "Opted in", "2026-05-01", "Granted"];
  expect(allows.map((cell) => readConsent("allows", cell))).toEqual(allows.map(() => true));
  const none = ["no", "0", "nein", "declined", "Do not contact", "révoqué"];
  expect(none.map((cell) => readConsent("allows", cell))).toEqual([false, false, false, false, false, null]);
  expect(["✗", "❌", "☐"].map((cell) => readConsent("allows", cell))).toEqual([false, false, false]);
  expect(readConsent("forbids", "no")).toBe(true);
  expect(readConsent("allows", "perhaps")).toBeNull();
});
