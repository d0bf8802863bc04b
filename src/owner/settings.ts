/** The owner's settings of a business. Variables in the environment of the server override them. */
import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import {
  environmentOf,
  environmentOfOne,
  isSetBy,
  OWN_SETTINGS,
  readSecrets,
  SECRET_SETTINGS,
  SERVER_SETTINGS,
  saveSecrets,
  secretsFileOf,
} from "../business_environment.ts";
import { type Environment, knownSettings, REMOVED_SETTINGS, readConfig } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import { bareAddress } from "../invitations/mod.ts";
import { settingWarnings } from "../misspelt_settings.ts";
import type { BusinessList, ListedBusiness, OwnSettings, Store } from "../store/mod.ts";
import { stateOf } from "./review_state.ts";

const OWNER_SETTINGS = [...SERVER_SETTINGS, ...OWN_SETTINGS] as const;

export type OwnerSetting = (typeof OWNER_SETTINGS)[number];

export interface SettingsPlace {
  readonly environment: Environment;
  readonly names: readonly OwnerSetting[];
  /** Settings that only the environment can set here. */
  readonly fixed: readonly OwnerSetting[];
  /** The stored values, secrets included; null if there is no such business. */
  kept(): Promise<OwnSettings | null>;
  /** Saves the result of `change` under a lock; null changes nothing. Returns false if there is no such business. */
  save(change: (kept: OwnSettings) => OwnSettings | null): Promise<boolean>;
  environmentOf(settings: OwnSettings): Environment;
  /** Faults in the named settings that a server does not check at its start; each begins with the name. */
  faults(settings: OwnSettings, names: readonly string[]): readonly string[];
  withStore(use: (store: Pick<Store, "reviews">) => Promise<void>): Promise<void>;
}

export type ShownSetting = ReturnType<typeof listSettings>[number];

export function listSettings({ names, fixed, environment }: SettingsPlace, kept: OwnSettings) {
  const { secrets, usual } = knownSettings();
  return names.map((name) => {
    const isOfServer = isSetBy(environment, name);
    const value = (isOfServer ? environment[name]?.trim() : kept[name]) ?? null;
    // The password of a mail server is a separate setting, unless the environment has it in the address.
    const shown = name === "SMTP_URL" ? withoutPassword(value) : secrets.includes(name) ? null : value;
    const isSecret = secrets.includes(name) && name !== "SMTP_URL";
    // The environment of the server sets it, or has to.
    const isFixed = isOfServer || fixed.includes(name);
    return { name, isSet: value !== null, isSecret, value: shown, usual: usual.get(name) ?? "", isFixed };
  });
}

function withoutPassword(url: string | null): string | null {
  const server = url === null ? null : URL.parse(url);
  if (server === null) return null;
  server.password = "";
  return server.href;
}

/** Stored settings of earlier releases, with what to do instead. */
export function removedSettings(kept: OwnSettings): readonly string[] {
  return settingWarnings(kept);
}

/** A digest that differs whenever a displayed setting was changed. */
export function settingsState(kept: OwnSettings): string {
  const { secrets } = knownSettings();
  return stateOf(Object.entries(kept).map(([name, value]) => [name, secrets.includes(name) ? "" : value]));
}

/** Problems that would stop the start of a server; each begins with the name of the setting. */
export function problemsOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    return error.message.split("\n");
  }
}

interface SettingsChange {
  /** Values by name; "" unsets one, and absent ones stay. */
  readonly values: OwnSettings;
  readonly expected?: string;
}

type SettingsOutcome =
  | { readonly kind: "saved"; readonly settings: readonly ShownSetting[] }
  | { readonly kind: "refused"; readonly problems: readonly string[] }
  | { readonly kind: "changed" }
  | { readonly kind: "unknown" };

