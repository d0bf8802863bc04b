/** `/api/changes` keeps a copy right, whatever happens to the reviews: on the real store, over random histories. */

import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { completeBusiness } from "../../../src/import/mod.ts";
import { remove } from "../../../src/owner/remove.ts";
import { reply } from "../../../src/owner/reply.ts";
import { saveVerifications } from "../../../src/owner/save_verifications.ts";
import {
  type ChangePlace,
  changesAnswer,
  type Publication,
  readChangeCursor,
  writeChangeCursor,
} from "../../../src/publication/mod.ts";
import { analystFor, openPublished, publishEdition } from "../../../src/publication/publishing/mod.ts";
import type { Review } from "../../../src/review/mod.ts";
import { draftOf, importInto, NOON, storeInMemory } from "../../support/drafts.ts";
import { carryOut, ownerAct } from "../../support/histories.ts";
import { perform } from "../../support/perform.ts";
import type { TestStore } from "../../support/test_store.ts";

const SITE = { baseUrl: "https://reviews.example" };

async function publish(store: TestStore): Promise<Publication> {
  const { parts } = await store.editions.read((edition) =>
    publishEdition(edition, { site: SITE, analystOf: analystFor }),
  );
  return openPublished(parts, SITE).publication;
}

interface Page {
  readonly cursor: string;
  readonly more: boolean;
  readonly revision: string;
  readonly changes: readonly {
    readonly kind: string;
    readonly revision: number;
    readonly at: string;
    readonly id: string;
    readonly review: Review | null;
  }[];
}

function pageAfter(publication: Publication, after: ChangePlace | null, limit = 100): Page {
  const answer = changesAnswer(publication, after, { limit, maxBytes: 1 << 20 });
  return JSON.parse(new TextDecoder().decode(answer.bytes()));
}

/** Somebody who keeps a copy by nothing but the answers. */
class Copy {
  readonly reviews = new Map<string, Review>();
  cursor: string | null = null;

  /** Reads a page; false at the end. */
  read(publication: Publication, limit: number): boolean {
    const place = this.cursor === null ? null : readChangeCursor(this.cursor);
    if (place !== null && publication.changes.standing(place) !== "known") {
      this.reviews.clear();
      this.cursor = null;
      return true;
    }
    const { changes, cursor, more } = pageAfter(publication, place, limit);
    for (const { id, review } of changes) {
      if (review === null) this.reviews.delete(id);
      else this.reviews.set(id, review);
    }
    this.cursor = cursor;
    return more;
  }

  readAll(publication: Publication, limit: number): void {
    while (this.read(publication, limit));
  }
}

function published(publication: Publication): Record<string, Review> {
  const { reviews } = JSON.parse(Buffer.concat(publication.json.reviews).toString()) as { reviews: Review[] };
  return Object.fromEntries(reviews.map((review) => [review.id, review]));
}

