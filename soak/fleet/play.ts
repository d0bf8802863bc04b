/**
 * Three servers on one PostgreSQL behind round robin, an owner who writes, readers and subscribers, and faults; at the end all that
 * was acknowledged is looked for.
 */

import { quantile } from "../../bench/figures.ts";
import { spawnGoodword } from "../../test/support/goodword_process.ts";
import { createSeededRandom } from "../../test/support/seeded_random.ts";
import { promisedMs } from "../../test/support/test_limit.ts";
import { eventually, pause } from "../../test/support/wait.ts";
import { Balancer } from "./balancer.ts";
import { type Promotion, playFaults } from "./faults.ts";
import { Ledger } from "./ledger.ts";
import { openLink } from "./link.ts";
import { databaseAt, Member } from "./member.ts";
import { PostgresPair } from "./postgres_pair.ts";
import { editionIn, startReaders } from "./readers.ts";
import { makeReleases } from "./releases.ts";
import { contentOf } from "./subscribers.ts";
import { TOPIC, Writer } from "./writer.ts";

export interface PlayOptions {
  readonly seconds: number;
  readonly faults: readonly string[];
  readonly seed: number;
  /** How many read at a time. */
  readonly readers: number;
}

export interface FleetReport {
  /** In the order in which they are printed. */
  readonly figures: Readonly<Record<string, string | number>>;
  /** Promises that were broken. */
  readonly faults: readonly string[];
  readonly reads: number;
  /** How often each fault was played. */
  readonly played: Readonly<Record<string, number>>;
}

