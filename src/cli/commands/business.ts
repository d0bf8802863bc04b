/** The businesses of a process that serves many. */
import { inputRefused, notFound, usageFault } from "../../errors.ts";
import {
  addBusiness,
  type BusinessOutcome,
  moveBusiness,
  removeBusiness,
  renameBusiness,
} from "../../owner/businesses.ts";
import type { BusinessList } from "../../store/mod.ts";
import { argumentOf, type CommandCall, listOutcome, type Outcome } from "../command.ts";

/** The acts, each with what it is given besides the id. */
const ACTS = {
  add: (list: BusinessList, id: string, call: CommandCall) => addBusiness(list, id, call.text("base-url") ?? ""),
  move: (list: BusinessList, id: string, call: CommandCall) => moveBusiness(list, id, call.text("base-url") ?? ""),
  rename: (list: BusinessList, id: string, call: CommandCall) => renameBusiness(list, id, call.arguments[1] ?? ""),
  remove: removeBusiness,
};

/** Carries out one of the acts. */
export async function changeBusinesses(call: CommandCall, act: keyof typeof ACTS): Promise<Outcome> {
  const id = argumentOf(call);
  return said(await call.withBusinesses((list) => ACTS[act](list, id, call)), id);
}

/** Lists all businesses. */
export async function listBusinesses(call: CommandCall): Promise<Outcome> {
  const all = await call.withBusinesses((list) => list.list());
  const data = all.map(({ id, identity, baseUrl }) => ({ id, base_url: baseUrl, identity }));
  const rows = all.map(({ id, baseUrl }) => [id, baseUrl]);
  return listOutcome(data, rows, "No business yet; see goodword business add");
}

/** @throws {GoodwordError} for what was refused */
function said(outcome: BusinessOutcome, id: string): Outcome {
  switch (outcome.kind) {
    case "done":
      return { lines: [`${outcome.id} is at ${outcome.baseUrl}`], data: { id: outcome.id, base_url: outcome.baseUrl } };
    case "removed":
      return {
        lines: [`${id} is served no more`, `Its database and keys are in ${outcome.leftAt}; delete them when you like`],
        data: { id, left_at: outcome.leftAt },
      };
    case "unknown":
      throw notFound(`No business is called ${JSON.stringify(id)}; see goodword business list`);
    case "invalid_id":
      throw usageFault("An id has 1 to 40 lower-case letters, digits and hyphens, and begins with no hyphen");
    case "invalid_address":
      throw usageFault(`--base-url: expected ${outcome.expected}`);
    case "id_taken":
      throw inputRefused("There is a business of this id already; nothing was changed");
    case "linked":
      throw inputRefused("The file of this id is the database of another business; nothing was changed");
    case "address_taken":
      throw inputRefused("Another business is at this address; nothing was changed");
    case "in_use":
      throw inputRefused(`Another process is using the database of ${id}; try again in a moment`);
  }
}