describe("a copy kept by /api/changes", () => {
  const act = fc.oneof(
    { weight: 17, arbitrary: ownerAct },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant("read" as const),
        who: fc.nat({ max: 2 }),
        limit: fc.integer({ min: 1, max: 4 }),
        whole: fc.boolean(),
      }),
    },
  );

  test("is what is published, from the start and from any cursor, after any history", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 24 }), async (acts) => {
        await using store = storeInMemory();
        const readers = [new Copy(), new Copy(), new Copy()];
        let publication = await publish(store);
        for (const [at, step] of acts.entries()) {
          if (step.kind === "read") {
            const reader = readers[step.who] ?? new Copy();
            if (step.whole) reader.readAll(publication, step.limit);
            else reader.read(publication, step.limit);
          } else {
            await carryOut(store, step, NOON + at * 60_000);
            publication = await publish(store);
          }
        }
        const expected = published(publication);
        for (const reader of [...readers, new Copy()]) {
          reader.readAll(publication, 3);
          expect(Object.fromEntries(reader.reviews)).toEqual(expected);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("changesAnswer()", () => {
  async function storeWith(...ids: readonly string[]) {
    const store = storeInMemory();
    await importInto(
      store,
      ids.map((id) => draftOf({ id, text: `Said by ${id}` })),
    );
    return store;
  }

  test("lists everything as added from the beginning, by revision, then newest first", async () => {
    await using store = await storeWith("a", "b");
    await perform(reply, store.at(NOON + 60_000), "a", { text: "Thanks", date: "2026-06-01" });
    const { changes, more, revision } = pageAfter(await publish(store), null);
    expect(changes.map(({ kind, id, revision }) => [kind, id, revision])).toEqual([
      ["added", "b", 1],
      ["added", "a", 2],
    ]);
    expect(changes[1]?.at).toBe("2026-06-01T12:01:00.000Z");
    expect(changes[1]?.review?.reply?.text).toBe("Thanks");
    expect([more, revision]).toEqual([false, (await publish(store)).contentDigest]);
  });

  test("lists only changes after the cursor: a reply to an old review, a late import, a removal", async () => {
    await using store = await storeWith("a", "b", "c");
    const place = readChangeCursor(pageAfter(await publish(store), null).cursor);
    await perform(reply, store.at(NOON + 60_000), "a", { text: "Thanks", date: "2026-06-01" });
    await importInto(store, [draftOf({ id: "old", date: "2019-01-01" })], { now: NOON + 120_000 });
    await perform(remove, store.at(NOON + 180_000), ["b"], { reason: "privacy" });
    const { changes } = pageAfter(await publish(store), place);
    expect(changes.map(({ kind, id }) => [kind, id])).toEqual([
      ["changed", "a"],
      ["added", "old"],
      ["removed", "b"],
    ]);
    expect(changes[2]?.review).toBeNull();
  });

  test("lists a published review that is withheld as removed, and its return as added", async () => {
    await using store = await storeWith("a");
    const verify = (method: "none" | "invitation", at: number) =>
      saveVerifications(store.at(at), [{ id: "a", method, strength: null, date: null, evidence: null }]);
    let place = readChangeCursor(pageAfter(await publish(store), null).cursor);
    const kinds = async () => {
      const page = pageAfter(await publish(store), place);
      place = readChangeCursor(page.cursor);
      return page.changes.map(({ kind, id }) => [kind, id]);
    };
    await verify("none", NOON + 60_000);
    expect(await kinds()).toEqual([["removed", "a"]]);
    await verify("invitation", NOON + 120_000);
    expect(await kinds()).toEqual([["added", "a"]]);
    expect(await kinds()).toEqual([]);
  });

  test("lists every review again after a change of the catalog, which may change any review", async () => {
    await using store = await storeWith("a", "b");
    const place = readChangeCursor(pageAfter(await publish(store), null).cursor);
    const business = completeBusiness({ name: "Ace", services: [{ name: "Drains" }] }, null);
    await importInto(store, [], { now: NOON + 60_000, businessAfter: () => business });
    const { changes } = pageAfter(await publish(store), place);
    expect(changes.map(({ kind, id }) => [kind, id])).toEqual([
      ["changed", "a"],
      ["changed", "b"],
    ]);
  });

  test("knows no cursor of other data: of a later revision, or of another instant", async () => {
    await using store = await storeWith("a");
    const publication = await publish(store);
    const place = readChangeCursor(pageAfter(publication, null).cursor);
    if (place === null) throw new Error("A cursor reads as a place");
    expect(publication.changes.standing(place)).toBe("known");
    expect(publication.changes.standing({ ...place, at: place.at + 1 })).toBe("unknown");
    expect(publication.changes.standing({ ...place, revision: 9 })).toBe("ahead");
    expect(readChangeCursor(writeChangeCursor(place))).toEqual(place);
    expect(readChangeCursor("2026-05-01.a")).toBeNull();
  });
});
