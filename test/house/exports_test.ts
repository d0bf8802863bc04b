/** What files offer each other: every exported name is used elsewhere, and means one thing. */
import { expect, test } from "bun:test";
import { ROOT, sourceFiles } from "../support/source_files.ts";

const SETTINGS = ["drizzle.config.ts", "drizzle.postgres.config.ts"];

const files = sourceFiles();
const users = [...files, ...["test", "bench", "soak", "scripts", "seed"].flatMap((folder) => sourceFiles(folder))];

const DECLARED =
  /^export (?:declare |abstract |async )*(?:const \{([^}]*)\}|(?:function\*?|class|interface|type|enum|const|let) ([\w$]+))/gm;

const declared = files.flatMap(({ path, text }) => {
  const names = [...text.matchAll(DECLARED)].flatMap(([, list, name = ""]) => list?.split(",").map(bound) ?? [name]);
  return [...new Set(names)].filter((name) => name !== "").map((name) => ({ path, name }));
});

/** `b` of `a: b`. */
function bound(part: string): string {
  return part.split(":").at(-1)?.trim() ?? "";
}

/** The words of a text without its comments; a face that only passes a name on does not use it. */
function wordsOf(text: string): Set<string> {
  const code = text
    .replace(/export (?:type )?\{[^}]*\} from "[^"]*";/g, "")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(?:^|\s)\/\/.*$/gm, "");
  return new Set(code.match(/[A-Za-z_$][\w$]*/g));
}

function filesByName(pairs: readonly { readonly path: string; readonly name: string }[]): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { path, name } of pairs) paths.set(name, [...(paths.get(name) ?? []), path]);
  return paths;
}

test("every exported name is used by another file of the program, its tests or its tools", async () => {
  const settings = SETTINGS.map(async (path) => ({ path, text: await Bun.file(`${ROOT}${path}`).text() }));
  const spoken = [...users, ...(await Promise.all(settings))].flatMap(({ path, text }) =>
    [...wordsOf(text)].map((name) => ({ path, name })),
  );
  const speakers = filesByName(spoken);
  const unused = declared.filter(({ path, name }) => !speakers.get(name)?.some((each) => each !== path));
  expect(unused.map(({ path, name }) => `${path} ${name}`)).toEqual([]);
});

/** The two adapters of the store offer the same under the same names, and nobody uses both at once. */
const isTwin = (paths: readonly string[]) => {
  const adapters = paths.map((path) => /^src\/store\/(postgres|sqlite)\//.exec(path)?.[1]);
  return adapters.every((adapter) => adapter !== undefined) && new Set(adapters).size === paths.length;
};

test("no two files export the same name, the twins of the store aside", () => {
  const twice = [...filesByName(declared)].filter(([, paths]) => paths.length > 1 && !isTwin(paths));
  expect(twice.map(([name, paths]) => `${name}: ${paths.join(", ")}`)).toEqual([]);
});
