/**
 * The two sides of the hub's bench: the hub over a database file, and a bare fetch loop over the same connections.
 */

import { createHub, type HubParts, hubLimits } from "../src/hub/mod.ts";
import type { Topic } from "../src/publication/feeds/mod.ts";
import { systemClock } from "../src/server/clock.ts";
import { createGuardedFetch } from "../src/server/guarded_fetch.ts";
import { openRowStore } from "../src/server/workers/row_thread.ts";
import { ServiceThread } from "../src/server/workers/service_thread.ts";
import { subscriptions as rows } from "../src/store/sqlite/tables.ts";
import { BASE_URL, HUB_URL, SETTINGS, topicUrl } from "../test/support/hub_stage.ts";
import { createSeededRandom } from "../test/support/seeded_random.ts";
import { AUTHORITY } from "../test/support/test_certificates.ts";
import { openTestStore, type TestStore } from "../test/support/test_store.ts";

export const CONCURRENCY = 64;
const BODY_BYTES = 60_000;

/** Subscriber `k`, on a host and a loopback address of its own. */
export interface Target {
  readonly callback: string;
  readonly host: string;
  readonly address: string;
}

export function targets(count: number, port: number, pathOf: (k: number) => string = () => "/push"): Target[] {
  return Array.from({ length: count }, (_, k) => {
    const host = `s${k}.subscribers.test`;
    const address = `127.${1 + (k >> 14)}.${(k >> 7) & 127}.${1 + (k & 127)}`;
    return { callback: `https://${host}:${port}${pathOf(k)}`, host, address };
  });
}

export interface FanOut {
  /** Publishes new content and resolves when `expected` subscribers have it. */
  run(expected: number): Promise<void>;
  stop(): Promise<void>;
}

/** A hub over a new database file whose subscribers have all seen the content before the first run. */
export function startHub(path: string, subscribers: readonly Target[]): FanOut {
  const { db, file } = openTestStore(path);
  db.transaction(() => {
    for (const subscriber of subscribers) insert(db, subscriber);
  });
  file.close();
  const thread = new ServiceThread({ name: "the database thread" });
  const subscriptions = openRowStore(thread, { path, isReadOnly: false });
  const addresses = new Map(subscribers.map(({ host, address }) => [host, address]));
  let revision = 0;
  let topics = [topicShowing(revision)];
  let answered = 0;
  const guardedFetch = createGuardedFetch({
    allowPrivate: true,
    userAgent: "Goodword-Hub/bench",
    authorities: AUTHORITY,
    resolve: async (host) => [addresses.get(host) ?? ""],
  });
  const parts: HubParts = {
    hubUrl: HUB_URL,
    baseUrl: BASE_URL,
    topics: () => topics,
    revision: () => revision,
    subscriptions,
    fetch: async (request) => {
      const answer = await guardedFetch(request);
      answered++;
      return answer;
    },
    clock: systemClock,
    random: createSeededRandom(1),
    log: { debug() {}, info() {}, warn() {}, error: console.error },
    limits: hubLimits({ ...SETTINGS, concurrency: CONCURRENCY }),
  };
  const hub = createHub(parts);
  hub.start();
  const owed = async () => (await subscriptions.count([])).owed;
  return {
    async run(expected) {
      revision++;
      topics = [topicShowing(revision)];
      answered = 0;
      hub.topicsChanged();
      while (answered < expected) await Bun.sleep(10);
      do await Bun.sleep(5);
      while ((await owed()) > subscribers.length - expected);
    },
    async stop() {
      await hub[Symbol.asyncDispose]();
      await subscriptions[Symbol.asyncDispose]();
      await thread.end();
    },
  };
}

/** What the runtime can do: the same requests to the same addresses, from as many loops as the hub has places. */
export function bareFetchLoop(subscribers: readonly Target[]): FanOut {
  let round = 1_000_000;
  return {
    async run() {
      const { body, contentType } = topicShowing(round++);
      const headers = { "Content-Type": contentType, Link: "<x>; rel=hub", "User-Agent": "bare" };
      let next = 0;
      const loop = async () => {
        for (let target = subscribers[next++]; target; target = subscribers[next++]) {
          const url = target.callback.replace(target.host, target.address);
          const response = await fetch(url, {
            method: "POST",
            body,
            headers: { ...headers, Host: new URL(target.callback).host },
            redirect: "manual",
            decompress: false,
            keepalive: false,
            tls: { serverName: target.host, ca: AUTHORITY },
          });
          await response.body?.cancel();
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, loop));
    },
    stop: async () => {},
  };
}

function topicShowing(round: number): Topic {
  const body = new Blob([`${round} `.padEnd(BODY_BYTES, "x")]);
  return { path: "/feed.xml", url: topicUrl(), contentType: "application/atom+xml", body, digest: `digest ${round}` };
}

function insert(db: TestStore["db"], { callback, host }: Target): void {
  const now = Date.now();
  db.insert(rows)
    .values({
      topic: topicUrl(),
      callback,
      callbackSite: host,
      leaseUntil: now + 86_400_000,
      createdAt: now,
      acknowledgedContent: 0,
      acknowledgedRevision: 0,
    })
    .run();
}
