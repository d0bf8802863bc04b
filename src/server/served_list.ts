/** The businesses that a process serves, as they are listed now. One business is a list with one entry. */
import { configOfOne, environmentOf, storeOf } from "../business_environment.ts";
import { type Config, type Environment, holdsMany, readConfig, withPort } from "../config.ts";
import type { Log } from "../platform.ts";
import type { BusinessList, ChangeMark, ListedBusiness, OwnSettings, Store } from "../store/mod.ts";
import { openBusinessList } from "./open_store.ts";
import { Routes } from "./routes.ts";

type List = Pick<BusinessList, "list" | "changed" | "listen" | "removed"> & AsyncDisposable;

/** The list, and what is configured for each of its businesses. */
export class ServedList implements AsyncDisposable {
  businesses: readonly ListedBusiness[] = [];
  routes: Routes;
  #byId: ReadonlyMap<string, ListedBusiness> = new Map();
  #mark: ChangeMark | null = null;

  private constructor(
    readonly isMany: boolean,
    private readonly database: string,
    private readonly store: List,
    /** @throws {GoodwordError} `usage` where the settings of a business do not hold */
    readonly configOf: (listed: ListedBusiness) => Config,
  ) {
    this.routes = new Routes([], isMany);
  }

  /** `one` is of the only business. @throws {GoodwordError} `database` */
  static async open(database: string, environment: Environment, one: OnlyBusiness): Promise<ServedList> {
    if (!holdsMany(database)) {
      const configOf = configOfOnly(database, environment, one);
      return new ServedList(false, database, listOfOne(one, configOf), configOf);
    }
    const list = await openBusinessList(database);
    return new ServedList(true, database, list, (listed) => readConfig(environmentOf(environment, listed)));
  }

  /** Reads the list again. Whether it may have changed. @throws {GoodwordError} `database` */
  async read(): Promise<boolean> {
    const changed = await this.store.changed(this.#mark);
    if (changed === null) return false;
    this.businesses = await this.store.list();
    // What the list itself has changed in the folder is looked at once more.
    this.#mark = changed;
    this.#byId = new Map(this.businesses.map((listed) => [listed.id, listed]));
    this.routes = new Routes(this.businesses, this.isMany);
    return true;
  }

  /** Path of the file of a business, or URL of its database. */
  databaseOf({ id }: ListedBusiness): string {
    return this.isMany ? storeOf(this.database, id) : this.database;
  }

  find(id: string): ListedBusiness | undefined {
    return this.#byId.get(id);
  }

  readonly removed: List["removed"] = () => this.store.removed();
  readonly listen: List["listen"] = (onChanged) => this.store.listen(onChanged);

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.store[Symbol.asyncDispose]();
  }
}

/** What the list needs to know of the only business, whose store may be opened again. */
interface OnlyBusiness {
  /** Null while it is not open. */
  readonly store: () => Pick<Store, "reviews" | "editions"> | null;
  /** The port that was taken; null before. */
  readonly port: () => number | null;
  readonly log: Pick<Log, "warn">;
}

type ConfigOf = (listed: Pick<ListedBusiness, "settings">) => Config;

function configOfOnly(database: string, environment: Environment, { port, log }: OnlyBusiness): ConfigOf {
  const read = (settings: OwnSettings) => {
    const { config, fault } = configOfOne(database, environment, settings);
    if (fault !== null) log.warn("The settings of the console are not in effect", { reason: fault });
    return config;
  };
  let last: { readonly settings: OwnSettings; readonly config: Config } | null = null;
  return ({ settings }) => {
    // It is asked for with every request to the console.
    if (last?.settings !== settings) last = { settings, config: read(settings) };
    return withPort(last.config, port() ?? last.config.port);
  };
}

function listOfOne({ store }: OnlyBusiness, configOf: ConfigOf): List {
  let version = 0;
  let stored = "{}";
  let seen: { readonly store: ReturnType<OnlyBusiness["store"]>; readonly mark: ChangeMark | null } | null = null;
  return {
    async list() {
      const settings = JSON.parse(stored);
      return [{ id: "", identity: "", baseUrl: configOf({ settings }).baseUrl, settings, version, heldUntil: 0 }];
    },
    async changed(since) {
      const now = store();
      if (now === null && version > 0) return null;
      // Asking for the mark is much cheaper than reading.
      const mark = (await now?.editions.changed(seen?.store === now ? seen.mark : null)) ?? null;
      if (mark === null && version > 0) return null;
      seen = { store: now, mark };
      const kept = (await now?.reviews.read((reads) => reads.setting("settings"))) ?? "{}";
      if (kept === stored && since !== null) return null;
      stored = kept;
      version++;
      return version;
    },
    listen: async () => null,
    removed: async () => [],
    async [Symbol.asyncDispose]() {},
  };
}
