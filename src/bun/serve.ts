/**
 * `goodword serve`: starts everything in order, and stops it backwards.
 *
 * The server listens before the reviews are read: feeds come from the fifty newest, everything else waits for the
 * publication that a worker builds meanwhile.
 *
 * @module
 */
import { EXIT_CODES, type ExitCode } from "../cli/exit_code.ts";
import { type Environment, readConfig, withPort } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import { openForServing } from "../sqlite/open_for_serving.ts";
import { systemClock } from "./clock.ts";
import { fillWithSample } from "./fill_with_sample.ts";
import { createLog } from "./log.ts";
import { readFirstFeeds } from "./read_first_feeds.ts";
import { createReception } from "./reception.ts";
import { listen } from "./server.ts";
import { nextSignal } from "./signals.ts";

/** How long requests under way have after a signal, in milliseconds. */
const GRACE_MS = 5000;

/** Serves until a signal comes. @throws {GoodwordError} when it cannot begin */
export async function serve(environment: Environment): Promise<void> {
  const config = readConfig(environment);
  const log = createLog(config);
  await using stack = new AsyncDisposableStack();
  const { file, isReadOnly } = await openForServing(config.databasePath, log);
  stack.defer(() => file.close());

  const trouble = Promise.withResolvers<never>();
  const reception = createReception(async (counts) => {
    const { startAnswering } = await import("./start_answering.ts");
    if (stack.disposed) throw new Error("The server was asked to stop before it had begun to publish");
    const parts = { config: running, file, isReadOnly, log, counts, onTrouble: trouble.reject };
    return stack.use(startAnswering(parts));
  });
  // Before anybody can know that it listens, so that not even the earliest signal just ends it.
  const asked = nextSignal();
  const server = listen({ ...config, ...reception });
  stack.defer(() => stopListening(server));
  const running = withPort(config, server.port ?? config.port);
  log.info("Listening", { url: `http://${running.host}:${running.port}`, base_url: running.baseUrl });

  // Only now that the port is ours: a server that cannot begin must leave the database as it is.
  if (config.seed && !isReadOnly) await fillWithSample(file, log);
  reception.open(readFirstFeeds(file, running, log));
  // A moment later, so that whoever waits for the server to listen is answered first.
  systemClock.after(10, () => void reception.load().catch(trouble.reject));
  const signal = await Promise.race([asked, trouble.promise]);
  log.info("Stopping", { signal });
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
