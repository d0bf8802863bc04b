/** Random histories of a store: what owners do to reviews, in any order. */

import * as fc from "fast-check";
import { completeBusiness, type DraftReview } from "../../src/import/mod.ts";
import { join } from "../../src/owner/join.ts";
import { remove } from "../../src/owner/remove.ts";
import { reply } from "../../src/owner/reply.ts";
import { restore } from "../../src/owner/restore.ts";
import { saveVerifications } from "../../src/owner/save_verifications.ts";
import { split } from "../../src/owner/split.ts";
import { undo } from "../../src/owner/undo.ts";
import { draftOf, importInto } from "./drafts.ts";
import { perform } from "./perform.ts";
import type { TestStore } from "./test_store.ts";

const IDS = ["a", "b", "c", "d", "e", "f"];
const AUTHOR = { authorName: "Jane Doe", isAnonymous: false };
const id = fc.constantFrom(...IDS);
const draft = fc.record({
  id,
  source: fc.constantFrom("google", "yelp", "direct"),
  date: fc.constantFrom("2026-05-01", "2026-05-02", "2026-04-30"),
  rating: fc.constantFrom(1, 5),
  text: fc.constantFrom("Great work on the kitchen sink by Amy, thank you so much", "Never came back", "On time"),
  verificationMethod: fc.constantFrom("job_record" as const, "none" as const),
  hiddenAtSource: fc.constantFrom(null, true, false),
  replyText: fc.constantFrom(null, "Thanks!"),
});
/** One thing that an owner does. */
export const ownerAct = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("import" as const),
      drafts: fc.uniqueArray(draft, { selector: (each) => each.id, maxLength: 5 }),
      replace: fc.boolean(),
      service: fc.constantFrom("Drains", "Kitchen"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("remove" as const, "restore" as const), id }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("reply" as const), id, text: fc.constantFrom(null, "Ta") }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("verify" as const),
      id,
      method: fc.constantFrom("none" as const, "invitation" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("copies" as const),
      word: fc.constantFrom("split" as const, "join" as const, "part" as const),
      ids: fc.tuple(id, id),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("undo" as const), revision: fc.nat({ max: 12 }) }) },
);

/** One thing that an owner does. */
export type OwnerAct = typeof ownerAct extends fc.Arbitrary<infer Value> ? Value : never;

/** Has it done at an instant. */
export async function carryOut(store: TestStore, step: OwnerAct, now: number): Promise<void> {
  store.at(now);
  switch (step.kind) {
    case "import": {
      const drafts = step.drafts.map((each): DraftReview => draftOf({ ...each, sourceId: each.id, ...AUTHOR }));
      const business = completeBusiness({ name: "Ace", services: [{ name: step.service }] }, null);
      await importInto(store, drafts, { now, replace: step.replace, businessAfter: () => business });
      return;
    }
    case "remove":
      return void (await perform(remove, store, [step.id], { reason: "request" }));
    case "restore":
      return void (await perform(restore, store, step.id));
    case "reply":
      return void (await perform(
        reply,
        store,
        step.id,
        step.text === null ? { remove: true } : { text: step.text, date: "2026-06-01" },
        { now },
      ));
    case "verify": {
      const found = { id: step.id, method: step.method, strength: null, date: null, evidence: null };
      return void (await saveVerifications(store, [found]));
    }
    case "copies": {
      const { word, ids } = step;
      const [id, other] = ids;
      return void (await perform(word === "join" ? join : split, store, id, word === "split" ? {} : { other }));
    }
    case "undo":
      return void (await perform(undo, store, String(step.revision), { force: true }));
  }
}
