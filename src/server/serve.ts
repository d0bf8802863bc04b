/** `goodword serve`: what a server is made of, in the order in which it is started. Its lifetime stops it backwards. */
import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { type Config, type Environment, holdsMany, readConfig, withPort } from "../config.ts";
import { EXIT_CODES, type ExitCode, GoodwordError } from "../errors.ts";
import { settingWarnings } from "../misspelt_settings.ts";
import type { Log } from "../platform.ts";
import type { Store } from "../store/mod.ts";
import { Businesses } from "./businesses.ts";
import { systemClock, systemRandom } from "./clock.ts";
import { processFigures } from "./figures.ts";
import { createFront, type FrontParts } from "./front.ts";
import { type Lifetime, type OnLifetimeEvent, runLifetime, type StopCause } from "./lifetime.ts";
import { hostAddress, listen as listenOn, listenUrl, resolveName, stopListening } from "./listen.ts";
import { createLog } from "./log.ts";
import { type OpenedStore, openServed, openUpToDate } from "./open_store.ts";
import { removeDrafts } from "./publisher/publication_file.ts";
import { ServedList } from "./served_list.ts";
import { ServerProcess } from "./server_process.ts";
import { Upkeep } from "./upkeep.ts";
import type { OwnerActs } from "./workers/open_acts.ts";

const LIST_MS = 400;

/** Serves until asked to stop or unable to continue. Never throws; the process must exit with the returned code. */
export async function serve(environment: Environment, listen: (onEvent: OnLifetimeEvent) => void): Promise<ExitCode> {
  try {
    const config = readConfig(environment);
    const log = createLog(config, systemClock.now);
    const parts = { clock: systemClock, log, listen, noticeMs: config.shutdownNoticeSeconds * 1000 };
    const cause = await runLifetime((lifetime) => start(lifetime, { config, environment, log }), parts);
    return exitCodeOf(cause, log);
  } catch (error) {
    return refuse(error);
  }
}

interface ServeOptions {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Log;
}

async function start(lifetime: Lifetime, { config, environment, log }: ServeOptions): Promise<void> {
  const { databasePath } = config;
  if (config.backups !== null) refuseUnwritable(config.backups.folder);
  const host = await lifetime.step({ start: () => hostAddress(config.host, resolveName) });
  // With many businesses, none is opened before its first request.
  const only = holdsMany(databasePath)
    ? null
    : await lifetime.step({
        start: () => openServed(databasePath, log, { create: true }),
        stop: (opened) => opened.close(),
      });
  let held: Businesses | null = null;
  const storeOfOne = only && (() => (held?.get("")?.business ?? { openStore: only.store }).openStore);
  const list = await lifetime.step({
    start: () => ServedList.open({ config, environment, log, storeOfOne }),
    stop: (opened) => opened[Symbol.asyncDispose](),
  });
  removeDrafts(config.publicationFolder ?? list.parts.folder ?? dirname(databasePath));
  const process = await lifetime.step({
    start: () => new ServerProcess({ config, log, lookMs: list.parts.hosting.lookMs }),
    leave: ({ readiness }) => readiness.leave(),
    stop: (stopped) => stopped[Symbol.asyncDispose](),
  });
  const businesses = await lifetime.step({
    start: () => new Businesses({ process, list, memoryLimit: config.memoryLimit }),
    stop: (stopped) => stopped[Symbol.asyncDispose](),
  });
  held = businesses;
  await lifetime.step({ start: () => list.read() });
  list.removePublications();
  const parts = { process, list, businesses };
  const front = await lifetime.step({
    start: () => createFront(parts),
    turnAway: (waiting) => waiting.turnAway(),
  });
  const server = await lifetime.step({
    start: () => listenOn({ ...config, ...front, host }),
    turnAway: (listening) => void listening.stop(),
    stop: stopListening,
  });
  list.port = server.port ?? config.port;
  const running = withPort(config, list.port);
  log.info("Listening", {
    url: listenUrl(running),
    ...(list.only === null ? { businesses: list.businesses.length } : { base_url: list.configOf(list.only).baseUrl }),
    database: list.parts.name,
  });
  const console = { config: running, environment, parts };
  // A port that the owner named has to be free; the usual one is tried once readers are answered.
  if (config.console.isPortSet) await openOwners(lifetime, console);
  // Only now that the port is ours: a server that cannot begin must leave the database as it is.
  if (only !== null && config.seed && !only.isReadOnly) {
    await lifetime.step({ start: () => fillWithSample(only.store, log) });
  }
  await lifetime.step({
    start() {
      if (only !== null) openOnly(lifetime, parts, only);
      else lifetime.ready();
      front.open();
    },
    stop: () => businesses.stop(),
  });
  if (!config.console.isPortSet) await openOwners(lifetime, console);
  await keepUp(lifetime, parts);
  for (const warning of settingWarnings(environment)) log.warn(warning);
  for (const { id, settings } of list.businesses) {
    for (const warning of settingWarnings(settings)) process.logFor(id).warn(warning);
  }
}

