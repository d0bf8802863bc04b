/** Notices to the owner: found by comparison, queued once for each channel, claimed and settled under the claim. */
import { describe, expect, test } from "bun:test";
import type { NoticeRules, OwnerNotice } from "../../../src/notices/mod.ts";
import { recordImport } from "../../../src/owner/import_reviews.ts";
import type { Store } from "../../../src/store/mod.ts";
import { DAY_MS, keepFirm, keepJobs, MINUTE_MS } from "../../support/messages.ts";
import type { OpenPlace } from "./place.ts";
import { storedReview } from "./place.ts";

const RULES: NoticeRules = { channels: ["webhook"], host: "one", low: [] };

export function noticeContract(open: OpenPlace): void {
  /** A store whose changes so far are older than the first notice. */
  async function openMarked(rules: NoticeRules = RULES) {
    const place = await open();
    const store = await place.connect();
    await keepFirm(store);
    await save(store, "import", storedReview({ id: "old" }));
    expect(await store.notices.queueNotices(rules)).toBe(0);
    await place.pass(1000);
    return { place, store, notices: store.notices, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
  }

  const save = (store: Store, command: string, ...reviews: readonly ReturnType<typeof storedReview>[]) =>
    store.reviews.write(async (writes) => {
      await writes.saveReviews(reviews);
      return writes.recordChange({ command, at: writes.now, lines: [{ detail: {} }] });
    });
  const queued = async ({ notices }: Pick<Store, "notices">, rules = RULES): Promise<OwnerNotice[]> => {
    const count = await notices.queueNotices(rules);
    return (await notices.listNotices(count || 1))
      .slice(0, count)
      .map(({ notice }) => notice)
      .reverse();
  };
  const claim = {
    claim: "one",
    held: [],
    maxRepeated: 99,
    limit: 5,
    perDestination: 5,
    underWay: new Map(),
  };
  const claims = (fields: object = {}) => ({ ...claim, channels: RULES.channels, ...fields });

  describe("notices", () => {
    test("are one for each revision, with counts and the first ids", async () => {
      await using it = await openMarked();
      const many = Array.from({ length: 30 }, (_, k) => storedReview({ id: `n${String(k).padStart(2, "0")}` }));
      await save(it.store, "import", ...many);
      await save(it.store, "import", storedReview({ id: "old", text: "Late after all" }), storedReview({ id: "n99" }));
      const [first, second, ...rest] = await queued(it);
      expect(rest).toEqual([]);
      expect(first).toMatchObject({ type: "review.new", data: { counts: { new: 30, edited: 0, withdrawn: 0 } } });
      expect(first?.type === "review.new" && first.data.review_ids).toHaveLength(20);
      expect(second).toMatchObject({ type: "review.changed", data: { review_ids: ["n99", "old"] } });
      expect(await queued(it)).toEqual([]);
    });

    test("begin with the start of the server, not with its first look", async () => {
      await using place = await open();
      const store = await place.connect();
      await keepFirm(store);
      await save(store, "import", storedReview({ id: "before" }));
      await place.pass(1000);
      const startedAt = await store.now();
      await place.pass(1000);
      await save(store, "import", storedReview({ id: "first" }));
      await place.pass(1000);
      const rules = { ...RULES, startedAt };
      expect(await queued(store, rules)).toMatchObject([{ type: "review.new", data: { review_id: "first" } }]);
      expect(await queued(store, rules)).toEqual([]);
    });

    test("name a single review, whether it is new, edited or withdrawn", async () => {
      await using it = await openMarked();
      await save(it.store, "answer", storedReview({ id: "r1" }));
      expect(await queued(it)).toMatchObject([{ type: "review.new", data: { review_id: "r1" } }]);
      await save(it.store, "answer", storedReview({ id: "r1", text: "Other words" }));
      expect(await queued(it)).toMatchObject([{ type: "review.edited", data: { review_id: "r1" } }]);
      await save(it.store, "withhold", storedReview({ id: "r1", text: "Other words", withheld: "abuse" }));
      expect(await queued(it)).toMatchObject([{ type: "review.withdrawn", data: { review_id: "r1" } }]);
      await it.store.reviews.write(async (writes) => {
        await writes.eraseReviews(["old"]);
        await writes.recordChange({ command: "withdraw", at: writes.now, lines: [{ detail: {} }] });
      });
      expect(await queued(it)).toMatchObject([{ type: "review.withdrawn", data: { review_id: "old" } }]);
    });

    test("leave out reviews that were never published and the owner's own replies", async () => {
      await using it = await openMarked();
      await save(it.store, "import", storedReview({ id: "hidden", withheld: "unverified" }));
      await save(it.store, "reply", storedReview({ id: "old", replyText: "Thanks!" }));
      expect(await queued(it)).toEqual([]);
    });

    test("of objections come once each, of reports once a day for a review", async () => {
      await using it = await openMarked();
      const report = { reviewId: "old", reason: "abuse" as const, text: "Jane Doe of Elm Street is rude", email: null };
      await it.store.reviews.write(async (writes) => {
        await writes.saveContest("old", "I did buy there");
        for (let k = 0; k < 5; k++) await writes.saveReport(report);
      });
      const found = await queued(it);
      expect(found).toMatchObject([
        { type: "review.contested", data: { review_id: "old" } },
        { type: "review.reported", data: { review_id: "old", reason: "abuse" } },
      ]);
      expect(JSON.stringify(found)).not.toContain("Elm Street");
      expect(await queued(it)).toEqual([]);
      await it.place.pass(DAY_MS);
      await it.store.reviews.write((writes) => writes.saveReport(report));
      expect((await queued(it)).filter(({ type }) => type === "review.reported")).toHaveLength(1);
    });

    test("of a failure come once until it has ended", async () => {
      await using it = await openMarked();
      await recordImport(it.store, { hasFailed: true });
      expect(await queued(it)).toMatchObject([{ type: "import.failed" }]);
      await it.place.pass(MINUTE_MS);
      await recordImport(it.store, { hasFailed: true });
      expect(await queued(it)).toEqual([]);
      await recordImport(it.store, { hasFailed: false });
      await it.place.pass(MINUTE_MS);
      await recordImport(it.store, { hasFailed: true });
      expect(await queued(it)).toMatchObject([{ type: "import.failed" }]);
    });

    test("of backups come with the third failure in a row", async () => {
      await using it = await openMarked();
      const failed = (failures: number) =>
        it.store.reviews.write((writes) =>
          writes.saveSetting("backups", JSON.stringify({ failures, failingSince: 1000, reason: "disk full" })),
        );
      await failed(2);
      expect(await queued(it)).toEqual([]);
      await failed(3);
      expect(await queued(it)).toEqual([
        { type: "backup.failed", data: { since: "1970-01-01T00:00:01.000Z", failures: 3 } },
      ]);
      await failed(4);
      expect(await queued(it)).toEqual([]);
    });

    test("of a disk that is low come once from each machine, until it was not", async () => {
      await using it = await openMarked();
      const low = { ...RULES, low: ["backups" as const] };
      expect(await queued(it, low)).toMatchObject([{ type: "disk.low", data: { disk: "backups" } }]);
      expect(await queued(it, low)).toEqual([]);
      expect(await queued(it, { ...low, host: "two" })).toMatchObject([{ type: "disk.low" }]);
      await queued(it);
      await it.place.pass(MINUTE_MS);
      expect(await queued(it, low)).toMatchObject([{ type: "disk.low" }]);
    });

    test("of customers whom mail did not reach come once a day, with how many", async () => {
      await using it = await openMarked();
      const jobs = await keepJobs(it.store, 2);
      await it.store.jobs.write(async (writes) => {
        const { now } = writes;
        const nothing = { tokenDigest: "", invitedBy: "mail" as const, invitedAt: now, expiresAt: now + DAY_MS };
        const empty = { remindedAt: null, answeredAt: null, reviewId: null, withdrawnAt: null, displayName: null };
        const none = { licenseWording: null, licenseVersion: null, licensedAt: null, edits: 0 };
        await writes.invite(
          jobs.map(({ id }) => ({ jobId: id, ...nothing, ...empty, ...none, tokenDigest: id, undeliverableAt: now })),
        );
      });
      const found = await queued(it);
      expect(found).toMatchObject([{ type: "mail.undeliverable", data: { count: 2 } }]);
      expect(JSON.stringify(found)).not.toContain("example.com");
      expect(await queued(it)).toEqual([]);
    });

    test("of the week come from Monday 8:00 on, once, also where nobody was there then", async () => {
      await using it = await openMarked();
      const monday = Date.UTC(2100, 0, 4, 8);
      await it.place.pass(monday - 1 - (await it.store.now()));
      await save(it.store, "import", storedReview({ id: "n1", rating: 4 }));
      // That of the week before, since nobody was there for long.
      expect((await queued(it)).map(({ type }) => type)).toEqual(["review.new", "digest"]);
      await it.place.pass(1);
      expect(await queued(it)).toMatchObject([
        {
          type: "digest",
          data: {
            from: "2099-12-28",
            to: "2100-01-04",
            published: 2,
            average_rating: 4.5,
            counts: { new: 1, edited: 0, withdrawn: 0 },
            average_rating_of_new: 4,
            waiting: { unanswered: 2, objections: 0, unverified: 0, undeliverable: 0 },
          },
        },
      ]);
      await it.place.pass(3 * DAY_MS);
      expect(await queued(it)).toEqual([]);
    });

    test("are queued for a channel from when it is set, with the same id for each channel", async () => {
      await using it = await openMarked();
      await save(it.store, "import", storedReview({ id: "n1" }));
      await it.notices.queueNotices(RULES);
      const both = { ...RULES, channels: ["mail", "webhook"] as const };
      expect(await it.notices.queueNotices(both)).toBe(0);
      await it.place.pass(1000);
      await save(it.store, "import", storedReview({ id: "n2" }));
      expect(await it.notices.queueNotices(both)).toBe(2);
      const [one, other] = await it.notices.listNotices(2);
      expect([one?.noticeId, one?.channel === other?.channel]).toEqual([other?.noticeId ?? "", false]);
    });

    test("are claimed by one of several servers, and again with the same id after a claim that died", async () => {
      await using it = await openMarked();
      await save(it.store, "import", storedReview({ id: "n1" }));
      const other = (await it.place.connect()).notices;
      expect((await it.notices.queueNotices(RULES)) + (await other.queueNotices(RULES))).toBe(1);
      const [first] = (await it.notices.exchangeNotices([], claims())).claimed;
      expect(first).toMatchObject({ channel: "webhook", attempts: 0, reader: { business: "Acme Plumbing" } });
      expect((await other.exchangeNotices([], claims({ claim: "two" }))).claimed).toEqual([]);
      await it.place.pass(4001);
      await other.exchangeNotices([], claims({ claim: "two" }));
      await it.place.pass(2001);
      const [again] = (await other.exchangeNotices([], claims({ claim: "two" }))).claimed;
      expect(again).toEqual(first!);
      // The first server's outcome comes too late.
      const late = { id: first?.id ?? 0, kind: "given_up", outcome: "410" } as const;
      await it.notices.exchangeNotices([late], claims({ limit: 0 }));
      const done = { id: first?.id ?? 0, kind: "delivered", outcome: "204" } as const;
      await other.exchangeNotices([done], claims({ claim: "two" }));
      expect(await it.notices.listNotices(1)).toMatchObject([{ state: "delivered", outcome: "204" }]);
    });

    test("wait before they are tried again", async () => {
      await using it = await openMarked();
      await save(it.store, "import", storedReview({ id: "n1" }));
      await it.notices.queueNotices(RULES);
      const [due] = (await it.notices.exchangeNotices([], claims())).claimed;
      const again = { id: due?.id ?? 0, kind: "again", outcome: "503", retryInMs: 5000 } as const;
      expect((await it.notices.exchangeNotices([again], claims())).claimed).toEqual([]);
      await it.place.pass(5000);
      expect((await it.notices.exchangeNotices([], claims())).claimed).toMatchObject([{ attempts: 1 }]);
    });
  });
}
