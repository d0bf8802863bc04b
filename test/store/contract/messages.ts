/** The outbox: what is owed to customers is queued once, claimed when it may be sent, and settled under its claim. */
import { describe, expect, test } from "bun:test";
import { countRecord, digestOfToken, linkToken } from "../../../src/invitations/mod.ts";
import { listJobs, pageOfJobs } from "../../../src/owner/job_list.ts";
import { updateRecord } from "../../../src/owner/update_record.ts";
import type { Store } from "../../../src/store/mod.ts";
import { claimsOf, DAY_MS, keepFirm, keepJobs, MINUTE_MS, RULES } from "../../support/messages.ts";
import type { OpenPlace, StorePlace } from "./place.ts";
import { saveReviews, storedReview } from "./place.ts";

export function messageContract(open: OpenPlace): void {
  /** A store at noon with so many jobs that are due. */
  async function withJobs(count: number, fields: Parameters<typeof keepJobs>[2] = {}) {
    const place = await open();
    const store = await place.connect();
    await toNoon(place, store);
    await keepFirm(store);
    const jobs = await keepJobs(store, count, fields);
    return { place, store, outbox: store.outbox, jobs, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
  }

  async function toNoon(place: StorePlace, store: Store) {
    const now = await store.now();
    await place.pass((DAY_MS + DAY_MS / 2 - (now % DAY_MS)) % DAY_MS);
  }

  const accepted = (id: number) => ({ id, kind: "accepted", outcome: "accepted" }) as const;
  const listed = async ({ jobs }: Store, id: string) => (await jobs.read((reads) => reads.list([id])))[0];

  describe("messages", () => {
    test("are queued once for each job that is due, and claimed one by one by several servers", async () => {
      await using it = await withJobs(3);
      const other = (await it.place.connect()).outbox;
      expect(await it.outbox.queueMessages(RULES)).toBe(3);
      expect(await other.queueMessages(RULES)).toBe(0);
      const one = await it.outbox.exchangeMessages([], claimsOf("one"));
      const two = await other.exchangeMessages([], claimsOf("other"));
      expect([...one.claimed, ...two.claimed].map(({ to }) => to)).toEqual(["c0@example.com", "c1@example.com"]);
      expect(one.claimed).toMatchObject([{ kind: "invitation", attempts: 0, job: { customerName: "Customer 0" } }]);
    });

    test("have a link that works before they are sent, and the same Message-ID again after a claim that died", async () => {
      await using it = await withJobs(1);
      await it.outbox.queueMessages(RULES);
      const [first] = (await it.outbox.exchangeMessages([], claimsOf("one"))).claimed;
      const digest = digestOfToken(linkToken(RULES.linkKey, it.jobs[0]?.id ?? ""));
      expect((await it.store.jobs.read((reads) => reads.byToken(digest)))?.job.id).toBe(it.jobs[0]?.id ?? "");
      await it.place.pass(4000);
      expect((await it.outbox.exchangeMessages([], claimsOf("other"))).claimed).toEqual([]);
      await it.place.pass(MINUTE_MS);
      await it.outbox.exchangeMessages([], claimsOf("other", { limit: 0 }));
      const [again] = (await it.outbox.exchangeMessages([], claimsOf("other"))).claimed;
      expect(again).toEqual(first!);
      // The first server's outcome comes too late.
      const late = { id: first?.id ?? 0, kind: "undeliverable", outcome: "550" } as const;
      await it.outbox.exchangeMessages([late], claimsOf("one", { limit: 0 }));
      expect((await it.outbox.outboxState()).undeliverable).toBe(0);
    });

    test("that were accepted are not sent again, and the only reminder is due later, without an answer", async () => {
      await using it = await withJobs(2);
      await it.outbox.queueMessages(RULES);
      const { claimed } = await it.outbox.exchangeMessages([], claimsOf("one", { limit: 2, perDestination: 2 }));
      await it.outbox.exchangeMessages(
        claimed.map(({ id }) => accepted(id)),
        claimsOf("one"),
      );
      expect(await it.outbox.outboxState()).toMatchObject({ waiting: 0, acceptedToday: 2 });
      await it.store.jobs.write((writes) =>
        writes.changeInvitation(it.jobs[1]?.id ?? "", { answeredAt: 7, reviewId: "r1" }),
      );
      await it.place.pass(7 * DAY_MS - 1);
      expect(await it.outbox.queueMessages(RULES)).toBe(0);
      await it.place.pass(1);
      expect(await it.outbox.queueMessages(RULES)).toBe(1);
      const reminder = await it.outbox.exchangeMessages([], claimsOf("one"));
      expect(reminder.claimed).toMatchObject([{ kind: "reminder", to: "c0@example.com" }]);
      await it.outbox.exchangeMessages(
        reminder.claimed.map(({ id }) => accepted(id)),
        claimsOf("one"),
      );
      expect((await listed(it.store, it.jobs[0]?.id ?? ""))?.invitation?.remindedAt).toBe(await it.store.now());
      await it.place.pass(30 * DAY_MS);
      expect(await it.outbox.queueMessages(RULES)).toBe(0);
    });

    test("ask one customer once in ninety days, whatever jobs there are", async () => {
      await using it = await withJobs(4, { emailDigest: "same", email: "same@example.com" });
      expect(await it.outbox.queueMessages(RULES)).toBe(1);
      expect(await it.outbox.queueMessages(RULES)).toBe(0);
      const { claimed } = await it.outbox.exchangeMessages([], claimsOf("one"));
      await it.outbox.exchangeMessages(
        claimed.map(({ id }) => accepted(id)),
        claimsOf("one"),
      );
      expect(await it.outbox.queueMessages(RULES)).toBe(0);
    });

    test.each([
      ["unsubscribed", async ({ jobs }: Store) => jobs.write((writes) => writes.unsubscribe("e0"))],
      ["was skipped by the owner", async (store: Store) => changed(store, { skippedAt: 1 })],
      ["was cancelled", async (store: Store) => changed(store, { isCancelled: true })],
      ["gave no consent", async (store: Store) => changed(store, { mayContact: false })],
      ["was forgotten", async ({ jobs }: Store) => jobs.write((writes) => writes.forget(["job_00000000000000000000"]))],
      ["was invited by a link", invitedByLink],
    ])("are not sent to who %s since they were queued", async (_, happens) => {
      await using it = await withJobs(1);
      expect(await it.outbox.queueMessages(RULES)).toBe(1);
      await happens(it.store);
      expect((await it.outbox.exchangeMessages([], claimsOf("one"))).claimed).toEqual([]);
      expect((await it.outbox.outboxState()).waiting).toBe(0);
      expect(await it.outbox.queueMessages(RULES)).toBe(0);
    });

    const changed = ({ jobs }: Store, fields: Parameters<typeof keepJobs>[2]) =>
      jobs.write((writes) => writes.change("job_00000000000000000000", fields ?? {}));

    async function invitedByLink({ jobs, now }: Store) {
      const at = await now();
      await jobs.write(async (writes) => {
        const [kept] = await writes.list();
        const nothing = {
          remindedAt: null,
          undeliverableAt: null,
          reviewId: null,
          withdrawnAt: null,
          displayName: null,
        };
        const license = { licenseWording: null, licenseVersion: null, licensedAt: null, edits: 0 };
        const invitation = { jobId: kept?.job.id ?? "", tokenDigest: "t", invitedBy: "link", invitedAt: at } as const;
        await writes.invite([{ ...invitation, ...nothing, ...license, expiresAt: at + DAY_MS, answeredAt: at }]);
      });
    }

    test("are not queued for whom nobody may write to, nor in the name of the sample or of no address", async () => {
      await using it = await withJobs(1, { mayContact: false });
      await keepJobs(it.store, 1, { id: "job_b", email: null, emailDigest: null });
      await keepJobs(it.store, 1, { id: "job_c", isCancelled: true, emailDigest: "c" });
      await keepJobs(it.store, 1, { id: "job_d", emailDigest: "d" }, 95);
      await keepJobs(it.store, 1, { id: "job_e", emailDigest: "e" }, 1);
      await keepJobs(it.store, 1, { id: "job_f", emailDigest: "f", telephoneDigest: "t" });
      await it.store.jobs.write((writes) => writes.unsubscribe("t"));
      // The day before yesterday ended at midnight: yesterday's jobs are due a day after this midnight.
      expect(await it.outbox.queueMessages(RULES)).toBe(0);
      await it.place.pass(DAY_MS);
      await keepFirm(it.store, { is_sample: true });
      expect(await it.outbox.queueMessages(RULES)).toBe(0);
      await keepFirm(it.store, { address: null });
      expect(await it.outbox.queueMessages(RULES)).toBe(0);
      await keepFirm(it.store);
      expect(await it.outbox.queueMessages(RULES)).toBe(1);
    });

    test("wait for the hours of the day in the business's time zone", async () => {
      await using it = await withJobs(1);
      await it.outbox.queueMessages(RULES);
      await keepFirm(it.store, { time_zone: "Asia/Tokyo" });
      const night = await it.outbox.exchangeMessages([], claimsOf("one"));
      expect(night.claimed).toEqual([]);
      await it.place.pass(12 * 60 * MINUTE_MS - 1);
      expect((await it.outbox.exchangeMessages([], claimsOf("one"))).claimed).toEqual([]);
      await it.place.pass(1);
      expect((await it.outbox.exchangeMessages([], claimsOf("one"))).claimed).toHaveLength(1);
    });

    test("about a job of a known time are sent the same evening, until 21:00, when others wait", async () => {
      const rules = { ...RULES, policy: { ...RULES.policy, inviteAfterMs: 120 * MINUTE_MS } };
      await using it = await withJobs(1);
      const now = await it.store.now();
      const today = new Date(now).toISOString().slice(0, 10);
      const timed = {
        finished: today,
        finishedAt: now + 6 * 60 * MINUTE_MS,
        emailDigest: "t",
        email: "timed@example.com",
      };
      await keepJobs(it.store, 1, { ...timed, id: "job_00000000000000000009" });
      await keepJobs(it.store, 1, { ...timed, id: "job_00000000000000000008", finishedAt: null, emailDigest: "d" });
      expect(await it.outbox.queueMessages(rules)).toBe(1);
      await it.place.pass(8 * 60 * MINUTE_MS - 1);
      expect(await it.outbox.queueMessages(rules)).toBe(0);
      await it.place.pass(1);
      expect(await it.outbox.queueMessages(rules)).toBe(1);
      const evening = await it.outbox.exchangeMessages([], claimsOf("one", rules));
      expect(evening.claimed.map(({ to }) => to)).toEqual(["timed@example.com"]);
      // 21:00.
      await it.place.pass(60 * MINUTE_MS);
      const night = await it.outbox.exchangeMessages([accepted(evening.claimed[0]?.id ?? 0)], claimsOf("one", rules));
      expect(night.claimed).toEqual([]);
    });

    test("are begun sixty times a minute at most, and as often a day as the owner says, by all servers together", async () => {
      await using it = await withJobs(70);
      const other = (await it.place.connect()).outbox;
      await it.outbox.queueMessages(RULES);
      const room = { limit: 50, perDestination: 50 };
      const first = await it.outbox.exchangeMessages([], claimsOf("one", room));
      const second = await other.exchangeMessages([], claimsOf("other", room));
      expect([first.claimed.length, second.claimed.length]).toEqual([50, 10]);
      const done = first.claimed.map(({ id }) => accepted(id));
      expect((await it.outbox.exchangeMessages(done, claimsOf("one", room))).claimed).toEqual([]);
      await it.place.pass(MINUTE_MS);
      const today = { ...room, perDay: 62 };
      expect((await other.exchangeMessages([], claimsOf("other", { ...today, limit: 0 }))).claimed).toEqual([]);
      expect((await it.outbox.exchangeMessages([], claimsOf("one", today))).claimed).toHaveLength(2);
      expect((await it.outbox.exchangeMessages([], claimsOf("one", today))).claimed).toHaveLength(0);
    });

    test("pause for all servers after the sender's own trouble, longer each time, until one is accepted", async () => {
      await using it = await withJobs(3);
      const other = (await it.place.connect()).outbox;
      await it.outbox.queueMessages(RULES);
      const trouble = (id: number) => ({ id, kind: "paused", outcome: "535 5.7.8 (login)" }) as const;
      for (const minutes of [1, 2, 5]) {
        const { claimed } = await it.outbox.exchangeMessages([], claimsOf("one"));
        expect(claimed).toMatchObject([{ attempts: 0 }]);
        await it.outbox.exchangeMessages(
          claimed.map(({ id }) => trouble(id)),
          claimsOf("one"),
        );
        expect((await it.outbox.outboxState()).pause).toMatchObject({ code: "535 5.7.8 (login)" });
        await it.place.pass(minutes * MINUTE_MS - 1);
        expect((await other.exchangeMessages([], claimsOf("other"))).claimed).toEqual([]);
        await it.place.pass(1);
      }
      const { claimed } = await it.outbox.exchangeMessages([], claimsOf("one"));
      await it.outbox.exchangeMessages(
        claimed.map(({ id }) => accepted(id)),
        claimsOf("one"),
      );
      expect(await it.outbox.outboxState()).toMatchObject({ pause: null, undeliverable: 0, retried: 0 });
    });

    test("that were put off wait, and those that are undeliverable, or come back, mark their job", async () => {
      await using it = await withJobs(2);
      await it.outbox.queueMessages(RULES);
      const [put] = (await it.outbox.exchangeMessages([], claimsOf("one"))).claimed;
      const again = {
        id: put?.id ?? 0,
        kind: "again",
        outcome: "451",
        retryInMs: 5 * MINUTE_MS,
        isPutOff: true,
      } as const;
      const [next] = (await it.outbox.exchangeMessages([again], claimsOf("one"))).claimed;
      expect(next?.to).toBe("c1@example.com");
      await it.outbox.exchangeMessages([accepted(next?.id ?? 0)], claimsOf("one"));
      await it.place.pass(5 * MINUTE_MS);
      const [retried] = (await it.outbox.exchangeMessages([], claimsOf("one"))).claimed;
      expect(retried).toMatchObject({ id: put?.id, messageId: put?.messageId, attempts: 1 });
      expect([put?.putOffForMs, retried?.putOffForMs]).toEqual([null, 5 * MINUTE_MS]);
      const refused = { id: put?.id ?? 0, kind: "undeliverable", outcome: "550 5.1.1" } as const;
      await it.outbox.exchangeMessages([refused], claimsOf("one"));
      expect((await listed(it.store, put?.jobId ?? ""))?.invitation?.undeliverableAt).not.toBeNull();
      expect(await it.outbox.saveBounce("<nobody@sent.this>", "5.1.1")).toBe(false);
      expect(await it.outbox.saveBounce(next?.messageId ?? "", "5.1.1")).toBe(true);
      expect((await it.outbox.outboxState()).undeliverable).toBe(2);
    });

    test("measure how long a mail server puts them off from its first refusal, whatever passes between the attempts", async () => {
      await using it = await withJobs(1);
      await it.outbox.queueMessages(RULES);
      const claimOne = async () => (await it.outbox.exchangeMessages([], claimsOf("one"))).claimed[0];
      const again = async (isPutOff: boolean) => {
        const due = await claimOne();
        const settlement = { id: due?.id ?? 0, kind: "again", outcome: "451", retryInMs: 1000, isPutOff } as const;
        await it.outbox.exchangeMessages([settlement], claimsOf("one", { limit: 0 }));
        await it.place.pass(DAY_MS);
        return due?.putOffForMs;
      };
      expect(await again(false)).toBeNull();
      expect(await again(true)).toBeNull();
      expect(await again(true)).toBe(DAY_MS);
      await it.place.pass(3 * DAY_MS);
      expect(await again(true)).toBe(5 * DAY_MS);
    });

    test("count as an invitation once a mail server accepts them, and not while they wait", async () => {
      await using it = await withJobs(2);
      await it.outbox.queueMessages(RULES);
      const [first] = (await it.outbox.exchangeMessages([], claimsOf("one"))).claimed;
      const { policy } = RULES;
      await updateRecord(it.store, policy);
      const seen = async () => {
        const { totals } = await it.store.reviews.read((reads) => countRecord(reads));
        const { stages } = await pageOfJobs(it.store, policy, { stage: null, page: 1, size: 10 });
        const ofStage = await pageOfJobs(it.store, policy, { stage: "open", page: 1, size: 10 });
        const statuses = (await listJobs(it.store, policy)).map(({ status }) => status).sort();
        return [totals.invited, stages.invited, stages.open, ofStage.jobs.length, ...statuses];
      };
      expect(await seen()).toEqual([0, 0, 2, 2, "listed", "listed"]);
      await it.outbox.exchangeMessages([accepted(first?.id ?? 0)], claimsOf("one", { limit: 0 }));
      expect(await seen()).toEqual([1, 1, 1, 1, "invited", "listed"]);
    });

    test("are sent again to a corrected address after one came back, and ask a customer whom the first did not reach", async () => {
      await using it = await withJobs(1, { referenceDigest: "A-1", telephoneDigest: "t" });
      await it.outbox.queueMessages(RULES);
      const claimOne = async () => (await it.outbox.exchangeMessages([], claimsOf("one"))).claimed[0];
      const first = await claimOne();
      const refused = { id: first?.id ?? 0, kind: "undeliverable", outcome: "550 5.1.1" } as const;
      await it.outbox.exchangeMessages([refused], claimsOf("one", { limit: 0 }));
      // Another job of the same customer, by telephone, with the right address.
      const other = { id: "job_00000000000000000009", email: "right@example.com", emailDigest: "right" };
      await keepJobs(it.store, 1, { ...other, telephoneDigest: "t", nameDigest: "n9" });
      expect(await it.outbox.queueMessages(RULES)).toBe(1);
      const second = await claimOne();
      expect(second?.to).toBe("right@example.com");
      await it.outbox.exchangeMessages([accepted(second?.id ?? 0)], claimsOf("one", { limit: 0 }));
      await it.place.pass(91 * DAY_MS);

      const today = new Date(await it.store.now()).toISOString().slice(0, 10);
      await it.store.jobs.write(async (writes) => {
        await writes.change(first?.jobId ?? "", { email: "new@example.com", emailDigest: "new", finished: today });
        await writes.reopen(first?.jobId ?? "");
      });
      await it.place.pass(2 * DAY_MS);
      expect(await it.outbox.queueMessages(RULES)).toBe(1);
      expect(await claimOne()).toMatchObject({ to: "new@example.com", jobId: first?.jobId ?? "" });
    });

    test("notify an author once of a reply, of each withholding with its reason, and of a removal", async () => {
      await using it = await withJobs(1);
      await it.outbox.queueMessages(RULES);
      const take = async () => {
        await it.outbox.queueMessages(RULES);
        const { claimed } = await it.outbox.exchangeMessages([], claimsOf("one"));
        await it.outbox.exchangeMessages(
          claimed.map(({ id }) => accepted(id)),
          claimsOf("one", { limit: 0 }),
        );
        return claimed.map(({ kind, reason }) => `${kind} ${reason}`);
      };
      expect(await take()).toEqual(["invitation null"]);
      await it.store.jobs.write((writes) =>
        writes.changeInvitation(it.jobs[0]?.id ?? "", { answeredAt: 7, reviewId: "r1" }),
      );
      expect(await take()).toEqual([]);
      const date = new Date(await it.store.now()).toISOString().slice(0, 10);
      await saveReviews(it.store, storedReview({ id: "r1", replyText: "Thanks", replyDate: date }));
      expect(await take()).toEqual(["reply null"]);
      expect(await take()).toEqual([]);
      const change = (fields: Parameters<typeof storedReview>[0]) =>
        it.store.reviews.write((writes) => writes.changeReview("r1", fields ?? {}));
      await change({ withheld: "legal_order" as never });
      expect(await take()).toEqual(["withheld legal_order"]);
      expect(await take()).toEqual([]);
      await change({ withheld: null });
      expect(await take()).toEqual([]);
      await change({ withheld: "abuse" as never });
      expect(await take()).toEqual(["withheld abuse"]);
      expect(await take()).toEqual([]);
    });
  });
}
