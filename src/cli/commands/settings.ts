/** The owner's settings of a business: listed and changed. */
import { storeOf } from "../../business_environment.ts";
import { type Environment, holdsMany, readConfig } from "../../config.ts";
import { notFound, usageFault } from "../../errors.ts";
import { sendTestMail } from "../../owner/send_test_mail.ts";
import {
  changeSettings,
  listSettings,
  removedSettings,
  type SettingsPlace,
  type ShownSetting,
  settingsOfMany,
  settingsOfOne,
} from "../../owner/settings.ts";
import type { OwnSettings } from "../../store/mod.ts";
import { argumentOf, businessMeant, type CommandCall, type Outcome, table } from "../command.ts";

export async function settingsList(call: CommandCall): Promise<Outcome> {
  return withPlace(call, async (place) => {
    const kept = (await place.kept()) ?? {};
    const shown = listSettings(place, kept);
    const rows = shown.map((each) => [each.name, valueInWords(each)]);
    const lines = [...table(rows, Number.POSITIVE_INFINITY), ...removedSettings(kept)];
    return { lines, data: shown.map(dataOf) };
  });
}

export async function settingsSet(call: CommandCall): Promise<Outcome> {
  const values = await valuesOf(call);
  return withPlace(call, async (place, id) => {
    const outcome = await changeSettings(place, { values });
    if (outcome.kind === "refused") {
      throw usageFault(`${outcome.problems.join("; ")}; nothing was changed`);
    }
    if (outcome.kind !== "saved") throw notFound(`No business is called ${JSON.stringify(id)}`);
    const shown = outcome.settings.filter(({ name }) => name in values);
    const [only] = shown;
    const data = shown.length === 1 && only !== undefined ? dataOf(only) : { settings: shown.map(dataOf) };
    return {
      lines: shown.map((each) => `${id === null ? "" : `${id}: `}${each.name} is ${valueInWords(each)}`),
      data: { ...(id !== null && { business: id }), ...data },
    };
  });
}

/** Parses `NAME VALUE`, any number of `NAME=VALUE`, or names alone to unset them. */
async function valuesOf(call: CommandCall): Promise<OwnSettings> {
  const [first = "", second] = call.arguments;
  const isPair = second !== undefined && call.arguments.length === 2 && !first.includes("=");
  const given = isPair ? [[first, second] as const] : call.arguments.map((each) => splitAt(each));
  const pairs = given.map(async ([name, value]) => [name, value === "-" ? await lineOfInput(call) : value] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

function splitAt(text: string): readonly [name: string, value: string] {
  const at = text.indexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** Other users of the machine can see a command line, and the shell stores it in its history. */
async function lineOfInput({ context }: CommandCall): Promise<string> {
  const value = new TextDecoder().decode(await context.readInput()).replace(/\r?\n$/, "");
  if (value === "") throw usageFault("Standard input is empty; nothing was changed");
  return value;
}

function withPlace<T>(call: CommandCall, use: (place: SettingsPlace, id: string | null) => Promise<T>): Promise<T> {
  const environment: Environment = { ...call.context.env, DATABASE_URL: call.databaseAddress };
  if (!holdsMany(call.databaseAddress)) {
    const database = call.databaseAddress;
    return call.withStore((store) => use(settingsOfOne(store, { database, environment }), null));
  }
  return call.withBusinesses(async (list) => {
    const { id } = businessMeant(await list.list(), call.text("business"));
    const own = call.databaseAt(storeOf(call.databaseAddress, id));
    return use(settingsOfMany(list, id, { environment, withStore: own.withStore.bind(own) }), id);
  });
}

function valueInWords({ isSet, value, isFixed }: ShownSetting): string {
  if (!isSet) return "not set";
  return `${value ?? "set"}${isFixed ? " (by the environment)" : ""}`;
}

function dataOf({ name, isSet, value, isFixed }: ShownSetting) {
  return { name, set: isSet, value, ...(isSet && isFixed && { by_environment: true }) };
}

export async function settingsTest(call: CommandCall): Promise<Outcome> {
  const { context } = call;
  const address = argumentOf(call);
  const config = readConfig(context.env);
  const sending = { config, mail: context.mail, now: context.now() };
  const refusal = await call.withStore((store) => sendTestMail(store, address, sending));
  if (refusal === null) return { lines: [`The mail server took the test for ${address}`], data: { accepted: true } };
  const { consoleWords, messageText } = await import("../../languages/mod.ts");
  const fault = `${messageText(consoleWords("en"), refusal.key, { address })} (${refusal.code})`;
  return { lines: [], data: { accepted: false, code: refusal.code }, faults: [fault], exitCode: 1 };
}
