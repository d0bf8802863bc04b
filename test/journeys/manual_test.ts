/** docs/manual.md, followed to the letter in an empty folder. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Workshop } from "../support/command_line.ts";
import { spawnGoodword, startService } from "../support/goodword_process.ts";
import { skipUnless } from "../support/tools.ts";
import { eventually } from "../support/wait.ts";

const PAGE = read("docs/manual.md");
const BINARY = fileURLToPath(new URL("../../dist/goodword", import.meta.url));

test("the page is followed from the source tree", () => follow(undefined));
test.skipIf(skipUnless(existsSync(BINARY), "the page with the binary: run `bun run build` first"))(
  "the page is followed with the binary",
  () => follow([BINARY]),
);

async function follow(program: readonly string[] | undefined): Promise<void> {
  using shop = new Workshop();
  const ways = { folder: shop.folder, ...(program && { program }) };
  shop.write("business.json", blockOf("json"));
  shop.write("reviews.csv", blockOf("csv"));
  // Only what lies outside of the page: a port that is free.
  const environment = { PORT: "0", HOST: "127.0.0.1", LOG_FORMAT: "json" };
  await using service = await startService({ ...ways, environment });
  await eventually("the sample", async () => (await businessAt(service.url))?.startsWith("Hobart & Vesely"));

  const lines = commandsOf("import");
  expect(lines).toHaveLength(2);
  for (const line of [...lines, "doctor", "export copy.json"]) {
    const { code, err } = await spawnGoodword(line.split(" "), { ...ways, environment: {} }).ended;
    expect({ line, code, err }).toEqual({ line, code: 0, err: "" });
  }
  const name = "Brook & Daughter Plumbing";
  await eventually("the owner's reviews", async () => (await businessAt(service.url)) === name);

  const again = await spawnGoodword(["serve", "--port", String(service.port)], {
    ...ways,
    environment: { HOST: "127.0.0.1" },
  }).ended;
  expect(again.err).toContain("is in use by another program; stop it or set PORT");
}

async function businessAt(url: string): Promise<string | null> {
  const response = await fetch(`${url}/reviews.json`);
  return response.ok ? ((await response.json()) as { business: { name: string } }).business.name : null;
}

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
}

/** The page's file in a language. */
function blockOf(language: string): string {
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(PAGE)?.[1] ?? "";
}

/** The lines of the page that call a command, without the program's name. */
function commandsOf(name: string): string[] {
  return [...PAGE.matchAll(new RegExp(`^ {4}goodword (${name} .*)$`, "gm"))].map(([, line = ""]) => line);
}
