/** The owner: imports, removals and subscriptions, one after the other; what fails is tried again. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnGoodword } from "../../test/support/goodword_process.ts";
import { startTlsSubscriber } from "../../test/support/tls_subscriber.ts";
import { pause } from "../../test/support/wait.ts";
import type { Balancer } from "./balancer.ts";
import type { Ledger } from "./ledger.ts";
import { BASE_URL } from "./member.ts";
import { type WatchedSubscriber, watchDeliveries } from "./subscribers.ts";

/** The path of what is pushed; it shows which release wrote it. */
export const TOPIC = "/feed.xml";

const RETRY_MS = 200;
const BETWEEN_MS = 300;
/** Every so many editions one review is removed, and a subscription is asked for. */
const REMOVE_EVERY = 3;
const SUBSCRIBE_EVERY = 4;
const MAX_SUBSCRIBERS = 12;
const FIRST_SUBSCRIBERS = 3;

export class Writer implements AsyncDisposable {
  readonly subscribers: WatchedSubscriber[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), "goodword-fleet-"));
  #isOver = false;
  #edition = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    readonly database: string,
    private readonly ledger: Ledger,
    private readonly balancer: Balancer,
  ) {}

  /** The first edition, before anybody serves. */
  async begin(): Promise<void> {
    await this.#import();
  }

  /** Subscribes, and then writes until it is stopped. */
  async start(): Promise<void> {
    while (this.subscribers.length < FIRST_SUBSCRIBERS) await this.#subscribe();
    this.#writing = this.#writeOn();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#writing;
  }

  /** Renews a subscription, again and again until that is acknowledged: a write without the start of a process. */
  async writeOnce(): Promise<void> {
    const [first] = this.subscribers;
    if (first !== undefined) await this.#ask(first.callback);
  }

  async #writeOn(): Promise<void> {
    while (!this.#isOver) {
      await this.#import();
      if (this.#edition % REMOVE_EVERY === 0) await this.#remove(`e${this.#edition - 2}`);
      if (this.#edition % SUBSCRIBE_EVERY === 0 && this.subscribers.length < MAX_SUBSCRIBERS) await this.#subscribe();
      await pause(BETWEEN_MS);
    }
  }

  /** One review names the edition; another one stays as evidence that there was one. */
  async #import(): Promise<void> {
    const edition = ++this.#edition;
    const file = join(this.#folder, "edition.json");
    writeFileSync(file, fileOf(edition));
    await this.#untilDone("import", file);
    this.ledger.acknowledge(edition);
  }

  async #remove(id: string): Promise<void> {
    await this.#untilDone("remove", id, "--reason", "request");
    this.ledger.removed.push(id);
  }

  /** A command that lost its connection may have done its work all the same: then it finds nothing left to do. */
  async #untilDone(...args: readonly string[]): Promise<void> {
    for (;;) {
      const environment = { DATABASE_URL: this.database, BASE_URL };
      const { code, err } = await spawnGoodword([...args, "--quiet"], { environment }).ended;
      if (code === 0 || (code === 1 && /removed before|already/.test(err))) return;
      if (code !== 3) throw new Error(`${args.join(" ")} ended with ${code}: ${err}`);
      await pause(RETRY_MS);
    }
  }

  async #subscribe(): Promise<void> {
    const subscriber = watchDeliveries(startTlsSubscriber());
    this.subscribers.push(subscriber);
    await this.#ask(subscriber.callback);
    this.ledger.subscribed.push(subscriber.callback);
  }

  async #ask(callback: string): Promise<void> {
    const form = { "hub.callback": callback, "hub.mode": "subscribe", "hub.topic": `${BASE_URL}${TOPIC}` };
    while ((await this.balancer.post("/api/websub/hub", form))?.status !== 202) await pause(RETRY_MS);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    for (const subscriber of this.subscribers) subscriber[Symbol.dispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function fileOf(edition: number): string {
  const shared = { rating: 5, author: { name: "Jane D." }, source: { name: "google" } };
  const verification = { method: "job_record" };
  const reviews = [
    { id: "marker", date: "2026-05-02", text: `This is edition ${edition} of all`, ...shared, verification },
    { id: `e${edition}`, date: "2026-05-01", text: "On time, and the leak is gone", ...shared, verification },
  ];
  return JSON.stringify({ business: { name: "Ace Plumbing" }, reviews });
}
