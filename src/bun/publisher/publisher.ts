/**
 * Keeps what readers are given in step with the store: notices every change, whoever made it, and has it built in a worker.
 * Readers are given it once all servers of the store hold it.
 *
 * @module
 */
import type { Clock, Log } from "../../platform.ts";
import { type SearchIndexData, withKeptGrams } from "../../publication/mod.ts";
import { keptParts, openPublished, type Published, type PublishedParts } from "../../publishing/mod.ts";
import type { ChangeMark, Store } from "../../store/mod.ts";
import type { Document } from "../../web/document.ts";
import type { Site } from "../../web/site.ts";
import type { LeaseKeeper } from "../activation/lease_keeper.ts";
import { ServedPublications } from "../activation/served_publications.ts";
import { steadyClock } from "../clock.ts";
import { canStartWorker } from "../descriptors.ts";
import type { Readiness } from "../readiness.ts";
import { collectGarbage } from "./collect_garbage.ts";
import { Lookout } from "./lookout.ts";
import type { PublishMessage, Took } from "./publish_messages.ts";
import { PublishWorkerHost } from "./publish_worker_host.ts";
import { releaseBodies } from "./release_bodies.ts";

/** Wait before a build that failed is tried again, in milliseconds. */
const RETRY_MS = 1000;

const UNSTORED = "Cannot store the publication; other servers build it for themselves";
const UNKEPT = "Cannot save the analysis of the reviews; it is computed again at the next change";

/** What a publisher works with, and whom it notifies. */
export interface PublisherParts {
  readonly store: Store;
  readonly databasePath: string;
  readonly isReadOnly: boolean;
  readonly site: Site;
  readonly clock: Clock;
  readonly log: Log;
  readonly readiness: Pick<Readiness, "report">;
  readonly lease: LeaseKeeper;
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
  readonly served: ServedPublications;
  #seen: ChangeMark | null = null;
  /** The revision that was last seen in the store. */
  #sought = 0;
  readonly #host: PublishWorkerHost;
  /** Whether an order is out whose revision readers do not get yet. */
  #isWaiting = false;
  #wasCramped = false;
  #isStopped = false;
  readonly #lookout: Lookout;
  #stopCollecting = () => {};

  constructor(private readonly parts: PublisherParts) {
    const { lease, readiness } = parts;
    this.served = new ServedPublications({
      ...{ lease, readiness, clock: steadyClock },
      onActivated: (published) => this.#activated(published),
    });
    const { clock, store } = parts;
    const look = () => this.#lookOrReport();
    this.#lookout = new Lookout({ clock, editions: store.editions, onHint: () => lease.hurry(), look });
    this.#host = new PublishWorkerHost(clock, (message) => this.#receive(message));
  }

  /** Begins to build and to watch. */
  start(): void {
    const { clock } = this.parts;
    const stops = [collectGarbage(clock), releaseBodies(clock, () => this.#newest?.documents.values() ?? [])];
    this.#stopCollecting = () => stops.forEach((stop) => void stop());
    this.#lookout.start();
  }

  /** What readers are given; what they were given last while this server may not say. */
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

  /** Looks at the store no more, and publishes nothing more. */
  pause(): void {
    this.#isStopped = true;
    this.#lookout.stop();
    this.#stopCollecting();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.pause();
    await this.#lookout[Symbol.asyncDispose]();
    await this.#host.end();
  }

  async #lookOrReport(): Promise<void> {
    const { readiness } = this.parts;
    try {
      await this.#look();
      readiness.report("reading", null);
    } catch (error) {
      if (this.#isStopped) return;
      readiness.report("reading", { message: "the database cannot be read", detail: String(error) });
    }
  }

  async #look(): Promise<void> {
    const { log, store, lease } = this.parts;
    const { editions } = store;
    const newest = this.#newest?.publication.revision ?? 0;
    if (this.#isWaiting || !this.served.mayBuild(newest)) return;
    const mark = await editions.changed(this.#seen);
    if (mark === null) return;
    const { activated } = lease;
    const { revision } = await editions.state();
    lease.saw({ edition: revision, activated });
    const served = this.#newest?.publication.revision ?? 0;
    const isNew = this.#newest === null || revision !== served;
    if (this.#isStopped || (isNew && this.#isCramped())) return;
    this.#seen = mark;
    if (revision < served) log.warn("The database went back to an older revision", { from: served, to: revision });
    this.#sought = revision;
    if (isNew) this.#build();
  }

  /** Whether a worker has to wait for descriptors; said once, and looked at again with the next poll. */
  #isCramped(): boolean {
    const wasCramped = this.#wasCramped;
    this.#wasCramped = !canStartWorker();
    if (this.#wasCramped && !wasCramped) {
      this.parts.log.error("Too many connections for the limit of open files (ulimit -n): changes are published later");
    }
    return this.#wasCramped;
  }

  #build(): void {
    const { databasePath, site, isReadOnly, lease } = this.parts;
    this.#isWaiting = true;
    const held = this.#newest?.publication.revision ?? 0;
    const checksIntegrity = this.#newest === null;
    const before = this.#newest && keptParts(this.#newest.parts);
    this.#host.order({ databasePath, site, isReadOnly, checksIntegrity, before, held, othersHold: lease.newest });
  }

  #receive(message: PublishMessage): void {
    switch (message.kind) {
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
        if (message.unkept !== null) this.parts.log.warn(UNKEPT, { error: message.unkept });
        if (message.unstored !== null) this.parts.log.warn(UNSTORED, { error: message.unstored });
        return;
      case "failed":
        this.#fail(message.message);
    }
  }

  #publish(parts: PublishedParts): void {
    this.#isWaiting = false;
    this.parts.readiness.report("publishing", null);
    // What others hold comes first; what the store has held meanwhile is looked for again.
    if (parts.data.revision < this.#sought) this.#seen = null;
    this.#open(parts);
  }

  #activated(published: Published): void {
    const { log, onPublished } = this.parts;
    this.#publishedAt = this.parts.clock.now();
    const { revision, reviewCount } = published.publication;
    log.info("Published", { revision, reviews: reviewCount, ...this.#took });
    onPublished(published);
    // What was changed meanwhile had to wait for this.
    this.#lookout.hurry();
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
    this.#isWaiting = false;
    this.#failures++;
    if (this.#newest === null) {
      this.parts.onHopeless(message);
      return;
    }
    this.parts.readiness.report("publishing", { message: "the reviews cannot be published", detail: message });
    this.#seen = null;
    this.#lookout.after(RETRY_MS);
  }
}
