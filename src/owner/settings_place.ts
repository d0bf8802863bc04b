/** Where the settings of a business are: of the only one in its store, of one of many in the list as well. */
import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import {
  environmentOf,
  environmentOfOne,
  OWN_SETTINGS,
  readSecrets,
  SECRET_SETTINGS,
  SERVER_SETTINGS,
  saveSecrets,
  secretsFileOf,
} from "../business_environment.ts";
import type { Environment } from "../config.ts";
import { bareAddress } from "../invitations/mod.ts";
import type { BusinessList, ListedBusiness, OwnSettings, Store } from "../store/mod.ts";
import { stateOf } from "./review_state.ts";

export const OWNER_SETTINGS = [...SERVER_SETTINGS, ...OWN_SETTINGS] as const;

export type OwnerSetting = (typeof OWNER_SETTINGS)[number];

export interface SettingsPlace {
  /** Of one of many businesses. */
  readonly id: string | null;
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
}

/** The settings of the only business of a database: in its store, with the secrets in a file next to it. */
export function settingsOfOne(
  store: Pick<Store, "reviews">,
  { database, environment }: { readonly database: string; readonly environment: Environment },
): SettingsPlace {
  const storedIn = async (reads: { setting(name: "settings"): Promise<string | undefined> }) =>
    ({ ...JSON.parse((await reads.setting("settings")) ?? "{}"), ...readSecrets(database) }) as OwnSettings;
  return {
    id: null,
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
export function settingsOfMany(list: BusinessList, id: string, environment: Environment): SettingsPlace {
  let business: ListedBusiness | undefined;
  let others: readonly ListedBusiness[] = [];
  const find = async () => {
    const all = await list.list();
    business = all.find((each) => each.id === id);
    others = all.filter((each) => each.id !== id);
    return business;
  };
  const listed = (settings: OwnSettings) => ({ ...(business ?? NO_BUSINESS), settings });
  return {
    id,
    environment,
    names: OWN_SETTINGS,
    fixed: [],
    kept: async () => (await find())?.settings ?? null,
    async save(change) {
      return (await find()) !== undefined && (await list.saveSettings(id, change)) === "done";
    },
    environmentOf: (settings) => environmentOf(environment, listed(settings)),
    faults: (settings, names) =>
      names.includes("MAIL_FROM") ? senderFaults(environment, listed(settings), others) : [],
  };
}

const NO_BUSINESS = { id: "", identity: "", baseUrl: "https://none.invalid", version: 0, heldUntil: 0 };

/** A business may send from the host of its address, and from a parent domain that nobody else's address is in: the operator answers for the server's messages. */
function senderFaults(
  environment: Environment,
  business: Pick<ListedBusiness, "baseUrl" | "settings">,
  others: readonly Pick<ListedBusiness, "baseUrl">[],
): string[] {
  const sender = business.settings.MAIL_FROM;
  if (sender === undefined) return [];
  const domain = bareAddress(sender).split("@").at(-1)?.toLowerCase() ?? "";
  const { hostname } = new URL(business.baseUrl);
  const allowed = (environment.MAIL_FROM_DOMAINS ?? "")
    .toLowerCase()
    .split(",")
    .map((each) => each.trim());
  const isWithin = (name: string, whole: string) => name === whole || name.endsWith(`.${whole}`);
  const theirs = [environment.CONSOLE_URL ?? "", ...others.map(({ baseUrl }) => baseUrl)];
  const isShared = theirs.some((url) => isWithin(URL.parse(url)?.hostname ?? "", domain));
  const isOwn = domain.includes(".") && (hostname === domain || (isWithin(hostname, domain) && !isShared));
  if (isOwn || allowed.some((each) => each !== "" && isWithin(domain, each))) return [];
  return [
    `MAIL_FROM is at ${domain}, expected ${hostname}, a domain around it without the address of anybody else, or one that MAIL_FROM_DOMAINS of the server allows`,
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
