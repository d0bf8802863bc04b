/** Shows and changes single fields of the business. */
import { GoodwordError } from "../../errors.ts";
import { requireBusiness } from "../../owner/business.ts";
import { BUSINESS_FIELDS, CATALOG_FIELDS, textAt } from "../../owner/business_fields.ts";
import { type BusinessEdit, type EditOutcome, editBusiness } from "../../owner/edit_business.ts";
import type { Business } from "../../review/mod.ts";
import { argumentOf, type CommandCall, type Outcome, table } from "../command.ts";

/** Prints all fields with their paths, or what one of them holds. */
export async function profileShow(call: CommandCall): Promise<Outcome> {
  const business = await call.withStore(requireBusiness, { isReadOnly: true });
  const [path] = call.arguments;
  if (path === undefined) {
    const lines = table(pathsOf(business).map((at) => [at, inOneLine(business, at)]));
    return { lines, data: { business }, isContent: call.isJson };
  }
  const text = textAt(business, path);
  if (text === null) throw unknown(path);
  return { lines: text.split("\n"), data: { path, text } };
}

/** The fields, then the entries of the catalog field by field. */
function pathsOf(business: Business): string[] {
  const entries = Object.entries(CATALOG_FIELDS).flatMap(([list, fields]) =>
    business[list as keyof typeof CATALOG_FIELDS].flatMap(({ id }) =>
      Object.keys(fields).map((field) => `${list}.${id}.${field}`),
    ),
  );
  return [...Object.keys(BUSINESS_FIELDS), ...entries];
}

function inOneLine(business: Business, path: string): string {
  return (textAt(business, path) ?? "").replaceAll("\n", "; ");
}

/** Sets fields, each given as `PATH=TEXT`; what is given several times is a list. */
export async function set(call: CommandCall): Promise<Outcome> {
  const texts = new Map<string, string>();
  for (const pair of call.arguments) {
    const equals = pair.indexOf("=");
    if (equals < 1)
      throw new GoodwordError("usage", `Invalid field: expected FIELD=TEXT, found ${JSON.stringify(pair)}`);
    const [path, text] = [pair.slice(0, equals), pair.slice(equals + 1)];
    const before = texts.get(path);
    texts.set(path, before === undefined ? text : `${before}\n${text}`);
  }
  return edit(
    call,
    [...texts].map(([path, text]) => ({ path, text })),
  );
}

/** Adds technicians, services or areas by their names. */
export async function profileAdd(call: CommandCall): Promise<Outcome> {
  const [, ...names] = call.arguments;
  return edit(call, [{ path: argumentOf(call), text: names.join("\n") }]);
}

/** Takes technicians, services or areas out by their ids. */
export async function profileRemove(call: CommandCall): Promise<Outcome> {
  const [, ...ids] = call.arguments;
  return edit(
    call,
    ids.map((id) => ({ path: `${argumentOf(call)}.${id}`, text: null })),
  );
}

async function edit(call: CommandCall, edits: readonly BusinessEdit[]): Promise<Outcome> {
  const { fetch } = call.context.pictures;
  return outcomeOf(await call.withStore((store) => editBusiness(store, { edits, fetch })));
}

function outcomeOf(outcome: EditOutcome): Outcome {
  switch (outcome.kind) {
    case "saved": {
      const { changed, notes, revision } = outcome;
      return {
        lines: [...notes, `Changed ${changed.join(", ")}; revision ${revision}`],
        data: { changed, notes, revision },
      };
    }
    case "same":
      return { lines: ["Nothing to change"], data: { changed: [] } };
    case "unknown":
      throw unknown(outcome.path);
    case "refused":
      throw new GoodwordError("input_refused", outcome.faults.map(({ sentence }) => sentence).join("; "));
    case "changed":
      throw new GoodwordError("database", "The business was changed concurrently; try again");
  }
}

function unknown(path: string): GoodwordError {
  return new GoodwordError("not_found", `No field ${JSON.stringify(path)}; goodword profile show lists them`);
}
