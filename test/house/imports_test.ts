/** Who may import whom: data flows one way, and what is special is spoken in one place. */
import { describe, expect, test } from "bun:test";
import { loadedWith } from "../support/loaded_first.ts";
import { partOf, sourceFiles } from "../support/source_files.ts";

const files = sourceFiles();

/** What each folder may use: always what stands before it on the data's way, never what comes after. */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  review: [],
  languages: [],
  web: ["platform.ts", "nearest_name.ts", "schema_rules.ts"],
  import: ["review", "errors.ts"],
  insights: ["review", "edit_distance.ts"],
  publication: ["review", "insights", "nearest_name.ts", "schema_rules.ts"],
  feeds: ["review", "languages", "web"],
  rest: ["review", "insights", "publication", "feeds", "web", "platform.ts"],
  mcp: ["review", "insights", "publication", "web", "nearest_name.ts", "platform.ts", "schema_rules.ts"],
  pages: ["review", "languages", "insights", "publication", "web", "platform.ts"],
  hub: ["feeds", "web", "platform.ts"],
  publishing: ["review", "languages", "import", "insights", "publication", "feeds", "store", "web"],
  app: [
    "review",
    "languages",
    "insights",
    "publication",
    "rest",
    "mcp",
    "pages",
    "hub",
    "publishing",
    "web",
    "platform.ts",
  ],
  // The store keeps subscriptions in the words of the hub.
  store: ["review", "import", "hub", "platform.ts"],
  // Queries hand over the rows that the store's ports speak of.
  sql: ["review", "hub", "store"],
  sqlite: ["review", "hub", "store", "sql", "errors.ts", "platform.ts"],
  postgres: ["hub", "store", "sql", "errors.ts"],
  // Acts that export or check look at what would be served.
  owner: [
    ...["review", "web", "import", "insights", "publication", "publishing", "rest", "store"],
    ...["config.ts", "edit_distance.ts", "errors.ts", "misspelt_settings.ts"],
  ],
  // Parses, asks and prints; the acts are the owner's. One command hands its streams to `mcp`.
  cli: ["review", "import", "insights", "mcp", "pages", "store", "owner", "config.ts", "errors.ts", "exit_code.ts"],
  // Puts a server together: all that serves, and of the owner's acts the sample.
  bun: [
    ...[
      "review",
      "web",
      "publication",
      "feeds",
      "rest",
      "mcp",
      "pages",
      "hub",
      "publishing",
      "app",
      "store",
      "sqlite",
      "postgres",
      "owner",
    ],
    ...["config.ts", "errors.ts", "exit_code.ts", "misspelt_settings.ts", "platform.ts"],
  ],
};
/** It names single modules, so that a server loads nothing before it needs it. */
const NAMES_MODULES = new Set(["bun"]);

