/**
 * Keeps what readers are given in step with the store: notices every change and has it built in a worker.
 * Readers are given it once all servers of the store hold it.
 */

import type { Document } from "../../http/representation.ts";
import { type SearchIndexData, withKeptGrams } from "../../publication/mod.ts";
import { keptParts, openPublished, type Published, type PublishedParts } from "../../publication/publishing/mod.ts";
import type { ChangeMark } from "../../store/mod.ts";
import type { Chore } from "../chores.ts";
import type { OpenBusiness } from "../server_process.ts";
import { canStartWorker } from "../start_worker.ts";
import { ActivePublication } from "./active_publication.ts";
import type { BuildLane } from "./build_queue.ts";
import { releaseBodies } from "./collect_garbage.ts";
import type { PublishMessage, Took } from "./publish_order.ts";

/** Wait between looks where the store gives hints, any of which may be lost, in milliseconds. */
const HINTED_PERIOD_MS = 500;

/** Wait before a build that failed is tried again, in milliseconds. */
const RETRY_MS = 1000;

const UNSTORED = "Cannot store the publication; other servers build it for themselves";
const UNKEPT = "Cannot save the analysis of the reviews; it is computed again at the next change";

/** What a publisher works with, and whom it notifies. */
interface PublisherParts extends OpenBusiness {
  /** Called once readers are given a new publication. */
  readonly onPublished: (published: Published) => void;
  /** Called when there is nothing yet to publish and the store cannot be read, such as when the file is damaged. */
  readonly onHopeless: (message: string) => void;
}

/** Keeps the publication current: watches the store for changes and republishes in a worker. */
export class Publisher implements AsyncDisposable {
  /** What was built last. */
  #newest: Published | null = null;
  #publishedAt: number | null = null;
  #took: Took | null = null;
  #failures = 0;
  /** What was built and is held, and what of it readers are given. */
  readonly served: ActivePublication;
  #seen: ChangeMark | null = null;
  /** The revision that was last seen in the store. */
  #sought = 0;
  readonly #builds: BuildLane;
  /** Whether an order is out whose revision readers do not get yet. */
  #isWaiting = false;
  /** Whether the worker failed after readers got the newest revision: its index or its compressed bytes are missing. */
  #isIncomplete = false;
  #wasCramped = false;
  #isStopped = false;
  #look: Chore | null = null;
  #listening: Promise<AsyncDisposable | null> = Promise.resolve(null);
  #stopReleasing = () => {};

  constructor(private readonly parts: PublisherParts) {
    const { lease, process } = parts;
    const { readiness } = process;
    this.served = new ActivePublication({
      lease,
      readiness,
      onActivated: (published) => this.#activated(published),
    });
    this.#builds = process.builds.lane((message) => this.#receive(message));
  }

