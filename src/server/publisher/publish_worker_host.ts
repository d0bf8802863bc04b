/**
 * Keeps the publishing worker: started when it is first needed, kept warm between changes that follow one another, and
 * ended when it has had nothing to do for a while, so that its memory is given back.
 */

import type { Site } from "../../http/paths.ts";
import type { Clock } from "../../platform.ts";
import type { SearchIndexData } from "../../publication/mod.ts";
import type { CodedReviews, KeptParts, PublishedParts } from "../../publication/publishing/mod.ts";
import { workerScript } from "../start_worker.ts";
import { type Notify, type WorkerCall, WorkerThread } from "../workers/worker_call.ts";

/** A warm worker builds twice as fast as a new one, and changes tend to come in groups; it holds some 30 MB. */
const KEPT_MS = 20_000;

const WORKER = workerScript("publisher/publish_worker.ts");

/** Carries out orders, one at a time. */
export type PublishWorker = Pick<WorkerThread<PublishCall>, "call" | "end" | "pending">;

/** A worker of its own, which starts with the first order. */
export function createPublishWorker(clock: Clock): PublishWorker {
  return new WorkerThread<PublishCall>({
    ...{ name: "the publishing worker", start: () => new Worker(WORKER) },
    ...{ keptMs: KEPT_MS, clock },
  });
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

/** An order, what is reported while it is carried out, and its end. */
export interface PublishCall extends WorkerCall {
  readonly given: PublishOrder;
  readonly result: PublishDone;
  readonly event: PublishMessage;
}

/** Reports to the publisher; buffers in `transfer` are moved, not copied. */
export type Tell = Notify<PublishMessage>;
