/** All answers of a business from one open store. */
import { GoodwordError } from "../errors.ts";
import type { Client, HttpAnswer } from "../http/operation.ts";
import type { Representation } from "../http/representation.ts";
import { once } from "../memo.ts";
import type { Published } from "../publication/publishing/mod.ts";
import { steadyClock } from "./clock.ts";
import type { Endpoints } from "./endpoints.ts";
import { createLeaseGate } from "./lease_gate.ts";
import { Publisher } from "./publisher/publisher.ts";
import type { OpenBusiness } from "./server_process.ts";

/** What comes of answering from an open store. */
export interface AnswerEvents {
  /** The first publication can be read. */
  readonly onReady: () => void;
  /** Nothing can be answered from this store. */
  readonly onTrouble: (error: unknown) => void;
}

/** A business as it answers from one store. */
export interface Answering {
  /** A document of the current publication. */
  document(path: string): Representation | undefined;
  /** What readers are given; null before there is anything. */
  published(): Published | null;
  /** Waits for the first publication where the answer depends on it. */
  handle(request: Request, client: Client): HttpAnswer;
  /** Figures in Prometheus text. */
  metrics(): Promise<string>;
  /** Begins what is owed to the outside, which a business that is only read does not. */
  work(): Promise<void>;
  /** Whether a stream is open to somebody, or something is being done for the outside. */
  isBusy(): boolean;
  /** Ends what the doors have under way, then publishing. What is published can still be read. */
  stop(): Promise<void>;
}

/** Begins to publish what the store holds, and to answer from that. Whatever it cannot write at once is tried again. */
export function serveStore(parts: OpenBusiness, { onReady, onTrouble }: AnswerEvents): Answering {
  const { process, store, lease } = parts;
  store.refuseToWait();
  const publisher: Publisher = new Publisher({
    ...parts,
    onPublished: announce,
    onHopeless: (message) => onTrouble(new GoodwordError("database", message)),
  });
  let isStopped = false;
  let doors: Endpoints | null = null;
  let opening: ReturnType<typeof openDoors> | null = null;
  // Of many businesses most are asked for documents alone: their doors are opened by the first other request.
  const opened = once(() => {
    opening = openDoors();
    opening.catch((error) => {
      if (!isStopped) onTrouble(error);
    });
    return opening;
  });
  async function openDoors() {
    const { createEndpoints } = await import("./endpoints.ts");
    doors = await createEndpoints({ ...parts, publisher });
    if (process.builds !== null && publisher.current !== null) doors.published(publisher.current);
    return doors;
  }
  function announce(published: Published): void {
    if (process.builds !== null && doors === null) {
      // Most of many businesses are asked for documents alone.
      onReady();
      return;
    }
    const told = opened().then((doors) => {
      doors.published(published);
      onReady();
    });
    // Doors that cannot be opened were reported by themselves.
    told.catch(() => {});
  }
  const refusalOf = createLeaseGate({
    lease,
    clock: steadyClock,
    isServing: () => publisher.served.isServing,
    hasServed: () => publisher.current !== null,
    onFallback: () => {
      process.fallbackReads++;
      publisher.served.goOnWithoutLease();
    },
  });
  function enter({ app }: Endpoints, request: Request, client: Client): HttpAnswer {
    const refusal = refusalOf(request);
    return refusal === null ? app(request, client) : refusal.then((refused) => refused ?? app(request, client));
  }
  publisher.start();
  if (process.builds === null) void opened().catch(() => {});
  return {
    published: () => publisher.current,
    document: (path) => publisher.served.document(path) ?? doors?.document(path),
    handle(request, client) {
      return doors === null ? opened().then((doors) => enter(doors, request, client)) : enter(doors, request, client);
    },
    metrics: async () => (await opened()).metrics(),
    work: async () => void (await opened()).work(),
    isBusy: () => doors?.isBusy() ?? false,
    async stop() {
      isStopped = true;
      await publisher[Symbol.asyncDispose]();
      // Doors that are just being opened are closed as well.
      const doors = await opening?.catch(() => null);
      await doors?.[Symbol.asyncDispose]();
    },
  };
}
