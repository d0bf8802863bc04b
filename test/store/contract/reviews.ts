/** Rows: what is saved is what is read, by every way to ask for it. */
import { describe, expect, test } from "bun:test";
import type { ListFilter, ReviewReads } from "../../../src/store/mod.ts";
import { FULL, findReview, type OpenPlace, saveReviews, storedRemoval, storedReview } from "./place.ts";

const NO_ANALYSIS = { withoutMentions: false, withoutLanguage: false };

export function reviewContract(open: OpenPlace): void {
  async function filled(...reviews: readonly ReturnType<typeof storedReview>[]) {
    const place = await open();
    const store = await place.connect();
    await saveReviews(store, ...reviews);
    const ask = <T>(work: (reads: ReviewReads) => Promise<T>) => store.reviews.read(work);
    return { store, ask, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
  }

  describe("a review", () => {
    test("is read as it was saved, field by field, and null stays null", async () => {
      await using it = await filled(FULL, storedReview());
      expect(await findReview(it.store, FULL.id)).toEqual(FULL);
      expect(await findReview(it.store, "a1")).toEqual(storedReview());
      expect(await findReview(it.store, "zz")).toBeUndefined();
    });

    test("saved again takes the place of the one with its id, whole, and keeps its place in the order", async () => {
      await using it = await filled(storedReview({ id: "a" }), storedReview({ id: "b" }));
      await saveReviews(it.store, { ...FULL, id: "a" });
      expect(await findReview(it.store, "a")).toEqual({ ...FULL, id: "a" });
      const all = await it.ask((reads) => reads.reviewsOtherThan([]));
      expect(all.map(({ id }) => id)).toEqual(["a", "b"]);
    });

    test("is one of its source's id, while reviews without such an id are many", async () => {
      await using it = await filled(storedReview({ id: "a", sourceId: "7" }), storedReview({ id: "b" }));
      await expect(saveReviews(it.store, storedReview({ id: "c", sourceId: "7" }))).rejects.toThrow();
      await saveReviews(it.store, storedReview({ id: "d" }), storedReview({ id: "e", source: "yelp", sourceId: "7" }));
      const others = await it.ask((reads) => reads.reviewsOtherThan(["b"], ["google", "angi"]));
      expect(others.map(({ id }) => id)).toEqual(["a", "d"]);
      expect(await it.ask((reads) => reads.reviewsOtherThan([], []))).toEqual([]);
    });

    test("changes in the named fields only, and is deleted by its id", async () => {
      await using it = await filled(FULL, storedReview());
      await it.store.reviews.write(async (writes) => {
        await writes.changeReview(FULL.id, { replyText: null, givenMentions: null, edited: false });
        await writes.deleteReviews(["a1", "never there"]);
      });
      expect(await findReview(it.store, FULL.id)).toEqual({
        ...FULL,
        replyText: null,
        givenMentions: null,
        edited: false,
      });
      expect(await findReview(it.store, "a1")).toBeUndefined();
    });

    test("in thousands is saved with reports of progress", async () => {
      await using it = await filled();
      const reviews = Array.from({ length: 3000 }, (_, at) => storedReview({ id: `r${at}` }));
      const counts: number[] = [];
      await it.store.reviews.write((writes) => writes.saveReviews(reviews, (done) => counts.push(done)));
      expect(counts.at(-1)).toBe(3000);
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
      expect((await it.ask((reads) => reads.list({ limit: 1 }))).total).toBe(3000);
    });
  });

  describe("is looked up", () => {
    test("by ids, with its analysis only where that is wanted", async () => {
      const analysed = { analysis: "found", analysisKey: "k" };
      const given = { technicians: [], services: ["x"], service_areas: [] };
      await using it = await filled(
        storedReview({ id: "neither", ...analysed }),
        storedReview({ id: "language", language: "en", ...analysed }),
        storedReview({ id: "both", language: "en", givenMentions: given, ...analysed }),
      );
      const ids = ["neither", "language", "both", "unknown"];
      const analysesOf = async (wanted: typeof NO_ANALYSIS) => {
        const found = await it.ask((reads) => reads.reviewsById(ids, wanted));
        return Object.fromEntries(found.map(({ id, analysis }) => [id, analysis]));
      };
      expect(await analysesOf(NO_ANALYSIS)).toEqual({ neither: null, language: null, both: null });
      const byLanguage = await analysesOf({ withoutMentions: false, withoutLanguage: true });
      expect(byLanguage).toEqual({ neither: "found", language: null, both: null });
      const byEither = await analysesOf({ withoutMentions: true, withoutLanguage: true });
      expect(byEither).toEqual({ neither: "found", language: "found", both: null });
    });

    test("by what its source calls it, whatever characters that has", async () => {
      const sourceId = `'"%\\ 7`;
      await using it = await filled(storedReview({ id: "a", sourceId }), storedReview({ id: "b", source: "yelp" }));
      const keys = [
        { source: "google", sourceId },
        { source: "yelp", sourceId },
      ];
      const found = await it.ask((reads) => reads.reviewsBySourceId(keys, NO_ANALYSIS));
      expect(found.map(({ id }) => id)).toEqual(["a"]);
      expect(await it.ask((reads) => reads.reviewsBySourceId([], NO_ANALYSIS))).toEqual([]);
    });

    test("by the days it is of, in the order it was first saved, over many pages", async () => {
      const dated = (id: string, date: string) => storedReview({ id, date });
      const many = Array.from({ length: 2100 }, (_, at) => dated(`r${at}`, "2026-02-02"));
      await using it = await filled(
        dated("late", "2026-02-04"),
        ...many,
        dated("last", "2026-02-03"),
        dated("e", "2026-02-01"),
      );
      const pages = await it.ask((reads) => Array.fromAsync(reads.reviewsBetween("2026-02-02", "2026-02-03")));
      expect(pages.flat().map(({ id }) => id)).toEqual([...many.map(({ id }) => id), "last"]);
    });

    test("by the filters of a list, newest first, with the number of all that pass", async () => {
      await using it = await filled(
        storedReview({ id: "b", rating: 1 }),
        storedReview({ id: "a", rating: 1 }),
        storedReview({ id: "new", date: "2026-06-01", source: "yelp" }),
        storedReview({ id: "held", withheld: "spam" }),
      );
      const idsOf = async (filter: Partial<ListFilter>) => {
        const { total, reviews } = await it.ask((reads) => reads.list({ limit: 9, ...filter }));
        return [total, ...reviews.map(({ id }) => id)];
      };
      expect(await idsOf({})).toEqual([4, "new", "a", "b", "held"]);
      expect(await idsOf({ limit: 2 })).toEqual([4, "new", "a"]);
      expect(await idsOf({ status: "published", rating: 1 })).toEqual([2, "a", "b"]);
      expect(await idsOf({ status: "withheld" })).toEqual([1, "held"]);
      expect(await idsOf({ withheld: "privacy" })).toEqual([0]);
      expect(await idsOf({ source: "YELP" })).toEqual([1, "new"]);
      expect(await idsOf({ since: "2026-05-02" })).toEqual([1, "new"]);
      expect(await idsOf({ maxRating: 1 })).toEqual([2, "a", "b"]);
      expect(await idsOf({ isAnswered: true })).toEqual([0]);
      expect(await idsOf({ isAnswered: false, skip: 1, limit: 2 })).toEqual([4, "a", "b"]);
      await it.store.reviews.write((writes) => writes.changeReview("b", { goneAtSource: "2026-06-01" }));
      expect(await idsOf({ isGone: true })).toEqual([1, "b"]);
      expect(await idsOf({ isGone: false })).toEqual([3, "new", "a", "held"]);
      expect(await idsOf({ until: "2026-05-01", status: "published" })).toEqual([2, "a", "b"]);
    });

    test("as the count and the stars of published reviews up to a day, without copies", async () => {
      await using it = await filled(
        storedReview({ id: "a", rating: 2, date: "2026-05-01" }),
        storedReview({ id: "b", rating: 5, date: "2026-05-02" }),
        storedReview({ id: "copy", rating: 5, date: "2026-05-01", source: "yelp", copyOf: "a" }),
        storedReview({ id: "held", rating: 1, date: "2026-05-01", withheld: "spam" }),
      );
      const ratedUntil = (day: string) => it.ask((reads) => reads.ratedUntil(day));
      expect(await ratedUntil("2026-04-30")).toEqual({ count: 0, stars: 0 });
      expect(await ratedUntil("2026-05-01")).toEqual({ count: 1, stars: 2 });
      expect(await ratedUntil("2026-05-02")).toEqual({ count: 2, stars: 7 });
    });

    test("by urgency: one and two stars first, the oldest of them first, then the others, newest first", async () => {
      await using it = await filled(
        storedReview({ id: "old5", rating: 5, date: "2026-05-01" }),
        storedReview({ id: "new1", rating: 1, date: "2026-05-04" }),
        storedReview({ id: "old2", rating: 2, date: "2026-05-02" }),
        storedReview({ id: "new3", rating: 3, date: "2026-05-03" }),
      );
      const { reviews } = await it.ask((reads) => reads.list({ limit: 9, isByUrgency: true }));
      expect(reviews.map(({ id }) => id)).toEqual(["old2", "new1", "new3", "old5"]);
    });

    test("by its waiting for verification, oldest first, and by its evidence", async () => {
      await using it = await filled(
        storedReview({ id: "young", withheld: "unverified", date: "2026-05-02" }),
        storedReview({ id: "old", withheld: "unverified" }),
        storedReview({ id: "proved", evidence: "e1" }),
      );
      expect((await it.ask((reads) => reads.unverified())).map(({ id }) => id)).toEqual(["old", "young"]);
      expect(await it.ask((reads) => reads.evidence())).toEqual(new Set(["e1"]));
    });

    test("by its one star from a day on, copies too, with its place in the public log", async () => {
      await using it = await filled(
        storedReview({ id: "late", rating: 1, date: "2026-05-03", copyOf: "a1" }),
        storedReview({ id: "first", rating: 1, date: "2026-05-02", datePrecision: "month" }),
        storedReview({ id: "before", rating: 1 }),
        storedReview({ id: "two", rating: 2, date: "2026-05-02" }),
      );
      const logged = { logIndex: expect.any(Number), logSince: expect.any(Number) };
      const unlogged = { logIndex: null, logSince: null };
      expect(await it.ask((reads) => reads.oneStarSince("2026-05-02"))).toEqual([
        { id: "first", date: "2026-05-02", datePrecision: "month", copyOf: null, ...logged },
        { id: "late", date: "2026-05-03", datePrecision: null, copyOf: "a1", ...unlogged },
      ]);
    });

    test("by a missing or outdated analysis, and saves a new one unless the review has changed since", async () => {
      await using it = await filled(
        storedReview({ id: "old", analysisKey: "v1", analysis: "old" }),
        storedReview({ id: "new", analysisKey: "v2", analysis: "new" }),
        storedReview({ id: "never" }),
      );
      expect((await it.ask((reads) => reads.analysisKeys())).toSorted()).toEqual(["v1", "v2"]);
      expect(await it.ask((reads) => reads.countStale(["v1"]))).toBe(2);
      const stale = await it.ask((reads) => reads.staleAfter(0, ["v1"], 9));
      expect(stale.map(({ id }) => id)).toEqual(["old", "never"]);
      expect(await it.ask((reads) => reads.staleAfter(stale[0]?.number ?? 0, ["v1"], 9))).toHaveLength(1);
      const made = stale.map(({ number, updatedAt, id }) => {
        return { number, updatedAt: id === "never" ? updatedAt - 1 : updatedAt, analysis: "made" };
      });
      await it.store.reviews.write((writes) => writes.saveAnalyses("v2", made));
      expect(await findReview(it.store, "old")).toMatchObject({ analysis: "made", analysisKey: "v2" });
      expect(await findReview(it.store, "never")).toMatchObject({ analysis: null, analysisKey: null });
    });
  });

  describe("reviews are counted", () => {
    test("by reason, stars, source and verification", async () => {
      await using it = await filled(
        storedReview({ id: "a" }),
        storedReview({ id: "b" }),
        storedReview({ id: "c", withheld: "spam", rating: 1, verificationMethod: "none" }),
      );
      const tallies = await it.ask((reads) => reads.tallies());
      expect(tallies).toHaveLength(2);
      expect(tallies).toContainEqual({
        withheld: null,
        rating: 5,
        source: "google",
        verification: "job_record",
        provenance: "unknown",
        isCopy: false,
        count: 2,
      });
    });

    test("with their dates, answers and what was taken down", async () => {
      await using it = await filled(
        storedReview({ id: "a", replyText: "Thanks" }),
        storedReview({ id: "b", date: "2026-05-09" }),
        storedReview({ id: "c", date: "2026-05-30", withheld: "spam", replyText: "No" }),
      );
      await it.store.reviews.write((writes) => writes.saveRemovals([storedRemoval()]));
      const figures = await it.ask((reads) => reads.figures());
      const dates = { oldest: "2026-05-01", newest: "2026-05-09" };
      expect(figures).toEqual({ ...dates, replied: 1, removed: 1, subscriptions: 0 });
    });
  });

  describe("beside reviews", () => {
    test("objections and reports are read with their texts, of stored reviews or of one", async () => {
      await using it = await filled(storedReview({ id: "a" }), storedReview({ id: "b" }));
      const report = { reason: "abuse", text: "Not true.", email: null } as const;
      const { now } = await it.store.reviews.write(async (writes) => {
        await writes.saveContest("a", "It is true.");
        for (const reviewId of ["b", "gone"]) await writes.saveReport({ ...report, reviewId });
        return writes;
      });
      const contest = { kind: "contest", reviewId: "a", at: now, text: "It is true.", reason: null, email: null };
      expect(await it.ask((reads) => reads.objections("a"))).toEqual([contest] as never);
      const all = await it.ask((reads) => reads.objections());
      expect(all.map(({ kind, reviewId }) => [kind, reviewId]).sort()).toEqual([
        ["contest", "a"],
        ["report", "b"],
      ]);
      await it.store.reviews.write((writes) => writes.eraseReviews(["a"]));
      expect(await it.ask((reads) => reads.objections("a"))).toEqual([]);
    });

    test("the log is read on from a line", async () => {
      await using it = await filled();
      for (const command of ["one", "two", "three"]) {
        await it.store.reviews.write((writes) => writes.recordAct({ command, lines: [{ detail: {} }] }));
      }
      const [latest] = await it.ask((reads) => reads.log({ limit: 1 }));
      const earlier = await it.ask((reads) => reads.log({ before: latest?.number, limit: 9 }));
      expect(earlier.map(({ command }) => command)).toEqual(["two", "one"]);
      const { at = 0 } = latest ?? {};
      const within = (start: number, end: number) => it.ask((reads) => reads.log({ between: [start, end], limit: 9 }));
      expect(await within(at, at + 1)).toContainEqual(expect.objectContaining({ command: "three" }));
      expect(await within(at + 1, at + 9)).toEqual([]);
      const lines = [{ detail: {} }, { reviewId: "a1", detail: {} }];
      await it.store.reviews.write((writes) => writes.recordAct({ command: "import", lines }));
      const ofActs = await it.ask((reads) => reads.log({ isOfActs: true, limit: 2 }));
      expect(ofActs.map(({ command, reviewId }) => [command, reviewId])).toEqual([
        ["import", null],
        ["three", null],
      ]);
    });

    test("removals are kept, replaced by id, deleted, and go with everything", async () => {
      await using it = await filled(storedReview());
      const removal = storedRemoval({ id: "x", sourceId: "7", contentHash: "h" });
      await it.store.reviews.write((writes) => writes.saveRemovals([removal, storedRemoval({ id: "y" })]));
      expect(await it.ask((reads) => reads.removal("x"))).toEqual(removal);
      await it.store.reviews.write(async (writes) => {
        await writes.saveRemovals([{ ...removal, suppressed: false }]);
        await writes.deleteRemovals(["y"]);
      });
      expect(await it.ask((reads) => reads.removals())).toEqual([{ ...removal, suppressed: false }]);
      await it.store.reviews.write((writes) => writes.deleteAll());
      expect(await it.ask((reads) => reads.removals())).toEqual([]);
      expect((await it.ask((reads) => reads.list({ limit: 1 }))).total).toBe(0);
    });

    test("makeSetting() keeps an existing value, and saveSetting() replaces it", async () => {
      await using it = await filled();
      const make = (value: string) => it.store.reviews.write((writes) => writes.makeSetting("evidence_salt", value));
      expect(await make("first")).toBe("first");
      expect(await make("second")).toBe("first");
      await it.store.reviews.write((writes) => writes.saveSetting("evidence_salt", "third"));
      expect(await it.ask((reads) => reads.setting("evidence_salt"))).toBe("third");
      expect(await it.ask((reads) => reads.setting("name_policy"))).toBeUndefined();
    });
  });
}
