/** The environment of a business: the owner's settings from its store, the others from the process. */
import { existsSync, readFileSync } from "node:fs";
import {
  type Config,
  DEFAULT_KEYS_FOLDER,
  databasePathOf,
  type Environment,
  keyFilesOf,
  REMOVED_SETTINGS,
  readConfig,
} from "./config.ts";
import { GoodwordError } from "./errors.ts";
import { writeAtomically } from "./system.ts";

export const OWN_SETTINGS = [
  "INVITATIONS",
  "MAIL_FROM",
  "MAIL_REPLY_TO",
  "MAIL_PER_DAY",
  "INVITE_AFTER",
  "REMIND_AFTER",
  "INVITATION_EXPIRES",
  "CONTACTS_KEPT",
  "INCENTIVE",
  "NOTICE_MAIL",
  "NOTICE_WEBHOOK",
  "NOTICE_WEBHOOK_SECRET",
  "EXPORT_REMINDER",
] as const;

/** Variables that the owner can also set if the server has one business. With many, only the operator of the server sets them. */
export const SERVER_SETTINGS = [
  "BASE_URL",
  "SMTP_URL",
  "SMTP_PASSWORD",
  "BACKUP_DIR",
  "BACKUP_EVERY",
  "BACKUP_KEEP",
] as const;

/** Variables that the only business keeps in a file of secrets instead of its store. */
export const SECRET_SETTINGS = ["SMTP_PASSWORD", "NOTICE_WEBHOOK", "NOTICE_WEBHOOK_SECRET"] as const;

/** Whether the environment of the process sets a variable, which its owner then cannot change. */
export function isSetBy(environment: Environment, name: string): boolean {
  return (environment[name]?.trim() ?? "") !== "";
}

/** The environment of the only business. The process takes precedence over `settings`, those of its store with its secrets. */
export function environmentOfOne(environment: Environment, settings: Readonly<Record<string, string>>): Environment {
  const own = [...OWN_SETTINGS, ...SERVER_SETTINGS].filter((name) => !isSetBy(environment, name));
  // A password must not be sent to another server than the one it belongs to.
  const isOtherServer = isSetBy(environment, "SMTP_URL");
  const kept = own.filter((name) => name in settings && !(isOtherServer && name === "SMTP_PASSWORD"));
  return { ...environment, ...Object.fromEntries(kept.map((name) => [name, settings[name]])) };
}

/** @throws {GoodwordError} `usage`, naming variables that cannot be set for many businesses at once */
export function refuseOwnSettings(environment: Environment): void {
  const isSet = (name: string) => isSetBy(environment, name);
  const problems = [
    ...OWN_SETTINGS.filter(isSet).map((name) => `${name} is each business's own: goodword settings set ${name} VALUE`),
    ...["LOG_KEY", "LINK_KEY"].filter(isSet).map((name) => `${name} is set, but each business has a key of its own`),
    ...(isSet("BASE_URL") ? ["BASE_URL is set, but each business has its own: goodword business move"] : []),
  ];
  if (problems.length > 0) throw new GoodwordError("usage", problems.join("\n"));
}

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
    DATABASE_URL: storeOf(database, id, `${keys.trim() || DEFAULT_KEYS_FOLDER}/${identity}`),
    BASE_URL: baseUrl,
    GOODWORD_SEED: "none",
    ...(backups.trim() !== "" && { BACKUP_DIR: `${backups.trim()}/${identity}` }),
    ...Object.fromEntries(OWN_SETTINGS.map((name) => [name, settings[name]])),
    // Ignored, but with a warning.
    ...Object.fromEntries(Object.entries(settings).filter(([name]) => name in REMOVED_SETTINGS)),
  };
}

/** The prefix of console paths of one of many businesses, before its id. */
export const BUSINESS_PREFIX = "/b/";

