/** The documents describe the program correctly. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import manifest from "../../package.json";
import { readConfig } from "../../src/config.ts";
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

test("private keys are kept out of commits and images", () => {
  for (const file of [".gitignore", ".dockerignore"]) expect(read(file)).toMatch(/^(?:\*\*\/)?\*\.key$/m);
});

describe("README.md", () => {
  test("its map names every part of src, and nothing that is not there", () => {
    const named = [...read("README.md").matchAll(/`(src\/[\w./]+)`/g)].map(([, path]) => path ?? "");
    const parts = new Set(sourceFiles().map(({ path }) => folderOf(path)));
    // Too small to be on a map.
    for (const file of [
      ...[
        "edit_distance.ts",
        "errors.ts",
        "exit_code.ts",
        "platform.ts",
        "business_environment.ts",
        "config.ts",
        "setting_values.ts",
      ],
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

describe("Links between documents", () => {
  test.each(DOCUMENTS)("of %s lead somewhere", (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link]) => link ?? "");
    const missing = links.filter((link) => !existsSync(join(ROOT, dirname(document), link)));
    expect(missing).toEqual([]);
  });
});
