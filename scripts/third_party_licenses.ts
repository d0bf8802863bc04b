/**
 * THIRD_PARTY_LICENSES.txt: the licences of everything in the binary, from the packages as they are installed. The command
 * `goodword licenses` prints it, and a release has it beside the binaries. `bun scripts/third_party_licenses.ts` writes it.
 *
 * The packages are those of the bill of materials, so a few are named that the bundler leaves out.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Part, partsOf } from "./bill_of_materials.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
export const LICENSES_FILE = join(ROOT, "THIRD_PARTY_LICENSES.txt");

const RULE = "=".repeat(100);
/** The second is of what the bundle of Swagger UI contains. */
const LICENSE_NAME = /^(?:licen[cs]e|copying|notice)\b.*$|^swagger-ui-bundle\.js\.license\.txt$/i;

interface Terms {
  readonly packages: string[];
  readonly text: string;
}

export function thirdPartyLicenses(): string {
  const read = (path: string) => readFileSync(join(ROOT, path), "utf8").trim();
  const packages = byText(partsOf(read("bun.lock")));
  const head = "Goodword contains the work of others, under the licences below. Its own licence comes first.";
  const sections = [
    section(["Goodword"], read("LICENSE")),
    section(["Bun, the runtime in the binary"], read("scripts/bun_notice.txt")),
    section(["VADER, the word list of the insights"], read("src/insights/lexicon/en/vader_license.txt")),
    ...packages.map(({ packages, text }) => section(packages, text)),
  ];
  return `${head}\n\n${sections.join("\n\n")}\n`;
}

function section(names: readonly string[], text: string): string {
  return `${RULE}\n${names.join("\n")}\n${RULE}\n\n${text}`;
}

/** Packages of one author share their text to the byte. */
function byText(parts: readonly Part[]): Terms[] {
  const found = new Map<string, Terms>();
  for (const part of parts) {
    const text = textOf(part);
    const terms = found.get(text) ?? { packages: [], text };
    const name = `${part.name} ${part.version}`;
    if (!terms.packages.includes(name)) terms.packages.push(name);
    found.set(text, terms);
  }
  return [...found.values()];
}

function textOf(part: Part): string {
  const folder = folderOf(part);
  const names = readdirSync(folder).filter((name) => LICENSE_NAME.test(name));
  const texts = names.sort().map((name) => plain(readFileSync(join(folder, name), "utf8")));
  return texts.length > 0 ? texts.join("\n\n") : statedTerms(folder);
}

/** Without tabs, form feeds and carriage returns, which a terminal is not shown. */
function plain(text: string): string {
  return text
    .replaceAll("\t", "    ")
    .replaceAll(/[\r\f]/g, "")
    .trim();
}

/** "drizzle-orm/zod" is installed as drizzle-orm/node_modules/zod. */
function folderOf({ key, name, version }: Part): string {
  const owners = key.match(/@[^/]+\/[^/]+|[^/]+/g) ?? [];
  const folder = join(ROOT, "node_modules", owners.join("/node_modules/"));
  const installed = existsSync(folder) ? JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version : null;
  if (installed !== version) throw new Error(`${name} ${version} is not installed: run \`bun install\``);
  return folder;
}

/** The terms that a package without a licence text declares. */
function statedTerms(folder: string): string {
  const { license, author, homepage } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const by = typeof author === "string" ? author : author?.name;
  return [
    `The package has no licence text; its package.json states: ${license}`,
    `Standard text: https://spdx.org/licenses/${license}.html`,
    ...(by ? [`Author: ${by}`] : []),
    ...(homepage ? [`Home page: ${homepage}`] : []),
  ].join("\n");
}

if (import.meta.main) writeFileSync(LICENSES_FILE, thirdPartyLicenses());
