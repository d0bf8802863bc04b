/**
 * All answers beyond the first feeds: the store, the publisher and the doors. Loaded once the server listens.
 *
 * @module
 */

import type { Client } from "../app/mod.ts";
import type { Config } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import type { Log } from "../platform.ts";
import type { Published } from "../publishing/mod.ts";
import type { SqliteStore } from "../sqlite/store.ts";
import { once } from "../web/once.ts";
import type { Answer } from "../web/operation.ts";
import type { Representation } from "../web/representation.ts";
import { createAdmission } from "./activation/admission.ts";
import type { LeaseKeeper } from "./activation/lease_keeper.ts";
import type { AnswerCounts } from "./answer_counts.ts";
import { steadyClock, systemClock } from "./clock.ts";
import type { Doors } from "./doors.ts";
import { Publisher } from "./publisher/publisher.ts";
import type { Readiness } from "./readiness.ts";

/** What it takes to answer from one opened store. */
export interface AnsweringParts {
  readonly config: Config;
  /** Nothing is waited for from now on: what cannot be written at once is tried again. */
  readonly store: SqliteStore;
  readonly isReadOnly: boolean;
  readonly lease: LeaseKeeper;
  readonly log: Log;
  readonly readiness: Readiness;
  readonly counts: AnswerCounts;
  /** Called when the first publication can be read. */
  readonly onReady: () => void;
  /** Called when the server cannot go on. */
  readonly onTrouble: (error: unknown) => void;
}

/** A server answering from one store. */
export interface Answering {
  /** A document of the current publication. */
  document(path: string): Representation | undefined;
  /** Waits for the first publication where the answer depends on it. */
  handle(request: Request, client: Client): Answer;
  /** Ends the use of the store at once, but for what the hub has under way. */
  pause(): void;
  /** Ends what the doors have under way, then publishing. What is published can still be read. */
  stop(): Promise<void>;
}

/** Begins to publish what the store holds, and to answer from that. */
export function startAnswering({ config, store, onReady, onTrouble, ...parts }: AnsweringParts): Answering {
  store.refuseToWait();
  const publisher: Publisher = new Publisher({
    ...parts,
    store,
    databasePath: config.databasePath,
    site: config,
    clock: systemClock,
    onPublished: announce,
    onHopeless: (message) => onTrouble(new GoodwordError("database", message)),
  });
  const fallbackReads = { count: 0 };
  let isPaused = false;
  let doors: Doors | null = null;
  let opening: ReturnType<typeof openDoors> | null = null;
  // Opened by the first request that is not for a document, or by the first publication: none of it is needed before.
  const opened = once(() => {
    opening = openDoors();
    // A store that was given up meanwhile, as when its file is lost, is nobody's trouble any more.
    opening.catch((error) => {
      if (!isPaused) onTrouble(error);
    });
    return opening;
  });
  async function openDoors() {
    const { createDoors } = await import("./doors.ts");
    doors = await createDoors({ ...parts, config, store, publisher, fallbackReads });
    return doors;
  }
  function announce(published: Published): void {
    const told = opened().then((doors) => {
      doors.published(published);
      onReady();
    });
    // Doors that cannot be opened were reported by themselves.
    told.catch(() => {});
  }
  const refusalOf = createAdmission({
    lease: parts.lease,
    clock: steadyClock,
    isServing: () => publisher.served.isServing,
    hasServed: () => publisher.current !== null,
    onFallback: () => {
      fallbackReads.count++;
      publisher.served.goOnWithoutLease();
    },
  });
  function enter({ app }: Doors, request: Request, client: Client): Answer {
    const refusal = refusalOf(request);
    return refusal === null ? app(request, client) : refusal.then((refused) => refused ?? app(request, client));
  }
  publisher.start();
  return {
    document: (path) => publisher.served.document(path),
    handle(request, client) {
      return doors === null ? opened().then((doors) => enter(doors, request, client)) : enter(doors, request, client);
    },
    pause() {
      isPaused = true;
      publisher.pause();
    },
    async stop() {
      isPaused = true;
      await publisher[Symbol.asyncDispose]();
      // Doors that are just being opened are closed as well.
      const doors = await opening?.catch(() => null);
      await doors?.[Symbol.asyncDispose]();
    },
  };
}
