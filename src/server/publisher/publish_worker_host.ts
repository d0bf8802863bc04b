/** Orders of publications: what is asked of the worker that builds them, and what it reports. */

import type { Site } from "../../http/paths.ts";
import type { SearchIndexData } from "../../publication/mod.ts";
import type { CodedReviews, KeptParts, PublishedParts } from "../../publication/publishing/mod.ts";
import type { Notify } from "../workers/worker_call.ts";

/** What the thread does. */
export interface Builder {
  build(order: PublishOrder): Promise<PublishDone>;
}

/** Carries out orders, one at a time. */
export interface PublishWorker {
  call(order: PublishOrder, onEvent?: (message: PublishMessage) => void): Promise<PublishDone>;
  /** Orders without a result so far. */
  readonly pending: number;
  end(reason?: string): Promise<void>;
}

/** Owns the publish worker: starts it on demand, and ends it when it is idle or superseded. */
export class PublishWorkerHost {
  /** Rises with each order, and when there is none any more. */
  #latest = 0;

  /** `receive` gets the messages about the latest order only. */
  constructor(
    private readonly receive: (message: PublishMessage) => void,
    private readonly worker: PublishWorker,
  ) {}

  /** Has an order carried out; one that is still under way is given up for it. */
  order(order: PublishOrder): void {
    if (this.worker.pending > 0) void this.worker.end();
    const number = ++this.#latest;
    const receive = (message: PublishMessage) => {
      if (number === this.#latest) this.receive(message);
    };
    const fail = ({ message }: Error) => {
      if (number === this.#latest) void this.worker.end();
      receive({ kind: "failed", message });
    };
    this.worker.call(order, receive).then(receive, fail);
  }

  /** Ends the worker, whatever it is doing. Resolves when it is gone with all that it had open, or after a second. */
  end(): Promise<void> {
    this.#latest++;
    return this.worker.end();
  }
}

export interface PublishOrder {
  readonly databasePath: string;
  readonly site: Site;
  readonly isReadOnly: boolean;
  /** What signs the transparency log, unless it is in a file beside the database. */
  readonly logKey: string | null;
  /** What is taken over where nothing has changed; null builds everything. */
  readonly before: KeptParts | null;
  /** Whether the file is looked through for damage first. */
  readonly checksIntegrity: boolean;
  /** Whether what is published from a file is kept beside it, so that it need not be built again. Default false. */
  readonly keepsArtefacts?: boolean;
  /** The newest revision that this server holds, and the newest that any holds; 0 if there is no such. */
  readonly held: number;
  readonly othersHold: number;
}

/** How long it took to build a publication, or to load what another server had built; as the log has it, in milliseconds. */
export type Took = { readonly built_ms: number } | { readonly loaded_ms: number };

/** What the worker reports back, in the order in which it happens. */
export type PublishMessage =
  /** So many reviews are analysed before anything is published. */
  | { readonly kind: "analyzing"; readonly reviews: number }
  | { readonly kind: "published"; readonly parts: PublishedParts; readonly took: Took }
  | { readonly kind: "indexed"; readonly segments: SearchIndexData["segments"] }
  /** A document of the parts in further codings. */
  | ({ readonly kind: "coded" } & CodedReviews)
  | PublishDone
  | { readonly kind: "failed"; readonly message: string };

/**
 * Nothing more is done. `unkept` is why analyses made for this could not be saved, `unstored` why
 * other servers have to build it for themselves.
 */
export interface PublishDone {
  readonly kind: "done";
  readonly unkept: string | null;
  readonly unstored: string | null;
}

/** Reports to the publisher; buffers in `transfer` are moved, not copied. */
export type Tell = Notify<PublishMessage>;
