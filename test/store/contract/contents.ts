/** Contents: all that one store keeps arrives in another, or nothing. */
import { describe, expect, test } from "bun:test";
import type { SubscriptionStore } from "../../../src/hub/mod.ts";
import { type ContentRow, type Contents, moveContents, type Store } from "../../../src/store/mod.ts";
import { everything } from "../../support/everything.ts";
import { invitationOf, jobOf } from "../../support/jobs.ts";
import { change, FULL, type OpenPlace, saveReviews, storedRemoval, storedReview } from "./place.ts";

/** More than one page. */
const REVIEWS = 1100;
const CAPS = { pending: 99, perTopic: 99, perSite: 99 };
const TOPIC = "https://reviews.goodword.test/feed.xml";

/** Tables that no port writes to yet. */
const UNUSED = ["policies"];

/** Something in every table, and whatever is hard to carry. */
async function fill(store: Store): Promise<void> {
  const many = Array.from({ length: REVIEWS }, (_, at) => storedReview({ id: `r${at}`, text: `On time, ${at}` }));
  await saveReviews(store, FULL, ...many);
  await store.reviews.write(async (writes) => {
    await writes.saveBusiness({
      profile: { name: "Größe & Söhne", technicians: [], time_zone: "UTC" },
      insightsOverrides: null,
    } as never);
    await writes.savePhotoFiles("p1", [
      { name: "d1-640.webp", bytes: Uint8Array.from({ length: 256 }, (_, at) => at) },
    ]);
    await writes.saveSetting("name_policy", "initial");
    await writes.saveRemovals([storedRemoval(), storedRemoval({ id: "Ähm", sourceId: "7", contentHash: "h" })]);
    await writes.recordChange({
      command: "import",
      at: writes.now,
      lines: [{ reviewId: "r1", detail: { said: 'a "b" \\ 1.50' } }],
    });
    await writes.saveContest("r1", "It is true.");
    await writes.saveReport({ reviewId: "r2", reason: "abuse", text: null, email: "jane@example.com" });
    await writes.saveBeforeImages(1, [FULL, storedReview({ id: "r1" })], 0);
  });
  // What was published and is gone without a removal is remembered as withdrawn.
  await store.reviews.write((writes) => writes.deleteReviews(["r7"]));
  await change(store);
  await ask(store.subscriptions, "https://one.test/push");
  const { claimed } = await store.subscriptions.exchangeVerifications([], claimOf("v"));
  const baseline = { topic: TOPIC, digest: "d", revision: 1 };
  const settlement = { kind: "subscribed", baseline, caps: CAPS } as const;
  await store.subscriptions.exchangeVerifications(
    claimed.map((pending) => ({ pending, settlement })),
    { ...claimOf("v"), limit: 0 },
  );
  await ask(store.subscriptions, "https://two.test/push");
  await store.notices.queueNotices({ channels: ["webhook"], host: "one", low: ["database"] });
  await store.jobs.write(async (writes) => {
    const job = jobOf({ mayContact: false, isCancelled: true });
    await writes.insert([job]);
    await writes.invite([invitationOf({ answeredAt: 4_102_444_800_123 })]);
    await writes.unsubscribe("e-jane");
    await writes.saveJobsToken({
      name: "zapier",
      may: "jobs",
      verifiedBy: "none",
      digest: "d1",
      createdAt: 1,
      revokedAt: null,
    });
    await writes.keepAnswer(
      { token: "zapier", key: "k", requestDigest: "q", status: 202, answer: '{"accepted":1}', at: 1 },
      0,
    );
  });
  await store.console.write(async (writes) => {
    const person = {
      id: "person_ann",
      name: "Änn",
      nameKey: "änn",
      role: "owner",
      passwordHash: null,
      createdAt: 1,
      businesses: ["ace", "bee"],
    } as const;
    const owned = { personId: person.id, createdAt: 2, usedAt: 3 };
    await writes.savePerson(person);
    await writes.savePasskey({ ...owned, id: "key", publicKey: "cose", counter: 4 });
    await writes.saveSession({ ...owned, digest: "s", device: "Firefox" });
    await writes.saveClaim({
      digest: "c",
      personId: person.id,
      role: "owner",
      expiresAt: 4_102_444_800_123,
      business: "ace",
    });
    await writes.spendChallenge("ch", 4_102_444_800_123);
    await writes.saveTries({ nameDigest: "n", tries: 1, lastAt: 5 });
  });
}

function claimOf(claim: string) {
  return { claim, held: [], maxRepeated: 99, limit: 100, perDestination: 8, underWay: new Map() };
}

