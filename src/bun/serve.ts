/**
 * `goodword serve`: starts everything in order, and stops it backwards.
 *
 * The server listens before the reviews are read: feeds come from the fifty newest, everything else waits for the
 * publication that a worker builds meanwhile.
 *
 * @module
 */
import { EXIT_CODES, type ExitCode } from "../cli/exit_code.ts";
import { type Config, type Environment, readConfig, withPort } from "../config.ts";
import { GoodwordError, ReadOnlyDatabaseError } from "../errors.ts";
import type { Log } from "../platform.ts";
import { documentFront } from "../rest/document_front.ts";
import { readEditionState } from "../store/mod.ts";
import { systemClock } from "./clock.ts";
import { closeDatabase, type OpenStore, openDatabase } from "./database.ts";
import { createLog } from "./log.ts";
import { once } from "./once.ts";
import { Publisher } from "./publisher.ts";
import { listen } from "./server.ts";
import { nextSignal } from "./signals.ts";

/** How long requests under way have after a signal, in milliseconds. */
const GRACE_MS = 5000;

/** Serves until a signal comes. @throws {GoodwordError} when it cannot begin */
export async function serve(environment: Environment): Promise<void> {
  const config = readConfig(environment);
  const log = createLog(config);
  await using stack = new AsyncDisposableStack();
  const { store, isReadOnly } = openStore(config, log);
  stack.defer(() => closeDatabase(store));

  const counts = new Map<number, number>();
  const counted = (response: Response) => {
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    return response;
  };
  let publisher: Publisher | undefined;
  const prepared = Promise.withResolvers<Publisher>();
  // Opened by the first request that is not for a document, or by the first publication: none of it is needed before.
  const opened = once(async () => {
    const [{ createDoors }, reader] = await Promise.all([import("./doors.ts"), prepared.promise]);
    return stack.use(createDoors({ config: running, store, isReadOnly, publisher: reader, log, counts }));
  });
  const front = documentFront((path) => publisher?.document(path));
  const server = listen({
    ...config,
    front: (request) => {
      const answer = front(request);
      return answer === null ? null : counted(answer);
    },
    handle: async (request, client) => {
      await prepared.promise;
      return counted(front(request) ?? (await (await opened()).app(request, client)));
    },
  });
  stack.defer(() => stopListening(server));
  const running = withPort(config, server.port ?? config.port);
  log.info("Listening", { url: `http://${running.host}:${running.port}`, base_url: running.baseUrl });

  // Only now that the port is ours: a server that cannot begin must leave the database as it is.
  if (config.seed && !isReadOnly && readEditionState(store).revision === 0) await importSample(store, log);
  const trouble = Promise.withResolvers<never>();
  publisher = stack.use(
    new Publisher({
      store,
      databasePath: config.databasePath,
      isReadOnly,
      site: running,
      clock: systemClock,
      log,
      onPublished: (published) => void opened().then((doors) => doors.published(published), trouble.reject),
      onHopeless: (message) => trouble.reject(new GoodwordError("database", message)),
    }),
  );
  prepared.resolve(publisher);
  // A moment later, so that the worker's start does not delay whoever waits for the server to listen.
  systemClock.after(10, () => publisher?.start());
  const signal = await Promise.race([nextSignal(), trouble.promise]);
  log.info("Stopping", { signal });
}

/** A database that can only be read is served all the same. */
function openStore(config: Config, log: Log): { store: OpenStore; isReadOnly: boolean } {
  const path = config.databasePath;
  try {
    return { store: openDatabase(path), isReadOnly: false };
  } catch (error) {
    if (!(error instanceof ReadOnlyDatabaseError)) throw error;
    const store = openDatabase(path, { create: false, readonly: true });
    log.warn("The database is read-only: reviews are served, subscriptions are not taken", { path });
    return { store, isReadOnly: true };
  }
}

async function importSample(store: OpenStore, log: Log): Promise<void> {
  const [{ importSeed }, { default: seed }] = await Promise.all([
    import("../cli/import_seed.ts"),
    import("../../seed/reviews.json", { with: { type: "text" } }),
  ]);
  await importSeed(store, seed as unknown as string, Date.now());
  log.info("The database is empty: sample data of a fictional business are shown until you import your own");
}

/** Lets requests under way finish, then cuts what is left, such as event streams. */
async function stopListening(server: Bun.Server<undefined>): Promise<void> {
  const stopped = server.stop();
  const deadline = Promise.withResolvers<void>();
  const timer = setTimeout(deadline.resolve, GRACE_MS);
  await Promise.race([stopped, deadline.promise]);
  clearTimeout(timer);
  await server.stop(true);
}

/** {@link serve} as a command: every failure is a line and an exit code. */
export async function runServe(environment: Environment): Promise<ExitCode> {
  try {
    await serve(environment);
    return 0;
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    for (const line of error.message.split("\n")) process.stderr.write(`goodword: ${line}\n`);
    return EXIT_CODES[error.code];
  }
}