/** Sets and unsets all values, or changes nothing. A running server applies them within a second. */
export async function changeSettings(
  place: SettingsPlace,
  { values: given, expected }: SettingsChange,
): Promise<SettingsOutcome> {
  const values = withPasswordApart(given);
  const names = Object.keys(values);
  const unwritable = names.flatMap((name) => faultOf(place, name, values[name] ?? ""));
  if (unwritable.length > 0) return { kind: "refused", problems: unwritable };
  const problemsWith = (settings: OwnSettings) => problemsOf(place.environmentOf(settings));
  let outcome: SettingsOutcome = { kind: "unknown" };
  let changes: readonly string[] = [];
  const isKnown = await place.save((kept) => {
    if (expected !== undefined && expected !== settingsState(kept)) {
      outcome = { kind: "changed" };
      return null;
    }
    const { SMTP_PASSWORD: _, ...rest } = kept;
    const former = keepsPassword(kept, values) ? kept : rest;
    const others = Object.entries(former).filter(([name]) => !names.includes(name) && !(name in REMOVED_SETTINGS));
    const set = names
      .map((name) => [name, storedAs(name, values[name] ?? "")] as const)
      .filter(([, value]) => value !== "");
    const changed: OwnSettings = Object.fromEntries([...others, ...set]);
    // Earlier problems must not prevent the owner from fixing one setting after the other.
    const known = problemsWith(kept).filter((problem) => !names.some((name) => problem.startsWith(`${name} `)));
    const problems = problemsWith(changed).filter((problem) => !known.includes(problem));
    problems.push(...(problems.length > 0 ? [] : place.faults(changed, names)));
    if (problems.length > 0) {
      outcome = { kind: "refused", problems };
      return null;
    }
    changes = [...new Set([...Object.keys(kept), ...names])].filter((name) => kept[name] !== changed[name]).sort();
    outcome = { kind: "saved", settings: listSettings(place, changed) };
    return changes.length === 0 ? null : changed;
  });
  if (!isKnown) return { kind: "unknown" };
  if (changes.length > 0) {
    await place.withStore(({ reviews }) =>
      reviews.write((writes) => writes.noteAct({ command: "settings", lines: [{ detail: { settings: changes } }] })),
    );
  }
  return outcome;
}

function withPasswordApart(values: OwnSettings): OwnSettings {
  const server = URL.parse(values.SMTP_URL ?? "");
  if (server === null || server.password === "") return values;
  const SMTP_PASSWORD = decoded(server.password);
  return SMTP_PASSWORD === null
    ? values
    : { ...values, SMTP_URL: withoutPassword(values.SMTP_URL ?? "") ?? "", SMTP_PASSWORD };
}

/** Makes a folder absolute, so that it is the same wherever the server is started. */
function storedAs(name: string, given: string): string {
  const value = given.trim();
  return name === "BACKUP_DIR" && value !== "" ? resolve(value) : value;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A password is never sent to another server than the one it was entered for. */
function keepsPassword(kept: OwnSettings, values: OwnSettings): boolean {
  return !("SMTP_URL" in values) || values.SMTP_URL?.trim() === kept.SMTP_URL;
}

function faultOf({ names, fixed, environment }: SettingsPlace, name: string, value: string): string[] {
  if (!(names as readonly string[]).includes(name)) return [`${name} is not a setting of a business`];
  if (isSetBy(environment, name)) return [`${name} is set by the environment of the server, which wins`];
  if (value !== "" && (fixed as readonly string[]).includes(name))
    return [`${name} is a secret, which a server on PostgreSQL has in its environment`];
  // A line break in a value would look like the end of a problem.
  return /\p{Cc}/u.test(value) ? [`${name} has a line break or control character, expected one line`] : [];
}

/** The settings of the only business of a database: in its store, with the secrets in a file next to it. */
export function settingsOfOne(
  store: Pick<Store, "reviews">,
  { database, environment }: { readonly database: string; readonly environment: Environment },
): SettingsPlace {
  const storedIn = async (reads: { setting(name: "settings"): Promise<string | undefined> }) =>
    ({ ...JSON.parse((await reads.setting("settings")) ?? "{}"), ...readSecrets(database) }) as OwnSettings;
  return {
    environment,
    names: OWNER_SETTINGS,
    fixed: secretsFileOf(database) === null ? SECRET_SETTINGS : [],
    kept: () => store.reviews.read(storedIn),
    save: (change) =>
      store.reviews.write(async (writes) => {
        const kept = await storedIn(writes);
        const changed = change(kept);
        if (changed === null) return true;
        const isSecret = ([name]: readonly [string, string]) => (SECRET_SETTINGS as readonly string[]).includes(name);
        const secrets = Object.fromEntries(Object.entries(changed).filter(isSecret));
        const others = Object.entries(changed).filter((each) => !isSecret(each));
        const isSame = stateOf(secrets) === stateOf(Object.fromEntries(Object.entries(kept).filter(isSecret)));
        if (!isSame) saveSecrets(database, secrets);
        // The mark makes a running server read the changed file.
        const mark = isSame ? kept[SECRETS_MARK] : crypto.randomUUID();
        const stored = Object.fromEntries([...others, ...(mark === undefined ? [] : [[SECRETS_MARK, mark]])]);
        await writes.saveSetting("settings", JSON.stringify(stored));
        return true;
      }),
    environmentOf: (settings) => environmentOfOne(environment, settings),
    faults: ({ BACKUP_DIR: folder = "" }, names) =>
      names.includes("BACKUP_DIR") && folder !== "" ? folderFaults(folder) : [],
    withStore: (use) => use(store),
  };
}

const SECRETS_MARK = "SECRETS";

function folderFaults(folder: string): string[] {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!statSync(folder).isDirectory()) throw new Error("not a folder");
    accessSync(folder, constants.W_OK | constants.X_OK);
    return [];
  } catch {
    return [`BACKUP_DIR is "${folder}", expected a folder that can be written to`];
  }
}

