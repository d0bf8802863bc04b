/** The businesses in memory. The first request opens one; it is closed when it is idle or others need the memory. */
import { totalmem } from "node:os";
import { documentFastPath } from "../api/document_fast_path.ts";
import type { Client, ResponseOrPromise } from "../http/operation.ts";
import { PATHS } from "../http/paths.ts";
import { pathnameOf } from "../http/request.ts";
import { Interrupt } from "../platform.ts";
import type { ListedBusiness } from "../store/mod.ts";
import { ServedBusiness } from "./business.ts";
import type { Chore } from "./chores.ts";
import { FairScheduler } from "./fair_scheduler.ts";
import { type OpenedStore, openServed } from "./open_store.ts";
import { collectSoon } from "./publisher/collect_garbage.ts";
import type { ServedList } from "./served_list.ts";
import type { ServerProcess } from "./server_process.ts";

const LOOK_MS = 1000;
const MAX_OPENING = 4;

/** Opening blocks all other answers, so a database that another process has locked is waited for only briefly. */
const SERVING = { create: false, openingWaitMs: 50 };
/** Wait before the next attempt. */
const FAILED_MS = 1000;

/** What a business takes as a rule: its API and pages, and each review; measured with those of bench/many.ts. */
const BYTES_EACH = 4 << 20;
const BYTES_A_REVIEW = 4500;
/** Memory of the process apart from the businesses that does not count towards the limit. */
const BESIDE_BYTES = 110 << 20;
/** Garbage is collected once closed businesses took this much: what they have mapped is no part of the heap that is watched. */
const MAX_UNCOLLECTED_BYTES = 64 << 20;

export class HeldBusiness {
  readAt = performance.now();
  /** Whether its database was lost: it answers from what it published last until that can be opened again. */
  isLost = false;
  refusal: string | null = null;
  #asked = 0;
  readonly #documents: (request: Request) => Response | null;

  constructor(
    public listed: ListedBusiness,
    public business: ServedBusiness,
  ) {
    this.#documents = documentFastPath((path) => this.business.document(path));
  }

  get bytes(): number {
    return BYTES_EACH + this.business.reviewCount * BYTES_A_REVIEW;
  }

  get isIdle(): boolean {
    return this.#asked === 0 && !this.business.isBusy;
  }

  document(request: Request): Response | null {
    this.readAt = performance.now();
    return this.#documents(request);
  }

  handle(request: Request, client: Client): ResponseOrPromise {
    this.readAt = performance.now();
    const { business } = this;
    if (request.method === "POST" && pathnameOf(request.url) === PATHS.hub) {
      return this.#during(() => business.work().then(() => business.handle(request, client)));
    }
    return this.#documents(request) ?? this.#during(() => business.handle(request, client));
  }

  #during(answer: () => ResponseOrPromise): ResponseOrPromise {
    this.#asked++;
    const answered = answer();
    if (answered instanceof Promise) return answered.finally(() => this.#asked--);
    this.#asked--;
    return answered;
  }
}

interface Opening extends PromiseWithResolvers<HeldBusiness> {
  readonly askedBy: Set<string>;
  isBegun: boolean;
}

interface BusinessesParts {
  readonly process: ServerProcess;
  readonly list: ServedList;
}

export class Businesses implements AsyncDisposable {
  readonly #parts: BusinessesParts;
  readonly #held = new Map<string, HeldBusiness>();
  readonly #opening = new Map<string, Opening>();
  readonly #closing = new Map<string, Promise<void>>();
  readonly #reopening = new Map<HeldBusiness, Promise<void>>();
  readonly #failed = new Map<string, { readonly at: number; readonly error: unknown }>();
  readonly #turns: FairScheduler;
  readonly #limit: number;
  readonly #look: Chore;
  #uncollectedBytes = 0;
  readonly #stopped = new Interrupt<never>();
  isStopped = false;
  opened = 0;

