/** The documents describe the program correctly. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { CommanderError } from "commander";
import manifest from "../../package.json";
import { buildProgram, withoutHelpCommand } from "../../src/cli/program.ts";
import { readConfig } from "../../src/config.ts";
import { PATHS } from "../../src/http/paths.ts";
import { consoleEnglish } from "../../src/languages/en/console.ts";
import { folderOf, ROOT, sourceFiles } from "../support/source_files.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

describe("docs/configuration.md", () => {
  const rows = [...read("docs/configuration.md").matchAll(/^\| `([A-Z_]+)`\s*\|\s*([^|]*?)\s*\|/gm)];
  const documented = rows.map(([, name]) => name ?? "");
  const known = [...read("src/config.ts").matchAll(/read\.\w+\("([A-Z_]+)"/g)].map(([, name]) => name ?? "");

  test("lists every variable that is read, and no other", () => {
    expect(documented.filter((name) => name !== "NODE_EXTRA_CA_CERTS").sort()).toEqual(known.sort());
  });

  test("gives the defaults that hold: naming each of them changes nothing", () => {
    const defaults = rows
      .map(([, name, value = ""]): [string, string] => [name ?? "", value.replaceAll("`", "")])
      .filter(([name, value]) => known.includes(name) && value !== "none")
      // Naming this one also requires that the port is free.
      .filter(([name]) => name !== "CONSOLE_PORT");
    expect(readConfig(Object.fromEntries(defaults))).toEqual(readConfig({}));
    expect(defaults.length).toBeGreaterThan(10);
  });
});

describe("docs/decisions/0001-libraries.md", () => {
  const text = read("docs/decisions/0001-libraries.md");
  const rows = [...text.matchAll(/^\| (?!library|---)([^|]+) \|/gm)].map(([, cell]) => cell ?? "");
  const listed = rows.flatMap((cell) => cell.replace(/ \(.*?\)/g, "").split(", "));

  test("lists every library of the program at the version that package.json pins, and no other", () => {
    const pinned = Object.entries(manifest.dependencies).map(([name, version]) => `${name} ${version}`);
    expect(listed.sort()).toEqual(pinned.sort());
  });

  test("no package may run a script when it is installed, as that of @scarf/scarf, which reports installations", () => {
    // Without the list, Bun runs those of the packages that it trusts.
    expect(manifest.trustedDependencies).toEqual([]);
  });

  test("names every library for development, and no version of one that is not pinned", () => {
    const libraries = Object.entries(manifest.devDependencies);
    expect(libraries.filter(([name]) => !text.includes(`\`${name}\``)).map(([name]) => name)).toEqual([]);
    const said = libraries.map(([name, version]): [string, string] => {
      const [, named = version] = new RegExp(`\`${name}\` (\\d+\\.[\\d.]*\\d)`).exec(text) ?? [];
      return [name, named];
    });
    expect(said).toEqual(libraries);
  });
});

describe("ops/goodword.service", () => {
  test("names only files that the steps in docs/operating.md put there", () => {
    const unit = read("ops/goodword.service");
    const files = [...unit.matchAll(/^(?:ExecStart=|EnvironmentFile=-?)(\/\S+)/gm)].map(([, path]) => path);
    const steps = [...read("docs/operating.md").matchAll(/^ {4}install .*?(\/\S+)$/gm)].map(([, path]) => path);
    expect(files).toHaveLength(2);
    expect(files.filter((path) => !steps.includes(path))).toEqual([]);
  });
});

test("docs/operating.md lists every notice", () => {
  const types = Object.keys(consoleEnglish).flatMap((key) => /^notices\.type\.(.*)$/.exec(key)?.[1] ?? []);
  const [, table = ""] = /^\| `type` .*\n([\s\S]*?)\n\n/m.exec(read("docs/operating.md")) ?? [];
  const listed = table
    .split("\n")
    .flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([\w.]+)`/g)].map(([, type]) => type));
  expect(listed.sort()).toEqual(types.sort());
});

test("private keys are kept out of commits and images", () => {
  for (const file of [".gitignore", ".dockerignore"]) expect(read(file)).toMatch(/^(?:\*\*\/)?\*\.key$/m);
});

describe("README.md", () => {
  test("its map names every part of src, and nothing that is not there", () => {
    const named = [...read("README.md").matchAll(/`(src\/[\w./]+)`/g)].map(([, path]) => path ?? "");
    const parts = new Set(sourceFiles().map(({ path }) => folderOf(path)));
    // Too small to be on a map.
    for (const file of [
      "edit_distance.ts",
      "errors.ts",
      "exit_code.ts",
      "platform.ts",
      "business_environment.ts",
      "config.ts",
      "setting_values.ts",
      "misspelt_settings.ts",
    ])
      parts.delete(file);
    const mapped = new Set(named.map(folderOf));
    expect([...parts].filter((part) => !mapped.has(part))).toEqual([]);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

test("no page offers `since`, which selects by the reviews' own dates, for keeping a copy up to date", () => {
  const documents = ["README.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)];
  const texts = [...documents.filter((path) => path.endsWith(".md")), ...sourceFiles().map(({ path }) => path)];
  const offering = texts.filter((path) => /copy up to date|mind `removed`/.test(read(path)));
  expect(offering).toEqual([]);
});

test("a page that shows `bun src/main.ts` also shows the form for Node alone", () => {
  const documents = ["README.md", "CONTRIBUTING.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)];
  const shown = documents.filter((path) => path.endsWith(".md") && read(path).includes("bun src/main.ts"));
  expect(shown.filter((path) => !read(path).includes("npx --yes bun@1.4.5 src/main.ts"))).toEqual([]);
  expect(shown.length).toBeGreaterThan(2);
});

const DOCUMENTS = readdirSync(ROOT, { encoding: "utf8" })
  .concat(readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`))
  .filter((name) => name.endsWith(".md"));

describe("Paths of the tree in backticks", () => {
  const FOLDERS = ["bench", "docs", "drizzle", "ops", "scripts", "seed", "soak", "src", "test"];
  const tree = FOLDERS.flatMap((folder) => [
    folder,
    ...readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => !name.includes("node_modules"))
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
  ]);
  const isPath = (text: string) =>
    /^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(text) &&
    (/\w\/$|\w\.tsx?$/.test(text) || FOLDERS.includes(text.slice(0, text.indexOf("/"))));
  /** A path from the root or from src; one name alone may be that of any file or folder outside of test. */
  const exists = (path: string) =>
    tree.some((each) => each === path || each === `src/${path}`) ||
    (!path.includes("/") && tree.some((each) => !each.startsWith("test/") && each.endsWith(`/${path}`)));

  test.each(DOCUMENTS.filter((path) => path !== "CHANGELOG.md"))("in %s exist", (document) => {
    const named = [...read(document).matchAll(/`([^`\n]+)`/g)].map(([, text]) => text ?? "").filter(isPath);
    expect(named.filter((path) => !exists(path.replace(/\/$/, "")))).toEqual([]);
  });
});

/** The addresses of the headings of a document, as GitHub makes them. */
function headingsOf(document: string): Set<string> {
  const headings = withoutBlocks(read(document)).matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, text = ""]) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\d _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function withoutBlocks(text: string): string {
  return text.replace(/^ *```[\s\S]*?^ *```/gm, "");
}

describe("Links between documents", () => {
  test.each(DOCUMENTS)("of %s lead somewhere, to a heading too", (document) => {
    const links = [
      ...read(document).matchAll(/(?:\]\(|<img src=")(?!https?:|mailto:)([^)#"\s]*)(?:#([^)"\s]+))?[)"]/g),
    ];
    const missing = links.filter(([, path = "", heading]) => {
      const target = path === "" ? document : join(dirname(document), path);
      return !existsSync(join(ROOT, target)) || (heading !== undefined && !headingsOf(target).has(heading));
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });
});

describe("Commands, settings and addresses in documents", () => {
  // docs/commands.md is made from the commands.
  const CURRENT = DOCUMENTS.filter((path) => !/^CHANGELOG|^docs\/(?:commands|decisions)/.test(path));
  const TYPED =
    /^\s+(?:sudo |[A-Z_]+=\S+ |\.\/|docker exec -i \w+ )*(?:goodword|bun src\/main\.ts|npx --yes bun@1\.4\.5 src\/main\.ts)( .*)$/;

  /** The arguments of a command line, up to a comment, a pipe or another command. */
  const argumentsOf = (line: string) => {
    const [own = ""] = line.split(/ {2,}| (?:#|\||&&|<|>|\\)/, 1);
    return (own.match(/"[^"]*"|(?:[^\s"]|"[^"]*")+/g) ?? []).map((word) => word.replaceAll('"', ""));
  };

  /** What is wrong with it; a command in the middle of a sentence may lack arguments. */
  async function faultOf(args: readonly string[], isInline: boolean): Promise<string | null> {
    const program = buildProgram({ write: () => {}, columns: null, onChosen: () => {} });
    try {
      await program.parseAsync([...withoutHelpCommand(args)], { from: "user" });
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      const { code, exitCode, message } = error;
      const isWhole = !/missing|commander\.help/.test(code) && !message.startsWith("required option");
      if (exitCode !== 0 && (isWhole || !isInline)) return `${args.join(" ")}: ${message}`;
    }
    return null;
  }

  test.each(CURRENT)("the commands of %s exist, with these options", async (document) => {
    const text = read(document);
    const typed = text.split("\n").flatMap((line) => TYPED.exec(line)?.[1] ?? []);
    const inline = [...text.matchAll(/`(?:[A-Z_]+=\S+ )*goodword( [^`\n]*)`/g)].map(([, rest = ""]) => rest);
    const faults = [
      ...typed.map((line) => faultOf(argumentsOf(line), false)),
      ...inline.map((line) => faultOf(argumentsOf(line), true)),
    ];
    expect((await Promise.all(faults)).filter((fault) => fault !== null)).toEqual([]);
  });

  test.each(CURRENT)("the settings of %s exist", (document) => {
    const known = new Set([...read("docs/configuration.md").matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name));
    const set = [...read(document).matchAll(/(?:^ {4,}|`|-e )([A-Z]+_[A-Z_]+)=/gm)].map(([, name]) => name);
    expect(
      set.filter((name) => !known.has(name) && !["GOODWORD_SEEDS", "RELEASE_KEY_FILE"].includes(name ?? "")),
    ).toEqual([]);
  });

  test.each(CURRENT)("the addresses that %s fetches are served", (document) => {
    const served = Object.values(PATHS).map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`));
    const fetched = [...read(document).matchAll(/curl .*?localhost:3000(\/[^\s'"`?]*)/g)].map(([, path = ""]) => path);
    expect(fetched.filter((path) => !served.some((each) => each.test(path)))).toEqual([]);
  });
});

describe("docs/manual.md", () => {
  const text = read("docs/manual.md");

  test("is read in twenty minutes", () => {
    expect(withoutBlocks(text).split(/\s+/).length).toBeLessThanOrEqual(3500);
  });

  test("calls pages, buttons and fields of the console as they are called there", () => {
    const words = Object.values(consoleEnglish).flatMap((words) =>
      typeof words === "string" ? [words] : Object.values(words),
    );
    const labels = new Set(words.map((word) => word.replace(/…$/, "")));
    const named = [...text.matchAll(/(?<![*\w])\*([^*\n]+)\*(?!\*)/g)].map(([, label = ""]) => label);
    expect(named.filter((label) => !labels.has(label) && label !== "Google Business Profile")).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });

  test("shows pictures of less than 50 kB each", () => {
    const pictures = readdirSync(join(ROOT, "docs/images"));
    const shown = pictures.filter((name) => text.includes(`images/${name}`));
    expect(shown.filter((name) => statSync(join(ROOT, "docs/images", name)).size >= 50_000)).toEqual([]);
    expect(pictures.filter((name) => !`${text}${read("README.md")}`.includes(`images/${name}`))).toEqual([]);
  });
});

test("the reference has at most 24 pages, each of them in the table of README.md", () => {
  const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  expect(pages.length).toBeLessThanOrEqual(24);
  expect(pages.filter((name) => !read("README.md").includes(`](docs/${name})`))).toEqual([]);
});
