/** The owner's acts as another door than the command line would use them: values in, outcomes with a kind out. */

import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { readConfig } from "../../src/config.ts";
import { backUp } from "../../src/owner/back_up.ts";
import { NO_PROGRESS, OvertakenError, refusedRecords } from "../../src/owner/carry_out_import.ts";
import { diagnose } from "../../src/owner/doctor.ts";
import { type ImportOrder, importReviews, judgeImport } from "../../src/owner/import_reviews.ts";
import { restoreReview } from "../../src/owner/remove.ts";
import { replyToReview } from "../../src/owner/reply.ts";
import { attestReviews } from "../../src/owner/save_verifications.ts";
import { verifyByJobs } from "../../src/owner/verify_by_jobs.ts";
import { readBusiness, type Store } from "../../src/store/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { NOON, storeInMemory } from "../support/drafts.ts";
import { jobOf } from "../support/jobs.ts";
import { removeReview } from "../support/one_removal.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function orderOf(text: string, fields: Partial<ImportOrder> = {}): ImportOrder {
  const files = [{ name: "reviews.json", bytes: bytesOf(text) }];
  return { files, options: {}, replace: false, allowEmpty: false, skipInvalid: false, ...fields };
}

async function importInto(store: Store, order: ImportOrder) {
  const judged = await judgeImport(store, order, { now: NOON });
  if (judged.kind !== "acceptable") throw new Error(`The import is ${judged.kind}`);
  return importReviews(store, order, { reading: judged.reading, request: judged.request, progress: NO_PROGRESS });
}

async function storeWith(...reviews: Record<string, unknown>[]): Promise<Store> {
  const store = storeInMemory();
  await importInto(store, orderOf(reviewsFile(...reviews)));
  return store;
}

describe("judgeImport()", () => {
  test("finds sound files acceptable, and importReviews() then saves them as one revision", async () => {
    const store = storeInMemory();
    const done = await importInto(store, orderOf(reviewsFile({ id: "a1" }, { id: "a2" })));
    expect(done).toMatchObject({ revision: 1, isReanalyzed: true, isNamePolicyNew: false });
    expect(done.summary.added).toBe(2);
  });

  test("refuses one record that is not acceptable, unless such records are to be left out", async () => {
    const store = storeInMemory();
    const text = reviewsFile({ id: "a1" }, { id: "x", rating: 6 });
    expect((await judgeImport(store, orderOf(text), { now: NOON })).kind).toBe("refused");
    const order = orderOf(text, { skipInvalid: true });
    const judged = await judgeImport(store, order, { now: NOON });
    expect(judged.kind).toBe("acceptable");
    expect(refusedRecords(order.files, judged.reading)).toMatchObject({ count: 1, missing: 0 });
  });

  test("takes the owner's word for a business that nobody has described, and only then", async () => {
    const store = storeInMemory();
    const text = "date,rating,text\n2026-01-02,5,Good\n";
    const called = (name: string) => ({ ...orderOf(text, { options: { source: "google" } }), business: { name } });
    await importInto(store, called("Brook & Daughter"));
    await importInto(store, called("Another"));
    expect((await readBusiness(store))?.profile.name).toBe("Brook & Daughter");
  });

  test("does not let a file without reviews take all of them down, unless that is meant", async () => {
    const store = await storeWith({ id: "a1" });
    const order = orderOf(reviewsFile(), { replace: true });
    expect((await judgeImport(store, order, { now: NOON })).kind).toBe("would_take_down_all");
    expect((await judgeImport(store, { ...order, allowEmpty: true }, { now: NOON })).kind).toBe("acceptable");
  });

  test("importReviews() says when names are kept otherwise from now on", async () => {
    const store = storeInMemory();
    const order = orderOf(reviewsFile({ id: "a1" }), { options: { namePolicy: "initials" } });
    expect((await importInto(store, order)).isNamePolicyNew).toBe(true);
    expect((await importInto(store, order)).isNamePolicyNew).toBe(false);
  });
});

describe("importReviews() at a revision", () => {
  test("changes nothing where somebody else changed the store since", async () => {
    const store = await storeWith({ id: "a1" });
    const order = orderOf(reviewsFile({ id: "a1", rating: 4 }));
    const judged = await judgeImport(store, order, { now: NOON });
    if (judged.kind !== "acceptable") throw new Error(judged.kind);
    const given = { reading: judged.reading, request: judged.request, progress: NO_PROGRESS };
    await importInto(store, orderOf(reviewsFile({ id: "a2" })));
    expect(importReviews(store, order, { ...given, revision: 1 })).rejects.toBeInstanceOf(OvertakenError);
    expect(await importReviews(store, order, { ...given, revision: 2 })).toMatchObject({ revision: 3 });
  });
});

