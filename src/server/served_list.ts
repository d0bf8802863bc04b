/** The businesses that a process serves, as they are listed now. One business is a list with one entry. */
import {
  configOfOne,
  configOfOneOfMany,
  type EffectiveConfig,
  folderPathOf,
  refuseOwnSettings,
  storeOf,
} from "../business_environment.ts";
import { type Config, type Environment, shownDatabase, withPort } from "../config.ts";
import type { Log } from "../platform.ts";
import { type BusinessList, type ChangeToken, CONSOLE_STORE, type ListedBusiness, type Store } from "../store/mod.ts";
import { nameOfDatabase, openBusinessList } from "./open_store.ts";
import { removeUnlisted } from "./publisher/publication_file.ts";
import { Routes } from "./routes.ts";

type List = Pick<BusinessList, "list" | "changed" | "listen" | "removed"> & AsyncDisposable;

interface Hosting {
  readonly lookMs: number;
  /** How long a business stays open without requests, in milliseconds. */
  readonly keptMs: number;
}

const ONE: Hosting = { lookMs: 100, keptMs: Number.POSITIVE_INFINITY };
/** An open one is looked at all the time, and takes memory. */
const MANY: Hosting = { lookMs: 500, keptMs: 60_000 };

interface ListOptions {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Pick<Log, "warn">;
  /** Store of the only business of its database, null while it is not open. Null for many businesses. */
  readonly storeOfOne: (() => Pick<Store, "reviews" | "editions"> | null) | null;
}

/** What differs between a list of one business and one of many. */
interface ListParts {
  readonly list: List;
  readonly hosting: Hosting;
  readonly configOf: (listed: ListedBusiness) => EffectiveConfig;
  /** Path of the file of a business, or URL of its database. */
  readonly databaseOf: (id: string) => string;
  readonly people: string;
  /** The folder of the databases; null for one, and on a server. */
  readonly folder: string | null;
  readonly name: string;
}

export class ServedList implements AsyncDisposable {
  businesses: readonly ListedBusiness[] = [];
  routes = new Routes([], null);
  /** The port that was taken, which the default address follows. */
  port: number;
  #byId: ReadonlyMap<string, ListedBusiness> = new Map();
  #mark: ChangeToken | null = null;
  readonly #configs = new WeakMap<ListedBusiness, Config>();

  private constructor(
    readonly parts: ListParts,
    private readonly options: ListOptions,
  ) {
    this.port = options.config.port;
  }

  /** @throws {GoodwordError} `database`; `usage` for settings that many businesses cannot share */
  static async open(options: ListOptions): Promise<ServedList> {
    const { storeOfOne } = options;
    return new ServedList(storeOfOne === null ? await partsOfMany(options) : partsOfOne(options, storeOfOne), options);
  }

  /** The only business, which is open all the time and answers at any address; null where there may be many. */
  get only(): ListedBusiness | null {
    return this.parts.hosting === ONE ? (this.businesses[0] ?? null) : null;
  }

  /** Whether the list may have changed. @throws {GoodwordError} `database` */
  async read(): Promise<boolean> {
    const { list } = this.parts;
    const changed = await list.changed(this.#mark);
    if (changed === null) return false;
    this.businesses = await list.list();
    // The list's own changes in the folder cause one more look.
    this.#mark = changed;
    this.#byId = new Map(this.businesses.map((listed) => [listed.id, listed]));
    this.routes = new Routes(this.businesses, this.only);
    return true;
  }

  /** Configuration of a business; without its own settings if they are invalid, which the owner corrects in the console. */
  configOf(listed: ListedBusiness): Config {
    const config = this.#configs.get(listed) ?? this.#readConfig(listed);
    this.#configs.set(listed, config);
    return withPort(config, this.port);
  }

  #readConfig(listed: ListedBusiness): Config {
    const { config, fault: reason } = this.parts.configOf(listed);
    const business = listed.id || undefined;
    if (reason !== null) this.options.log.warn("Console settings have not been applied", { business, reason });
    return config;
  }

  /** Deletes publications of removed or renamed businesses; those next to a database go with it. */
  removePublications(): void {
    const { publicationFolder } = this.options.config;
    const { folder } = this.parts;
    if (folder !== null && publicationFolder !== null) removeUnlisted(publicationFolder, folder);
  }

  find(id: string): ListedBusiness | undefined {
    return this.#byId.get(id);
  }

  readonly databaseOf = ({ id }: ListedBusiness): string => this.parts.databaseOf(id);
  readonly removed: List["removed"] = () => this.parts.list.removed();
  readonly listen: List["listen"] = (onChanged) => this.parts.list.listen(onChanged);

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.parts.list[Symbol.asyncDispose]();
  }
}

async function partsOfMany({ config: { databasePath }, environment }: ListOptions): Promise<ListParts> {
  refuseOwnSettings(environment);
  const databaseOf = (id: string) => storeOf(databasePath, id);
  return {
    list: await openBusinessList(databasePath),
    hosting: MANY,
    databaseOf,
    people: databaseOf(CONSOLE_STORE),
    configOf: (listed) => configOfOneOfMany(environment, listed),
    folder: databasePath.startsWith("folder:") ? folderPathOf(databasePath) : null,
    name: shownDatabase(databasePath),
  };
}

type StoreOfOne = NonNullable<ListOptions["storeOfOne"]>;

function partsOfOne({ config: { databasePath }, environment }: ListOptions, store: StoreOfOne): ListParts {
  const configOf = ({ settings }: Pick<ListedBusiness, "settings">) => configOfOne(databasePath, environment, settings);
  return {
    list: listOfOne(store, (settings) => configOf({ settings }).config.baseUrl),
    hosting: ONE,
    configOf,
    databaseOf: () => databasePath,
    people: databasePath,
    folder: null,
    name: nameOfDatabase(databasePath),
  };
}

function listOfOne(store: StoreOfOne, baseUrlOf: (settings: ListedBusiness["settings"]) => string): List {
  let version = 0;
  let stored = "{}";
  let seen: { readonly store: ReturnType<StoreOfOne>; readonly mark: ChangeToken | null } | null = null;
  async function changed(since: ChangeToken | null): Promise<ChangeToken | null> {
    const now = store();
    if (now === null && version > 0) return null;
    // Asking for the mark is much cheaper than reading.
    const mark = (await now?.editions.changed(seen?.store === now ? seen.mark : null)) ?? null;
    if (mark === null && version > 0) return null;
    seen = { store: now, mark };
    const kept = (await now?.reviews.read((reads) => reads.setting("settings"))) ?? "{}";
    if (kept === stored && since !== null) return null;
    stored = kept;
    return ++version;
  }
  return {
    async list() {
      const settings = JSON.parse(stored);
      return [{ id: "", identity: "", baseUrl: baseUrlOf(settings), settings, version, heldUntil: 0 }];
    },
    // A database that is lost is reported by what answers from it.
    changed: (since) => changed(since).catch((error) => (version > 0 ? null : Promise.reject(error))),
    listen: async () => null,
    removed: async () => [],
    async [Symbol.asyncDispose]() {},
  };
}
