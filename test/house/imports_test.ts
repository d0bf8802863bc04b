/** Which folder may import which: data flows one way, and each special dependency has one place. */
import { describe, expect, test } from "bun:test";
import { loadedWith } from "../support/loaded_first.ts";
import { folderOf, sourceFiles } from "../support/source_files.ts";

const files = sourceFiles();

/**
 * What each part may use: always what stands before it on the data's way, never what comes after. A part is a folder of src,
 * or one within it that has an edge of its own; a file belongs to the longest path that it stands below.
 */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  review: [],
  languages: ["review", "memo.ts"],
  log: ["review", "errors.ts"],
  http: ["memo.ts", "platform.ts", "nearest_name.ts", "schema_rules.ts"],
  import: ["review", "errors.ts"],
  insights: ["review", "languages", "nearest_name.ts"],
  publication: ["review", "languages", "insights", "memo.ts", "nearest_name.ts", "schema_rules.ts"],
  "publication/feeds": ["review", "languages", "http"],
  api: ["review", "insights", "publication", "publication/feeds", "log", "http", "memo.ts", "platform.ts"],
  mcp: ["review", "insights", "publication", "http", "memo.ts", "nearest_name.ts", "platform.ts", "schema_rules.ts"],
  pages: [
    "review",
    "languages",
    "invitations",
    "insights",
    "publication",
    "publication/publishing",
    "http",
    "errors.ts",
    "memo.ts",
    "platform.ts",
  ],
  outbox: ["http", "platform.ts"],
  hub: ["publication/feeds", "http", "outbox", "memo.ts", "platform.ts"],
  // Beside the hub: what is owed to customers. Pure, like the domain.
  invitations: ["review", "languages", "log", "http", "outbox", "platform.ts", "errors.ts"],
  // Notices to the owner, by the mail of the invitations.
  notices: ["languages", "invitations", "outbox", "platform.ts"],
  "publication/publishing": [
    "review",
    "languages",
    "import",
    "insights",
    "publication",
    "publication/feeds",
    "store",
    "log",
    "http",
  ],
  // The store keeps subscriptions in the words of the hub, jobs in those of the invitations, entries in those of the log.
  store: ["review", "import", "hub", "invitations", "notices", "log", "store/queries", "platform.ts"],
  "store/import": ["review", "import", "log", "store", "errors.ts"],
  // Queries return the rows of the store's interfaces.
  "store/queries": ["review", "hub", "invitations", "notices", "outbox", "log", "store"],
  "store/sqlite": [
    "review",
    "hub",
    "invitations",
    "notices",
    "log",
    "store",
    "store/import",
    "store/queries",
    "errors.ts",
    "memo.ts",
    "platform.ts",
    "system.ts",
  ],
  "store/postgres": [
    "invitations",
    "notices",
    "log",
    "store",
    "store/queries",
    "store/sqlite",
    "errors.ts",
    "memo.ts",
    "platform.ts",
  ],
  // Acts that export or check look at what would be served.
  owner: [
    "review",
    "languages",
    "http",
    "import",
    "insights",
    "publication",
    "publication/publishing",
    "api",
    "pages",
    "invitations",
    "notices",
    "log",
    "store",
    "store/import",
    "business_environment.ts",
    "config.ts",
    "nearest_name.ts",
    "errors.ts",
    "memo.ts",
    "misspelt_settings.ts",
    "platform.ts",
    "system.ts",
  ],
  // Parses, asks and prints; the acts are the owner's. One command hands its streams to `mcp`, the history has the console's words.
  cli: [
    "review",
    "import",
    "insights",
    "publication/publishing",
    "mcp",
    "pages",
    "invitations",
    "store",
    "console",
    "languages",
    "store/import",
    "owner",
    "notices",
    "log",
    "business_environment.ts",
    "config.ts",
    "errors.ts",
    "platform.ts",
    "system.ts",
  ],
  // The owner's pages and forms; the acts are the owner's.
  console: [
    "review",
    "languages",
    "import",
    "insights",
    "publication",
    "publication/publishing",
    "invitations",
    "notices",
    "http",
    "pages",
    "store",
    "owner",
    "config.ts",
    "errors.ts",
    "platform.ts",
    "system.ts",
  ],
  // The application: every door, and no runtime.
  "server/app": [
    "review",
    "languages",
    "insights",
    "publication",
    "publication/publishing",
    "api",
    "mcp",
    "pages",
    "hub",
    "invitations",
    "http",
    "memo.ts",
    "platform.ts",
  ],
  // Puts a server together: all that serves, and of the owner's acts the sample.
  server: [
    "review",
    "http",
    "publication",
    "publication/feeds",
    "publication/publishing",
    "api",
    "mcp",
    "pages",
    "hub",
    "invitations",
    "notices",
    "log",
    "server/app",
    "console",
    "store",
    "store/sqlite",
    "store/postgres",
    "owner",
    "business_environment.ts",
    "config.ts",
    "errors.ts",
    "memo.ts",
    "misspelt_settings.ts",
    "platform.ts",
    "system.ts",
  ],
};
/** They know nothing of the program. */
const EVERYWHERE = new Set(["durations.ts", "utf8.ts"]);
/** It names single modules, so that each of its threads loads its own work alone. */
const NAMES_MODULES = new Set(["server"]);
/** Boxes of single tools, imported by the tool. */
const FACELESS = /^src\/(?:http|owner)\//;

