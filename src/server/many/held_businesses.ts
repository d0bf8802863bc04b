/**
 * The businesses that are in memory: opened by the first request to each, from what was published of it last; closed when
 * nobody has asked for a while, or when others need the memory.
 */
import { totalmem } from "node:os";
import { documentFastPath } from "../../api/document_fast_path.ts";
import { environmentOf } from "../../business_environment.ts";
import { type Environment, readConfig } from "../../config.ts";
import type { Client } from "../../http/operation.ts";
import { PATHS } from "../../http/paths.ts";
import { pathnameOf } from "../../http/request.ts";
import type { ListedBusiness } from "../../store/mod.ts";
import { ServedBusiness } from "../business.ts";
import { FairTurns } from "./fair_turns.ts";
import type { ManyProcess } from "./many_process.ts";

/** A business that nobody has asked for as long is closed, in milliseconds: what is open is looked at all the time. */
const KEPT_MS = 60_000;
const LOOK_MS = 1000;
/** Businesses that are being opened at once. */
const MOST_OPENING = 4;

/** While one is opened nobody else is answered, so that one that another process keeps locked is hardly waited for. */
const SERVING = { create: false, openingWaitMs: 50 };
/** What could not be opened is not tried again within this, in milliseconds, however many ask for it. */
const FAILED_MS = 1000;

/** What a business takes as a rule: its doors and pages, and each review; measured with those of bench/many.ts. */
const BYTES_EACH = 4 << 20;
const BYTES_A_REVIEW = 4500;
/** What the process takes beside the businesses, of which this much is not part of the limit. */
const BESIDE_BYTES = 110 << 20;

/** A business in memory. */
export class HeldBusiness {
  readAt = performance.now();
  /** Requests without an answer so far. */
  #asked = 0;
  readonly #documents: (request: Request) => Response | null;

  constructor(
    readonly listed: ListedBusiness,
    readonly business: ServedBusiness,
  ) {
    this.#documents = documentFastPath((path) => business.document(path));
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

  async handle(request: Request, client: Client): Promise<Response> {
    this.readAt = performance.now();
    this.#asked++;
    try {
      // The hub verifies subscribers.
      if (request.method === "POST" && pathnameOf(request.url) === PATHS.hub) await this.business.work();
      return this.#documents(request) ?? (await this.business.handle(request, client));
    } finally {
      this.#asked--;
    }
  }
}

interface HeldOptions {
  readonly process: ManyProcess;
  readonly environment: Environment;
}

/** Opens, holds and closes businesses. */
export class HeldBusinesses implements AsyncDisposable {
  readonly #options: HeldOptions;
  readonly #held = new Map<string, HeldBusiness>();
  readonly #opening = new Map<string, Promise<HeldBusiness>>();
  readonly #closing = new Map<string, Promise<void>>();
  readonly #failed = new Map<string, { readonly at: number; readonly error: unknown }>();
  readonly #turns: FairTurns;
  /** The latest list; null before the first, when any business is opened. */
  #list: ReadonlyMap<string, ListedBusiness> | null = null;
  readonly #limit: number;
  readonly #look: { stop(): Promise<void> };
  #isStopped = false;
  /** Since the start. */
  opened = 0;

