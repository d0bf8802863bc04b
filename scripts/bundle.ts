/**
 * A binary as an MCP bundle (.mcpb): a zip that Claude Desktop and other hosts install with a double click, and that
 * answers from a local database by `goodword mcp`.
 *
 * Spec: https://github.com/modelcontextprotocol/mcpb, MANIFEST.md 0.3.
 */
import { validateManifest } from "@anthropic-ai/mcpb";
import { zipSync } from "fflate";
import { TOOLS } from "../src/mcp/tools.ts";

/** How a bundle names the systems that Bun builds for. */
const SYSTEMS = { linux: "linux", darwin: "darwin", windows: "win32" } as const;
type System = keyof typeof SYSTEMS;

/** What is in a bundle. */
export interface BundleParts {
  readonly version: string;
  /** Bun's name of the platform, such as `linux-x64`. */
  readonly platform: string;
  readonly binary: Uint8Array;
}

/** The first entry of a bundle: what it is, how it is run, and what its owner is asked. */
export function bundleManifest({ version, platform }: Omit<BundleParts, "binary">) {
  const system = systemOf(platform);
  const program = programOf(system);
  return {
    manifest_version: "0.3",
    name: "goodword",
    display_name: "Goodword",
    version,
    description: "Verified customer reviews of your business, from your own Goodword database, read-only",
    long_description:
      "Answers from a Goodword database on this machine: rating, search, statistics, what customers praise and criticise. Reads only, and needs no server and no network.",
    author: { name: "Goodword" },
    license: "MIT",
    server: {
      type: "binary",
      entry_point: program,
      mcp_config: {
        command: `${placeholder("__dirname")}/${program}`,
        args: ["mcp", "--database", placeholder("user_config.database")],
        env: { BASE_URL: placeholder("user_config.base_url") },
      },
    },
    tools: TOOLS.map(({ name, listing }) => ({ name, description: String(listing.title) })),
    prompts_generated: true,
    user_config: {
      database: {
        type: "file",
        title: "Database",
        description: "The file of your reviews, such as goodword.sqlite",
        required: true,
      },
      base_url: {
        type: "string",
        title: "Public address",
        description: "Links to reviews are made from it",
        default: "http://localhost:3000",
      },
    },
    compatibility: { platforms: [SYSTEMS[system]] },
  };
}

/** The bundle, the same bytes for the same binary. */
export function bundle({ binary, ...named }: BundleParts): Uint8Array {
  const manifest = new TextEncoder().encode(`${JSON.stringify(bundleManifest(named), null, 2)}\n`);
  return zipSync({
    "manifest.json": [manifest, entry(0o644)],
    [programOf(systemOf(named.platform))]: [binary, { ...entry(0o755), level: 6 }],
  });
}

/** Whether the manifest in a file is one by the published schema; what is wrong is printed. */
export function isManifest(path: string): boolean {
  return validateManifest(path);
}

const UNIX = 3;
const REGULAR_FILE = 0o100000;

/** Zip counts from 1980; permissions are those of Unix, so that the program can be run. */
function entry(permissions: number) {
  return { mtime: new Date(1980, 0, 1), os: UNIX, attrs: (REGULAR_FILE | permissions) << 16 };
}

/** What the host puts in. */
function placeholder(name: string): string {
  return `\${${name}}`;
}

function systemOf(platform: string): System {
  const system = Object.keys(SYSTEMS).find((known) => platform.startsWith(`${known}-`));
  if (system === undefined) throw new Error(`No bundle is known for the platform ${platform}`);
  return system as System;
}

function programOf(system: System): string {
  return system === "windows" ? "server/goodword.exe" : "server/goodword";
}
