import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SOURCE = join(import.meta.dir, "../../src");

/** Import statements of all modules under `src`, by path. */
function importsOf(): [string, string][] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  return files.flatMap((file) => {
    const imports = readFileSync(join(SOURCE, file), "utf8").matchAll(/^(?:import|export) .*?from "(.*?)";$/gms);
    return [...imports].map(([, specifier]): [string, string] => [file, specifier!]);
  });
}

test("Two modules import the MCP SDK, one for each transport, and none imports them before they are needed", () => {
  const imports = importsOf();
  const sdkUsers = imports.filter(([, specifier]) => specifier.startsWith("@modelcontextprotocol/"));
  expect([...new Set(sdkUsers.map(([file]) => file))].sort()).toEqual(["mcp/sdk.ts", "mcp/stdio.ts"]);
  expect(imports.filter(([, specifier]) => /\/(?:sdk|stdio)\.ts$/.test(specifier))).toEqual([]);
});
