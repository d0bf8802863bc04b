/** What lists of jobs come to: who is invited, whatever the order of rows and lists. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import type { JobHints } from "../../src/import/mod.ts";
import { type AddedJobs, addJobs, addLists, jobReadingOf } from "../../src/owner/add_jobs.ts";
import { listJobs } from "../../src/owner/job_list.ts";
import { readJobs } from "../../src/owner/read_jobs.ts";
import type { Store } from "../../src/store/mod.ts";
import { NOON, storeInMemory } from "../support/drafts.ts";
import { POLICY } from "../support/jobs.ts";
import { seededBytes } from "../support/seeded_random.ts";

const OPTIONS = { now: NOON, randomBytes: seededBytes, isDry: false };
const READING = { today: "2026-11-27", timeZone: "America/New_York" };

function add(store: Store, text: string): Promise<AddedJobs> {
  const file = { name: "jobs.csv", bytes: new TextEncoder().encode(text) };
  return addJobs(store, readJobs(file, READING).rows, OPTIONS);
}

async function jobsOf(store: Store) {
  const jobs = await listJobs(store, POLICY);
  return jobs.map(({ job, status, reason }) => [job.reference, job.finished, reason ?? status]);
}

const LIST = "reference,customer,email,finished,status\n";

describe("addJobs()", () => {
  test("invites for none of 40 jobs that are not finished or whose customers object, in lists of five programs", async () => {
    const folder = "test/fixtures/jobs";
    const store = storeInMemory();
    const expected: string[] = [];
    let rows = 0;
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(`${folder}/${name}`);
      const list = readJobs({ name, bytes }, READING);
      expect(list.rows.flatMap(({ issues }) => issues)).toEqual([]);
      rows += list.rows.length;
      await addJobs(store, list.rows, OPTIONS);
      const kept = bytes
        .toString()
        .split("\n")
        .filter((line) => line.endsWith("KEEP"));
      expected.push(...kept.map((line) => /[\w.]+@example\.com/.exec(line)?.[0] ?? ""));
    }
    const jobs = await listJobs(store, POLICY);
    const invited = jobs.filter(({ status }) => status === "listed").map(({ job }) => job.email ?? "");
    expect(rows).toBe(100);
    expect(expected).toHaveLength(60);
    expect(invited.toSorted()).toEqual(expected.toSorted());
  });

  test("keeps a job that a list has as finished beside its payment of the same day", async () => {
    const store = storeInMemory();
    const ledger =
      "Date,Transaction Type,Num,Name,Amount\n2026-11-10,Invoice,1101,Pat Lake,80\n2026-11-10,Payment,,Pat Lake,-80\n";
    for (const _ of [1, 2]) {
      await add(store, ledger);
      expect(await jobsOf(store)).toEqual([["1101", "2026-11-10", "no_contact"]]);
    }
  });

  test("lists a job once a later list has it as finished, and reports it until then", async () => {
    const store = storeInMemory();
    const first = await add(store, `${LIST}1,Pat Lake,pat@example.com,2026-11-10,In progress\n`);
    expect([first.added, first.unfinished.length, first.refused.length]).toEqual([0, 1, 0]);
    expect(await jobsOf(store)).toEqual([]);
    await add(store, `${LIST}1,Pat Lake,pat@example.com,2026-11-12,Completed\n`);
    expect(await jobsOf(store)).toEqual([["1", "2026-11-12", "listed"]]);
  });

  test("takes off a listed job that a later list cancels, with or without a day, and lists it again when it is finished", async () => {
    const store = storeInMemory();
    await add(store, `${LIST}1,Pat Lake,pat@example.com,2026-11-10,Completed\n2,Lee Marsh,,2026-11-10,Completed\n`);
    const later = await add(store, `${LIST}1,Pat Lake,pat@example.com,,Canceled\n`);
    expect([later.corrected, later.cancelled.length]).toEqual([1, 1]);
    expect(await jobsOf(store)).toContainEqual(["1", "2026-11-10", "cancelled"]);
    await add(store, `${LIST}1,Pat Lake,pat@example.com,2026-11-14,Completed\n`);
    expect(await jobsOf(store)).toContainEqual(["1", "2026-11-14", "listed"]);
  });

  test("takes off a job that an earlier list had as it stood when it is not finished after all", async () => {
    const store = storeInMemory();
    await add(store, "reference,customer,email,finished\n1,Pat Lake,pat@example.com,2026-11-10\n");
    await add(store, `${LIST}1,Pat Lake,pat@example.com,2026-11-10,On hold\n`);
    expect(await jobsOf(store)).toEqual([["1", "2026-11-10", "cancelled"]]);
  });

  const VISITS = [
    "901,Pat Lake,pat@example.com,2026-02-03,Completed",
    "901,Pat Lake,pat@example.com,2026-11-17,Completed",
    "901,Pat Lake,pat@example.com,2026-08-04,Completed",
    "901,Pat Lake,pat@example.com,2026-11-24,Cancelled",
    "901,Pat Lake,pat@example.com,2026-11-26,Scheduled",
  ];
  const VISIT_LIST = "Job #,Client name,Client email,Visit date,Visit status\n";

  test.each([0, 1, 2, 3, 4])(
    "counts the last finished visit of a job, whatever the order of rows (turn %i)",
    async (turn) => {
      const rows = [...VISITS.slice(turn), ...VISITS.slice(0, turn)];
      const together = storeInMemory();
      await add(together, VISIT_LIST + rows.join("\n"));
      expect(await jobsOf(together)).toEqual([["901", "2026-11-17", "listed"]]);
      const apart = storeInMemory();
      for (const row of rows) await add(apart, `${VISIT_LIST}${row}\n`);
      expect(await jobsOf(apart)).toEqual([["901", "2026-11-17", "listed"]]);
    },
  );
});

test("addLists() remembers what a value means for the column that had it", async () => {
  const store = storeInMemory();
  const read = async (hints: JobHints, column: string) => {
    const text = `customer,finished,${column}\nPat,2026-04-10,Zed\n`;
    const file = { name: "jobs.csv", bytes: new TextEncoder().encode(text) };
    return readJobs(file, await jobReadingOf(store, hints, NOON));
  };
  const hints = { statuses: { Zed: "cancelled" } };
  await addLists(store, [await read(hints, "Job status")], { ...OPTIONS, hints });
  expect((await read({}, "job_status")).rows.map(({ state }) => state)).toEqual(["cancelled"]);
  expect(read({}, "Stage")).rejects.toThrow('"Zed"');
});
