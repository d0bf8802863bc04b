import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConfig } from "../../config.ts";
import { GoodwordError } from "../../errors.ts";
import { businessFile } from "../../owner/business.ts";
import type { CommandCall, Outcome } from "../command.ts";
import { writeNewFile } from "../files.ts";

/** What `init` asks, and the option that answers it. */
export interface ProfileQuestion {
  readonly field: string;
  readonly option: string;
  readonly ask: string;
  /** Whether it is a list of names, separated by commas. */
  readonly isList?: boolean;
}

/** Writes business.json from answers or options, and creates the database. */
export async function init(call: CommandCall, questions: readonly ProfileQuestion[]): Promise<Outcome> {
  const [path = "business.json"] = call.arguments;
  if (existsSync(path)) throw new GoodwordError("file", `${path}: file already exists; edit it, or name another file`);
  const business = await answersTo(call, questions);
  writeNewFile(path, businessFile(path, business));
  await beginDatabase(call).catch((error) => {
    rmSync(path);
    throw error;
  });
  const next = `goodword import ${path} YOUR-REVIEWS`;
  const listing = await writeListing(call, path, String(business.name));
  return {
    lines: [
      `Wrote ${path}. Add aliases and keywords if you like, then run ${next}`,
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

/** An import creates no database that nobody named, so that one run in another folder is noticed. */
function beginDatabase(call: CommandCall): Promise<void> {
  return call.withStore(() => {}, { ifMissing: "create" });
}

async function answersTo(call: CommandCall, questions: readonly ProfileQuestion[]): Promise<Record<string, unknown>> {
  const { ask } = call.context;
  const isAsking = ask !== null && call.text("name") === undefined && !call.isSilent;
  const business: Record<string, unknown> = {};
  for (const question of questions) {
    const said = call.text(question.option) ?? (isAsking ? await ask(`${wording(question)}: `) : "");
    if (said.trim() !== "") business[question.field] = answerOf(question, said);
  }
  if (business.name === undefined) throw new GoodwordError("usage", "A business needs a name: --name NAME");
  return business;
}

function answerOf({ field, isList }: ProfileQuestion, said: string): unknown {
  if (field === "sources") return namesIn(said).map(({ name }) => termsIn(name));
  return isList ? namesIn(said) : said.trim();
}

function termsIn(said: string): { name: string; terms: string } {
  const equals = said.indexOf("=");
  if (equals < 1)
    throw new GoodwordError("usage", `Invalid terms: expected SITE=URL, such as google=https://..., found ${said}`);
  return { name: said.slice(0, equals).trim(), terms: said.slice(equals + 1).trim() };
}

function wording({ field, ask, isList }: ProfileQuestion): string {
  if (field === "name") return ask;
  return `${ask}${isList ? ", separated by commas" : ""} (Enter to leave it out)`;
}

function namesIn(said: string): { name: string }[] {
  const names = said.split(",").map((name) => name.trim());
  return names.filter((name) => name !== "").map((name) => ({ name }));
}