/** The business in a token of the jobs endpoint: its identity, or its id in older tokens; null without either. */
export function businessOfToken(token: string): string | null {
  return /^gwj_([a-z0-9-]{1,80})\./.exec(token)?.[1] ?? null;
}

/** The path of a database that is a folder of businesses, each in a file of its own. */
export function folderPathOf(database: string): string {
  return database.slice("folder:".length);
}

/** The database of one of many businesses. On a server, it includes the prefix of the business's key files. */
export function storeOf(database: string, id: string, keyFiles?: string): string {
  if (database.startsWith("folder:")) return `${folderPathOf(database)}/${id}.sqlite`;
  const url = new URL(database);
  url.searchParams.delete("businesses");
  url.searchParams.set("business", id);
  if (keyFiles !== undefined) url.searchParams.set("keys", keyFiles);
  return url.href;
}

// Passwords and keys of the only business are in a file next to its database, which only the owner may read. Backups and pages
// do not contain them.

type Secrets = Readonly<Record<string, string>>;

/** The file of secrets of a database; null if the environment has to set them: on a server, or for a database in memory. */
export function secretsFileOf(database: string): string | null {
  const files = database === ":memory:" ? null : keyFilesOf(database);
  return files === null ? null : `${files}.secrets`;
}

/** Reads the secrets; empty without a file. @throws {GoodwordError} `file` if it cannot be read */
export function readSecrets(database: string): Secrets {
  const path = secretsFileOf(database);
  if (path === null) return {};
  try {
    return JSON.parse(existsSync(path) ? readFileSync(path, "utf8") : "{}") as Secrets;
  } catch (error) {
    throw new GoodwordError("file", `Cannot read ${path}: ${(error as Error).message}`);
  }
}

/** The environment of the only business of a database; `settings` are those of its store. */
export function environmentIn(database: string, environment: Environment, settings: Secrets): Environment {
  return environmentOfOne(environment, { ...settings, ...readSecrets(database) });
}

/** A configuration. If the settings of the store are invalid, `fault` is the reason, and only the environment and their term of contacts count. */
export interface EffectiveConfig {
  readonly config: Config;
  readonly fault: string | null;
}

export function configOfOne(database: string, environment: Environment, settings: Secrets): EffectiveConfig {
  return effectiveConfig(
    () => environmentIn(database, environment, settings),
    () => environmentOfOne(environment, termOf(settings)),
    () => environment,
  );
}

export function configOfOneOfMany(environment: Environment, business: BusinessAmongMany): EffectiveConfig {
  const having = (settings: BusinessAmongMany["settings"]) => environmentOf(environment, { ...business, settings });
  return effectiveConfig(
    () => having(business.settings),
    () => having(termOf(business.settings)),
    () => having({}),
  );
}

/** Contacts are erased by their term, which therefore counts even if other settings are invalid. */
function termOf({ CONTACTS_KEPT }: Secrets): Secrets {
  return CONTACTS_KEPT === undefined ? {} : { CONTACTS_KEPT };
}

/** Reads the first environment that is valid. */
function effectiveConfig(own: () => Environment, ...others: readonly (() => Environment)[]): EffectiveConfig {
  try {
    return { config: readConfig(own()), fault: null };
  } catch (error) {
    const [next, ...rest] = others;
    if (!(error instanceof GoodwordError) || next === undefined) throw error;
    return { config: effectiveConfig(next, ...rest).config, fault: error.message };
  }
}

/** Replaces all secrets atomically. @throws {GoodwordError} `file` if it cannot be written */
export function saveSecrets(database: string, secrets: Secrets): void {
  const path = secretsFileOf(database);
  if (path === null) throw new GoodwordError("usage", "Secrets are set in the environment of the server");
  try {
    writeAtomically(path, `${JSON.stringify(secrets)}\n`, { mode: 0o600, isDurable: true });
  } catch (error) {
    throw new GoodwordError("file", `Cannot write ${path}: ${(error as Error).message}`);
  }
}
