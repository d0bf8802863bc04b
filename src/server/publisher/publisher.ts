/** Keeps the publication in step with the store: notices every change, and has it built in a worker. */

import { openPublished, type Published } from "../../publication/publishing/published.ts";
import type { ChangeToken, EditionState } from "../../store/mod.ts";
import type { Chore } from "../chores.ts";
import type { OpenBusiness } from "../server_process.ts";
import { canStartWorker } from "../start_worker.ts";
import { ActivePublication } from "./active_publication.ts";
import { bodiesInFile } from "./bodies_in_file.ts";
import type { BuildRequest, BuildTiming, BuiltPublication } from "./build_request.ts";
import { collectSoon, releaseBodies } from "./collect_garbage.ts";
import { fileGenerationOf } from "./generation.ts";
import {
  openFile,
  openPlace,
  type PlacedPublication,
  type PublicationPlace,
  publicationFile,
  removeFile,
} from "./publication_file.ts";
import { RELEASE } from "./release.ts";

/** Polling interval when the store gives hints, any of which may be lost, in milliseconds. */
const HINTED_PERIOD_MS = 500;

const RETRY_MS = 1000;

const UNSTORED = "Cannot store the publication; other servers build it for themselves";
const UNWRITTEN = "Cannot write the publication file; keeping it in memory; set PUBLICATION_DIR to another folder";
const UNKEPT = "Cannot save the analysis of the reviews; computing it again at the next change";

interface PublisherParts extends OpenBusiness {
  readonly onPublished: (published: Published) => void;
  /** Called when there is nothing yet to publish and the store cannot be read, such as when the file is damaged. */
  readonly onHopeless: (message: string) => void;
}

export class Publisher implements AsyncDisposable {
  #newest: Published | null = null;
  #place: PublicationPlace | null = null;
  readonly #file: string | null;
  #isUnwritten = false;
  #publishedAt: number | null = null;
  #took: BuildTiming | null = null;
  #failures = 0;
  readonly served: ActivePublication;
  #seen: ChangeToken | null = null;
  #sought = 0;
  #building: Promise<void> = Promise.resolve();
  #isWaiting = false;
  #wasCramped = false;
  #isStopped = false;
  #look: Chore | null = null;
  /** Resolves once the store was polled, and its publication is served from the file or being built. */
  readonly looked: Promise<void>;
  #hasLooked = () => {};
  #listening: Promise<AsyncDisposable | null> = Promise.resolve(null);
  #stopReleasing = () => {};

  constructor(private readonly parts: PublisherParts) {
    const { lease, process, database } = parts;
    this.looked = new Promise((resolve) => {
      this.#hasLooked = resolve;
    });
    const { readiness } = process;
    this.#file = publicationFile(database, process.config.publicationFolder);
    this.served = new ActivePublication({
      lease,
      readiness,
      onActivated: (published) => this.#activated(published),
    });
  }

