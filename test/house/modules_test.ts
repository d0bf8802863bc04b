/** The shape of modules. */
import { expect, test } from "bun:test";
import { sourceFiles } from "../support/source_files.ts";

const files = sourceFiles();
const FOLDERS = [...new Set(files.map(({ path }) => /^src\/[^/]+\//.exec(path)?.[0] ?? ""))].filter(Boolean);
/** http/ is a box of single tools, server/ is the edge that nothing imports, owner/ has a file for each act. */
const FACELESS = ["src/http/", "src/server/", "src/owner/"];
const faces = files.map(({ path }) => path).filter((path) => path.endsWith("/mod.ts"));

test.each(FOLDERS.filter((folder) => !FACELESS.includes(folder)))(
  "%s has a mod.ts that describes what flows in, what flows out and what it must never know",
  (folder) => {
    const face = files.find(({ path }) => path === `${folder}mod.ts`)?.text ?? "";
    for (const word of ["In: ", "Out: ", "Never: ", "@module"]) expect(face).toContain(word);
  },
);

test("no module is longer than 400 lines; data, schemas and the table of commands aside", () => {
  const isData = (path: string) =>
    path.startsWith("src/insights/lexicon/") ||
    ["src/insights/aggregation/dataset.ts", "src/cli/commands/mod.ts"].includes(path) ||
    /^src\/languages\/en\//.test(path) ||
    /_(?:words|schema)\.ts$/.test(path);
  const long = files.filter(({ path, text }) => !isData(path) && text.split("\n").length > 401);
  expect(long.map(({ path }) => path)).toEqual([]);
});

test("nothing is left to do, silenced or printed past the log", () => {
  const wrong = /@ts-ignore|@ts-nocheck|\bTODO\b|\bFIXME\b|console\.log/;
  expect(files.filter(({ text }) => wrong.test(text)).map(({ path }) => path)).toEqual([]);
});

test("modules are named in snake case, after what they hold", () => {
  const odd = files.filter(
    ({ path }) => !/^[a-z0-9_]+\.(browser\.)?tsx?$|(text|file)_modules\.d\.ts$/.test(path.split("/").at(-1) ?? ""),
  );
  expect(odd.map(({ path }) => path)).toEqual([]);
  const vague = files.filter(({ path }) => /\/(utils?|helpers?|services?|types|common|misc)\.tsx?$/.test(path));
  expect(vague.map(({ path }) => path)).toEqual([]);
});

/** A test that reaches past a face breaks when a folder is put in order. Lower this with each one that stops; never raise it. */
const MAX_PAST_A_FACE = 114;

test(`at most ${MAX_PAST_A_FACE} imports of tests reach past the face of a folder`, () => {
  const hasFace = (path: string) => faces.some((face) => path.startsWith(face.replace(/mod\.ts$/, "")));
  const past = sourceFiles("test").flatMap(({ path, imports }) =>
    [...new Set(imports)]
      .filter((imported) => /^src\/.*\//.test(imported) && !imported.endsWith("/mod.ts") && hasFace(imported))
      .map((imported) => `${path}: ${imported}`),
  );
  expect(past.length).toBeLessThanOrEqual(MAX_PAST_A_FACE);
});
