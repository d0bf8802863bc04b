/** What each of many businesses has for itself, where a server with one business has variables of its environment. */
import { environmentOf, OWN_SETTINGS } from "../business_environment.ts";
import { type Environment, knownSettings, REMOVED_SETTINGS, readConfig } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import { bareAddress } from "../invitations/mod.ts";
import { settingWarnings } from "../misspelt_settings.ts";
import type { BusinessList, ListedBusiness, OwnSettings, Store } from "../store/mod.ts";
import { stateOf } from "./review_state.ts";

/** A setting as it may be shown. */
export interface ShownSetting {
  readonly name: (typeof OWN_SETTINGS)[number];
  readonly isSet: boolean;
  readonly isSecret: boolean;
  /** Null when it is not set, and of a secret. */
  readonly value: string | null;
  /** What holds where it is not set; "" for nothing. */
  readonly usual: string;
}

/** All that a business can have, as it stands. */
export function listSettings({ settings }: Pick<ListedBusiness, "settings">): readonly ShownSetting[] {
  const { secrets, usual } = knownSettings();
  return OWN_SETTINGS.map((name) => {
    const value = settings[name] ?? null;
    const isSecret = secrets.includes(name);
    return { name, isSet: value !== null, isSecret, value: isSecret ? null : value, usual: usual.get(name) ?? "" };
  });
}

/** What earlier releases have left among them, with what to do instead. */
export function removedSettings({ settings }: Pick<ListedBusiness, "settings">): readonly string[] {
  return settingWarnings(settings);
}

/** Differs whenever a setting was changed. */
export function settingsState({ settings }: Pick<ListedBusiness, "settings">): string {
  return stateOf(settings);
}

/** What a server would not start with, one problem each: it begins with the name of what is wrong. */
export function problemsOf(environment: Environment, business: ListedBusiness): readonly string[] {
  try {
    readConfig(environmentOf(environment, business));
    return [];
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    return error.message.split("\n");
  }
}

/** Where settings are kept, and by what they are checked. */
interface SettingsPlace {
  readonly list: BusinessList;
  /** Of the process that serves the business. */
  readonly environment: Environment;
  /** The store of the business, whose history says what was changed. */
  withStore(use: (store: Pick<Store, "reviews">) => Promise<void>): Promise<void>;
}

/** Settings of a business as they shall be. */
interface SettingsChange {
  readonly id: string;
  /** By name, "" for none; those that are left out stay. */
  readonly values: OwnSettings;
  /** The state that they were changed from; whatever it is now when left out. */
  readonly expected?: string;
}

/** What came of it. Only `saved` has changed anything. */
type SettingsOutcome =
  | { readonly kind: "saved"; readonly settings: readonly ShownSetting[] }
  | { readonly kind: "refused"; readonly problems: readonly string[] }
  /** Somebody else has changed them meanwhile. */
  | { readonly kind: "changed" }
  | { readonly kind: "unknown" };

/** Sets and unsets, all or nothing. A running server goes by it within a second. */
export async function changeSettings(
  { list, environment, withStore }: SettingsPlace,
  { id, values, expected }: SettingsChange,
): Promise<SettingsOutcome> {
  const business = (await list.list()).find((each) => each.id === id);
  if (business === undefined) return { kind: "unknown" };
  const names = Object.keys(values);
  const unwritable = names.flatMap((name) => faultOf(name, values[name] ?? ""));
  if (unwritable.length > 0) return { kind: "refused", problems: unwritable };
  const problemsWith = (settings: OwnSettings) => problemsOf(environment, { ...business, settings });
  let outcome: SettingsOutcome = { kind: "unknown" };
  let changes: readonly string[] = [];
  const saved = await list.saveSettings(id, (kept) => {
    if (expected !== undefined && expected !== stateOf(kept)) {
      outcome = { kind: "changed" };
      return null;
    }
    const given = names.map((name) => [name, values[name]?.trim() ?? ""] as const);
    const others = Object.entries(kept).filter(([name]) => !names.includes(name) && !(name in REMOVED_SETTINGS));
    const changed = Object.fromEntries([...others, ...given.filter(([, value]) => value !== "")]);
    // What was wrong before must not prevent that one thing after another is put right.
    const known = problemsWith(kept).filter((problem) => !names.some((name) => problem.startsWith(`${name} `)));
    const problems = problemsWith(changed).filter((problem) => !known.includes(problem));
    if (names.includes("MAIL_FROM")) problems.push(...senderFaults(environment, { ...business, settings: changed }));
    if (problems.length > 0) {
      outcome = { kind: "refused", problems };
      return null;
    }
    changes = names.filter((name) => kept[name] !== changed[name]);
    outcome = { kind: "saved", settings: listSettings({ settings: changed }) };
    return changes.length === 0 ? null : changed;
  });
  if (saved !== "done") return { kind: "unknown" };
  if (changes.length > 0) {
    await withStore(({ reviews }) =>
      reviews.write((writes) => writes.noteAct({ command: "settings", lines: [{ detail: { settings: changes } }] })),
    );
  }
  return outcome;
}

/**
 * The operator answers for what the mail server sends: a business may write as a domain that its own address lies in, or
 * as one of `MAIL_FROM_DOMAINS`.
 */
function senderFaults(environment: Environment, business: ListedBusiness): string[] {
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

function faultOf(name: string, value: string): string[] {
  if (!(OWN_SETTINGS as readonly string[]).includes(name)) return [`${name} is not a setting of a business`];
  // One in a value would be taken for the end of a problem.
  return /\p{Cc}/u.test(value) ? [`${name} has a line break or control character, expected one line`] : [];
}

/**
 * Has a store that takes the place of a business's own say the same of it as the list, which may be made anew from stores. Names of
 * what it said otherwise, `BASE_URL` for the address.
 */
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
