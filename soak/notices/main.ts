/**
 * `bun run test:notices`: kills a server that notifies its owner by a webhook, at random instants, and counts what arrived: each
 * notice at least once, with one id, and nothing personal in it. `--kills 200 --seed 1`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { storedReview } from "../../test/store/contract/place.ts";
import { pushingServer, startService } from "../../test/support/goodword_process.ts";
import { keepFirm } from "../../test/support/messages.ts";
import { createSeededRandom } from "../../test/support/seeded_random.ts";
import { startTlsSubscriber } from "../../test/support/tls_subscriber.ts";
import { eventually, pause } from "../../test/support/wait.ts";
import { finish, optionsOf } from "../options.ts";

const { kills, seed } = optionsOf({ kills: 200 });
const chance = createSeededRandom(seed).number;
const folder = mkdtempSync(join(tmpdir(), "goodword-notices-"));
const path = join(folder, "goodword.sqlite");
const store = openDatabase(path, { busyTimeoutMs: 10_000 });
await keepFirm(store);
// Without a review nothing is published, and no server is at work.
await store.reviews.write(async (writes) => {
  await writes.saveReviews([storedReview({ id: "r_first" })]);
  await writes.recordChange({ command: "import", at: writes.now, lines: [{ detail: {} }] });
});

using receiver = startTlsSubscriber();
let arrived = Promise.withResolvers<void>();
receiver.answer = async () => {
  arrived.resolve();
  await pause(chance() * 80);
  return new Response(null, { status: chance() < 0.1 ? 503 : 204 });
};
const environment = {
  ...pushingServer(path, "https://reviews.goodword.test"),
  GOODWORD_SEED: "none",
  NOTICE_WEBHOOK: receiver.callback,
  NOTICE_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 5).toString("base64")}`,
};

/** One revision: a review that comes, changes or is taken away, or an objection to it. */
const owed = new Set<string>();
let lastRevision = 0;
/** The review that was changed in a revision: what is changed again before a server looks is sent once, as it is by then. */
const changedIn = new Map<number, string>();
let reviews = 0;
async function happen({ isLast = false } = {}): Promise<void> {
  const isNew = isLast || reviews === 0 || chance() < 0.6;
  const id = isNew ? `r_${reviews++}` : `r_${Math.floor(chance() * reviews)}`;
  const isContested = !isNew && chance() < 0.4;
  const text = `Elm Street ${chance()}`;
  await store.reviews.write(async (writes) => {
    if (isContested) {
      await writes.saveContest(id, text);
      return;
    }
    await writes.saveReviews([storedReview({ id, text, authorName: "Jane Doe" })]);
    const revision = await writes.recordChange({ command: "import", at: writes.now, lines: [{ detail: {} }] });
    owed.add(`revision ${revision}`);
    changedIn.set(revision, id);
    lastRevision = revision;
  });
  if (isContested) owed.add(`contest ${id}`);
}

let server = await startService({ environment });
await eventually("a mark", async () => (await store.reviews.read((reads) => reads.setting("notices"))) !== undefined);
for (let kill = 1; kill <= kills; kill++) {
  arrived = Promise.withResolvers();
  await happen();
  await Promise.race([arrived.promise, pause(2000)]);
  await pause(chance() * 90);
  await server.kill();
  server = await startService({ environment });
  if (kill % 20 === 0) console.log(`${kill} kills, ${receiver.deliveries.length} requests`);
}

const received = () =>
  receiver.deliveries.map(({ headers, body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { revision?: number; review_id?: string } };
    const key = type === "review.contested" ? `contest ${data.review_id}` : `revision ${data.revision}`;
    return { id: headers.get("webhook-id") ?? "", key, body };
  });
// Once this has arrived, everything before has.
await happen({ isLast: true });
await eventually("nothing to wait for", async () => {
  const mark = JSON.parse((await store.reviews.read((reads) => reads.setting("notices"))) ?? "{}");
  const listed = await store.notices.listNotices(10_000);
  return mark.revision >= lastRevision && listed.every(({ state }) => state === "delivered");
});
const all = received();
const keys = new Set(all.map(({ key }) => key));
const lost = [...owed].filter((key) => !keys.has(key) && !isSentLater(key));
function isSentLater(key: string): boolean {
  const revision = Number(key.replace("revision ", ""));
  const later = [...changedIn].filter(([other, id]) => other > revision && id === changedIn.get(revision));
  return later.some(([other]) => keys.has(`revision ${other}`));
}
const bodies = new Map<string, string>();
let different = 0;
for (const { id, body } of all) {
  if ((bodies.get(id) ?? body) !== body) different++;
  bodies.set(id, body);
}
const ofRevisions = all.filter(({ key }) => key.startsWith("revision"));
const idsOfOne = new Map<string, Set<string>>();
for (const { id, key } of ofRevisions) idsOfOne.set(key, (idsOfOne.get(key) ?? new Set()).add(id));
const severalIds = [...idsOfOne.values()].filter((ids) => ids.size > 1).length;
const personal = all.filter(({ body }) => /Jane|Elm Street/.test(body)).length;
await server.kill("SIGTERM");
await store[Symbol.asyncDispose]();
rmSync(folder, { recursive: true, force: true });
finish(
  { kills, owed: owed.size, requests: all.length, lost, different, severalIds, personal, ids: bodies.size },
  lost.length + different + severalIds + personal,
);