async function ask(subscriptions: SubscriptionStore, callback: string): Promise<void> {
  const { hostname } = new URL(callback);
  await subscriptions.savePending(
    {
      topic: TOPIC,
      callback,
      callbackSite: hostname,
      mode: "subscribe",
      secret: "s€cret",
      leaseSeconds: 300,
      verifyToken: null,
    },
    CAPS,
  );
}

function move(from: Store, to: Store, onRows: (done: number) => void = () => {}) {
  return moveContents({ from: from.contents, to: to.contents, onBegin: () => onRows });
}

export function contentsContract(open: OpenPlace): void {
  describe("contents", () => {
    test("arrive whole: every row of every table, and none of them empty", async () => {
      await using places = await twoPlaces(open);
      const [from, to] = await places.connect();
      await fill(from);
      const kept = await everything(from.contents);
      const empty = Object.keys(kept).filter((table) => kept[table]?.length === 0);
      expect(empty.sort()).toEqual(UNUSED.sort());
      expect(await move(from, to)).toMatchObject({ kind: "moved", revision: 2 });
      expect(await everything(to.contents)).toEqual(kept);
    });

    test("of which a move was interrupted leave the store empty, and arrive with the next one", async () => {
      await using places = await twoPlaces(open);
      const [from, to] = await places.connect();
      await fill(from);
      const before = await everything(to.contents);
      const interrupted = move(from, to, (done) => {
        if (done >= 1024) throw new Error("interrupted");
      });
      await expect(interrupted).rejects.toThrow("interrupted");
      expect(await everything((await places.to.connect()).contents)).toEqual(before);
      expect(await move(from, to)).toMatchObject({ kind: "moved" });
      expect(await everything(to.contents)).toEqual(await everything(from.contents));
    });

    test("do not mix with what a store holds already", async () => {
      await using places = await twoPlaces(open);
      const [from, to] = await places.connect();
      await fill(from);
      await saveReviews(to, storedReview({ id: "mine" }));
      const before = await everything(to.contents);
      const outcome = await move(from, to);
      expect(outcome).toMatchObject({ kind: "not_empty" });
      expect(outcome.kind === "not_empty" && outcome.sizes).toContainEqual({ table: "reviews", rows: 1 });
      expect(await everything(to.contents)).toEqual(before);
    });

    test("that change during a move leave the store empty, unless the move may take what was there before", async () => {
      await using places = await twoPlaces(open);
      const [source, to] = await places.connect();
      await fill(source);
      let reads = 0;
      const from: Pick<Contents, "read"> = {
        async read(use) {
          if (++reads === 2) await change(source);
          return source.contents.read(use);
        },
      };
      expect(await moveContents({ from, to: to.contents })).toEqual({ kind: "changed", begun: 2, now: 3 });
      expect((await to.editions.state()).revision).toBe(0);
      reads = 0;
      const moved = await moveContents({ from, to: to.contents, mayChange: true });
      expect(moved).toMatchObject({ kind: "moved", revision: 3 });
      expect((await to.editions.state()).revision).toBe(3);
    });

    test("of a store without reviews are moved with its settings", async () => {
      await using places = await twoPlaces(open);
      const [from, to] = await places.connect();
      await from.reviews.write((writes) => writes.saveSetting("settings", "{}"));
      expect(await move(from, to)).toMatchObject({ kind: "moved", revision: 0 });
      expect(await to.reviews.read((reads) => reads.setting("settings"))).toBe("{}");
    });

    test("that have arrived are added to as they were before", async () => {
      await using places = await twoPlaces(open);
      const [from, to] = await places.connect();
      await fill(from);
      await move(from, to);
      await ask(to.subscriptions, "https://three.test/push");
      for (const store of [from, to]) {
        await saveReviews(store, storedReview({ id: "new" }));
        await change(store);
      }
      const source = await everything(from.contents);
      const target = await everything(to.contents);
      // Salts are chance.
      const unsalted = (rows: readonly ContentRow[] = []) => rows.map(({ logSalt: _, ...row }) => row);
      for (const table of ["reviews", "changes"]) expect(unsalted(target[table])).toEqual(unsalted(source[table]));
      expect(target.outbox?.filter(({ kind }) => kind === "verification")).toHaveLength(2);
    });
  });
}

async function twoPlaces(open: OpenPlace) {
  const from = await open();
  const to = await open();
  return {
    to,
    connect: async () => [await from.connect(), await to.connect()] as const,
    async [Symbol.asyncDispose]() {
      await from[Symbol.asyncDispose]();
      await to[Symbol.asyncDispose]();
    },
  };
}
