/** The publications that a server holds, and the one that readers are given at this instant. */

import type { Representation } from "../../http/representation.ts";
import type { Published } from "../../publication/publishing/mod.ts";
import type { LeaseKeeper, SteadyClock } from "../lease_keeper.ts";
import type { Readiness } from "../readiness.ts";

/** The parts of a lease that decide what is served. */
export type Lease = Pick<
  LeaseKeeper,
  "listen" | "hold" | "giveUp" | "isHeld" | "served" | "activated" | "newest" | "isAlone" | "isFailing"
>;

/** What the publications are served by, and whom they notify. */
interface ServedPublicationsParts {
  readonly lease: Lease;
  readonly readiness: Pick<Readiness, "report">;
  /** What the lease goes by. */
  readonly clock: Pick<SteadyClock, "elapsed">;
  /** Called once readers are given a publication, on this server and on all others. */
  readonly onActivated: (published: Published) => void;
}

const NONE: ReadonlyMap<string, Representation> = new Map();

const LEASE_IS_OVER = { message: "this server has no lease: others may serve newer reviews" };
const UNRENEWED = { message: "the database cannot be written: this server's lease is not renewed" };
const LEASE_IS_MISSING = { message: "this server has no lease yet: others serve reviews that it has not loaded" };

/** Holds publications by revision, and gives readers the one that the lease names. */
export class ActivePublication {
  readonly #held = new Map<number, Published>();
  /** Without the publication: this would hold on to the first one for as long as the server runs. */
  readonly #ready = Promise.withResolvers<void>();
  #current: Published | null = null;
  /** The revisions that were offered last, and last announced. */
  #offered = 0;
  #announced: number | null = null;
  /** The documents of what is served, until when that is certain. */
  #documents = NONE;
  #until = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: ServedPublicationsParts) {
    parts.lease.listen(() => this.#update());
  }

  /** What readers are given; without a lease what they were given last. Null before there is anything. */
  get current(): Published | null {
    this.#settle();
    return this.#current;
  }

  /** Whether a read may be let in. Whenever it is answered then, it is given what is served now, or something newer. */
  get isServing(): boolean {
    this.#settle();
    return this.#until > Number.NEGATIVE_INFINITY;
  }

  /** What readers are given, as soon as there is anything. */
  async ready(): Promise<Published> {
    await this.#ready.promise;
    if (this.#current === null) throw new Error("Ready was signalled before anything was published");
    return this.#current;
  }

  /** A document of what is served; undefined also while nothing may be. */
  document(path: string): Representation | undefined {
    this.#settle();
    return this.#documents.get(path);
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

  #settle(): void {
    if (this.parts.clock.elapsed() >= this.#until) this.#update();
  }

  #update(): void {
    const { lease, readiness, onActivated } = this.parts;
    const served = lease.served();
    this.#documents = NONE;
    this.#until = Number.NEGATIVE_INFINITY;
    if (served.kind !== "serve") {
      if (served.kind === "over") this.#reportWithoutLease();
      return;
    }
    const published = this.#held.get(served.revision);
    if (published === undefined) return;
    this.#current = published;
    this.#documents = published.documents;
    this.#until = served.until;
    this.#ready.resolve();
    readiness.report("lease", null);
    if (served.revision !== lease.activated) return;
    this.#forgetOlder(served.revision);
    if (this.#announced === served.revision) return;
    this.#announced = served.revision;
    onActivated(published);
  }

  /** Alone, and able to write, it is about to have one again. Who else is there is known by the last renewal alone. */
  #reportWithoutLease(): void {
    const { lease, readiness } = this.parts;
    if (lease.isFailing) readiness.report("lease", UNRENEWED);
    else if (!lease.isAlone) readiness.report("lease", this.#current === null ? LEASE_IS_MISSING : LEASE_IS_OVER);
  }

  /** Gives up what was served before; it is kept for as long as somebody might still name it. */
  #forgetOlder(activated: number): void {
    const { lease } = this.parts;
    for (const revision of this.#held.keys()) {
      if (revision !== activated && revision !== this.#offered) lease.giveUp(revision);
      if (!lease.isHeld(revision)) this.#held.delete(revision);
    }
  }
}
