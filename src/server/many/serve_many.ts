/**
 * What a server of many businesses is made of, in the order in which it is started. Nothing of a business is opened before
 * somebody asks for it.
 */
import { refuseOwnSettings, storeOf } from "../../business_environment.ts";
import { type Config, type Environment, isServerUrl, withPort } from "../../config.ts";
import { settingWarnings } from "../../misspelt_settings.ts";
import type { Log } from "../../platform.ts";
import { type ChangeMark, CONSOLE_STORE, type ListedBusiness } from "../../store/mod.ts";
import { systemRandom } from "../clock.ts";
import type { Lifetime } from "../lifetime.ts";
import { hostAddress, listen, listenUrl, resolveName, stopListening } from "../listen.ts";
import { openBusinessList } from "../workers/open_store.ts";
import { createFront, manyMetrics } from "./front.ts";
import { HeldBusinesses } from "./held_businesses.ts";
import { ManyProcess } from "./many_process.ts";
import { Routes } from "./routes.ts";
import { Upkeep } from "./upkeep.ts";

/** How often the list of businesses is looked at, in milliseconds. */
const LIST_MS = 400;

interface ManyOptions {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Log;
  /** Opens the owner's listener, where there is to be one. */
  readonly openListener: (open: (host: string) => Promise<AsyncDisposable>) => Promise<void>;
}

export async function startMany(
  lifetime: Lifetime,
  { config, environment, log, openListener }: ManyOptions,
): Promise<void> {
  refuseOwnSettings(environment);
  const host = await lifetime.step({ start: () => hostAddress(config.host, resolveName) });
  const list = await lifetime.step({
    start: () => openBusinessList(config.databasePath),
    stop: (opened) => opened[Symbol.asyncDispose](),
  });
  const counts = new Map<number, number>();
  const process = await lifetime.step({
    start: () => new ManyProcess({ config, log, counts }),
    leave: ({ readiness }) => readiness.leave(),
    stop: (stopped) => stopped[Symbol.asyncDispose](),
  });
  const held = await lifetime.step({
    start: () => new HeldBusinesses({ process, environment }),
    stop: (stopped) => stopped[Symbol.asyncDispose](),
  });
  let businesses: readonly ListedBusiness[] = [];
  let routes = new Routes([]);
  let mark: ChangeMark | null = null;
  async function look(): Promise<void> {
    const changed = await list.changed(mark);
    if (changed === null) return;
    businesses = await list.list();
    // What the list itself has changed in the folder is looked at once more.
    mark = changed;
    routes = new Routes(businesses);
    void held.follow(businesses);
  }
  await lifetime.step({ start: look });
  const parts = { process, held, routes: () => routes, count: () => businesses.length };
  const front = createFront(parts, counts);
  const server = await lifetime.step({
    start: () => listen({ ...config, ...front, host }),
    turnAway: (listening) => void listening.stop(),
    stop: stopListening,
  });
  const running = withPort(config, server.port ?? config.port);
  log.info("Listening", { url: listenUrl(running), database: config.databasePath, businesses: businesses.length });
  for (const { id, settings } of businesses) {
    for (const warning of settingWarnings(settings)) log.warn(warning, { business: id });
  }
  await lifetime.step({
    start: () =>
      process.chores.add({
        ...{ name: "list", everyMs: LIST_MS },
        async run() {
          try {
            await look();
            process.readiness.report("businesses", null);
          } catch (error) {
            process.readiness.report("businesses", {
              message: "the list of businesses cannot be read",
              detail: String(error),
            });
          }
        },
      }),
    stop: (chore) => chore.stop(),
  });
  await openListener(async (address) => {
    await makeConsoleStore(config);
    const { openConsole } = await import("../console_listener.ts");
    return openConsole({
      ...{ host: address, config, log, clock: process.clock, metrics: async () => manyMetrics(parts) },
      among: { environment, list: () => businesses, isServed: (name) => routes.hasName(name) },
    });
  });
  const { clock, chores, acts } = process;
  const upkeep = await lifetime.step({
    start: () =>
      new Upkeep({
        ...{ clock, chores, log, environment, random: systemRandom, database: config.databasePath },
        list: () => businesses,
        removed: () => list.removed(),
        actsOn: (database) => acts.serviceFor(() => database),
        open: (listed) => held.open(listed),
      }),
    stop: (stopped) => stopped[Symbol.asyncDispose](),
  });
  await lifetime.step({
    // Without hints it is published when somebody asks.
    start: () => list.listen((id) => upkeep.noteChange(id)).catch(() => null),
    stop: async (listening) => listening?.[Symbol.asyncDispose](),
  });
  lifetime.ready();
}

/** People and their sessions have a store of their own, which is made with the first start. */
async function makeConsoleStore({ databasePath }: Config): Promise<void> {
  const database = storeOf(databasePath, CONSOLE_STORE);
  const store = isServerUrl(database)
    ? await (await import("../../store/postgres/mod.ts")).openPostgres(database)
    : (await import("../../store/sqlite/mod.ts")).openDatabase(database, { create: true });
  await store[Symbol.asyncDispose]();
}