/** The settings of one of many businesses: in its store, and in the list. */
export function settingsOfMany(
  list: BusinessList,
  id: string,
  { environment, withStore }: Pick<SettingsPlace, "environment" | "withStore">,
): SettingsPlace {
  let business: ListedBusiness | undefined;
  const find = async () => {
    business = (await list.list()).find((each) => each.id === id);
    return business;
  };
  const listed = (settings: OwnSettings) => ({ ...(business ?? NO_BUSINESS), settings });
  return {
    ...{ environment, withStore, names: OWN_SETTINGS, fixed: [] },
    kept: async () => (await find())?.settings ?? null,
    async save(change) {
      return (await find()) !== undefined && (await list.saveSettings(id, change)) === "done";
    },
    environmentOf: (settings) => environmentOf(environment, listed(settings)),
    faults: (settings, names) => (names.includes("MAIL_FROM") ? senderFaults(environment, listed(settings)) : []),
  };
}

const NO_BUSINESS = { id: "", identity: "", baseUrl: "https://none.invalid", version: 0, heldUntil: 0 };

/** A business may send from a domain of its own address: the operator answers for the server's messages. */
function senderFaults(environment: Environment, business: Pick<ListedBusiness, "baseUrl" | "settings">): string[] {
  const sender = business.settings.MAIL_FROM;
  if (sender === undefined) return [];
  const domain = bareAddress(sender).split("@").at(-1)?.toLowerCase() ?? "";
  const { hostname } = new URL(business.baseUrl);
  const allowed = (environment.MAIL_FROM_DOMAINS ?? "")
    .toLowerCase()
    .split(",")
    .map((each) => each.trim());
  const isWithin = (name: string, whole: string) => name === whole || name.endsWith(`.${whole}`);
  const isOwn = domain.includes(".") && isWithin(hostname, domain);
  if (isOwn || allowed.some((each) => each !== "" && isWithin(domain, each))) return [];
  return [
    `MAIL_FROM is at ${domain}, expected a domain of the business's own address (${hostname}), or one that MAIL_FROM_DOMAINS of the server allows`,
  ];
}

/** Copies listed address and settings into a recovered store. Returns the names whose values differed. */
export function keepListed(
  { reviews }: Pick<Store, "reviews">,
  listed: Pick<ListedBusiness, "identity" | "baseUrl" | "settings">,
): Promise<string[]> {
  return reviews.write(async (writes) => {
    const settings: OwnSettings = JSON.parse((await writes.setting("settings")) ?? "{}");
    const before: OwnSettings = { ...settings, BASE_URL: (await writes.setting("base_url")) ?? "" };
    const now: OwnSettings = { ...listed.settings, BASE_URL: listed.baseUrl };
    await writes.saveSetting("settings", JSON.stringify(listed.settings));
    await writes.saveSetting("base_url", listed.baseUrl);
    await writes.saveSetting("identity", listed.identity);
    return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name]);
  });
}
