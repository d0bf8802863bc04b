/** A server of the simulation: its release, its clock, what it knows of the store, and how it dies. */
import type { Topic } from "../../../src/feeds/mod.ts";
import { createHub, type Hub, hubLimits, type SubscriptionStore } from "../../../src/hub/mod.ts";
import type { Clock, GuardedFetch } from "../../../src/platform.ts";
import { BASE_URL, HUB_URL, SETTINGS, topicsShowing } from "../../support/hub_stage.ts";
import { createRecordingLog } from "../../support/recording_log.ts";
import { createSeededRandom } from "../../support/seeded_random.ts";
import type { Owner } from "./store_thread.ts";
import type { Shown } from "./subscriber.ts";

const RETRY_DELAYS_SECONDS = [5, 50];

export interface ServerParts {
  readonly seed: number;
  readonly generation: string;
  /** What the store holds now. */
  readonly latest: () => Shown;
  /** The time that nobody can set. */
  readonly time: Clock;
  /** How far this server's clock is off. */
  readonly skewMs: number;
  readonly store: (owner: Owner) => SubscriptionStore;
  readonly fetch: (server: Server) => GuardedFetch;
  readonly dies: () => boolean;
  readonly onDeath: (server: Server) => void;
}

export class Server implements Owner {
  readonly clock: Clock;
  readonly hub: Hub;
  readonly died: Promise<void>;
  /** When requests under way are cut off: by its death, or at the end of a graceful stop. */
  readonly isCutOff: Promise<void>;
  isDead = false;
  /** What it knows of, which may lie behind. */
  shown: Shown;
  /** The bodies that it has shown. */
  readonly #bodies = new WeakMap<object, Shown>();
  #topics: readonly Topic[] = [];
  readonly #alarms = new Set<() => void>();
  readonly #death = Promise.withResolvers<void>();
  readonly #cutOff = Promise.withResolvers<void>();

  constructor(private readonly parts: ServerParts) {
    this.clock = { now: () => parts.time.now() + parts.skewMs, after: (delayMs, ring) => this.#after(delayMs, ring) };
    this.died = this.#death.promise;
    this.isCutOff = this.#cutOff.promise;
    this.shown = parts.latest();
    this.#show();
    this.hub = createHub({
      hubUrl: HUB_URL,
      baseUrl: BASE_URL,
      topics: () => this.#topics,
      revision: () => this.shown.revision,
      generation: parts.generation,
      subscriptions: parts.store(this),
      fetch: parts.fetch(this),
      clock: this.clock,
      random: createSeededRandom(parts.seed),
      log: createRecordingLog(),
      limits: hubLimits({ ...SETTINGS, retryDelaysSeconds: RETRY_DELAYS_SECONDS, leaseMinSeconds: 60 }),
    });
    this.hub.start();
  }

  get generation(): string {
    return this.parts.generation;
  }

  dies(): boolean {
    return this.parts.dies();
  }

  /** What was shown with that body. */
  shownAs(body: unknown): Shown | undefined {
    return typeof body === "object" && body !== null ? this.#bodies.get(body) : undefined;
  }

  /** Sees what the store holds, as some time after each change. */
  look(): void {
    if (this.isDead) return;
    this.shown = this.parts.latest();
    this.#show();
    this.hub.topicsChanged();
  }

  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    for (const cancel of this.#alarms) cancel();
    this.parts.onDeath(this);
    this.#death.resolve();
    this.#cutOff.resolve();
  }

  cutOff(): void {
    this.#cutOff.resolve();
  }

  #show(): void {
    this.#topics = topicsShowing(`${this.shown.content} as ${this.parts.generation} writes it`).slice(0, 1);
    for (const { body } of this.#topics) this.#bodies.set(body, this.shown);
  }

  #after(delayMs: number, ring: () => void): () => void {
    const cancel = this.parts.time.after(delayMs, () => {
      this.#alarms.delete(cancel);
      if (!this.isDead) ring();
    });
    this.#alarms.add(cancel);
    return () => {
      this.#alarms.delete(cancel);
      cancel();
    };
  }
}
