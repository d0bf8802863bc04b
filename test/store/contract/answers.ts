/** Answers by links: a customer's answer becomes one review, also under concurrent writes. */
import { describe, expect } from "bun:test";
import {
  type Answer,
  countRecord,
  digestOfToken,
  type InvitationService,
  type Link,
  unsubscribeToken,
} from "../../../src/invitations/mod.ts";
import { createInvitationService } from "../../../src/owner/answer_invitation.ts";
import { forgetUnused } from "../../../src/owner/job_list.ts";
import { join } from "../../../src/owner/join.ts";
import { remove } from "../../../src/owner/remove.ts";
import { reply } from "../../../src/owner/reply.ts";
import { restore } from "../../../src/owner/restore.ts";
import { saveVerifications } from "../../../src/owner/save_verifications.ts";
import { undo } from "../../../src/owner/undo.ts";
import { updateRecord } from "../../../src/owner/update_record.ts";
import { withhold } from "../../../src/owner/withhold.ts";
import type { Store } from "../../../src/store/mod.ts";
import { analystNamed, draftOf, importAsIs } from "../../support/drafts.ts";
import { invitationOf, jobOf, POLICY } from "../../support/jobs.ts";
import { perform } from "../../support/perform.ts";
import { seededBytes } from "../../support/seeded_random.ts";
import { type OpenPlace, storeTests } from "./place.ts";

const KEY = "k".repeat(43);
const JOB = "job_00000000000000000001";
const LICENSE = { wording: "Ace may publish my review.", version: "1" };
const STARS = { punctuality: 5, workmanship: null, price: 2, cleanliness: null };

function serviceOver(store: Store): InvitationService {
  const analystFor = () => analystNamed("v1");
  return createInvitationService(store, { randomBytes: seededBytes, analystFor, linkKey: KEY });
}

function answerOf(fields: Partial<Answer> = {}): Answer {
  return { rating: 4, text: "Amy was on time.", displayName: "first_initial", aspectRatings: STARS, ...fields };
}

const FAR = 4_102_444_800_000;

/** A store with a business, a review of another site, and a job whose customer has the token "t". */
async function invited(store: Store, fields: { job?: object; invitation?: object } = {}): Promise<InvitationService> {
  await importAsIs(store, [draftOf({ id: "old", text: "Fine work on the boiler." })]);
  await store.jobs.write(async (writes) => {
    await writes.insert([jobOf({ technician: "Amy", ...fields.job })]);
    const link = { tokenDigest: digestOfToken("t"), expiresAt: FAR };
    await writes.invite([invitationOf({ ...link, ...fields.invitation })]);
  });
  return serviceOver(store);
}

const idOf = (link: Link) => (link.kind === "answered" ? link.review.id : "");
const reviewOf = async (store: Store, link: Link) => store.reviews.read((reads) => reads.review(idOf(link)));
const countOf = async (store: Store) =>
  store.reviews.read(async (reads) => (await reads.list({ limit: 1, source: "direct" })).total);

