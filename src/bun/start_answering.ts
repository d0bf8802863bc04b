/**
 * All answers beyond the first feeds: the store, the publisher and the doors. Loaded once the server listens.
 *
 * @module
 */
import type { Client } from "../app/mod.ts";
import type { Config } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import type { Log } from "../platform.ts";
import { storeOver } from "../sqlite/database.ts";
import { type DatabaseFile, waitForOthers } from "../sqlite/database_file.ts";
import type { Representation } from "../web/representation.ts";
import { systemClock } from "./clock.ts";
import { once } from "./once.ts";
import { Publisher } from "./publisher/publisher.ts";

/** Answers since the start, by status. */
export type AnswerCounts = ReadonlyMap<number, number>;

export interface AnsweringParts {
  readonly config: Config;
  /** Nothing is waited for from now on: what cannot be written at once is tried again. */
  readonly file: DatabaseFile;
  readonly isReadOnly: boolean;
  readonly log: Log;
  readonly counts: AnswerCounts;
  /** Called when the server cannot go on. */
  readonly onTrouble: (error: unknown) => void;
}

export interface Answering extends AsyncDisposable {
  /** A document of the current publication. */
  document(path: string): Representation | undefined;
  /** Waits for the first publication where the answer depends on it. */
  handle(request: Request, client: Client): Promise<Response>;
}

/** Begins to publish what the file holds, and to answer from that. */
export function startAnswering({ config, file, onTrouble, ...parts }: AnsweringParts): Answering {
  const stack = new AsyncDisposableStack();
  waitForOthers(file, 0);
  const store = storeOver(file);
  const publisher: Publisher = stack.use(
    new Publisher({
      ...parts,
      store,
      databasePath: config.databasePath,
      site: config,
      clock: systemClock,
      onPublished: (published) => void opened().then((doors) => doors.published(published), onTrouble),
      onHopeless: (message) => onTrouble(new GoodwordError("database", message)),
    }),
  );
  // Opened by the first request that is not for a document, or by the first publication: none of it is needed before.
  const opened = once(async () => {
    const { createDoors } = await import("./doors.ts");
    return stack.use(createDoors({ ...parts, config, store, publisher }));
  });
  publisher.start();
  return {
    document: (path) => publisher.document(path),
    handle: async (request, client) => (await opened()).app(request, client),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
