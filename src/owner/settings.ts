/** The owner's settings of a business. Variables in the environment of the server override them. */
import { resolve } from "node:path";
import Type from "typebox";
import { isSetBy } from "../business_environment.ts";
import { type Environment, knownSettings, REMOVED_SETTINGS, readConfig } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import { settingWarnings } from "../misspelt_settings.ts";
import type { OwnSettings } from "../store/mod.ts";
import { act, done, type Subject } from "./act.ts";
import { field, PAIRS } from "./act_input.ts";
import { type ActRefusal, refused, refusedFor } from "./refusal.ts";
import { stateOf } from "./review_state.ts";
import { OWNER_SETTINGS, type OwnerSetting, type SettingsPlace } from "./settings_place.ts";

const settings: Subject<OwnSettings, "settings"> = {
  path: "settings",
  unknown: "act.noBusinessHere",
  async find(place) {
    const kept = await place.kept();
    return kept === null ? [] : [kept];
  },
  id: () => "",
  seen: stateOfShown,
};

/** Sets and unsets all values, or changes nothing. A running server applies them within a second. */
export const setSettings = act({
  name: "settings set",
  command: "settings",
  subject: settings,
  within: "settings",
  examples: [
    ["goodword settings set INVITATIONS mail --business ortega", "ask the customers of one of many businesses"],
    [
      "goodword settings set SMTP_URL=smtps://me%40example.com@smtp.example.com:465 SMTP_PASSWORD=- < password.txt",
      "a password, hidden from process lists",
    ],
  ],
  input: Type.Object({
    values: Type.Record(Type.String(), Type.String(), {
      ...PAIRS,
      ...field({
        flags: "<settings...>",
        help:
          "NAME VALUE, or several as NAME=VALUE, as docs/configuration.md describes them; the value - is read from standard " +
          "input, as a secret should be",
      }),
    }),
  }),
  run: (place, { input: { values }, expected }) => change(place, { values, expected }),
  detail: ({ changed }) => ({ settings: changed }),
});

export const unsetSetting = act({
  name: "settings unset",
  command: "settings",
  subject: settings,
  within: "settings",
  input: Type.Object({
    name: Type.Enum([...OWNER_SETTINGS], field({ flags: "<name>", help: "name of the setting" })),
  }),
  run: (place, { input: { name }, expected }) => change(place, { values: { [name]: "" }, expected }),
  detail: ({ changed }) => ({ settings: changed }),
});

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

/** Secrets are not displayed. */
function stateOfShown(kept: OwnSettings): unknown {
  const { secrets } = knownSettings();
  return Object.entries(kept).map(([name, value]) => [name, secrets.includes(name) ? "" : value]);
}

/** What is wrong with stored settings, each with its setting. */
export function settingsFaults(place: SettingsPlace, kept: OwnSettings): readonly ActRefusal[] {
  return problemsOf(place.environmentOf(kept)).map(faultOf);
}

/** A problem begins with the name of its setting. */
function faultOf(problem: string): ActRefusal {
  const [name = ""] = problem.split(" ", 1);
  const [, by] = / is not set, expected with (\w+)/.exec(problem) ?? [];
  const isOwners = (OWNER_SETTINGS as readonly string[]).includes(by ?? "");
  const told = isOwners
    ? refused("usage", "settings.needed", { name: { message: `settings.name.${by as OwnerSetting}` } }, name)
    : refused("usage", name === "BACKUP_DIR" ? "settings.noFolder" : "settings.invalid", {}, name);
  return { ...told, sentence: problem };
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
  readonly expected: string | undefined;
}

async function change(place: SettingsPlace, { values: given, expected }: SettingsChange) {
  const values = withPasswordApart(given);
  const names = Object.keys(values);
  const unwritable = names.flatMap((name) => unwritableOf(place, name, values[name] ?? ""));
  if (unwritable.length > 0) return refusal(unwritable);
  const problemsWith = (settings: OwnSettings) => problemsOf(place.environmentOf(settings));
  let outcome = refused("unknown", "act.noBusinessHere") as ActRefusal | ReturnType<typeof saved>;
  await place.save((kept) => {
    if (expected !== undefined && expected !== stateOf(stateOfShown(kept))) {
      outcome = refused("changed", "frame.changed");
      return null;
    }
    const { SMTP_PASSWORD: _, ...rest } = kept;
    const former = keepsPassword(kept, values) ? kept : rest;
    const others = Object.entries(former).filter(([name]) => !names.includes(name) && !(name in REMOVED_SETTINGS));
    const set = names
      .map((name) => [name, storedAs(name, values[name] ?? "")] as const)
      .filter(([, value]) => value !== "");
    const after: OwnSettings = Object.fromEntries([...others, ...set]);
    // Earlier problems must not prevent the owner from fixing one setting after the other.
    const known = problemsWith(kept).filter((problem) => !names.some((name) => problem.startsWith(`${name} `)));
    const problems = problemsWith(after).filter((problem) => !known.includes(problem));
    problems.push(...(problems.length > 0 ? [] : place.faults(after, names)));
    if (problems.length > 0) {
      outcome = refusal(problems);
      return null;
    }
    const changed = [...new Set([...Object.keys(kept), ...names])].filter((name) => kept[name] !== after[name]).sort();
    outcome = saved(place, after, { names, changed });
    return changed.length === 0 ? null : after;
  });
  return outcome;
}

function refusal(problems: readonly string[]): ActRefusal {
  const faults = problems.map((problem, at) => {
    const isLast = at === problems.length - 1;
    return { ...faultOf(problem), sentence: isLast ? `${problem}; nothing was changed` : problem };
  });
  return refusedFor(faults) ?? refused("usage", "settings.invalid");
}

function saved(
  place: SettingsPlace,
  kept: OwnSettings,
  { names, changed }: Readonly<Record<"names" | "changed", readonly string[]>>,
) {
  const shown = listSettings(place, kept).filter(({ name }) => names.includes(name));
  const [only] = shown;
  const { id } = place;
  return {
    ...done({
      lines: shown.map((each) => `${id === null ? "" : `${id}: `}${each.name} is ${settingInWords(each)}`),
      data: {
        ...(id !== null && { business: id }),
        ...(shown.length === 1 && only !== undefined ? settingData(only) : { settings: shown.map(settingData) }),
        changed,
      },
      notice: "done.saved",
    }),
    isSame: changed.length === 0,
  };
}

export function settingInWords({ isSet, value, isFixed }: ShownSetting): string {
  if (!isSet) return "not set";
  return `${value ?? "set"}${isFixed ? " (by the environment)" : ""}`;
}

export function settingData({ name, isSet, value, isFixed }: ShownSetting) {
  return { name, set: isSet, value, ...(isSet && isFixed && { by_environment: true }) };
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

function unwritableOf({ names, fixed, environment }: SettingsPlace, name: string, value: string): string[] {
  if (!(names as readonly string[]).includes(name)) return [`${name} is not a setting of a business`];
  if (isSetBy(environment, name)) return [`${name} is set in the server's environment, which takes precedence`];
  if (value !== "" && (fixed as readonly string[]).includes(name))
    return [`${name} is a secret; on PostgreSQL, set it in the server's environment`];
  // A line break in a value would look like the end of a problem.
  return /\p{Cc}/u.test(value) ? [`${name} has a line break or control character, expected one line`] : [];
}
