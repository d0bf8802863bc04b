/**
 * `goodword serve`: what a server is made of, in the order in which it is started. Its lifetime stops it backwards.
 *
 * The server listens before the reviews are read; requests wait for the publication that a worker builds.
 */
import { resolve } from "node:path";
import {
  type Config,
  type Environment,
  holdsMany,
  isServerUrl,
  readConfig,
  shownDatabase,
  withPort,
} from "../config.ts";
import { EXIT_CODES, type ExitCode, GoodwordError } from "../errors.ts";
import { settingWarnings } from "../misspelt_settings.ts";
import type { Log } from "../platform.ts";
import type { Store } from "../store/mod.ts";
import { ServedBusiness } from "./business.ts";
import { systemClock } from "./clock.ts";
import { type Hear, type Lifetime, runLifetime, type StopCause } from "./lifetime.ts";
import { hostAddress, listen as listenOn, listenUrl, resolveName, stopListening } from "./listen.ts";
import { createLog } from "./log.ts";
import { ServerProcess } from "./server_process.ts";
import { createStartupGate } from "./startup_gate.ts";

/**
 * Serves until it is asked to stop or cannot go on. Every failure is a line and an exit code; nothing is thrown. The
 * process has to be ended with the code: a stop that took too long leaves things open.
 */
export async function serve(environment: Environment, listen: (hear: Hear) => void): Promise<ExitCode> {
  try {
    const config = readConfig(environment);
    const log = createLog(config, systemClock.now);
    const parts = { clock: systemClock, log, listen, noticeMs: config.shutdownNoticeSeconds * 1000 };
    const begin = async (lifetime: Lifetime) => {
      if (holdsMany(config.databasePath)) {
        const openListener = (open: OpenListener) => openOwners(lifetime, config, log, open);
        const { startMany } = await import("./many/serve_many.ts");
        await startMany(lifetime, { config, environment, log, openListener });
      } else await start(lifetime, config, log);
      for (const warning of settingWarnings(environment)) log.warn(warning);
    };
    return exitCodeOf(await runLifetime(begin, parts), log);
  } catch (error) {
    return refuse(error);
  }
}

async function start(lifetime: Lifetime, config: Config, log: Log): Promise<void> {
  const host = await lifetime.step({ start: () => hostAddress(config.host, resolveName) });
  const business = await lifetime.step({
    start: () => ServedBusiness.open(config.databasePath, log, { create: true }),
    // After all that answers has stopped.
    stop: (opened) => opened[Symbol.asyncDispose](),
  });
  const { store, isReadOnly } = business.leased;
  await startBackups(lifetime, config, log);
  const gate = await lifetime.step({
    start: () => createStartupGate(business),
    turnAway: (waiting) => waiting.turnAway(),
  });
  const server = await lifetime.step({
    start: () => listenOn({ ...config, ...gate, host }),
    turnAway: (listening) => void listening.stop(),
    stop: stopListening,
  });
  const running = withPort(config, server.port ?? config.port);
  log.info("Listening", {
    url: listenUrl(running),
    base_url: running.baseUrl,
    database: isServerUrl(config.databasePath) ? shownDatabase(config.databasePath) : resolve(config.databasePath),
  });
  // A port that the owner named has to be free; the usual one is tried once readers are answered.
  const metrics = () => business.metrics();
  if (config.console.isPortSet) await openConsole(lifetime, { config: running, metrics }, log);
  // Only now that the port is ours: a server that cannot begin must leave the database as it is.
  if (config.seed && !isReadOnly) await lifetime.step({ start: () => fillWithSample(store, log) });
  const process = await lifetime.step({
    start: () => new ServerProcess({ config: running, log, counts: gate.counts }),
    leave: ({ readiness }) => readiness.leave(),
    stop: (stopped) => stopped[Symbol.dispose](),
  });
  const onReady = () => {
    gate.started();
    lifetime.ready();
  };
  await lifetime.step({
    start: () => {
      business.serve({ process, site: running, onReady, onTrouble: lifetime.fail });
      gate.open();
    },
    stop: () => business.stop(),
  });
  if (!config.console.isPortSet) await openConsole(lifetime, { config: running, metrics }, log);
}

/** @throws {GoodwordError} `usage` where the folder of backups cannot be written to */
async function startBackups(lifetime: Lifetime, config: Config, log: Log): Promise<void> {
  const { backups: plan } = config;
  if (plan === null) return;
  await lifetime.step({
    start: async () => (await import("./backup_keeper.ts")).keepBackups(plan, { config, clock: systemClock, log }),
    stop: (keeper) => keeper[Symbol.asyncDispose](),
  });
}

async function openConsole(
  lifetime: Lifetime,
  { config, metrics }: { readonly config: Config; readonly metrics: () => Promise<string> | null },
  log: Log,
): Promise<void> {
  await openOwners(lifetime, config, log, async (host) => {
    const { openConsole } = await import("./console_listener.ts");
    return openConsole({ host, config, clock: systemClock, log, metrics });
  });
}

/** Opens the owner's listener on an address. */
type OpenListener = (host: string) => Promise<AsyncDisposable>;

/** The owner's listener, apart from the public port. @throws {GoodwordError} `port_taken` where its port was named */
async function openOwners(lifetime: Lifetime, config: Config, log: Log, open: OpenListener): Promise<void> {
  const { port, isPortSet, host } = config.console;
  if (port === null) return;
  await lifetime.step({
    start: async () => {
      const address = await hostAddress(host, resolveName);
      try {
        return await open(address);
      } catch (error) {
        if (isPortSet || !(error instanceof GoodwordError)) throw error;
        log.warn("Owner's listener is off", { reason: error.message });
        return null;
      }
    },
    stop: async (listener) => listener?.[Symbol.asyncDispose](),
  });
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

/** Imports the sample unless there is something already. @throws {GoodwordError} `database`, naming the file */
async function fillWithSample(store: Store, log: Log): Promise<void> {
  if ((await store.editions.state()).revision > 0) return;
  const [{ importSeed }, { default: reviews }, { default: jobs }] = await Promise.all([
    import("../owner/import_seed.ts"),
    import("../../seed/reviews.json", { with: { type: "text" } }),
    import("../../seed/jobs.csv", { with: { type: "text" } }),
  ]);
  await importSeed(store, { reviews: reviews as unknown as string, jobs }, Date.now());
  log.info("The database is empty: showing sample data of a fictional business until you import your own");
}
