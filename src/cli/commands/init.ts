import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConfig } from "../../config.ts";
import { GoodwordError } from "../../errors.ts";
import { businessFile } from "../../owner/mod.ts";
import { BUSINESS_TYPES, KNOWN_LICENSES } from "../../review/mod.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { writeNewFile } from "../write_file.ts";

interface Question {
  readonly field: string;
  readonly option: string;
  readonly ask: string;
  /** Whether it is a list of names, separated by commas. */
  readonly isList?: boolean;
}

const QUESTIONS: readonly Question[] = [
  { field: "name", option: "name", ask: "Name of your business" },
  { field: "type", option: "type", ask: `Its trade (${BUSINESS_TYPES.join(", ")})` },
  { field: "url", option: "url", ask: "Your own site, such as https://example.com" },
  { field: "telephone", option: "telephone", ask: "Your business telephone number" },
  { field: "logo", option: "logo", ask: "Address of your logo, such as https://example.com/logo.png" },
  { field: "color", option: "color", ask: "The colour of your pages, such as #0f5c4d" },
  { field: "time_zone", option: "time-zone", ask: "Your time zone, such as America/Chicago" },
  {
    field: "license",
    option: "license",
    ask: `Licence of the data you publish (${KNOWN_LICENSES.map(({ name }) => name).join(", ")}, or a URL)`,
  },
  { field: "technicians", option: "technicians", ask: "Technicians who may be named in public", isList: true },
  { field: "services", option: "services", ask: "Services you offer", isList: true },
  { field: "service_areas", option: "service-areas", ask: "Towns you serve", isList: true },
  {
    field: "sources",
    option: "terms",
    ask: "Review sites whose terms you publish under, each as SITE=URL",
    isList: true,
  },
];

/** Writes business.json from answers or options, and creates the database. */
export const initCommand: Command = {
  name: "init",
  summary: "ask a few questions and write what your business is to business.json",
  details:
    "Creates the database, too, where there is none, and, where BASE_URL is your public https address, server.json beside the file: " +
    "with it you list your server in the MCP registry (docs/mcp.md). Without a terminal nothing is asked: give the answers as options, at " +
    "least --name.",
  arguments: [{ name: "[file]", description: "file to write (default: business.json)" }],
  options: QUESTIONS.map(({ option, ask, isList }) => ({
    flags: `--${option} <${isList ? "names" : "text"}>`,
    description: `${ask}${isList ? ", separated by commas" : ""}`,
  })),
  examples: [['goodword init --name "Brook Plumbing" --type Plumber --time-zone America/Chicago', "without questions"]],
  run: init,
};

async function init(call: Call): Promise<Outcome> {
  const [path = "business.json"] = call.arguments;
  if (existsSync(path)) throw new GoodwordError("file", `${path}: file already exists; edit it, or name another file`);
  const business = await answersTo(call);
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
      ...(listing === null ? [] : [`Wrote ${listing}, with which you may list your server in the MCP registry`]),
    ],
    data: { file: path, business, server_json: listing },
  };
}

/** Writes server.json; null where no public address is known yet, or the file is there already. */
async function writeListing({ world }: Call, path: string, business: string): Promise<string | null> {
  if (!/^https:/i.test(world.env.BASE_URL ?? "")) return null;
  const { baseUrl } = readConfig(world.env);
  const file = join(dirname(path), "server.json");
  if (existsSync(file)) return null;
  const { registryListing } = await import("../../mcp/discovery.ts");
  writeNewFile(file, `${JSON.stringify(registryListing(business, baseUrl), null, 2)}\n`);
  return file;
}

/** An import creates no database that nobody named, so that one run in another folder is noticed. */
function beginDatabase(call: Call): Promise<void> {
  return call.withStore(() => {}, { ifMissing: "create" });
}

async function answersTo(call: Call): Promise<Record<string, unknown>> {
  const { ask } = call.world;
  const isAsking = ask !== null && call.text("name") === undefined && !call.isSilent;
  const business: Record<string, unknown> = {};
  for (const question of QUESTIONS) {
    const said = call.text(question.option) ?? (isAsking ? await ask(`${wording(question)}: `) : "");
    if (said.trim() !== "") business[question.field] = answerOf(question, said);
  }
  if (business.name === undefined) throw new GoodwordError("usage", "A business needs a name: --name NAME");
  return business;
}

function answerOf({ field, isList }: Question, said: string): unknown {
  if (field === "sources") return namesIn(said).map(({ name }) => termsIn(name));
  return isList ? namesIn(said) : said.trim();
}

function termsIn(said: string): { name: string; terms: string } {
  const equals = said.indexOf("=");
  if (equals < 1) throw new GoodwordError("usage", `Terms are SITE=URL, such as google=https://...: found ${said}`);
  return { name: said.slice(0, equals).trim(), terms: said.slice(equals + 1).trim() };
}

function wording({ field, ask, isList }: Question): string {
  if (field === "name") return ask;
  return `${ask}${isList ? ", separated by commas" : ""} (Enter to leave it out)`;
}

function namesIn(said: string): { name: string }[] {
  const names = said.split(",").map((name) => name.trim());
  return names.filter((name) => name !== "").map((name) => ({ name }));
}
