/** Jobs as the console's owner writes them down, skips and forgets them; and the greeting of two owners. */
import { describe, expect, test } from "bun:test";
import type { ListedJob } from "../../src/invitations/mod.ts";
import { addJob, type WrittenJob } from "../../src/owner/add_jobs.ts";
import { forgetJobs, skipJob, stateOfJob } from "../../src/owner/job_list.ts";
import { readGreetings, saveGreeting } from "../../src/owner/preview_invitation.ts";
import type { Store } from "../../src/store/mod.ts";
import { NOON, storeInMemory } from "../support/drafts.ts";
import { seededBytes } from "../support/seeded_random.ts";

const EMPTY: WrittenJob = {
  ...{ customer_name: "", email: "", telephone: "", finished: "", reference: "", service: "", technician: "" },
  language: "",
};

const given = { now: NOON, randomBytes: seededBytes };
const add = (store: Store, fields: Partial<WrittenJob>) => addJob(store, { ...EMPTY, ...fields }, given);

async function onlyJob(store: Store): Promise<ListedJob> {
  const [only, second] = await store.jobs.read((jobs) => jobs.list());
  if (only === undefined || second !== undefined) throw new Error("There is not one job");
  return only;
}

describe("addJob()", () => {
  test("adds a job, adds it once, and corrects it by its reference", async () => {
    const store = storeInMemory();
    const job = { customer_name: "Jane Doe", email: "jane@example.com", finished: "2026-05-03", reference: "77" };
    expect(await add(store, job)).toEqual({ kind: "added" });
    expect(await add(store, job)).toEqual({ kind: "unchanged" });
    expect(await add(store, { ...job, service: "Drain cleaning" })).toEqual({ kind: "corrected" });
    expect((await onlyJob(store)).job).toMatchObject({ customerName: "Jane Doe", service: "Drain cleaning" });
  });

  test("refuses what no customer and no day could be made of, with every reason", async () => {
    const store = storeInMemory();
    expect(await add(store, { email: "jane", finished: "2099-01-01" })).toMatchObject({
      kind: "refused",
      issues: ["finished is in the future", "email is not an e-mail address"],
    });
    expect(await store.jobs.read((jobs) => jobs.list())).toEqual([]);
  });
});

test("skipJob() and forgetJobs() leave a job alone that somebody changed since it was looked at", async () => {
  const store = storeInMemory();
  await add(store, { customer_name: "Jane Doe", finished: "2026-05-03" });
  const looked = await onlyJob(store);
  const { id } = looked.job;
  expect(await skipJob(store, id, "moved away", stateOfJob(looked))).toEqual({ kind: "done" });
  expect(await skipJob(store, id, "another note", stateOfJob(looked))).toEqual({ kind: "changed" });
  expect(await forgetJobs(store, [id], stateOfJob(looked))).toEqual({ kind: "changed" });
  expect((await onlyJob(store)).job).toMatchObject({ skippedNote: "moved away", customerName: "Jane Doe" });
  expect(await forgetJobs(store, [id], stateOfJob(await onlyJob(store)))).toEqual({ kind: "done" });
});

test("saveGreeting() overwrites no greeting that another owner saved meanwhile", async () => {
  const store = storeInMemory();
  const save = (text: string, expected: string | null) => saveGreeting(store, "de", { text, expected });
  expect(await save("Danke.", null)).toEqual({ kind: "saved" });
  expect(await save("Vielen Dank.", null)).toEqual({ kind: "changed", now: "Danke." });
  expect(await save("Vielen Dank.", "Danke.")).toEqual({ kind: "saved" });
  expect(await saveGreeting(store, "de", { text: "see example.com" })).toMatchObject({ kind: "faulty" });
  expect(await readGreetings(store)).toEqual({ de: "Vielen Dank." });
});