  constructor(parts: BusinessesParts & { readonly memoryLimit: number | null }) {
    const { clock, chores } = parts.process;
    this.#parts = parts;
    this.#turns = new FairScheduler(clock, { atOnce: MAX_OPENING });
    this.#limit = parts.memoryLimit ?? machineBytes() / 2;
    this.#look = chores.add({ name: "businesses", everyMs: LOOK_MS, run: () => this.#lookThrough() });
  }

  get size(): number {
    return this.#held.size;
  }

  [Symbol.iterator](): Iterator<HeldBusiness> {
    return this.#held.values();
  }

  get(id: string): HeldBusiness | undefined {
    return this.#held.get(id);
  }

  hasFailed(id: string): boolean {
    return this.#failed.has(id);
  }

  /** To be called with every change of the list: businesses that were opened by an older entry are closed; the only one answers on. */
  async follow(): Promise<void> {
    this.#failed.clear();
    const outdated = [...this.#held.values()].filter(({ listed }) => this.#isOutdated(listed));
    if (outdated.length === 0) return;
    if (this.#parts.list.only !== null) {
      for (const held of outdated) {
        held.isLost = true;
        this.#reopen(held);
      }
      return;
    }
    await Promise.all(outdated.map(({ listed }) => this.close(listed.id)));
  }

  /**
   * Resolves once it can be answered from. Those who ask take turns, however many businesses each asks for: `who` is a client, empty for the server itself.
   * `first` is its store, where that is open already. @throws when it cannot be used
   */
  open({ id }: Pick<ListedBusiness, "id">, who = "", first?: OpenedStore): Promise<HeldBusiness> {
    const held = this.#held.get(id);
    if (held !== undefined) return Promise.resolve(held);
    const failed = this.#failed.get(id);
    if (failed !== undefined && performance.now() < failed.at + FAILED_MS) return Promise.reject(failed.error);
    const opening = this.#opening.get(id) ?? {
      ...Promise.withResolvers<HeldBusiness>(),
      askedBy: new Set(),
      isBegun: false,
    };
    this.#opening.set(id, opening);
    if (opening.askedBy.has(who) || opening.isBegun) return opening.promise;
    opening.askedBy.add(who);
    void this.#turns.of(who)(async () => {
      // Another's turn may have come before.
      if (opening.isBegun) return;
      opening.isBegun = true;
      await this.#openOrNote(id, first)
        .then(opening.resolve, opening.reject)
        .finally(() => this.#opening.delete(id));
    });
    return opening.promise;
  }

  async #openOrNote(id: string, first?: OpenedStore): Promise<HeldBusiness> {
    try {
      const held = await this.#open(id, first);
      this.#failed.delete(id);
      return held;
    } catch (error) {
      this.#failed.set(id, { at: performance.now(), error });
      throw error;
    }
  }

  async close(id: string): Promise<void> {
    await this.#opening.get(id)?.promise.catch(() => {});
    const held = this.#held.get(id);
    if (held === undefined) return this.#closing.get(id);
    this.#held.delete(id);
    const { bytes } = held;
    const closing = (async () => {
      await this.#reopening.get(held);
      await held.business[Symbol.asyncDispose]();
    })()
      .catch((error) => this.#parts.process.logFor(id).error("Closing a business failed", { error: String(error) }))
      .finally(() => {
        this.#closing.delete(id);
        this.#collect(bytes);
      });
    this.#closing.set(id, closing);
    await closing;
  }

  #collect(bytes: number): void {
    this.#uncollectedBytes += bytes;
    if (this.#uncollectedBytes < MAX_UNCOLLECTED_BYTES) return;
    this.#uncollectedBytes = 0;
    collectSoon();
  }

  /** Ends what all have under way. What is published can still be read. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.#stopped.end(Promise.reject(new Error("The server is stopping")));
    const stopping = Array.from(this, ({ business }) => business.stop());
    await Promise.all([...stopping, this.#look.stop(), this.#parts.process.builds[Symbol.asyncDispose]()]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await Promise.all(
      [...this.#opening.keys(), ...this.#held.keys(), ...this.#closing.keys()].map((id) => this.close(id)),
    );
  }

  async #open(id: string, opened?: OpenedStore): Promise<HeldBusiness> {
    let first = opened;
    for (;;) {
      await this.#closing.get(id);
      if (this.isStopped) throw new Error("The server is stopping");
      const listed = this.#parts.list.find(id);
      if (listed === undefined || listed.heldUntil > this.#parts.process.clock.now()) {
        throw new Error("The business is being renamed or removed");
      }
      const business = await this.#serve(listed, this.#parts.list.only !== null, first);
      if (!this.#isOutdated(listed)) return this.#hold(listed, business);
      await business[Symbol.asyncDispose]();
      first = undefined;
    }
  }

  #isOutdated({ id, version }: ListedBusiness): boolean {
    return this.#parts.list.find(id)?.version !== version;
  }

  async #serve(listed: ListedBusiness, isAtWork: boolean, first?: OpenedStore): Promise<ServedBusiness> {
    const { process, list } = this.#parts;
    const config = list.configOf(listed);
    const { databasePath: database } = config;
    const own = process.forBusiness(listed.id, config);
    const opened = first ?? (await openServed(database, own.log, SERVING));
    const { promise: ready, resolve: onReady, reject } = Promise.withResolvers<void>();
    const onTrouble = (error: unknown) => {
      reject(error);
      this.#lose(listed.id, business, error);
    };
    const business = new ServedBusiness({ opened, database, process: own, site: config, isAtWork, onReady, onTrouble });
    try {
      await this.#stopped.race(ready);
    } catch (error) {
      await business[Symbol.asyncDispose]();
      throw error;
    }
    return business;
  }

  #hold(listed: ListedBusiness, business: ServedBusiness): HeldBusiness {
    const held = new HeldBusiness(listed, business);
    this.#held.set(listed.id, held);
    this.opened++;
    this.#makeRoom(listed.id);
    return held;
  }

  #lose(id: string, business: ServedBusiness, error: unknown): void {
    const held = this.#held.get(id);
    if (this.isStopped || held?.business !== business || held.isLost) return;
    held.isLost = true;
    this.#parts.process.logFor(id).error("Lost the database; reopening it", { error: String(error) });
    this.#reopen(held);
  }

  #reopen(held: HeldBusiness): void {
    if (this.#reopening.has(held)) return;
    const log = this.#parts.process.logFor(held.listed.id);
    const reopening = (async () => {
      try {
        await held.business[Symbol.asyncDispose]();
        const listed = this.#parts.list.find(held.listed.id) ?? held.listed;
        const hasChanged = listed.version !== held.listed.version;
        held.business = await this.#serve(listed, held.business.isAtWork);
        held.listed = listed;
        held.isLost = this.#isOutdated(listed);
        held.refusal = null;
        log.info(hasChanged ? "The settings have changed" : "The database is open again");
      } catch (error) {
        const refusal = String(error);
        if (held.refusal !== refusal && !this.isStopped) {
          log.warn("The database cannot be opened again yet", { error: refusal });
        }
        held.refusal = refusal;
      }
    })().finally(() => this.#reopening.delete(held));
    this.#reopening.set(held, reopening);
  }

  /** Least recently read first out, until the rest is within the limit. */
  #makeRoom(except: string | null): void {
    if (this.#parts.list.only !== null) return;
    const rss = process.memoryUsage.rss();
    const all = [...this.#held.values()];
    let over =
      Math.max(
        all.reduce((sum, { bytes }) => sum + bytes, 0),
        rss - BESIDE_BYTES,
      ) - this.#limit;
    if (over <= 0) return;
    for (const held of all.toSorted((a, b) => a.readAt - b.readAt)) {
      if (over <= 0) return;
      if (held.listed.id === except || !held.isIdle) continue;
      over -= held.bytes;
      void this.close(held.listed.id);
    }
  }

  #lookThrough(): void {
    const before = performance.now() - this.#parts.list.parts.hosting.keptMs;
    for (const held of this.#held.values()) {
      if (held.readAt < before && held.isIdle) void this.close(held.listed.id);
      else if (held.isLost) this.#reopen(held);
    }
    this.#makeRoom(null);
  }
}

function machineBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
