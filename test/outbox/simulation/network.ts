/** The way between servers and subscribers of the simulation, and what may never go over it. */
import type { GuardedFetch, OutboundRequest, OutboundResponse } from "../../../src/platform.ts";
import { failed } from "../../support/hub_stage.ts";
import type { SharedFile } from "../../support/simulation/shared_file.ts";
import type { Server } from "./server.ts";
import type { Subscriber } from "./subscriber.ts";

export interface NetworkParts {
  readonly store: SharedFile;
  readonly after: (delayMs: number, ring: () => void) => void;
  readonly subscriberAt: (callback: string) => Subscriber;
  /** @throws with the broken promise */
  readonly fail: (promise: string, subscriber: Subscriber) => never;
}

export class Network {
  deliveries = 0;

  constructor(private readonly parts: NetworkParts) {}

  /** The network as one server sees it. */
  of(server: Server): GuardedFetch {
    return async (request) => {
      const subscriber = this.parts.subscriberAt(request.url.split("?")[0] ?? "");
      if (server.dies()) server.kill();
      if (server.isDead) return new Promise(() => {});
      return request.method === "GET"
        ? this.#verification(server, subscriber, request)
        : this.#delivery(server, subscriber, request);
    };
  }

  async #verification(server: Server, subscriber: Subscriber, request: OutboundRequest): Promise<OutboundResponse> {
    const asked = { shown: server.shown, generation: server.generation, askedAt: this.parts.store.latestNow };
    const lost = await this.#travel(server, subscriber, request);
    return lost ?? subscriber.confirm(new URL(request.url).searchParams, asked);
  }

  async #delivery(server: Server, subscriber: Subscriber, request: OutboundRequest): Promise<OutboundResponse> {
    const { fail, store } = this.parts;
    this.deliveries++;
    const sent = server.shownAs(request.body) ?? fail("a body that was never shown", subscriber);
    const broken = subscriber.brokenBySending(sent, server.generation);
    if (broken !== null) fail(broken, subscriber);
    if (store.clock.now() >= subscriber.leaseUntil) fail("a delivery after the end of the lease", subscriber);
    const { subscription } = subscriber;
    subscriber.expect(sent);
    const cutOff = server.isCutOff.then(() => failed("cut off"));
    const lost = await Promise.race([this.#travel(server, subscriber, request), cutOff]);
    if (subscription !== subscriber.subscription) return lost ?? failed("nobody is there any more");
    subscriber.underWay--;
    if (lost === null) return subscriber.receive(sent, server.generation);
    subscriber.miss(sent, server.generation);
    return lost;
  }

  /** The way there and back: null when the subscriber gets to answer, its failure otherwise. */
  async #travel(server: Server, subscriber: Subscriber, request: OutboundRequest): Promise<OutboundResponse | null> {
    const delayMs = subscriber.mood === "slow" ? subscriber.chance() * 14_000 : subscriber.chance() * 300;
    const isLost = subscriber.mood === "hanging" || delayMs > request.timeoutMs;
    await new Promise<void>((resolve) => this.parts.after(isLost ? request.timeoutMs : delayMs, resolve));
    if (server.isDead) return new Promise<OutboundResponse>(() => {});
    return isLost ? failed("time-out") : null;
  }
}