  /** Begins to build and to watch. */
  start(): void {
    const { process, store } = this.parts;
    const { chores } = process;
    this.#stopReleasing = releaseBodies(chores, () => this.#newest?.documents.values() ?? []);
    this.#look = chores.add({
      ...{ name: "publishing", everyMs: process.lookMs, firstMs: 0 },
      run: () => this.#lookOrReport(),
    });
    // Without hints, changes are noticed a little later.
    this.#listening = store.editions.listen(() => this.#hint()).catch(() => null);
  }

  /** What readers are given; without a lease what they were given last. */
  get current(): Published | null {
    return this.served.current;
  }

  /** When that was published by this server, epoch milliseconds. */
  get publishedAt(): number | null {
    return this.#publishedAt;
  }

  /** Publications that failed since the start. */
  get failures(): number {
    return this.#failures;
  }

  /** What is published, as soon as there is anything. */
  ready(): Promise<Published> {
    return this.served.ready();
  }

  /** Stops looking at the store, and publishing. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    const ended = this.#builds.end();
    void this.#look?.stop();
    this.#stopReleasing();
    const listening = await this.#listening;
    await listening?.[Symbol.asyncDispose]();
    await ended;
  }

  #hint(): void {
    if (this.#look) this.#look.everyMs = HINTED_PERIOD_MS;
    this.#look?.hurry();
  }

  async #lookOrReport(): Promise<void> {
    const { readiness } = this.parts.process;
    try {
      await this.#buildIfChanged();
      readiness.report("reading", null);
    } catch (error) {
      if (this.#isStopped) return;
      readiness.report("reading", { message: "the database cannot be read", detail: String(error) });
    }
  }

  async #buildIfChanged(): Promise<void> {
    const { process, store } = this.parts;
    const { editions } = store;
    const newest = this.#newest?.publication.revision ?? 0;
    if (this.#isWaiting || !this.served.mayBuild(newest)) return;
    const mark = await editions.changed(this.#seen);
    if (mark === null) return;
    const { revision } = await editions.state();
    const served = this.#newest?.publication.revision ?? 0;
    const isNew = this.#newest === null || revision !== served || this.#isIncomplete;
    if (this.#isStopped || (isNew && this.#isCramped())) return;
    this.#seen = mark;
    if (revision < served)
      process.log.warn("The database went back to an older revision", { from: served, to: revision });
    this.#sought = revision;
    if (isNew) this.#build();
  }

  /** Whether a worker has to wait for descriptors; logged once, and looked at again with the next poll. */
  #isCramped(): boolean {
    const wasCramped = this.#wasCramped;
    this.#wasCramped = !canStartWorker();
    if (this.#wasCramped && !wasCramped) {
      this.parts.process.log.error(
        "Too many connections for the limit of open files (ulimit -n): changes are published later",
      );
    }
    return this.#wasCramped;
  }

  #build(): void {
    const { database, site, isReadOnly, lease, process } = this.parts;
    this.#isWaiting = true;
    const held = this.#newest?.publication.revision ?? 0;
    const checksIntegrity = this.#newest === null;
    const before = this.#newest && !this.#isIncomplete ? keptParts(this.#newest.parts) : null;
    this.#isIncomplete = false;
    this.#builds.order({
      databasePath: database,
      site,
      isReadOnly,
      logKey: process.config.logKey,
      checksIntegrity,
      before,
      held,
      othersHold: lease.newest,
    });
  }

  #receive(message: PublishMessage): void {
    switch (message.kind) {
      case "analyzing":
        this.parts.process.log.info("Analysing reviews before they are published", { reviews: message.reviews });
        return;
      case "published":
        this.#took = message.took;
        this.#publish(this.#withKeptGrams(message.parts));
        return;
      case "indexed":
        this.#replace(this.#indexWith(message.segments));
        return;
      case "coded":
        this.#replace({ documents: this.#documentsWith(message.document), gzipPieces: message.gzipPieces });
        return;
      case "done":
        if (message.unkept !== null) this.parts.process.log.warn(UNKEPT, { error: message.unkept });
        if (message.unstored !== null) this.parts.process.log.warn(UNSTORED, { error: message.unstored });
        return;
      case "failed":
        this.#fail(message.message);
    }
  }

  #publish(parts: PublishedParts): void {
    this.#isWaiting = false;
    this.parts.process.readiness.report("publishing", null);
    // What others hold comes first; a newer revision of the store is looked for again.
    if (parts.data.revision < this.#sought) this.#seen = null;
    this.#open(parts);
  }

  #activated(published: Published): void {
    const { process, onPublished } = this.parts;
    this.#publishedAt = this.parts.process.clock.now();
    const { revision, reviewCount } = published.publication;
    process.log.info("Published", { revision, reviews: reviewCount, ...this.#took });
    onPublished(published);
    // Later changes had to wait for this, and would for long where looks are rare.
    if (this.#look?.everyMs === HINTED_PERIOD_MS) this.#look.hurry();
  }

  /** The same publication, with a part of it in another form. */
  #replace(changed: Partial<PublishedParts>): void {
    if (this.#newest) this.#open({ ...this.#newest.parts, ...changed });
  }

  #open(parts: PublishedParts): void {
    this.#newest = openPublished(parts, this.parts.site);
    this.served.offer(this.#newest);
  }

  #documentsWith(changed: Document): readonly Document[] {
    const documents = this.#newest?.parts.documents ?? [];
    return documents.map((document) => (document.path === changed.path ? changed : document));
  }

  /** Grams stay with this thread while the texts of their segment do. */
  #withKeptGrams(parts: PublishedParts): PublishedParts {
    const before = this.#newest?.parts.index.segments ?? [];
    return { ...parts, index: withKeptGrams(parts.index, parts.planned, before) };
  }

  #indexWith(built: SearchIndexData["segments"]): Partial<PublishedParts> {
    if (this.#newest === null) return {};
    const { index } = this.#newest.parts;
    const segments = built.map((segment, at) => (segment.grams === null ? (index.segments[at] ?? segment) : segment));
    return { index: { ...index, segments } };
  }

  #fail(message: string): void {
    const isPublished = !this.#isWaiting;
    this.#isWaiting = false;
    this.#failures++;
    if (this.#newest === null) {
      this.parts.onHopeless(message);
      return;
    }
    this.#seen = null;
    if (isPublished) {
      // Readers have everything, only slower or longer: the rest is built again.
      this.#isIncomplete = true;
      this.parts.process.log.error("The publication could not be completed", { error: message });
    } else {
      const trouble = { message: "the reviews cannot be published", detail: message };
      this.parts.process.readiness.report("publishing", trouble);
    }
    this.#look?.wait(RETRY_MS);
  }
}
