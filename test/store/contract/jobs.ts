/** Jobs: what is kept of finished work, of invitations and of those who may add jobs. */
import { describe, expect } from "bun:test";
import type { Invitation, JobDigests } from "../../../src/invitations/mod.ts";
import { invitationOf, jobOf } from "../../support/jobs.ts";
import { type OpenPlace, storeTests } from "./place.ts";

const FULL_JOB = jobOf({
  id: "job_full",
  reference: "INV-7",
  referenceDigest: "r7",
  customerName: 'Zoë "Z" Größe',
  email: "zoe@example.com",
  telephone: "+1 555 0100",
  telephoneDigest: "t-zoe",
  emailDigest: "e-zoe",
  nameDigest: "n-zoe",
  finished: "2026-05-09",
  service: "drain",
  technician: "Amy",
  area: "Köln",
  language: "de",
  mayContact: true,
  isCancelled: true,
  correctedAt: 2,
  skippedAt: 3,
  skippedNote: "moved away",
});
const NO_DIGESTS = { referenceDigest: null, nameDigest: null, emailDigest: null, telephoneDigest: null };

export function jobContract(open: OpenPlace): void {
  const test = storeTests(open);
  describe("jobs", () => {
    test("come back as they were kept, the latest first, each with its invitation", async ({ jobs }) => {
      const invited = jobOf();
      const invitation = invitationOf({ invitedBy: "mail", answeredAt: 4, reviewId: "r_1", edits: 2 });
      await jobs.write(async (writes) => {
        await writes.insert([invited, FULL_JOB]);
        await writes.invite([invitation]);
      });
      const all = [
        { job: FULL_JOB, invitation: null },
        { job: invited, invitation },
      ];
      expect(await jobs.read((reads) => reads.list())).toEqual(all);
      expect(await jobs.read((reads) => reads.list([FULL_JOB.id, "job_none"]))).toEqual([all[0]!]);
      expect(await jobs.read((reads) => reads.byToken("t1"))).toEqual(all[1]);
      expect(await jobs.read((reads) => reads.byReview("r_1"))).toEqual(all[1]);
      expect(await jobs.read((reads) => reads.byToken("t2"))).toBeUndefined();
    });

    test("are found by reference, by day and by what their customer is known by", async ({ jobs }) => {
      await jobs.write(async (writes) => {
        await writes.insert([jobOf(), FULL_JOB]);
        await writes.invite([invitationOf({ jobId: FULL_JOB.id })]);
      });
      await jobs.read(async (reads) => {
        const ids = (found: readonly { readonly job: { readonly id: string } }[]) => found.map(({ job }) => job.id);
        expect(ids(await reads.alike(["r7"], []))).toEqual([FULL_JOB.id]);
        expect(ids(await reads.alike(["r9"], ["2026-05-01"]))).toEqual([jobOf().id]);
        const invitedAlike = async (digests: Partial<JobDigests>) =>
          ids(await reads.invitedAlike([{ ...NO_DIGESTS, ...digests }]));
        expect(await invitedAlike({ telephoneDigest: "t-zoe" })).toEqual([FULL_JOB.id]);
        // Never invited.
        expect(await invitedAlike({ emailDigest: "e-jane" })).toEqual([]);
        // The name of a customer with an address is that of others, too.
        expect(await invitedAlike({ emailDigest: "e-jane", nameDigest: "n-zoe" })).toEqual([]);
        expect(await invitedAlike({ nameDigest: "n-zoe" })).toEqual([FULL_JOB.id]);
        expect(await reads.invitedAlike([NO_DIGESTS])).toEqual([]);
      });
    });

    test("are counted and paged by stage, in the order of the list", async ({ jobs }) => {
      const far = 4_102_444_800_000;
      const stages: Partial<Invitation>[] = [
        { answeredAt: 4 },
        { answeredAt: 4, undeliverableAt: 3 },
        { undeliverableAt: 3, expiresAt: far },
        { expiresAt: 5 },
        { expiresAt: far },
        { expiresAt: far, remindedAt: 3 },
      ];
      await jobs.write(async (writes) => {
        await writes.insert(Array.from({ length: 10 }, (_, at) => jobOf({ id: `job_${at}` })));
        await writes.invite(
          stages.map((fields, at) => invitationOf({ ...fields, jobId: `job_${at}`, tokenDigest: `t${at}` })),
        );
      });
      await jobs.read(async (reads) => {
        expect([await reads.addedSince(jobOf().addedAt), await reads.addedSince(jobOf().addedAt + 1)]).toEqual([10, 0]);
        expect(await reads.stages()).toEqual({ open: 5, invited: 1, reminded: 1, answered: 2, expired: 1 });
        const ids = async (...given: Parameters<typeof reads.page>) =>
          (await reads.page(...given)).map(({ job }) => job.id);
        expect(await ids(null, { offset: 8, limit: 5 })).toEqual(["job_8", "job_9"]);
        expect(await ids("open", { offset: 0, limit: 2 })).toEqual(["job_2", "job_6"]);
        expect(await ids("answered", { offset: 1, limit: 2 })).toEqual(["job_1"]);
      });
    });

    test("a job has one reference and one invitation: the first stays", async ({ jobs }) => {
      await jobs.write((writes) => writes.insert([FULL_JOB]));
      const second = jobs.write((writes) => writes.insert([jobOf({ id: "job_2", referenceDigest: "r7" })]));
      await expect(second).rejects.toThrow();
      await jobs.write((writes) => writes.invite([invitationOf({ jobId: FULL_JOB.id })]));
      await jobs.write((writes) => writes.invite([invitationOf({ jobId: FULL_JOB.id, tokenDigest: "t2" })]));
      const [listed] = await jobs.read((reads) => reads.list());
      expect(listed?.invitation?.tokenDigest).toBe("t1");
    });

    test("forget() erases who it was, in the files as well, and keeps the digests", async ({ jobs }, place) => {
      await jobs.write((writes) => writes.insert([FULL_JOB]));
      await jobs.write((writes) => writes.forget([FULL_JOB.id]));
      const [forgotten] = await jobs.read((reads) => reads.list());
      const erased = { reference: null, customerName: null, email: null, telephone: null, skippedNote: null };
      expect(forgotten?.job).toEqual({ ...FULL_JOB, ...erased, forgottenAt: expect.any(Number) });
      for (const words of ["zoe@example.com", "+1 555 0100", "INV-7", "moved away"]) {
        expect(await place.holds?.(words)).not.toBe(true);
      }
    });

    test("who unsubscribed stays so", async ({ jobs }) => {
      await jobs.write((writes) => writes.unsubscribe("e-jane"));
      await jobs.write((writes) => writes.unsubscribe("e-jane"));
      expect(await jobs.read((reads) => reads.unsubscribed())).toEqual(new Set(["e-jane"]));
      expect(await jobs.read((reads) => reads.unsubscribed(["e-zoe"]))).toEqual(new Set());
    });

    test("tokens are replaced by name, and answers are kept for as long as they are asked for", async ({ jobs }) => {
      const token = {
        name: "zapier",
        may: "reviews",
        verifiedBy: "platform",
        digest: "d1",
        createdAt: 1,
        revokedAt: null,
      } as const;
      const answer = { token: "zapier", key: "k1", requestDigest: "q", status: 202, answer: "{}", at: 1000 };
      await jobs.write(async (writes) => {
        await writes.saveJobsToken(token);
        await writes.saveJobsToken({ ...token, revokedAt: 5 });
        await writes.keepAnswer(answer, 0);
        await writes.keepAnswer({ ...answer, status: 422 }, 0);
      });
      await jobs.read(async (reads) => {
        expect(await reads.jobsTokens()).toEqual([{ ...token, revokedAt: 5 }]);
        expect(await reads.answerOf("zapier", "k1", 1000)).toEqual(answer);
        expect(await reads.answerOf("zapier", "k1", 1001)).toBeUndefined();
        expect(await reads.answerOf("other", "k1", 0)).toBeUndefined();
      });
      await jobs.write((writes) => writes.keepAnswer({ ...answer, key: "k2", at: 9000 }, 5000));
      expect(await jobs.read((reads) => reads.answerOf("zapier", "k1", 0))).toBeUndefined();
    });
  });
}
