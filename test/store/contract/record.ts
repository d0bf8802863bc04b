/** The record is counted by whatever changes reviews, in its transaction. */
import { describe, expect } from "bun:test";
import { digestOfToken } from "../../../src/invitations/mod.ts";
import { remove } from "../../../src/owner/remove.ts";
import { reply } from "../../../src/owner/reply.ts";
import { differingParts, updateRecord } from "../../../src/owner/update_record.ts";
import { withhold } from "../../../src/owner/withhold.ts";
import type { Store } from "../../../src/store/mod.ts";
import { draftOf, importAsIs } from "../../support/drafts.ts";
import { invitationOf, jobOf, POLICY } from "../../support/jobs.ts";
import { DAY_MS, keepFirm } from "../../support/messages.ts";
import { perform } from "../../support/perform.ts";
import { change, type OpenPlace, storeTests } from "./place.ts";
import { entriesOf } from "./transparency_log.ts";

const JOB = jobOf().id;

/** A firm with a job whose customer is invited, and a review of another site. */
async function invite(store: Store): Promise<void> {
  await keepFirm(store);
  await importAsIs(store, [draftOf({ id: "old", text: "Fine work on the boiler." })]);
  await store.jobs.write(async (writes) => {
    await writes.insert([jobOf({ addedAt: writes.now })]);
    await writes.invite([invitationOf({ tokenDigest: digestOfToken("t"), expiresAt: 4_102_444_800_000 })]);
  });
}

/** Makes a review of the store the answer of the job's customer. */
const answerBy = (store: Store, reviewId: string) =>
  store.jobs.write((writes) => writes.changeInvitation(JOB, { answeredAt: writes.now, reviewId }));

const replyToOld = async (store: Store) =>
  perform(reply, store, "old", { text: "Thank you.", contacts: "publish" }, { now: await store.now() });

const recordOf = (store: Store) => store.reviews.read((reads) => reads.setting("record"));
/** What became of the only answer. */
async function fateOf(store: Store) {
  const { answered, published, withheld, removed } = JSON.parse((await recordOf(store)) ?? "{}").totals;
  return { answered, published, withheld, removed };
}
const revisionOf = async (store: Store) => (await store.editions.state()).revision;

export function recordContract(open: OpenPlace): void {
  const test = storeTests(open);
  describe("the record", () => {
    test("is counted in the revision that an import, a withholding or a removal makes, which is one", async (store) => {
      await invite(store);
      await updateRecord(store, POLICY);
      await answerBy(store, "new");
      const first = await revisionOf(store);

      await importAsIs(store, [draftOf({ id: "new", rating: 2, text: "They came late." })]);
      const fate = { answered: 1, published: 0, withheld: {}, removed: {} };
      expect(await fateOf(store)).toEqual({ ...fate, published: 1 });
      await perform(withhold, store, "new", { reason: "abuse" });
      expect(await fateOf(store)).toEqual({ ...fate, withheld: { "2": { abuse: 1 } } });
      await perform(remove, store, ["new"], { reason: "privacy" });
      expect(await fateOf(store)).toEqual({ ...fate, removed: { unknown: { privacy: 1 } } });

      expect(await differingParts(store)).toEqual([]);
      expect(await updateRecord(store, POLICY)).toBeNull();
      expect(await revisionOf(store)).toBe(first + 3);
    });

    test("is neither changed nor logged by a change that moves none of its figures", async (store) => {
      await invite(store);
      await updateRecord(store, POLICY);
      await answerBy(store, "old");
      await updateRecord(store, POLICY);
      const before = await recordOf(store);
      const { length } = await entriesOf(store);
      await replyToOld(store);
      expect(await recordOf(store)).toBe(before ?? "");
      expect((await entriesOf(store)).slice(length).map(({ act }) => act)).toEqual(["changed"]);
      const log = await store.reviews.read((reads) => reads.log({ limit: 9 }));
      expect(log.map(({ command }) => command)).toEqual(["reply", "record", "record", "import"]);
    });

    test("of a quarter that is over is fixed in the log by the first change after it, and corrected by a later one", async (store, place) => {
      await invite(store);
      await updateRecord(store, POLICY);
      await place.pass(400 * DAY_MS);
      await answerBy(store, "old");
      await replyToOld(store);
      const quarters = async () => (await entriesOf(store)).filter(({ act }) => act === "quarter");
      const figures = { jobs: 1, answered: 1, published: 1 };
      expect(await quarters()).toMatchObject([{ period: "2026-Q2", figures, seals: [] }]);
      await perform(withhold, store, "old", { reason: "abuse" });
      const corrected = { published: 0, withheld: { "5": { abuse: 1 } } };
      expect((await quarters()).slice(1)).toMatchObject([{ period: "2026-Q2", figures: corrected, reason: "answers" }]);
      await change(store);
      expect(await quarters()).toHaveLength(2);
    });

    test("is not kept until invitations are first on", async (store) => {
      await invite(store);
      await change(store);
      expect(await recordOf(store)).toBeUndefined();
    });
  });
}