  start(): void {
    const { process, store } = this.parts;
    const { chores } = process;
    this.#stopReleasing = releaseBodies(chores, () => this.#newest?.documents.values() ?? []);
    this.#look = chores.add({
      name: "publishing",
      everyMs: process.lookMs,
      firstMs: 0,
      run: () => this.#lookOrReport(),
    });
    this.#listening = store.editions.listen(() => this.#hint()).catch(() => null);
  }

  get current(): Published | null {
    return this.served.current;
  }

  get publishedAt(): number | null {
    return this.#publishedAt;
  }

  get failures(): number {
    return this.#failures;
  }

  ready(): Promise<Published> {
    return this.served.ready();
  }

  /** Deletes the file of the publication: a database in the place of this one may be of the same revision and instant. */
  forgetFile(): void {
    if (this.#file !== null) removeFile(this.#file);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    void this.#look?.stop();
    this.#stopReleasing();
    const listening = await this.#listening;
    await listening?.[Symbol.asyncDispose]();
    // What is under way is waited for: others have theirs built by the same thread.
    await this.#building;
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
    } finally {
      this.#hasLooked();
    }
  }

  async #buildIfChanged(): Promise<void> {
    const { process, store } = this.parts;
    const { editions } = store;
    const newest = this.#newest?.publication.revision ?? 0;
    if (this.#isWaiting || !this.served.mayBuild(newest)) return;
    const mark = await editions.changed(this.#seen);
    if (mark === null) return;
    const state = await editions.state();
    const { revision } = state;
    if (this.#newest === null && this.#file !== null && (await this.#openFile(this.#file, state))) {
      this.#seen = mark;
      this.#sought = revision;
      return;
    }
    const served = this.#newest?.publication.revision ?? 0;
    const isNew = this.#newest === null || revision !== served;
    if (this.#isStopped || (isNew && this.#isCramped())) return;
    this.#seen = mark;
    if (revision < served)
      process.log.warn("The database went back to an older revision", { from: served, to: revision });
    this.#sought = revision;
    if (isNew) this.#building = this.#build();
  }

  async #openFile(path: string, { revision, publishedAt }: EditionState): Promise<boolean> {
    const { site, database, process, store } = this.parts;
    const startedAt = performance.now();
    const { logKey } = process.config;
    const generation = await fileGenerationOf({ release: RELEASE, site, logKey, databasePath: database }, store);
    const found = await openFile(path, (name) => {
      return name.generation === generation && name.revision === revision && name.publishedAt === publishedAt;
    });
    if (found === null || this.#isStopped) return false;
    this.#took = { loaded_ms: Math.round(performance.now() - startedAt) };
    this.#open(found);
    return true;
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

  #order(): BuildRequest {
    const { database, site, isReadOnly, lease, process } = this.parts;
    const held = this.#newest?.publication.revision ?? 0;
    const { logKey, logLevel, logFormat, publicationFolder } = process.config;
    // Nothing is written beside a database that is not to be written.
    const file = isReadOnly && publicationFolder === null ? null : this.#file;
    return {
      release: RELEASE,
      databasePath: database,
      site,
      isReadOnly,
      logKey,
      file,
      held,
      othersHold: lease.newest,
      before: this.#place,
      reviewCount: this.#newest?.publication.reviewCount ?? 0,
      checksIntegrity: this.#newest === null,
      log: { logLevel, logFormat, business: process.id },
    };
  }

  async #build(): Promise<void> {
    const { builds } = this.parts.process;
    this.#isWaiting = true;
    try {
      const built = await builds.build(this.#order(), () => !this.#isStopped);
      if (built !== null) await this.#receive(built);
    } catch (error) {
      if (!this.#isStopped) this.#fail((error as Error).message);
    }
  }

  async #receive(built: BuiltPublication): Promise<void> {
    const placed = await openPlace(built.place);
    if (this.#isStopped) return;
    // A command has put another in its place.
    if (placed === null) throw new Error("the file of the publication was replaced");
    this.#warn(built);
    this.#took = built.took;
    this.#isWaiting = false;
    this.parts.process.readiness.report("publishing", null);
    this.#open(placed);
  }

  #warn({ unkept, unstored }: BuiltPublication): void {
    const { log } = this.parts.process;
    if (unkept !== null) log.warn(UNKEPT, { error: unkept });
    if (unstored !== null && this.#file === null) log.warn(UNSTORED, { error: unstored });
    if (unstored !== null && this.#file !== null && !this.#isUnwritten) log.warn(UNWRITTEN, { error: unstored });
    this.#isUnwritten = unstored !== null;
  }

  #open(placed: PlacedPublication): void {
    const { place, parts } = placed;
    // What others hold comes first; a newer revision of the store is looked for again.
    if (parts.data.revision < this.#sought) this.#seen = null;
    this.#place = place;
    this.#newest = openPublished(parts, this.parts.site, bodiesInFile(placed));
    this.served.offer(this.#newest);
  }

  #activated(published: Published): void {
    const { process, onPublished } = this.parts;
    const isFirst = this.#publishedAt === null;
    this.#publishedAt = process.clock.now();
    const { revision, reviewCount } = published.publication;
    process.log.info("Published", { revision, reviews: reviewCount, ...this.#took });
    onPublished(published);
    // What is mapped of the one before takes its place on the disk until it is collected.
    if (!isFirst) collectSoon();
    // Later changes had to wait for this, and would for long where looks are rare.
    if (this.#look?.everyMs === HINTED_PERIOD_MS) this.#look.hurry();
  }

  #fail(message: string): void {
    this.#isWaiting = false;
    this.#failures++;
    if (this.#newest === null) {
      this.parts.onHopeless(message);
      return;
    }
    this.#seen = null;
    const trouble = { message: "the reviews cannot be published", detail: message };
    this.parts.process.readiness.report("publishing", trouble);
    this.#look?.wait(RETRY_MS);
  }
}