/** The report, or why nothing could be played. */
export async function playFleet({ seconds, faults, seed, readers }: PlayOptions): Promise<FleetReport | string> {
  await using stack = new AsyncDisposableStack();
  const pair = await PostgresPair.start();
  if (typeof pair === "string") return pair;
  stack.use(pair);
  const releases = stack.use(makeReleases()).programs;
  const ownLink = stack.use(await openLink(pair.port));
  const members: Member[] = [];
  for (const name of ["one", "two", "three"]) {
    // Mixed from the beginning: two of this release and one of the other.
    const program = releases[name === "three" ? 1 : 0] as readonly string[];
    members.push(stack.use(await Member.create(name, pair.port, program)));
  }
  const balancer = new Balancer(members);
  stack.defer(() => balancer.stop());
  const ledger = new Ledger();
  const writer = stack.use(new Writer(databaseAt(ownLink.port), ledger, balancer));
  await writer.begin();
  await Promise.all(members.map((member) => member.start()));
  await eventually("three servers to be ready", () => balancer.ready === members.length);
  await writer.start();

  const promotions: Promotion[] = [];
  const random = createSeededRandom(seed);
  const stage = { members, pair, writer, ownLink, random, releases, promotions };
  const startedAt = performance.now();
  const reading = startReaders(balancer, ledger, readers);
  let isOver = false;
  const [played] = await Promise.all([
    playFaults(stage, faults, () => isOver),
    pause(seconds * 1000).then(() => {
      isOver = true;
    }),
  ]);
  const elapsed = (performance.now() - startedAt) / 1000;
  await writer.stop();
  const isWhole = await within(async () => balancer.ready === members.length);
  await reading.stop();
  const lost = isWhole
    ? await lookForAll({ members, ledger, writer })
    : members.map((member) => `server ${member.name}, not all are ready: ${member.log().slice(-1500)}`);

  const deliveries = writer.subscribers.reduce((sum, { contents }) => sum + contents.length, 0);
  const repeated = writer.subscribers.reduce((sum, each) => sum + each.repeated(), 0);
  const outOfOrder = writer.subscribers.reduce((sum, each) => sum + each.outOfOrder(), 0);
  const stale = ledger.staleness();
  const [imports, removals, subscriptions] = [ledger.imported, ledger.removed, ledger.subscribed].map(
    (of) => of.length,
  );
  return {
    figures: {
      faults: listOf(Object.entries(played).map(([name, times]) => `${name} ${times}`)),
      reads: `${ledger.reads} (${Math.round(ledger.reads / elapsed)} a second)`,
      "reads of servers that were not ready": balancer.unready,
      "reads back in time": ledger.backInTime.length,
      "reads failed": ledger.failures.length,
      acknowledged: `${imports} imports, ${removals} removals, ${subscriptions} subscriptions`,
      "acknowledged and lost": lost.length,
      deliveries,
      "bodies repeated": repeated,
      "bodies out of order": outOfOrder,
      "until a change is shown": `p50 ${inSeconds(quantile(stale, 0.5))}, p99 ${inSeconds(quantile(stale, 0.99))}`,
      "writes resume after a promotion": listOf(
        promotions.map(({ afterPromotion, afterLoss }) => {
          return `${inSeconds(afterPromotion)} (${inSeconds(afterLoss)} after the loss of the primary)`;
        }),
      ),
    },
    faults: [
      ...ledger.backInTime,
      ...ledger.failures,
      ...lost,
      ...(outOfOrder > 0 ? [`${outOfOrder} deliveries came after a newer one`] : []),
      // A server that dies between a delivery and its record repeats it.
      ...(repeated > 0 && faults.length === 0 ? [`${repeated} deliveries were repeated`] : []),
    ],
    reads: ledger.reads,
    played,
  };
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

function listOf(items: readonly string[]): string {
  return items.join(", ") || "none";
}

interface Outcome {
  readonly members: readonly Member[];
  readonly ledger: Ledger;
  readonly writer: Writer;
}

/** All that was acknowledged and is not there, once every server shows the last edition and nothing is owed any more. */
async function lookForAll({ members, ledger, writer }: Outcome): Promise<string[]> {
  const last = ledger.imported.at(-1)?.edition ?? 0;
  const lost: string[] = [];
  for (const { url, name } of members) {
    const get = async (path: string) => {
      const response = await fetch(url + path);
      return { status: response.status, body: await response.text() };
    };
    const removed = new Set(ledger.removed);
    for (const { edition } of ledger.imported) {
      const expected = removed.has(`e${edition}`) ? 410 : 200;
      // What was done last may just be being published.
      const isThere = await within(async () => (await get(`/api/reviews/e${edition}`)).status === expected);
      if (!isThere) lost.push(`review e${edition} is not answered ${expected} by ${name}`);
    }
    const showsLast = await within(async () => (editionIn((await get("/api/reviews/marker")).body) ?? 0) >= last);
    if (!showsLast) lost.push(`edition ${last} on ${name}`);
  }
  return [...lost, ...(await lostSubscriptions({ members, ledger, writer }))];
}

/** Subscriptions that nobody knows any more, and subscribers without the last content though nothing is owed to them. */
async function lostSubscriptions({ members, ledger, writer }: Outcome): Promise<string[]> {
  const first = members[0] as Member;
  const { url } = first;
  const isSettled = async () => {
    const text = await first.metrics();
    return /^goodword_hub_deliveries_owed 0$/m.test(text) && /^goodword_hub_pending_verifications 0$/m.test(text);
  };
  if (!(await within(isSettled))) return ["the hub still owes something"];
  const { out } = await spawnGoodword(["hub", "list", "--json"], { environment: { DATABASE_URL: writer.database } })
    .ended;
  const forgotten = ledger.subscribed.filter((callback) => !out.includes(JSON.stringify(callback)));
  const content = contentOf(await (await fetch(url + TOPIC)).text());
  const behind = writer.subscribers.filter(({ contents }) => contents.length > 0 && contents.at(-1) !== content);
  return [
    ...forgotten.map((callback) => `subscription of ${callback}`),
    ...behind.map(({ callback }) => `last content for ${callback}`),
  ];
}

/** What all may take to be published and delivered once every fault is over. */
const SETTLED_WITHIN_MS = promisedMs(60_000);

async function within(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = performance.now() + SETTLED_WITHIN_MS; !(await isSo()); await pause(50)) {
    if (performance.now() > deadline) return false;
  }
  return true;
}
