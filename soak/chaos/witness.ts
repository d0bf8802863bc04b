/**
 * Reads what is public and holds it against the promises: whole sets only, and never an older one after a newer one.
 */
import type { Service } from "../../test/support/goodword_process.ts";
import { promisedMs, signalWithin } from "../../test/support/test_limit.ts";
import { type PushedRequest, startTlsSubscriber } from "../../test/support/tls_subscriber.ts";
import { pause } from "../../test/support/wait.ts";
import { BASE_URL, ensure, type Stage, sizeOf } from "./stage.ts";

const PATHS = ["/reviews.json", "/feed.xml", "/api/feed.json", "/insights.json", "/api/reviews/search?limit=100"];
/** What an acknowledged import may take to be visible, in milliseconds. */
const VISIBLE_WITHIN_MS = promisedMs(5000);
const ANSWERED_WITHIN_MS = promisedMs(5000);
/** What a change may take to reach a subscriber. */
const SENT_WITHIN_MS = promisedMs(15_000);
const COUNTED_WITHIN_MS = promisedMs(10_000);

export class Witness {
  reads = 0;
  readonly #newest = new Map<string, number>();

  /** The generation of a document, or of what a subscriber was sent. @throws when it is a part, a mixture or older */
  see(path: string, body: string): number {
    this.reads++;
    const found = new Set(Array.from(body.matchAll(/generation (\d+)/gi), ([, number]) => Number(number)));
    ensure(found.size <= 1, `${path} mixes generations ${[...found]}`);
    const [generation = 0] = found;
    const count = path.startsWith("/reviews.json") ? (JSON.parse(body).reviews.length as number) : null;
    const expected = generation === 0 ? 0 : sizeOf(generation);
    ensure(count === null || count === expected, `${path} has ${count} of generation ${generation}'s ${expected}`);
    const newest = this.#newest.get(path) ?? 0;
    ensure(generation >= newest, `${path} shows generation ${generation} after ${newest}`);
    this.#newest.set(path, generation);
    return generation;
  }

  async read(url: string, path: string): Promise<number> {
    const response = await fetch(url + path, { signal: signalWithin(ANSWERED_WITHIN_MS) });
    const body = await response.text();
    ensure(response.status === 200, `GET ${path} is answered ${response.status}: ${body.slice(0, 200)}`);
    return this.see(path, body);
  }

  /** Reads on while `work` runs. A server that is not there gives no reading; one that is there must give a good one. */
  async during<T>(url: () => string, work: Promise<T>): Promise<T> {
    let isDone = false;
    const reading = (async () => {
      for (let at = 0; !isDone; at++) {
        await this.read(url(), PATHS[at % PATHS.length] as string).catch(ignoreLostConnection);
        await pause(5);
      }
    })();
    try {
      return await work;
    } finally {
      isDone = true;
      await reading;
    }
  }

  /** Resolves when every document shows the newest acknowledged import. */
  async untilVisible(stage: Stage, url: string): Promise<void> {
    const deadline = performance.now() + VISIBLE_WITHIN_MS;
    for (const path of PATHS) {
      for (let seen = -1; seen < stage.acknowledged; ) {
        seen = await this.read(url, path);
        if (seen >= stage.acknowledged) break;
        ensure(performance.now() < deadline, `${path} shows ${seen}, acknowledged was ${stage.acknowledged}`);
        await pause(20);
      }
    }
  }
}

/** A subscriber of /reviews.json that is watched as a reader is. */
export function watchedSubscriber(witness: Witness) {
  const subscriber = startTlsSubscriber();
  const confirm = subscriber.answer;
  let newest = 0;
  let problem: unknown = null;
  subscriber.answer = (request: PushedRequest) => {
    try {
      if (request.method === "POST") newest = witness.see("/reviews.json#pushed", request.body);
    } catch (error) {
      problem = error;
    }
    return watched.hangs ? new Promise<Response>(() => {}) : confirm(request);
  };

  async function until(isSo: () => boolean, owed: () => string, withinMs: number): Promise<void> {
    for (const deadline = performance.now() + withinMs; !isSo(); await pause(20)) {
      if (problem) throw problem;
      ensure(performance.now() < deadline, owed());
    }
    if (problem) throw problem;
  }

  const watched = {
    /** Whether requests are taken in and never answered. */
    hangs: false,
    count: () => subscriber.deliveries.length,
    callback: subscriber.callback,
    /** Resolves when it was sent at least this generation. */
    until: (generation: number, withinMs = SENT_WITHIN_MS) =>
      until(
        () => newest >= generation,
        () => `the subscriber was sent ${newest}, and is owed ${generation}`,
        withinMs,
      ),
    /** Resolves when it was sent so many deliveries in all. */
    untilCount: (count: number, withinMs = SENT_WITHIN_MS) =>
      until(
        () => watched.count() >= count,
        () => `the subscriber was sent ${watched.count()} deliveries, and is owed ${count}`,
        withinMs,
      ),
    [Symbol.dispose]: () => subscriber[Symbol.dispose](),
  };
  return watched;
}

export function askHub(url: string, callback: string): Promise<Response> {
  const form = { "hub.callback": callback, "hub.mode": "subscribe", "hub.topic": `${BASE_URL}/reviews.json` };
  return fetch(`${url}/api/websub/hub`, {
    method: "POST",
    body: new URLSearchParams(form),
    signal: signalWithin(ANSWERED_WITHIN_MS),
  });
}

/** Subscribes, and resolves when the hub counts the subscription as running. */
export async function subscribe(service: Pick<Service, "url" | "figures">, callback: string): Promise<void> {
  const { status } = await askHub(service.url, callback);
  ensure(status === 202, `a subscription is answered ${status}`);
  await untilFiguresShow(
    service,
    /^goodword_hub_subscriptions\{[^}]*reviews\.json"\} [1-9]/m,
    "a running subscription",
  );
}

/** Resolves when every subscriber has acknowledged what its topic shows, and the hub has saved so. */
export function untilNothingOwed(service: Pick<Service, "figures">): Promise<void> {
  return untilFiguresShow(service, /^goodword_hub_deliveries_owed 0$/m, "that nothing is owed");
}

async function untilFiguresShow({ figures }: Pick<Service, "figures">, pattern: RegExp, what: string): Promise<void> {
  for (const deadline = performance.now() + COUNTED_WITHIN_MS; ; await pause(20)) {
    if (pattern.test(await figures())) return;
    ensure(performance.now() < deadline, `the hub's figures do not show ${what}`);
  }
}

/** Ignores a connection that was refused or cut. */
export function ignoreLostConnection(error: unknown): void {
  const { code = "", name = "" } = error as { code?: string; name?: string };
  if (!/ECONN|Connection|EPIPE|Socket/i.test(`${code} ${name}`)) throw error;
}
