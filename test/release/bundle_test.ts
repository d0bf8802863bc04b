/** A release as agents' hosts and the MCP registry take it. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackExtension } from "@anthropic-ai/mcpb";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import packageJson from "../../package.json" with { type: "json" };
import { bundle, bundleManifest, isManifest } from "../../scripts/bundle.ts";
import { registryListing } from "../../scripts/registry_listing.ts";
import listing from "../../server.json" with { type: "json" };
import { registryListing as businessListing } from "../../src/mcp/identity.ts";
import { shopWith } from "../support/command_line.ts";
import { ROOT } from "../support/source_files.ts";

const { version } = packageJson;
const MAIN = join(ROOT, "src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "goodword-bundle-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Unpacked by the format's own library. */
async function unpacked(binary: Uint8Array): Promise<string> {
  const file = join(folder, `${Bun.hash(binary)}.mcpb`);
  writeFileSync(file, bundle({ version, platform: "linux-x64", binary }));
  const outputDir = `${file}.unpacked`;
  expect(await unpackExtension({ mcpbPath: file, outputDir, silent: true })).toBe(true);
  return outputDir;
}

describe("a bundle", () => {
  test.each(["linux-x64", "darwin-arm64", "windows-x64"])(
    "for %s has a manifest by the published schema",
    (platform) => {
      const file = join(folder, `${platform}.json`);
      writeFileSync(file, JSON.stringify(bundleManifest({ version, platform })));
      expect(isManifest(file)).toBe(true);
    },
  );

  test("refuses a platform that it does not know", () => {
    expect(() => bundleManifest({ version, platform: "plan9-x64" })).toThrow("plan9-x64");
  });

  test("is unpacked by the format's own library to the binary, which can be run", async () => {
    const binary = new TextEncoder().encode("#!/bin/sh\n");
    const program = join(await unpacked(binary), "server/goodword");
    expect(readFileSync(program)).toEqual(Buffer.from(binary));
    expect(statSync(program).mode & 0o777).toBe(0o755);
  });

  test("is the same bytes for the same binary", () => {
    const parts = { version, platform: "linux-x64", binary: new Uint8Array(9999).fill(7) };
    expect(Buffer.from(bundle(parts)).equals(Buffer.from(bundle(parts)))).toBe(true);
  });

  test("answers the official client when it is run by its manifest", async () => {
    using shop = await shopWith({ id: "a1", text: "Amy mended the boiler" });
    const place = await unpacked(new TextEncoder().encode(`#!/bin/sh\nexec ${process.execPath} ${MAIN} "$@"\n`));
    const { server, user_config } = JSON.parse(readFileSync(join(place, "manifest.json"), "utf8"));
    const values: Record<string, string> = {
      __dirname: place,
      "user_config.database": shop.database,
      "user_config.base_url": user_config.base_url.default,
    };
    const filled = (text: string) => text.replace(/\$\{([\w.]+)\}/g, (_, name: string) => values[name] ?? "");
    const { command, args, env } = server.mcp_config;
    const client = new Client({ name: "test", version: "1" });
    const transport = new StdioClientTransport({
      command: filled(command),
      args: args.map(filled),
      env: { BASE_URL: filled(env.BASE_URL) },
      stderr: "ignore",
    });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    const { structuredContent } = await client.callTool({ name: "get_review", arguments: { id: "a1" } });
    expect(structuredContent).toMatchObject({ id: "a1" });
    await client.close();
  });
});

/** What the registry's schema of 2025-12-11 asks of the members that a listing of ours has. */
const Listing = Type.Object(
  {
    $schema: Type.Literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
    name: Type.String({ pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", minLength: 3, maxLength: 200 }),
    title: Type.String({ minLength: 1, maxLength: 100 }),
    description: Type.String({ minLength: 1, maxLength: 100 }),
    websiteUrl: Type.Optional(Type.String({ format: "uri" })),
    version: Type.String({ pattern: "^\\d+\\.\\d+\\.\\d+", maxLength: 255 }),
    remotes: Type.Array(
      Type.Object(
        {
          type: Type.Literal("streamable-http"),
          url: Type.String({ pattern: "^https?://[^\\s]+$" }),
          variables: Type.Optional(
            Type.Record(
              Type.String(),
              Type.Object({ description: Type.String(), isRequired: Type.Boolean() }, { additionalProperties: false }),
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    packages: Type.Optional(
      Type.Array(
        Type.Object(
          {
            registryType: Type.Literal("mcpb"),
            identifier: Type.String({ pattern: "^https://github\\.com/.+/releases/download/.+mcp.*$" }),
            version: Type.String({ minLength: 1, maxLength: 255 }),
            fileSha256: Type.String({ pattern: "^[a-f0-9]{64}$" }),
            transport: Type.Object({ type: Type.Literal("stdio") }, { additionalProperties: false }),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
);
const isListing = Compile(Listing);

describe("server.json", () => {
  const bundles = [{ file: `goodword-${version}-linux-x64.mcpb`, sha256: "0".repeat(64) }];
  const released = registryListing(
    version,
    bundles,
    "https://github.com/goodword-reviews/goodword/releases/download/v1",
  );

  test.each([
    ["of the repository", listing],
    ["of a release", released],
    ["of a business", businessListing("Plumbing ".repeat(20), "https://reviews.example.com")],
  ])("%s is what the MCP registry takes", (_, value) => {
    expect([...isListing.Errors(value)]).toEqual([]);
    expect(value.version).toBe(version);
  });

  test("of a release names each bundle with its digest", () => {
    expect(released.packages).toMatchObject([
      { identifier: expect.stringContaining(bundles[0]?.file ?? "?"), fileSha256: "0".repeat(64) },
    ]);
  });
});
