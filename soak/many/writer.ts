/**
 * Writes to many businesses at once until it is killed: `bun soak/many/writer.ts FOLDER SEED STATE ID...`. STATE is a file with the
 * reviews that it has left before, as JSON. Each act is announced on standard output before it begins, and again once it is done.
 */
import { readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { remove } from "../../src/owner/remove.ts";
import { reply } from "../../src/owner/reply.ts";
import type { Store } from "../../src/store/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { draftOf, importAsIs } from "../../test/support/drafts.ts";
import { perform } from "../../test/support/perform.ts";
import { createSeededRandom } from "../../test/support/seeded_random.ts";
import { pause } from "../../test/support/wait.ts";
import { type Act, type Known, markOf } from "./ledger.ts";

const [folder = "", seed = "1", state = "", ...ids] = process.argv.slice(2);
const random = createSeededRandom(Number(seed));
const upTo = (most: number) => Math.floor(random.number() * most);
const known = JSON.parse(readFileSync(state, "utf8")) as Readonly<Record<string, Known>>;

/** Reviews of a business that this writes to. */
const REVIEWS = 40;
let texts = Number(seed) * 1_000_000;

function nextAct(business: string, erased: ReadonlySet<string>, kept: readonly string[]): Act {
  const text = () => markOf(business, ++texts);
  const way = upTo(10);
  const [one] = kept.slice(upTo(kept.length));
  if (way < 3 && one !== undefined) return { kind: "reply", review: one, text: text() };
  if (way < 4 && one !== undefined) return { kind: "remove", review: one };
  const first = upTo(REVIEWS);
  const wanted = Array.from({ length: 1 + upTo(12) }, (_, at) => `w${(first + at) % REVIEWS}-${erasures(first + at)}`);
  // What was erased is brought again, too, and must not come back.
  const again = [...erased].slice(-2);
  return { kind: "import", texts: Object.fromEntries([...wanted, ...again].map((id) => [id, text()])) };

  /** A review that was erased has a successor under another id. */
  function erasures(at: number): number {
    let number = 0;
    while (erased.has(`w${at % REVIEWS}-${number}`)) number++;
    return number;
  }
}

async function carryOut(store: Store, act: Act): Promise<void> {
  switch (act.kind) {
    case "import": {
      const drafts = Object.entries(act.texts).map(([id, text]) => draftOf({ id, text, authorName: `Pat ${id}` }));
      // Somebody else may change the business between what is planned and what is saved.
      while ((await importAsIs(store, drafts)).saved.kind !== "saved") {}
      return;
    }
    case "reply": {
      const { kind } = await perform(reply, store, act.review, { text: act.text }, { now: Date.now() });
      if (kind !== "done") throw new Error(`A reply to ${act.review} was ${kind}`);
      return;
    }
    case "remove": {
      const { kind } = await perform(remove, store, [act.review], { reason: "request" });
      if (kind !== "done") throw new Error(`Removing ${act.review} was ${kind}`);
    }
  }
}

function print(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

async function writeTo(business: string): Promise<void> {
  const store = openDatabase(join(folder, `${business}.sqlite`), { busyTimeoutMs: 20_000 });
  const kept = new Set(Object.keys(known[business]?.reviews ?? {}));
  const erased = new Set(known[business]?.erased);
  for (;;) {
    const act = nextAct(business, erased, [...kept]);
    print({ business, begins: act });
    await carryOut(store, act);
    print({ business, done: true });
    if (act.kind === "import") for (const id of Object.keys(act.texts)) if (!erased.has(id)) kept.add(id);
    if (act.kind === "remove" && kept.delete(act.review)) erased.add(act.review);
    // Each in its turn, and the next of another business.
    await pause(upTo(400));
  }
}

await Promise.all(ids.map(writeTo));
