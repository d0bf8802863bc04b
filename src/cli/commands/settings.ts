/** What each of many businesses has for itself: listed and changed. */
import { storeOf } from "../../business_environment.ts";
import { type Environment, holdsMany } from "../../config.ts";
import { notFound, usageFault } from "../../errors.ts";
import { changeSettings, listSettings, removedSettings, type ShownSetting } from "../../owner/settings.ts";
import type { BusinessList, ListedBusiness } from "../../store/mod.ts";
import { argumentOf, businessMeant, type CommandCall, type Outcome, table } from "../command.ts";

export async function settingsList(call: CommandCall): Promise<Outcome> {
  const { settings } = await withBusiness(call, async (_list, business) => business);
  const shown = listSettings({ settings });
  const rows = shown.map((each) => [each.name, said(each)]);
  const lines = [...table(rows, Number.POSITIVE_INFINITY), ...removedSettings({ settings })];
  return { lines, data: shown.map(dataOf) };
}

/** Sets one; unsets it where there is no value. */
export async function settingsSet(call: CommandCall): Promise<Outcome> {
  const name = argumentOf(call);
  const [, given = ""] = call.arguments;
  const value = given === "-" ? await lineOfInput(call) : given;
  const environment: Environment = { ...call.context.env, DATABASE_URL: call.databaseAddress };
  return withBusiness(call, async (list, { id }) => {
    const own = call.databaseAt(storeOf(call.databaseAddress, id));
    const place = { list, environment, withStore: own.withStore.bind(own) };
    const outcome = await changeSettings(place, { id, values: { [name]: value } });
    if (outcome.kind === "refused") {
      throw usageFault(`${outcome.problems.join("; ")}; nothing was changed`);
    }
    const shown = outcome.kind === "saved" ? outcome.settings.find((each) => each.name === name) : undefined;
    if (shown === undefined) throw notFound(`No business is called ${JSON.stringify(id)}`);
    return { lines: [`${id}: ${name} is ${said(shown)}`], data: { business: id, ...dataOf(shown) } };
  });
}

/** What stands in a command line is seen by other users of the machine and kept in the shell's history. */
async function lineOfInput({ context }: CommandCall): Promise<string> {
  const value = new TextDecoder().decode(await context.readInput()).replace(/\r?\n$/, "");
  if (value === "") throw usageFault("Standard input is empty; nothing was changed");
  return value;
}

function withBusiness<T>(
  call: CommandCall,
  use: (list: BusinessList, business: ListedBusiness) => Promise<T>,
): Promise<T> {
  if (!holdsMany(call.databaseAddress)) {
    throw usageFault(
      "The database holds one business, whose settings are environment variables; see docs/configuration.md",
    );
  }
  return call.withBusinesses(async (list) => use(list, businessMeant(await list.list(), call.text("business"))));
}

function said({ isSet, value }: ShownSetting): string {
  return isSet ? (value ?? "set") : "not set";
}

function dataOf({ name, isSet, value }: ShownSetting) {
  return { name, set: isSet, value };
}
