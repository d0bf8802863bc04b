/**
 * `goodword serve`: what a server is made of, in the order in which it is started. Its lifetime stops it backwards.
 *
 * The server listens before the reviews are read: feeds come from the fifty newest, everything else waits for the
 * publication that a worker builds meanwhile.
 *
 * @module
 */

import { resolve } from "node:path";
import { type Config, type Environment, isServerUrl, readConfig, shownDatabase, withPort } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import { EXIT_CODES, type ExitCode } from "../exit_code.ts";
import type { Log } from "../platform.ts";
import type { LeaseKeeper } from "./activation/lease_keeper.ts";
import { systemClock } from "./clock.ts";
import { fillWithSample } from "./fill_with_sample.ts";
import { addressOf, hostAddress, resolveName } from "./host_address.ts";
import { type Lifetime, runLifetime } from "./lifetime/lifetime.ts";
import type { StopCause } from "./lifetime/phase.ts";
import type { Hear } from "./lifetime/process_events.ts";
import { createLog, type ServerLog } from "./log.ts";
import { openServed } from "./open_served.ts";
import { type FirstFeeds, readFirstFeeds } from "./read_first_feeds.ts";
import { createReception, type Reception } from "./reception.ts";
import { listen as listenOn, type ServerOptions, stopListening } from "./server.ts";

/** Wait before all else is loaded, in milliseconds, so that whoever waits for the server to listen is answered first. */
const LOAD_AFTER_MS = 10;

/** When the log is opened where the start takes long, in milliseconds. */
const LOG_AFTER_MS = 100;

/**
 * Serves until it is asked to stop or cannot go on. Every failure is a line and an exit code; nothing is thrown. The
 * process has to be ended with the code: a stop that took too long leaves things open.
 */
export async function serve(environment: Environment, listen: (hear: Hear) => void): Promise<ExitCode> {
  try {
    const config = readConfig(environment);
    const log = createLog(config, systemClock.now);
    void later(LOG_AFTER_MS).then(log.open);
    const parts = { clock: systemClock, log, listen };
    const begin = async (lifetime: Lifetime) => {
      // Set by npx and by `bun run`, which stands between.
      if (environment.npm_command !== undefined) await stopWithNpx(lifetime, log);
      await start(lifetime, config, log);
      await lifetime.step({ start: () => nameMisspeltSettings(environment, log) });
    };
    const code = exitCodeOf(await runLifetime(begin, parts), log);
    await log.open();
    return code;
  } catch (error) {
    return refuse(error);
  }
}

async function start(lifetime: Lifetime, config: Config, log: ServerLog): Promise<void> {
  const host = await lifetime.step({ start: () => hostAddress(config.host, resolveName) });
  const served = await lifetime.step({
    start: () => openServed(config.databasePath, log, { create: true }),
    // After all that answers has stopped.
    stop: async ({ store, lease }) => {
      await lease.leave();
      await store[Symbol.asyncDispose]();
    },
  });
  const { store, isReadOnly, lease } = served;
  const reception = await lifetime.step({ start: createReception, turnAway: (waiting) => waiting.turnAway() });
  const server = await lifetime.step({
    start: () => listenOrExplain({ ...config, ...reception, host }),
    turnAway: (listening) => void listening.stop(),
    stop: stopListening,
  });
  const running = withPort(config, server.port ?? config.port);
  log.info("Listening", {
    url: addressOf(running),
    base_url: running.baseUrl,
    database: isServerUrl(config.databasePath) ? shownDatabase(config.databasePath) : resolve(config.databasePath),
  });
  // Only now that the port is ours: a server that cannot begin must leave the database as it is.
  if (config.seed && !isReadOnly) await lifetime.step({ start: () => fillWithSample(store, log) });
  await showFirstFeeds(reception, lease, await readFirstFeeds(store, running, log));
  await lifetime.step({ start: () => Promise.race([reception.wanted, later(LOAD_AFTER_MS)]) });
  const [{ startAnswering }, { KeptAnswering }, { Readiness }] = await lifetime.step({
    start: () =>
      Promise.all([
        import("./start_answering.ts"),
        import("./keep_answering.ts"),
        import("./readiness.ts"),
        log.open(),
      ]),
  });
  const readiness = new Readiness(log);
  const shared = { config: running, log, readiness, counts: reception.counts };
  const onReady = () => {
    reception.started();
    lifetime.ready();
  };
  await lifetime.step({
    start: () =>
      new KeptAnswering(served, {
        clock: systemClock,
        readiness,
        reopen: () => openServed(config.databasePath, log, { create: false }),
        answerFrom: (opened, events) => startAnswering({ ...shared, ...opened, ...events }),
        first: { onReady, onTrouble: lifetime.fail },
        onAnswering: reception.open,
      }),
    stop: (kept) => kept.stop(),
  });
}

/** Without a lease, since others serve another revision, everything waits for the first publication. */
async function showFirstFeeds(reception: Reception, lease: LeaseKeeper, first: FirstFeeds | null): Promise<void> {
  const { revision, feeds } = first ?? { revision: 0, feeds: new Map() };
  if (feeds.size > 0) {
    lease.hold(revision);
    await lease.renew();
  }
  reception.showFeeds(feeds, () => {
    const served = lease.served();
    return served.kind === "serve" && served.revision === revision;
  });
}

async function nameMisspeltSettings(environment: Environment, log: Log): Promise<void> {
  const { misspeltMessage, misspeltSettings } = await import("../misspelt_settings.ts");
  for (const setting of misspeltSettings(environment)) log.warn(misspeltMessage(setting));
}

async function listenOrExplain(options: ServerOptions): Promise<Bun.Server<undefined>> {
  try {
    return listenOn(options);
  } catch (error) {
    const { namePortHolder } = await import("./port_holder.ts");
    throw await namePortHolder(error, options.host, options.port);
  }
}

/** As the signal would have done that npx got and did not pass on. */
async function stopWithNpx(lifetime: Lifetime, log: Log): Promise<void> {
  const { launchersOf, lookUpProcess, watchLaunchers } = await import("./lifetime/launchers.ts");
  const onGone = () => {
    log.info("The npx process that started this server has exited");
    process.kill(process.pid, "SIGTERM");
  };
  await lifetime.step({
    start: () => watchLaunchers(launchersOf(process.pid, lookUpProcess), systemClock, onGone),
    turnAway: (stopWatching) => stopWatching(),
  });
}

function later(delayMs: number): Promise<void> {
  return new Promise((resolve) => void systemClock.after(delayMs, resolve));
}

function exitCodeOf(cause: StopCause, log: Log): ExitCode {
  if (cause.kind === "asked") return 0;
  const { error } = cause;
  if (error instanceof GoodwordError) return refuse(error);
  log.error("The server failed", { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return refuse(new GoodwordError("internal", `Internal error, please report it: ${String(error)}`));
}

function refuse(error: unknown): ExitCode {
  if (!(error instanceof GoodwordError)) throw error;
  for (const line of error.message.split("\n")) process.stderr.write(`goodword: ${line}\n`);
  return EXIT_CODES[error.code];
}