/** The server is ready with the first publication of its only business, and must stop without one. */
function openOnly(lifetime: Lifetime, { businesses, list }: FrontParts, only: OpenedStore): void {
  for (const listed of list.businesses) {
    businesses.open(listed, "", only).then(
      () => lifetime.ready(),
      (error) => {
        if (!businesses.isStopped) lifetime.fail(error);
      },
    );
  }
}

/** Follows the list of businesses, and does for each what has to be done. */
async function keepUp(lifetime: Lifetime, { process, list, businesses }: FrontParts): Promise<void> {
  const { chores, readiness } = process;
  async function follow(): Promise<void> {
    try {
      if (await list.read()) void businesses.follow().then(() => list.removePublications());
      readiness.report("businesses", null);
    } catch (error) {
      readiness.report("businesses", {
        message: "the list of businesses cannot be read",
        detail: String(error),
      });
    }
  }
  await lifetime.step({
    start: () => chores.add({ name: "list", everyMs: LIST_MS, run: follow }),
    stop: (chore) => chore.stop(),
  });
  const upkeep = await lifetime.step({
    start: () =>
      new Upkeep({
        process,
        list,
        random: systemRandom,
        actsOn: (database) => process.upkeep.service<OwnerActs>("acts", database),
        open: (listed) => businesses.open(listed),
      }),
    stop: (stopped) => Promise.all([stopped[Symbol.asyncDispose](), process.upkeep[Symbol.asyncDispose]()]),
  });
  await lifetime.step({
    // Without hints, a change is published on the next request.
    start: () => list.listen((id) => upkeep.noteChange(id)).catch(() => null),
    stop: async (listening) => listening?.[Symbol.asyncDispose](),
  });
}

function refuseUnwritable(folder: string): void {
  try {
    if (!statSync(folder).isDirectory()) throw new Error("not a folder");
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new GoodwordError("usage", `BACKUP_DIR is "${folder}", expected a folder that can be written to`, { cause });
  }
}

interface OwnersOptions {
  readonly config: Config;
  readonly environment: Environment;
  readonly parts: FrontParts;
}

/** The owner's listener, apart from the public port. @throws {GoodwordError} `port_taken` where its port was named */
async function openOwners(lifetime: Lifetime, { config, environment, parts }: OwnersOptions): Promise<void> {
  const { port, isPortSet } = config.console;
  if (port === null) return;
  const { list, process } = parts;
  const { log, clock, office } = process;
  await lifetime.step({
    start: async () => {
      const host = await hostAddress(config.console.host, resolveName);
      try {
        // People and their sessions have a store of their own among many businesses.
        if (list.only === null) {
          await using _ = await openUpToDate(list.parts.people);
        }
        const { openConsole } = await import("./console_listener.ts");
        return openConsole({
          host,
          config,
          clock,
          log,
          office,
          metrics: () => processFigures(parts),
          environment,
          list,
        });
      } catch (error) {
        if (isPortSet || !(error instanceof GoodwordError) || error.code !== "port_taken") throw error;
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
  const [{ importSeed }, { default: reviews }, { default: jobs }, { default: record }, { default: pictures }] =
    await Promise.all([
      import("../owner/import_seed.ts"),
      import("../../seed/reviews.json", { with: { type: "text" } }),
      import("../../seed/jobs.csv", { with: { type: "text" } }),
      import("../../seed/record.tsv", { with: { type: "text" } }),
      import("../../seed/pictures.json"),
    ]);
  await importSeed(store, { reviews: reviews as unknown as string, jobs, record, pictures }, Date.now());
  log.info("The database is empty: showing sample data of a fictional business until you import your own");
}
