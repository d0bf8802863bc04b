/** What the services of the console are opened with: for one business, or for the pages over all of many. */
import { environmentOf } from "../business_environment.ts";
import { type Config, type Environment, readConfig } from "../config.ts";
import type { ListedBusiness } from "../store/mod.ts";
import type { UploadFolders } from "./upload_folders.ts";
import type { ConsoleOrder } from "./workers/open_console.ts";
import type { ImportsOrder } from "./workers/open_imports.ts";

/** What the orders of all businesses of a process are made of. */
interface OrderParts {
  /** The database is that of the one business, or where the people of many are kept. */
  readonly config: Config;
  readonly consoleUrl: string;
  /** The port that is listened on. */
  readonly port: number;
  readonly uploads: UploadFolders;
  /** Null where the process serves one business. */
  readonly many: { readonly database: string } | null;
  /** Of the process. */
  readonly environment: Environment;
}

/** The orders for one of many businesses; null for the only one, or for the pages over all. */
export function consoleOrders(
  { config, consoleUrl, port, uploads, many, environment }: OrderParts,
  business: ListedBusiness | null,
): { readonly console: ConsoleOrder; readonly imports: ImportsOrder } {
  const own = many === null || business === null ? config : configOf(business, environment);
  const order = { config: own, consoleUrl, port, uploads: uploads.of(business), environment };
  const named = business && { id: business.id, identity: business.identity };
  return {
    console: { ...order, ...(many !== null && { among: { ...many, business: named } }) },
    imports: { database: own.databasePath, policy: own.invitations },
  };
}

/** Where its own settings do not hold, those that do without: they are put right in the console. */
export function configOf(business: ListedBusiness, environment: Environment): Config {
  try {
    return readConfig(environmentOf(environment, business));
  } catch {
    return readConfig(environmentOf(environment, { ...business, settings: {} }));
  }
}