const folderOf = (path: string) => (/^src\/[^/]+\//.test(path) ? partOf(path) : null);

describe("Imports point back along the data", () => {
  test.each(Object.entries(MAY_USE))("%s uses %j and nothing else of ours", (folder, allowed) => {
    const wrong = files
      .filter(({ path }) => folderOf(path) === folder)
      .flatMap(({ path, imports }) => imports.map((imported) => ({ path, imported, part: partOf(imported) })))
      .filter(({ imported }) => imported.startsWith("src/"))
      .filter(({ part }) => part !== folder && !allowed.includes(part));
    expect(wrong).toEqual([]);
  });

  test("every folder of src is named above", () => {
    const folders = new Set(files.map(({ path }) => folderOf(path)).filter((folder) => folder !== null));
    expect([...folders].sort()).toEqual(Object.keys(MAY_USE).sort());
  });

  test("folders are imported through their mod.ts; web is a box of single tools, and what has to be quick names what it loads", () => {
    const quick = new Set(
      ["bun/serve.ts", "bun/publisher/publish_database.ts", "owner/import_seed.ts"].flatMap((file) => [
        ...loadedWith(`src/${file}`).files,
      ]),
    );
    const wrong = files
      .filter(({ path }) => folderOf(path) !== null && !NAMES_MODULES.has(partOf(path)) && !quick.has(path))
      // What is loaded on first need is named, to load no more than that.
      .flatMap(({ path, needs }) => needs.map((imported) => ({ path, imported })))
      .filter(({ path, imported }) => folderOf(imported) !== null && folderOf(imported) !== folderOf(path))
      .filter(({ imported }) => folderOf(imported) !== "web" && !/^src\/\w+\/mod\.ts$/.test(imported));
    expect(wrong).toEqual([]);
  });

  test("counting many reviews uses the reading of one, never the other way", () => {
    const wrong = files
      .filter(({ path }) => path.startsWith("src/insights/reading/"))
      .flatMap(({ path, imports }) => imports.map((imported) => ({ path, imported })))
      .filter(({ imported }) => partOf(imported) === "insights" && !imported.startsWith("src/insights/reading/"));
    expect(wrong).toEqual([]);
  });

  test("word lists are read by the reading of a text alone", () => {
    const wrong = files
      .filter(({ path }) => !path.startsWith("src/insights/reading/"))
      .filter(({ imports }) => imports.some((imported) => imported.includes("/lexicon")));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("there are no cycles, neither of types nor of what is loaded on first need", () => {
    expect(findCycle(new Map(files.map(({ path, imports }) => [path, imports])))).toEqual([]);
  });
});

describe("Spoken in one place", () => {
  const users = (speaks: (file: (typeof files)[number]) => boolean) =>
    files.filter(speaks).map(({ path }) => path.replace(/^src\/(store|mcp|bun|sql|sqlite|postgres)\/.*/, "src/$1/"));
  const importing = (name: RegExp) => users(({ packages }) => packages.some((each) => name.test(each)));

  test("Bun in src/bun/, src/sqlite/, src/postgres/ and src/main.ts", () => {
    const speaksBun = ({ text, packages }: (typeof files)[number]) =>
      packages.some((name) => /^bun(:|$)/.test(name)) || /\bBun\.\w/.test(withoutComments(text));
    expect(new Set(users(speaksBun))).toEqual(new Set(["src/bun/", "src/postgres/", "src/sqlite/"]));
  });

  test("Drizzle in src/sql/, src/sqlite/ and src/postgres/", () => {
    expect(new Set(importing(/^drizzle-orm/))).toEqual(new Set(["src/postgres/", "src/sql/", "src/sqlite/"]));
  });

  test("a database handle in no other folder: SQL stays in src/sql/ and the adapters", () => {
    const handles = /\b(?:BEGIN IMMEDIATE|PRAGMA|SELECT .* FROM|INSERT INTO|DELETE FROM)\b|\$client|BaseSQLiteDatabase/;
    const speaks = ({ text }: (typeof files)[number]) => handles.test(withoutComments(text));
    expect(new Set(users(speaks))).toEqual(new Set(["src/sql/", "src/sqlite/"]));
  });

  test("SQLite in src/sqlite/", () => {
    expect(new Set(importing(/^bun:sqlite/))).toEqual(new Set(["src/sqlite/"]));
  });

  test("Elysia in src/app/router.ts and where the OpenAPI document is put together", () => {
    expect(importing(/^elysia$|^@elysiajs\//)).toEqual(["src/app/openapi_document.ts", "src/app/router.ts"]);
  });

  test("the MCP SDK in src/mcp/", () => {
    expect(new Set(importing(/^@modelcontextprotocol\//))).toEqual(new Set(["src/mcp/"]));
  });

  test("options and commands in src/cli/: the owner's acts speak of neither", () => {
    const commands = files.filter(({ path, text }) => {
      const strings = withoutComments(text).match(/"[^"\n]*"|`[^`]*`/g) ?? [];
      return path.startsWith("src/owner/") && strings.some((string) => /goodword [a-z]|(^|[\s"`])--[a-z]/.test(string));
    });
    expect(commands.map(({ path }) => path)).toEqual([]);
  });

  test("the environment in src/main.ts and the edge of the commands", () => {
    const readers = files.filter(({ text }) => /process\.env\b/.test(withoutComments(text))).map(({ path }) => path);
    expect(readers).toEqual(["src/cli/process_world.ts", "src/main.ts"]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
}

/** The files of one cycle in order, or none. */
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