describe("replyToReview()", () => {
  const reply = (store: Store, fields: object) =>
    replyToReview(store, { id: "a1", text: "Thank you", date: undefined, now: NOON, ...fields });

  test("publishes an answer once, and takes it back", async () => {
    const store = await storeWith({ id: "a1" });
    expect(await reply(store, {})).toEqual({ kind: "saved", revision: 2, text: "Thank you" });
    expect(await reply(store, {})).toEqual({ kind: "same" });
    expect(await reply(store, { text: null })).toMatchObject({ kind: "saved", text: null });
  });

  test("asks before it publishes contacts that the profile does not publish", async () => {
    const store = await storeWith({ id: "a1" });
    const answer = { text: "Write to amy@mail.example or call 212-555-0199" };
    const found = ["amy@mail.example", "212-555-0199"];
    expect(await reply(store, answer)).toEqual({ kind: "contacts_found", found });
    expect((await store.editions.state()).revision).toBe(1);
    const masked = "Write to [removed] or call [removed]";
    expect(await reply(store, { ...answer, contacts: "mask" })).toMatchObject({ kind: "saved", text: masked });
    expect(await reply(store, { ...answer, contacts: "publish" })).toMatchObject({ kind: "saved", text: answer.text });
  });

  test.each([
    ["unknown", { id: "zz" }],
    ["text_refused", { text: "a\u0000b" }],
    ["wrong_length", { text: "" }],
    ["in_future", { date: "2999-01-01" }],
  ])("ends as %p for %p, and changes nothing", async (kind, fields) => {
    const store = await storeWith({ id: "a1" });
    expect((await reply(store, fields)).kind).toBe(kind as "unknown");
    expect((await store.editions.state()).revision).toBe(1);
  });
});

describe("settleVerification()", () => {
  const settle = (store: Store, ids: readonly string[]) =>
    attestReviews(store, { ids, method: "operator_attested", by: "AB", now: NOON });

  test("attests reviews once, and none where one is unknown", async () => {
    const store = await storeWith({ id: "a1", verification: { method: "none" } });
    expect(await settle(store, ["a1", "zz"])).toEqual({ kind: "unknown", ids: ["zz"] });
    expect(await settle(store, ["a1"])).toEqual({ kind: "settled", changed: ["a1"], revision: 2 });
    expect(await settle(store, ["a1"])).toEqual({ kind: "same" });
  });
});

test("verifyByJobs() only looks in a dry run, and saves matches else", async () => {
  const store = await storeWith({ id: "a1", author: { name: "Jane Doe" }, verification: { method: "none" } });
  const jobs = [jobOf({ customerName: "Jane Doe", finished: "2026-04-28" })];
  const options = { days: 90, now: NOON, randomBytes: (count: number) => new Uint8Array(count) };
  const dry = await verifyByJobs(store, jobs, { ...options, isDry: true });
  expect(dry).toMatchObject({ waiting: 1, nearMisses: [], revision: null });
  expect(dry.proofs.map(({ review }) => review.id)).toEqual(["a1"]);
  expect(await verifyByJobs(store, jobs, { ...options, isDry: false })).toMatchObject({ waiting: 1, revision: 2 });
  expect(await verifyByJobs(store, jobs, { ...options, isDry: false })).toMatchObject({ waiting: 0, revision: null });
});

test("removeReviews() and restoreReview() say what came of them", async () => {
  const store = await storeWith({ id: "a1" });
  const remove = () => removeReview(store, { id: "a1", reason: "request" });
  expect([(await remove()).kind, (await remove()).kind]).toEqual(["removed", "removed_before"]);
  expect([(await restoreReview(store, "a1")).kind, (await restoreReview(store, "zz")).kind]).toEqual([
    "restored",
    "unknown",
  ]);
});

describe("on a file", () => {
  async function withFile(use: (store: Store, shop: Workshop) => Promise<void>): Promise<void> {
    using shop = new Workshop();
    await using store = await openDatabase(shop.database);
    await importInto(store, orderOf(reviewsFile({ id: "a1" })));
    await use(store, shop);
  }

  test("backUp() writes no contact whose term is over", async () => {
    await withFile(async (store, shop) => {
      shop.write("jobs.csv", "Customer,Email,Completed\nAnn Lee,ann.lee@example.org,2025-06-01\n");
      await shop.run("jobs", "add", "jobs.csv");
      const policy = { ...readConfig({}).invitations, contactsKeptMs: 0 };
      await backUp(store, { path: shop.path("copy.sqlite"), policy, open: openDatabase });
      const copy = readFileSync(shop.path("copy.sqlite"), "latin1");
      expect(copy).not.toContain("ann.lee@example.org");
      expect(copy).not.toContain("Ann Lee");
    });
  });

  test("backUp() writes a sound copy that its owner alone may read, and never over a file", async () => {
    await withFile(async (store, shop) => {
      const path = shop.path("copy.sqlite");
      expect((await backUp(store, { path, policy: readConfig({}).invitations, open: openDatabase })).revision).toBe(1);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      await expect(backUp(store, { path, policy: readConfig({}).invitations, open: openDatabase })).rejects.toThrow(
        "nothing was written",
      );
      expect(existsSync(`${path}.unfinished`)).toBe(false);
    });
  });

  test("diagnose() names what would settle a finding by its kind, never by a command", async () => {
    await withFile(async (store, shop) => {
      const findings = await diagnose(store, { environment: {}, databasePath: shop.database });
      expect(findings.flatMap(({ remedy }) => remedy ?? [])).toEqual(["suggest_technicians"]);
      expect(findings.map(({ message }) => message).join()).not.toMatch(/goodword |--/);
    });
  });
});