const PARTS = Object.keys(MAY_USE).sort((a, b) => b.length - a.length);

function partOf(path: string): string {
  return PARTS.find((part) => path.startsWith(`src/${part}/`)) ?? folderOf(path);
}

const isInFolder = (path: string) => /^src\/[^/]+\//.test(path);

describe("Imports point back along the data", () => {
  test.each(Object.entries(MAY_USE))("%s uses %j and nothing else of ours", (folder, allowed) => {
    const wrong = files
      .filter(({ path }) => isInFolder(path) && partOf(path) === folder)
      .flatMap(({ path, imports }) => imports.map((imported) => ({ path, imported, part: partOf(imported) })))
      .filter(({ imported }) => imported.startsWith("src/"))
      .filter(({ part }) => part !== folder && !EVERYWHERE.has(part) && !allowed.includes(part));
    expect(wrong).toEqual([]);
  });

  test("every folder of src is named above", () => {
    const folders = new Set(files.filter(({ path }) => isInFolder(path)).map(({ path }) => folderOf(path)));
    expect([...folders].sort()).toEqual(PARTS.filter((part) => !part.includes("/")).sort());
  });

  test("folders are imported through their mod.ts, http and owner by the tool and the act; what a publication, a store and the list of commands are made with names what it loads", () => {
    const quick = new Set(
      ["server/publisher/publish_database.ts", "store/mod.ts", "store/sqlite/mod.ts", "cli/mod.ts"].flatMap((file) => [
        ...loadedWith(`src/${file}`).files,
      ]),
    );
    const wrong = files
      .filter(({ path }) => isInFolder(path) && !NAMES_MODULES.has(partOf(path)) && !quick.has(path))
      // What is loaded on first need is named, to load no more than that.
      .flatMap(({ path, needs }) => needs.map((imported) => ({ path, imported })))
      .filter(
        ({ path, imported }) => isInFolder(imported) && /\.tsx?$/.test(imported) && partOf(imported) !== partOf(path),
      )
      .filter(({ imported }) => !FACELESS.test(imported) && imported !== `src/${partOf(imported)}/mod.ts`)
      // The adapters know the store from inside.
      .filter(({ path, imported }) => folderOf(path) !== "store" || folderOf(imported) !== "store");
    expect(wrong).toEqual([]);
  });

  test("counting many reviews uses the reading of one, never the other way", () => {
    const wrong = files
      .filter(({ path }) => path.startsWith("src/insights/analysis/"))
      .flatMap(({ path, imports }) => imports.map((imported) => ({ path, imported })))
      .filter(
        ({ imported }) => partOf(imported) === "insights" && !/^src\/insights\/(?:analysis|lexicon)\//.test(imported),
      );
    expect(wrong).toEqual([]);
  });

  test("word lists are read by the reading of a text alone", () => {
    const wrong = files
      .filter(({ path }) => !/^src\/insights\/(?:analysis|lexicon)\//.test(path))
      .filter(({ imports }) => imports.some((imported) => imported.includes("/lexicon")));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("there are no cycles, including type imports and dynamic imports", () => {
    expect(findCycle(new Map(files.map(({ path, imports }) => [path, imports])))).toEqual([]);
  });
});

describe("Spoken in one place", () => {
  const users = (speaks: (file: (typeof files)[number]) => boolean) =>
    files
      .filter(speaks)
      .map(({ path }) =>
        path.replace(/^src\/(store\/sqlite|store\/postgres|store\/queries|mcp|server)\/.*/, "src/$1/"),
      );
  const importing = (name: RegExp) => users(({ packages }) => packages.some((each) => name.test(each)));

  test("Bun in src/server/, src/store/sqlite/, src/store/postgres/ and src/main.ts", () => {
    const speaksBun = ({ text, packages }: (typeof files)[number]) =>
      packages.some((name) => /^bun(:|$)/.test(name)) || /\bBun\.\w/.test(withoutComments(text));
    expect(new Set(users(speaksBun))).toEqual(new Set(["src/server/", "src/store/postgres/", "src/store/sqlite/"]));
  });

  test("Drizzle in src/store/queries/, src/store/sqlite/ and src/store/postgres/", () => {
    expect(new Set(importing(/^drizzle-orm/))).toEqual(
      new Set(["src/store/postgres/", "src/store/queries/", "src/store/sqlite/"]),
    );
  });

  test("a database handle in no other folder: SQL stays in src/store/queries/ and the adapters", () => {
    const handles = /\b(?:BEGIN IMMEDIATE|PRAGMA|SELECT .* FROM|INSERT INTO|DELETE FROM)\b|\$client|BaseSQLiteDatabase/;
    const speaks = ({ text }: (typeof files)[number]) => handles.test(withoutComments(text));
    expect(new Set(users(speaks))).toEqual(new Set(["src/store/queries/", "src/store/sqlite/"]));
  });

  test("SQLite in src/store/sqlite/", () => {
    expect(new Set(importing(/^bun:sqlite/))).toEqual(new Set(["src/store/sqlite/"]));
  });

  test("Elysia in src/http/router.ts and where the OpenAPI document is put together", () => {
    expect(importing(/^elysia$|^@elysiajs\//)).toEqual(["src/http/router.ts", "src/server/"]);
  });

  test("the MCP SDK in src/mcp/", () => {
    expect(new Set(importing(/^@modelcontextprotocol\//))).toEqual(new Set(["src/mcp/"]));
  });

  test("options and commands in src/cli/, and in declarations of acts, from which commands are derived", () => {
    const commands = files.filter(({ path, text }) => {
      if (/^export const \w+ = act\(/m.test(text)) return false;
      const strings = withoutComments(text).match(/"[^"\n]*"|`[^`]*`/g) ?? [];
      return path.startsWith("src/owner/") && strings.some((string) => /goodword [a-z]|(^|[\s"`])--[a-z]/.test(string));
    });
    expect(commands.map(({ path }) => path)).toEqual([]);
  });

  test("the environment in src/main.ts and the edge of the commands", () => {
    const readers = files.filter(({ text }) => /process\.env\b/.test(withoutComments(text))).map(({ path }) => path);
    expect(readers).toEqual(["src/cli/process_context.ts", "src/main.ts"]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
}

/** The files of one cycle in order, or an empty list. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const next of graph.get(path) ?? []) {
      const cycle = visit(next, [...trail, path]);
      if (cycle.length > 0) return cycle;
    }
    done.add(path);
    return [];
  };
  for (const path of graph.keys()) {
    const cycle = visit(path, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
