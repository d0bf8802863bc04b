/**
 * The environment of one of many businesses, as if it were the only one: what it has for itself comes from its store, the rest
 * from the process.
 */
import { DEFAULT_KEYS_FOLDER, databasePathOf, type Environment, REMOVED_SETTINGS } from "./config.ts";
import { GoodwordError } from "./errors.ts";

/** Variables that each of many businesses has for itself, in its store. */
export const OWN_SETTINGS = [
  ...["INVITATIONS", "MAIL_FROM", "MAIL_REPLY_TO", "MAIL_PER_DAY", "INVITE_AFTER", "REMIND_AFTER"],
  ...["INVITATION_EXPIRES", "CONTACTS_KEPT", "INCENTIVE"],
  ...["NOTICE_MAIL", "NOTICE_WEBHOOK", "NOTICE_WEBHOOK_SECRET"],
] as const;

/** @throws {GoodwordError} `usage`, naming what cannot be said of many businesses at once */
export function refuseOwnSettings(environment: Environment): void {
  const isSet = (name: string) => (environment[name]?.trim() ?? "") !== "";
  const problems = [
    ...OWN_SETTINGS.filter(isSet).map((name) => `${name} is each business's own: goodword settings set ${name} VALUE`),
    ...["LOG_KEY", "LINK_KEY"].filter(isSet).map((name) => `${name} is set, but each business has a key of its own`),
    ...(isSet("BASE_URL") ? ["BASE_URL is set, but each business has its own: goodword business move"] : []),
  ];
  if (problems.length > 0) throw new GoodwordError("usage", problems.join("\n"));
}

/** A business among many, as far as it decides what is configured. */
interface BusinessAmongMany {
  readonly id: string;
  readonly identity: string;
  readonly baseUrl: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** The environment of one of many businesses, as if it were the only one. */
export function environmentOf(
  environment: Environment,
  { id, identity, baseUrl, settings }: BusinessAmongMany,
): Environment {
  const { BACKUP_DIR: backups = "", KEYS_DIR: keys = "" } = environment;
  const database = databasePathOf(environment.DATABASE_URL?.trim() ?? "");
  return {
    ...environment,
    ...{
      DATABASE_URL: storeOf(database, id, `${keys.trim() || DEFAULT_KEYS_FOLDER}/${identity}`),
      BASE_URL: baseUrl,
      GOODWORD_SEED: "none",
    },
    ...(backups.trim() !== "" && { BACKUP_DIR: `${backups.trim()}/${identity}` }),
    ...Object.fromEntries(OWN_SETTINGS.map((name) => [name, settings[name]])),
    // Ignored, but warned of.
    ...Object.fromEntries(Object.entries(settings).filter(([name]) => name in REMOVED_SETTINGS)),
  };
}

/** What stands before the paths of the console of one of many businesses; its id follows. */
export const BUSINESS_PREFIX = "/b/";

/** What a token of the jobs endpoint names its business by: the identity, or the id in older tokens; null for none. */
export function businessOfToken(token: string): string | null {
  return /^gwj_([a-z0-9-]{1,80})\./.exec(token)?.[1] ?? null;
}

/** The path of a database that is a folder of businesses, each in a file of its own. */
export function folderPathOf(database: string): string {
  return database.slice("folder:".length);
}

/** The database of one of many businesses. On a server it also has what the names of the key files of the business begin with. */
export function storeOf(database: string, id: string, keyFiles?: string): string {
  if (database.startsWith("folder:")) return `${folderPathOf(database)}/${id}.sqlite`;
  const url = new URL(database);
  url.searchParams.delete("businesses");
  url.searchParams.set("business", id);
  if (keyFiles !== undefined) url.searchParams.set("keys", keyFiles);
  return url.href;
}