export function answerContract(open: OpenPlace): void {
  const test = storeTests(open);
  describe("answers", () => {
    test("looking at a link spends nothing; an answer becomes a review with the proof of the link", async (store) => {
      const service = await invited(store);
      expect(await service.look("unknown")).toEqual({ kind: "unknown" });
      for (let look = 0; look < 3; look++) expect((await service.look("t")).kind).toBe("open");
      const link = await service.answer("t", answerOf(), LICENSE);
      expect(await reviewOf(store, link)).toMatchObject({
        rating: 4,
        text: "Amy was on time.",
        authorName: "Jane D.",
        source: "direct",
        aspectRatings: STARS,
        verificationMethod: "invitation",
        verificationStrength: "one_time_link",
        withheld: null,
        edited: false,
        provenance: "invitation",
        givenMentions: { technicians: ["Amy"], services: [], service_areas: [] },
      });
      const listed = await store.jobs.read((jobs) => jobs.byReview(idOf(link)));
      expect(listed?.invitation).toMatchObject({
        displayName: "first_initial",
        licenseWording: LICENSE.wording,
        edits: 0,
      });
      expect(await service.look("t")).toEqual(link);
    });

    test("the record shows an answer's current state: withheld with an objection, then removed with its stars", async (store) => {
      const service = await invited(store);
      expect(await updateRecord(store, POLICY)).not.toBe(null);
      const id = idOf(await service.answer("t", answerOf({ rating: 2 }), LICENSE));
      await perform(withhold, store, id, { reason: "abuse" });
      await service.contest("t", "I was polite.");
      const now = () => store.reviews.read((reads) => countRecord(reads));
      expect(await now()).toMatchObject({
        totals: { jobs: 1, invited: 1, answered: 1, published: 0, withheld: { "2": { abuse: 1 } }, contested: 1 },
        withheld_reviews: [{ rating: 2, reason: "abuse", contested: true }],
      });
      await perform(remove, store, [id], { reason: "privacy" });
      expect((await now()).totals).toMatchObject({ answered: 1, withheld: {}, removed: { "2": { privacy: 1 } } });
      expect(await updateRecord(store, POLICY)).toBe(null);
    });

    for (const [link, fields] of [
      ["an expired link", { invitation: { expiresAt: 1 } }],
      ["a link of a cancelled job", { job: { isCancelled: true } }],
    ] as const) {
      test(`${link} takes no first answer`, async (store) => {
        const service = await invited(store, fields);
        expect(await service.answer("t", answerOf(), LICENSE)).toEqual({ kind: "expired" });
        expect(await countOf(store)).toBe(0);
      });
    }

    test("sending the form again edits the review: unchanged is no edit, and a reply stays", async (store) => {
      const service = await invited(store);
      const first = await service.answer("t", answerOf(), LICENSE);
      const before = await reviewOf(store, first);
      expect(await service.answer("t", answerOf(), LICENSE)).toEqual(first);
      expect(await reviewOf(store, first)).toEqual(before!);
      await perform(
        reply,
        store,
        idOf(first),
        { text: "Thank you, call 212-555-0142", contacts: "publish" },
        { now: await store.now() },
      );
      const edited = await service.answer(
        "t",
        answerOf({ rating: 1, aspectRatings: null, displayName: "anonymous" }),
        LICENSE,
      );
      expect(await reviewOf(store, edited)).toMatchObject({
        id: idOf(first),
        rating: 1,
        aspectRatings: null,
        isAnonymous: true,
        edited: true,
        replyText: "Thank you, call 212-555-0142",
      });
      const listed = await store.jobs.read((jobs) => jobs.byReview(idOf(first)));
      expect(listed?.invitation?.edits).toBe(1);
    });

    test("the job's words for its service are resolved to the catalog, or kept where it lists nothing like them", async (store) => {
      const service = await invited(store, { job: { service: "Emergency call: burst pipe" } });
      const services = [{ id: "burst-pipes", name: "Burst pipes", keywords: [] }];
      await store.reviews.write(async (writes) => {
        const business = await writes.business();
        if (business !== null) await writes.saveBusiness({ ...business, profile: { ...business.profile, services } });
      });
      const link = await service.answer("t", answerOf(), LICENSE);
      expect((await reviewOf(store, link))?.givenMentions?.services).toEqual(["burst-pipes"]);
    });

    test("addresses and numbers in an answer are masked as in any import", async (store) => {
      const service = await invited(store);
      const link = await service.answer("t", answerOf({ text: "Write to jane@example.com" }), LICENSE);
      expect((await reviewOf(store, link))?.text).not.toContain("jane@example.com");
    });

    test("a withdrawn review is gone for good, and its link takes nothing more", async (store) => {
      const service = await invited(store);
      const link = await service.answer("t", answerOf(), LICENSE);
      expect(await service.withdraw("t")).toEqual({ kind: "withdrawn" });
      expect(await service.answer("t", answerOf(), LICENSE)).toEqual({ kind: "withdrawn" });
      expect(await store.reviews.read((reads) => reads.removal(idOf(link)))).toMatchObject({
        reason: "withdrawn",
        suppressed: true,
        wasPublished: true,
      });
      expect(await perform(restore, store, idOf(link))).toMatchObject({ code: "review.restoreAuthors" });
      expect(await countOf(store)).toBe(0);
    });

    test("only its author changes such a review: import, --replace, verify and undo leave it alone", async (store) => {
      const service = await invited(store);
      const link = await service.answer("t", answerOf(), LICENSE);
      const before = await reviewOf(store, link);
      const again = draftOf({ id: idOf(link), source: "direct", rating: 5, text: "Wonderful" });
      await importAsIs(store, [again], { replace: true });
      const method = { method: "none", strength: null, date: null, evidence: null } as const;
      await saveVerifications(store, [{ id: idOf(link), ...method }]);
      const { revision } = await store.reviews.read((reads) => reads.state());
      await perform(undo, store, String(revision));
      expect(await reviewOf(store, link)).toEqual(before!);
      expect(await perform(remove, store, idOf(link), { reason: "spam" })).toMatchObject({
        code: "review.removeAuthors",
      });
      expect((await perform(remove, store, idOf(link), { reason: "privacy" })).kind).toBe("done");
      expect(await service.look("t")).toEqual({ kind: "removed" });
    });

    test("a file with all reviews of its source marks those that it lacks, answers by a link aside, and undo takes marks back", async (store) => {
      const service = await invited(store);
      const link = await service.answer("t", answerOf(), LICENSE);
      const [kept, lost] = ["g1", "g2"].map((id) => draftOf({ id, text: `The words of ${id}` }));
      const copy = draftOf({ id: "y2", source: "yelp", text: "The words of g2" });
      await importAsIs(
        store,
        [kept, lost, copy].flatMap((draft) => draft ?? []),
      );
      await perform(join, store, "g2", { other: "y2" });
      const full = { sources: new Set(["google", "direct"]), day: "2026-06-09" };
      const { plan } = await importAsIs(store, kept === undefined ? [] : [kept], { full });
      expect(plan.counts).toMatchObject({ changed: 0, unchanged: 1, removed: 0 });
      const marks = async () => {
        const all = await store.reviews.read((reads) => reads.reviewsOtherThan([]));
        return Object.fromEntries(all.map(({ id, goneAtSource, alsoAt }) => [id, [goneAtSource, alsoAt.length]]));
      };
      const marked = await marks();
      expect(marked).toMatchObject({ g1: [null, 0], g2: ["2026-06-09", 1], y2: [null, 0], [idOf(link)]: [null, 0] });
      const { revision } = await store.reviews.read((reads) => reads.state());
      await perform(undo, store, String(revision));
      expect(await marks()).toEqual({ ...marked, old: [null, 0], g2: [null, 1] });
    });

    test("no other words take its place: more of them at another site are the copy", async (store) => {
      const service = await invited(store);
      const link = await service.answer("t", answerOf({ rating: 1, text: "They lied." }), LICENSE);
      const { date = "" } = (await reviewOf(store, link)) ?? {};
      await importAsIs(store, [draftOf({ id: "g", date, rating: 1, text: "Honest and kind, so the fault was mine." })]);
      expect(await perform(join, store, "g", { other: idOf(link) })).toMatchObject({ kind: "done" });
      expect(await service.look("t")).toMatchObject({ review: { copyOf: null } });
    });

    test("undoing an import that was dated to the next second leaves an answer of the one before", async (store, place) => {
      const service = await invited(store);
      const toNextSecond = 1000 - ((await store.now()) % 1000);
      await place.pass(4000 + toNextSecond + 500);
      const link = await service.answer("t", answerOf(), LICENSE);
      const { saved } = await importAsIs(store, [draftOf({ id: "new", text: "Slow work on the drain." })]);
      const revision = saved.kind === "saved" ? saved.revision : 0;
      expect(await perform(undo, store, String(revision))).toMatchObject({ data: { taken_out: 1 } });
      expect(await service.look("t")).toEqual(link);
    });

    test("a name that was forgotten may still be shortened", async (store) => {
      const service = await invited(store);
      const shown = async (displayName: Answer["displayName"]) =>
        (await reviewOf(store, await service.answer("t", answerOf({ displayName }), LICENSE)))?.authorName;
      expect(await shown("full")).toBe("Jane Doe");
      await store.jobs.write((writes) => writes.forget([JOB]));
      expect(await shown("full")).toBe("Jane Doe");
      expect(await shown("first_initial")).toBe("Jane D.");
      expect(await shown("first")).toBe("Jane");
    });

    test("what a list notes of its customer among names is no mention", async (store) => {
      const service = await invited(store, { job: { service: "Leak, call 512-555-7777", area: "jane@example.com" } });
      expect(await reviewOf(store, await service.answer("t", answerOf(), LICENSE))).toMatchObject({
        givenMentions: { technicians: ["Amy"], services: [], service_areas: [] },
      });
    });

    test("a withheld review stays withheld through an edit, may be contested, and is shown again", async (store) => {
      const service = await invited(store);
      const id = idOf(await service.answer("t", answerOf(), LICENSE));
      expect(await service.contest("t", "Why?")).toMatchObject({ review: { isContested: false } });
      expect(await perform(withhold, store, id, { reason: "abuse" })).toMatchObject({ kind: "done" });
      expect(await perform(withhold, store, id, { reason: "abuse" })).toMatchObject({ isSame: true });
      const edited = await service.answer("t", answerOf({ text: "Politely: late." }), LICENSE);
      expect(edited).toMatchObject({ review: { withheld: "abuse", text: "Politely: late." } });
      expect(await service.contest("t", "It is true.")).toMatchObject({ review: { isContested: true } });
      await perform(withhold, store, id, { undo: true });
      expect(await service.look("t")).toMatchObject({ review: { withheld: null } });
    });

    test("a report is kept of a review that readers see, and of no other", async (store) => {
      const service = await invited(store);
      const report = { reason: "abuse", text: null, email: null } as const;
      expect(await service.report({ reviewId: "old", ...report })).toBe(true);
      expect(await service.report({ reviewId: "none", ...report })).toBe(false);
      await store.reviews.write((writes) => writes.forgetObjections(FAR));
    });

    test("words that are kept too long are erased, and where there are none nothing is written", async (store) => {
      const service = await invited(store);
      await service.report({ reviewId: "old", reason: "abuse", text: "Not true.", email: null });
      let writes = 0;
      const read: Store["reviews"]["read"] = (use) => store.reviews.read(use);
      const write: Store["reviews"]["write"] = (use) => {
        writes++;
        return store.reviews.write(use);
      };
      const watched: Store = { ...store, reviews: { read, write } };
      const forgetAfter = (contactsKeptMs: number) => forgetUnused(watched, { ...POLICY, contactsKeptMs });
      expect([await forgetAfter(FAR), writes]).toEqual([0, 0]);
      expect(await store.reviews.read((reads) => reads.hasObjections(FAR))).toBe(true);
      expect([await forgetAfter(-FAR), writes]).toEqual([1, 1]);
      expect(await store.reviews.read((reads) => reads.hasObjections(FAR))).toBe(false);
      expect([await forgetAfter(-FAR), writes]).toEqual([0, 1]);
    });

    test("who unsubscribes is not asked again, and a made-up link does nothing", async (store) => {
      const service = await invited(store);
      const token = unsubscribeToken(KEY, JOB);
      expect(await service.lookAtUnsubscribing(token)).toBe("open");
      expect(await service.unsubscribe(`${token.slice(0, -1)}_`)).toBe("unknown");
      expect(await service.unsubscribe(token)).toBe("done");
      expect(await service.lookAtUnsubscribing(token)).toBe("done");
      expect(await store.jobs.read((jobs) => jobs.unsubscribed())).toEqual(new Set(["e-jane"]));
    });

    test("many answers at once by two servers make one review", async (store) => {
      const services = [await invited(store), serviceOver(store)];
      const sent = Array.from({ length: 40 }, (_, at) => services[at % 2]!.answer("t", answerOf(), LICENSE));
      expect(new Set((await Promise.all(sent)).map(idOf)).size).toBe(1);
      expect(await countOf(store)).toBe(1);
    });
  });
}
