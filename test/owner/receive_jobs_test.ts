/** Jobs that another program brings, one request at a time. */
import { expect, test } from "bun:test";
import { receiveJobs } from "../../src/owner/receive_jobs.ts";
import { NOON, storeInMemory } from "../support/drafts.ts";
import { seededBytes } from "../support/seeded_random.ts";
import { workbook } from "../support/workbook.ts";

const store = storeInMemory();
const JOB = { customer_name: "Jane Doe", email: "jane@example.com", finished: "2026-04-20" };

async function take(...jobs: readonly object[]) {
  const body = new TextEncoder().encode(JSON.stringify(jobs));
  const request = { token: "zapier", body, format: "json", idempotencyKey: null } as const;
  const taken = await receiveJobs(store, request, { now: NOON, randomBytes: seededBytes });
  if (taken.kind === "over_limit") throw new Error("More jobs than are taken in a day");
  return taken.kind === "accepted" ? JSON.parse(taken.json) : taken.issues;
}

test("receiveJobs() takes what is finished, counts what is not, and refuses a status that it does not know", async () => {
  const jobs = ["Completed", "Scheduled", "Zed"].map((status, at) => ({ ...JOB, reference: `A-${at}`, status }));
  expect(await take(...jobs)).toMatchObject({
    accepted: 1,
    unchanged: 0,
    not_finished: 1,
    refused: [{ index: 2, issues: [{ path: ["status"], message: expect.stringContaining('"status" is "Zed"') }] }],
  });
  expect(await take({ ...JOB, status: "Scheduled" })).toMatchObject({ accepted: 0, not_finished: 1, refused: [] });
});

test("receiveJobs() refuses a reference that lost its digits, so that no second customer takes the first one's job", async () => {
  for (const reference of ["5.12346E+17", 1e21]) {
    expect(await take({ ...JOB, reference })).toMatchObject([
      { path: ["0"], message: "reference lost its last digits: export it as text" },
    ]);
  }
});

test("receiveJobs() takes an instant of microseconds for its day", async () => {
  const job = { ...JOB, reference: "m", finished: 1776700000123456 };
  expect(await take(job)).toMatchObject({ accepted: 1, refused: [] });
});

test("receiveJobs() refuses a workbook unread, whatever media type it was sent as", async () => {
  const body = workbook(["finished", "customer_name"], ["2026-04-20", "Jane Doe"]);
  for (const format of ["json", "ndjson", "csv"] as const) {
    const request = { token: "zapier", body, format, idempotencyKey: null };
    expect(await receiveJobs(store, request, { now: NOON, randomBytes: seededBytes })).toMatchObject({
      kind: "refused",
      issues: [{ code: "unreadable", message: "expected text, not an archive or a workbook" }],
    });
  }
});
