/** A server of the simulation: its release, its clock, what it knows of the store, and how it dies. */

import { createHub, type Hub, hubLimits, type SubscriptionStore } from "../../../src/hub/mod.ts";
import type { GuardedFetch } from "../../../src/platform.ts";
import type { Topic } from "../../../src/publication/feeds/mod.ts";
import { BASE_URL, HUB_URL, SETTINGS, topicsShowing } from "../../support/hub_stage.ts";
import { createRecordingLog } from "../../support/recording_log.ts";
import { createSeededRandom } from "../../support/seeded_random.ts";
import { Mortal, type MortalParts } from "../../support/simulation/mortal.ts";
import type { Shown } from "./subscriber.ts";

const RETRY_DELAYS_SECONDS = [5, 50];

export interface ServerParts extends MortalParts {
  readonly seed: number;
  readonly generation: string;
  /** What the store holds now. */
  readonly latest: () => Shown;
  readonly store: (owner: Server) => SubscriptionStore;
  readonly fetch: (server: Server) => GuardedFetch;
  readonly onDeath: (server: Server) => void;
}

export class Server extends Mortal {
  readonly hub: Hub;
  /** What it knows of, which may lie behind. */
  shown: Shown;
  /** The bodies that it has shown. */
  readonly #bodies = new WeakMap<object, Shown>();
  #topics: readonly Topic[] = [];

  constructor(private readonly parts: ServerParts) {
    super(parts);
    this.shown = parts.latest();
    this.#show();
    this.hub = createHub({
      hubUrl: HUB_URL,
      baseUrl: BASE_URL,
      topics: () => this.#topics,
      revision: () => this.shown.revision,
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

  protected bury(): void {
    this.parts.onDeath(this);
  }

  #show(): void {
    this.#topics = topicsShowing(`${this.shown.content} as ${this.parts.generation} writes it`).slice(0, 1);
    for (const { body } of this.#topics) this.#bodies.set(body, this.shown);
  }
}
