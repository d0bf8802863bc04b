/** What each of many businesses has for itself, where a server with one business has variables of its environment. */
import { environmentOf, OWN_SETTINGS } from "../business_environment.ts";
import { type Environment, readConfig, secretNames } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import type { BusinessList, ListedBusiness, OwnSettings } from "../store/mod.ts";

/** A setting as it may be shown. */
export interface ShownSetting {
  readonly name: string;
  readonly isSet: boolean;
  readonly isSecret: boolean;
  /** Null when it is not set, and of a secret. */
  readonly value: string | null;
}

/** All that a business can have, as it stands. */
export function listSettings({ settings }: Pick<ListedBusiness, "settings">): readonly ShownSetting[] {
  const secrets = secretNames();
  return OWN_SETTINGS.map((name) => {
    const value = settings[name] ?? null;
    const isSecret = secrets.includes(name);
    return { name, isSet: value !== null, isSecret, value: isSecret ? null : value };
  });
}

/** A setting of a business as it shall be. */
interface SettingChange {
  readonly id: string;
  readonly name: string;
  /** "" for none. */
  readonly value: string;
}

/**
 * Sets or unsets one. A running server goes by it within a second.
 *
 * @param environment of the process that serves it
 * @throws {GoodwordError} `usage` for a name that is none or a value that a server would not start with, `not_found`
 */
export async function changeSetting(
  list: BusinessList,
  environment: Environment,
  { id, name, value }: SettingChange,
): Promise<ShownSetting> {
  const unknown = new GoodwordError("not_found", `No business is called ${JSON.stringify(id)}`);
  const business = (await list.list()).find((each) => each.id === id);
  if (business === undefined) throw unknown;
  // One in a value would be taken for the end of a problem.
  if (/\p{Cc}/u.test(value)) throw refusal([`${name} has a line break or control character, expected one line`]);
  const problemsWith = (settings: OwnSettings) => problemsOf(environmentOf(environment, { ...business, settings }));
  let changed: OwnSettings = {};
  const outcome = await list.saveSettings(id, (kept) => {
    const { [name]: _before, ...others } = kept;
    changed = value.trim() === "" ? others : { ...others, [name]: value.trim() };
    // What was wrong before must not prevent that one thing after another is put right.
    const known = problemsWith(kept).filter((problem) => !problem.startsWith(`${name} `));
    const problems = problemsWith(changed).filter((problem) => !known.includes(problem));
    if (problems.length > 0) throw refusal(problems);
    return changed;
  });
  const shown = listSettings({ settings: changed }).find((each) => each.name === name);
  if (shown === undefined) throw refusal([`${name} is not a setting of a business`]);
  if (outcome !== "done") throw unknown;
  return shown;
}

function problemsOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    return error.message.split("\n");
  }
}

function refusal(problems: readonly string[]): GoodwordError {
  return new GoodwordError("usage", `${problems.join("; ")}; nothing was changed`);
}
