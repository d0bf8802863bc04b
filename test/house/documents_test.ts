/** What the documents say of the program is so. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConfig } from "../../src/config.ts";
import { partOf, ROOT, sourceFiles } from "../support/source_files.ts";

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
      .filter(([name, value]) => known.includes(name) && value !== "none");
    expect(readConfig(Object.fromEntries(defaults))).toEqual(readConfig({}));
    expect(defaults.length).toBeGreaterThan(10);
  });
});

describe("README.md", () => {
  test("its map names every part of src, and nothing that is not there", () => {
    const named = [...read("README.md").matchAll(/`(src\/[\w./]+)`/g)].map(([, path]) => path ?? "");
    const parts = new Set(sourceFiles().map(({ path }) => partOf(path)));
    // Too small to be on a map.
    for (const file of [
      "edit_distance.ts",
      "errors.ts",
      "exit_code.ts",
      "platform.ts",
      "config.ts",
      "misspelt_settings.ts",
    ])
      parts.delete(file);
    const mapped = new Set(named.map(partOf));
    expect([...parts].filter((part) => !mapped.has(part))).toEqual([]);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

test("nothing offers `since`, which goes by the reviews' own dates, for keeping a copy up to date", () => {
  const documents = ["README.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)];
  const texts = [...documents.filter((path) => path.endsWith(".md")), ...sourceFiles().map(({ path }) => path)];
  const offering = texts.filter((path) => /copy up to date|mind `removed`/.test(read(path)));
  expect(offering).toEqual([]);
});

describe("Links between documents", () => {
  const documents = readdirSync(ROOT, { encoding: "utf8" })
    .concat(readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`))
    .filter((name) => name.endsWith(".md"));
  test.each(documents)("of %s lead somewhere", (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link]) => link ?? "");
    const missing = links.filter((link) => !existsSync(join(ROOT, dirname(document), link)));
    expect(missing).toEqual([]);
  });
});
