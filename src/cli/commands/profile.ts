/** Shows the profile of the business, and writes the file of a new one. */

import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConfig } from "../../config.ts";
import { GoodwordError, notFound, usageFault } from "../../errors.ts";
import { pagesEnglish } from "../../languages/mod.ts";
import { businessFile, requireBusiness } from "../../owner/business.ts";
import { BUSINESS_FIELDS, CATALOG_FIELDS, textAt } from "../../owner/business_fields.ts";
import { BUSINESS_TYPES, type Business } from "../../review/mod.ts";
import { type CommandCall, type Outcome, table } from "../command.ts";
import { writeNewFile } from "../files.ts";

export async function profileShow(call: CommandCall): Promise<Outcome> {
  const business = await call.withStore(requireBusiness, { isReadOnly: true });
  const [path] = call.arguments;
  if (path === undefined) {
    const lines = table(pathsOf(business).map((at) => [at, (textAt(business, at) ?? "").replaceAll("\n", "; ")]));
    return { lines, data: { business }, isContent: call.isJson };
  }
  const text = textAt(business, path);
  if (text === null) throw unknown(path);
  return { lines: text.split("\n"), data: { path, text } };
}

function pathsOf(business: Business): string[] {
  const entries = Object.entries(CATALOG_FIELDS).flatMap(([list, fields]) =>
    business[list as keyof typeof CATALOG_FIELDS].flatMap(({ id }) =>
      Object.keys(fields).map((field) => `${list}.${id}.${field}`),
    ),
  );
  return [...Object.keys(BUSINESS_FIELDS), ...entries];
}

function unknown(path: string): GoodwordError {
  return notFound(`No field ${JSON.stringify(path)}; goodword profile show lists them`);
}

export interface ProfileQuestion {
  readonly field: string;
  readonly option: string;
  readonly ask: string;
  readonly isAsked?: boolean;
  readonly isList?: boolean;
}

export async function init(call: CommandCall, questions: readonly ProfileQuestion[]): Promise<Outcome> {
  const [path = "business.json"] = call.arguments;
  if (existsSync(path))
    throw new GoodwordError("file", `${path}: file already exists; edit it, or choose another file`);
  const business = await answersTo(call, questions);
  writeNewFile(path, businessFile(path, business));
  // An import creates no database that nobody named, so that one run in another folder is noticed.
  await call
    .withStore(() => {}, { ifMissing: "create" })
    .catch((error) => {
      rmSync(path);
      throw error;
    });
  const next = `goodword import ${path} YOUR-REVIEWS`;
  const listing = await writeListing(call, path, String(business.name));
  return {
    lines: [
      `Wrote ${path}. Add what you like (address, technicians, services), then run ${next}`,
      ...(listing === null ? [] : [`Wrote ${listing}, for listing your server in the MCP registry`]),
    ],
    data: { file: path, business, server_json: listing },
  };
}

/** Writes server.json; null where no public address is known yet, or the file is there already. */
async function writeListing({ context }: CommandCall, path: string, business: string): Promise<string | null> {
  if (!/^https:/i.test(context.env.BASE_URL ?? "")) return null;
  const { baseUrl } = readConfig(context.env);
  const file = join(dirname(path), "server.json");
  if (existsSync(file)) return null;
  const { registryListing } = await import("../../mcp/identity.ts");
  writeNewFile(file, `${JSON.stringify(registryListing(business, baseUrl), null, 2)}\n`);
  return file;
}

async function answersTo(call: CommandCall, questions: readonly ProfileQuestion[]): Promise<Record<string, unknown>> {
  const { ask } = call.context;
  const isAsking = ask !== null && call.text("name") === undefined && !call.isSilent;
  const business: Record<string, unknown> = {};
  for (const question of questions) {
    const text =
      call.text(question.option) ?? (isAsking && question.isAsked ? await ask(`${wording(question)}: `) : "");
    if (text.trim() !== "") business[question.field] = answerOf(question, text);
    else if (question.field === "name") throw usageFault("A business needs a name: --name NAME");
  }
  return business;
}

function answerOf({ field, isList }: ProfileQuestion, text: string): unknown {
  if (field === "sources") return namesIn(text).map(({ name }) => termsIn(name));
  if (field === "type") return typeIn(text.trim());
  return isList ? namesIn(text) : text.trim();
}

function typeIn(text: string): string {
  return BUSINESS_TYPES.find((type) => tradeOf(type).toLowerCase() === text.toLowerCase()) ?? text;
}

function tradeOf(type: (typeof BUSINESS_TYPES)[number]): string {
  return pagesEnglish[`type.${type}`];
}

function termsIn(text: string): { name: string; terms: string } {
  const equals = text.indexOf("=");
  if (equals < 1) throw usageFault(`Invalid terms: expected SITE=URL, such as google=https://..., found ${text}`);
  return { name: text.slice(0, equals).trim(), terms: text.slice(equals + 1).trim() };
}

function wording({ field, ask }: ProfileQuestion): string {
  if (field === "name") return ask;
  return `${field === "type" ? `Its trade (${BUSINESS_TYPES.map(tradeOf).join(", ")})` : ask} (press Enter to skip)`;
}

function namesIn(text: string): { name: string }[] {
  const names = text.split(",").map((name) => name.trim());
  return names.filter((name) => name !== "").map((name) => ({ name }));
}
