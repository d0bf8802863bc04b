/** The businesses that a process serves, as they are listed now. One business is a list with one entry. */
import { environmentOf, storeOf } from "../business_environment.ts";
import { type Config, type Environment, holdsMany, readConfig } from "../config.ts";
import type { BusinessList, ChangeMark, ListedBusiness } from "../store/mod.ts";
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

  /** `config` is asked for whenever the only business is opened. @throws {GoodwordError} `database` */
  static async open(database: string, environment: Environment, config: () => Config): Promise<ServedList> {
    if (!holdsMany(database)) return new ServedList(false, database, listOfOne(config), config);
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

function listOfOne(config: () => Config): List {
  return {
    async list() {
      const { baseUrl } = config();
      return [{ id: "", identity: "", baseUrl, settings: {}, version: 1, heldUntil: 0 }];
    },
    changed: async (since) => (since === null ? 1 : null),
    listen: async () => null,
    removed: async () => [],
    async [Symbol.asyncDispose]() {},
  };
}