  constructor(options: HeldOptions) {
    const { process } = options;
    this.#options = options;
    this.#turns = new FairTurns(process.clock, { atOnce: MOST_OPENING });
    this.#limit = process.config.memoryLimit ?? machineBytes() / 2;
    this.#look = process.chores.add({ name: "idle businesses", everyMs: LOOK_MS, run: () => this.#closeIdle() });
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

  /** Whether a business could not be opened, or had to be closed since its database was lost. */
  hasFailed(id: string): boolean {
    return this.#failed.has(id);
  }

  /** To be called with every change of the list: businesses that were opened by an older entry are closed. */
  async follow(businesses: readonly ListedBusiness[]): Promise<void> {
    this.#list = new Map(businesses.map((each) => [each.id, each]));
    this.#failed.clear();
    const outdated = [...this.#held.values()].filter(({ listed }) => this.#isOutdated(listed));
    if (outdated.length === 0) return;
    await Promise.all(outdated.map(({ listed }) => this.close(listed.id)));
    // Unused statements hold files open until they are collected, and a rename waits for that.
    Bun.gc(true);
  }

  /**
   * Resolves once it can be answered from, as it is listed by then.
   *
   * @throws {GoodwordError} when its store cannot be used; {Error} when it is not to be used any more
   */
  open(listed: ListedBusiness): Promise<HeldBusiness> {
    const { id } = listed;
    const held = this.#held.get(id);
    if (held !== undefined) return Promise.resolve(held);
    const failed = this.#failed.get(id);
    if (failed !== undefined && performance.now() < failed.at + FAILED_MS) return Promise.reject(failed.error);
    const opening = this.#opening.get(id) ?? this.#turns.lane()(() => this.#openOrNote(listed));
    this.#opening.set(id, opening);
    return opening.finally(() => this.#opening.delete(id));
  }

  async #openOrNote(listed: ListedBusiness): Promise<HeldBusiness> {
    try {
      const held = await this.#open(listed);
      this.#failed.delete(listed.id);
      return held;
    } catch (error) {
      this.#failed.set(listed.id, { at: performance.now(), error });
      throw error;
    }
  }

  /** Closes a business, once what is being asked is answered. */
  async close(id: string): Promise<void> {
    await this.#opening.get(id)?.catch(() => {});
    const held = this.#held.get(id);
    if (held === undefined) return this.#closing.get(id);
    this.#held.delete(id);
    const closing = (async () => {
      await held.business.stop();
      await held.business[Symbol.asyncDispose]();
    })()
      .catch((error) =>
        this.#options.process.log.error("Closing a business failed", { business: id, error: String(error) }),
      )
      .finally(() => this.#closing.delete(id));
    this.#closing.set(id, closing);
    await closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    await this.#look.stop();
    await Promise.all(
      [...this.#opening.keys(), ...this.#held.keys(), ...this.#closing.keys()].map((id) => this.close(id)),
    );
  }

  async #open({ id, ...given }: ListedBusiness): Promise<HeldBusiness> {
    for (;;) {
      await this.#closing.get(id);
      if (this.#isStopped) throw new Error("The server is stopping");
      const listed = this.#list === null ? { id, ...given } : this.#list.get(id);
      const isHeldBack = listed === undefined || listed.heldUntil > this.#options.process.clock.now();
      if (isHeldBack) throw new Error("The business is being renamed or removed");
      const business = await this.#serve(listed);
      // Its entry may have changed since.
      if (!this.#isOutdated(listed)) return this.#hold(listed, business);
      await business.stop();
      await business[Symbol.asyncDispose]();
    }
  }

  #isOutdated({ id, version }: ListedBusiness): boolean {
    return this.#list !== null && this.#list.get(id)?.version !== version;
  }

  async #serve(listed: ListedBusiness): Promise<ServedBusiness> {
    const { id } = listed;
    const { process, environment } = this.#options;
    const config = readConfig(environmentOf(environment, listed));
    const view = process.viewFor(id, config);
    const business = await ServedBusiness.open(config.databasePath, view.log, SERVING);
    try {
      await new Promise<void>((onReady, onTrouble) => {
        const giveUp = (error: unknown) => {
          view.log.error("The business cannot be served", { error: String(error) });
          this.#failed.set(id, { at: performance.now(), error });
          onTrouble(error);
          void this.close(id);
        };
        business.serve({ process: view, site: config, onReady, onTrouble: giveUp });
      });
    } catch (error) {
      await business.stop();
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

  /** Least recently read first out, until the rest is within the limit. */
  #makeRoom(except: string | null): void {
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

  #closeIdle(): void {
    const before = performance.now() - KEPT_MS;
    for (const held of this.#held.values()) if (held.readAt < before && held.isIdle) void this.close(held.listed.id);
    this.#makeRoom(null);
  }
}

/** What the machine has, or the container. */
function machineBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
