/** The businesses of a process with many. */
import { storeOf } from "../../business_environment.ts";
import { type GoodwordError, inputRefused, notFound, usageFault } from "../../errors.ts";
import {
  addBusiness,
  type BusinessOutcome,
  moveBusiness,
  removeBusiness,
  renameBusiness,
} from "../../owner/businesses.ts";
import type { BusinessList } from "../../store/mod.ts";
import { argumentOf, type CommandCall, listOutcome, type Outcome } from "../command.ts";

const ACTS = {
  add(list: BusinessList, id: string, call: CommandCall) {
    const added = { id, address: call.text("base-url") ?? "", name: call.text("name")?.trim() ?? "" };
    return addBusiness(list, added, (of, use) => call.databaseAt(storeOf(call.databaseAddress, of)).withStore(use));
  },
  move: (list: BusinessList, id: string, call: CommandCall) => moveBusiness(list, id, call.text("base-url") ?? ""),
  rename: (list: BusinessList, id: string, call: CommandCall) => renameBusiness(list, id, call.arguments[1] ?? ""),
  remove: removeBusiness,
};

export async function changeBusinesses(call: CommandCall, act: keyof typeof ACTS): Promise<Outcome> {
  const id = argumentOf(call);
  return outcomeInWords(await call.withBusinesses((list) => ACTS[act](list, id, call)), id);
}

export async function listBusinesses(call: CommandCall): Promise<Outcome> {
  const all = await call.withBusinesses((list) => list.list());
  const data = all.map(({ id, identity, baseUrl }) => ({ id, base_url: baseUrl, identity }));
  const rows = all.map(({ id, baseUrl }) => [id, baseUrl]);
  return listOutcome(data, rows, "No business yet; see goodword business add");
}

function outcomeInWords(outcome: BusinessOutcome, id: string): Outcome {
  if (outcome.kind === "done") {
    return { lines: [`${outcome.id} is at ${outcome.baseUrl}`], data: { id: outcome.id, base_url: outcome.baseUrl } };
  }
  if (outcome.kind !== "removed")
    throw REFUSALS[outcome.kind](outcome.kind === "invalid_address" ? outcome.expected : id);
  return {
    lines: [`Stopped serving ${id}`, `Its database and keys are in ${outcome.leftAt}; delete them when you like`],
    data: { id, left_at: outcome.leftAt },
  };
}

const REFUSALS: Readonly<
  Record<Exclude<BusinessOutcome["kind"], "done" | "removed">, (about: string) => GoodwordError>
> = {
  unknown: (id) => notFound(`No business is called ${JSON.stringify(id)}; see goodword business list`),
  invalid_id: () =>
    usageFault("An id has 1 to 40 lower-case letters, digits and hyphens, and must not start with a hyphen"),
  invalid_name: () => usageFault("--name: expected one line of at most 120 characters"),
  invalid_address: (expected) => usageFault(`--base-url: expected ${expected}`),
  id_taken: () => inputRefused("A business with this id already exists; nothing was changed"),
  linked: () => inputRefused("The file of this id is the database of another business; nothing was changed"),
  address_taken: () => inputRefused("Another business is at this address; nothing was changed"),
  in_use: (id) => inputRefused(`Another process is using the database of ${id}; try again in a moment`),
};
