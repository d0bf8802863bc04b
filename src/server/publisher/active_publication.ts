/** The publications that a server holds, and the one that readers are given at this instant. */

import type { Representation } from "../../http/representation.ts";
import type { Published } from "../../publication/publishing/mod.ts";
import type { LeaseKeeper } from "../lease_keeper.ts";
import type { Readiness } from "../readiness.ts";

interface ActivePublicationParts {
  readonly lease: Pick<LeaseKeeper, "listen" | "hold" | "served" | "activated" | "newest" | "isAlone" | "isFailing">;
  readonly readiness: Pick<Readiness, "report">;
  /** Called once readers are given a publication, on this server and on all others. */
  readonly onActivated: (published: Published) => void;
}

const LEASE_IS_MISSING = { message: "this server has no lease: others may serve newer reviews" };
const UNRENEWED = { message: "the database cannot be written: this server's lease is not renewed" };

/** Holds publications by revision, and gives readers the one that the lease names. */
export class ActivePublication {
  readonly #held = new Map<number, Published>();
  /** Resolves without the publication: otherwise the promise would retain the first one for as long as the server runs. */
  readonly #ready = Promise.withResolvers<void>();
  #current: Published | null = null;
  #offered = 0;
  #announced: number | null = null;

  constructor(private readonly parts: ActivePublicationParts) {
    parts.lease.listen(() => this.#update());
  }

  /** What readers are given; without a lease what they were given last. Null before there is anything. */
  get current(): Published | null {
    return this.#serve() ?? this.#current;
  }

  /** Whether a read may be admitted. It is then served the current publication or a newer one. */
  get isServing(): boolean {
    return this.#serve() !== null;
  }

  async ready(): Promise<Published> {
    await this.#ready.promise;
    if (this.#current === null) throw new Error("Ready was signalled before anything was published");
    return this.#current;
  }

  document(path: string): Representation | undefined {
    return this.#serve()?.documents.get(path);
  }

  /** A publication that was built, or the same in another form. Readers are given it when all servers hold it. */
  offer(published: Published): void {
    const { revision } = published.publication;
    this.#held.set(revision, published);
    this.#offered = revision;
    this.parts.lease.hold(revision);
    this.#update();
  }

  /** Whether a newer publication may be built. One that others may just be loading is waited for. */
  mayBuild(newest: number): boolean {
    const { lease } = this.parts;
    return newest <= lease.activated || lease.newest > newest;
  }

  /** What a read is given that comes now; null while that is uncertain. */
  #serve(): Published | null {
    const { lease } = this.parts;
    const served = lease.served();
    const published = served.kind === "serve" ? this.#held.get(served.revision) : undefined;
    // A server without the next publication would lose its readers at that instant.
    if (published === undefined || !this.#held.has(lease.activated)) return null;
    this.#current = published;
    return published;
  }

  #update(): void {
    const { lease, readiness, onActivated } = this.parts;
    const published = this.#serve();
    if (published === null) {
      if (lease.served().kind === "wait") return;
      // Alone and able to write, it is about to have a lease again.
      if (lease.isFailing) readiness.report("lease", UNRENEWED);
      else if (!lease.isAlone) readiness.report("lease", LEASE_IS_MISSING);
      return;
    }
    this.#ready.resolve();
    readiness.report("lease", null);
    const { revision } = published.publication;
    if (revision !== lease.activated) return;
    this.#forgetOlder(revision);
    if (this.#announced === revision) return;
    this.#announced = revision;
    onActivated(published);
  }

  /** What is newer is kept: it may be activated while a newer one still is built or reported. */
  #forgetOlder(activated: number): void {
    for (const revision of this.#held.keys()) {
      if (revision < activated || (activated === this.#offered && revision > activated)) this.#held.delete(revision);
    }
  }
}
