/** A worker publishes a change within tenths of a second, so it may not load what only others need. A command loads its own act and no other. */
import { expect, test } from "bun:test";
import { loadedByCommand, loadedWith } from "../support/loaded_first.ts";

test("main.ts loads nothing but its arguments and signals before it knows what is wanted", () => {
  const [main, ...loaded] = loadedWith("src/main.ts").files;
  expect(main).toBe("src/main.ts");
  expect(loaded).toEqual(["src/cli/serve_call.ts", "src/server/lifetime.ts"]);
});

test("a server listens, and answers documents from the file, without the operations, pages and insights, which it loads next", () => {
  const { files } = loadedWith("src/server/serve.ts");
  expect(
    [...files].filter((path) => /src\/(?:api\/(?:mod|operations)|insights|pages|mcp|hub|owner)/.test(path)),
  ).toEqual([]);
});

test("the owner's listener is opened without the pages of the console and the acts behind them, which its threads load", () => {
  const { files } = loadedWith("src/server/console_listener.ts");
  expect([...files].filter((path) => /console\/(?:console|pages)|src\/owner\/|src\/invitations\//.test(path))).toEqual(
    [],
  );
});

test("a change is published without the libraries of doors and file formats, and without whatever reads files and reviews", () => {
  const { files, packages } = loadedWith("src/server/publisher/publish_database.ts");
  expect([...packages].filter((name) => /^(elysia|eld|papaparse|fflate)/.test(name))).toEqual([]);
  expect([...files].filter((path) => /analyze_|src\/import\/mod/.test(path))).toEqual([]);
});

/** Files of ours that a command loads until it ends. `list` and `reply` ask the store alone, and a refusal its words; `doctor` builds all that is published. */
const MAX_FILES_OF_COMMANDS = { list: 139, reply: 148, doctor: 383 };

test.each(Object.entries(MAX_FILES_OF_COMMANDS))("goodword %s loads at most %i files", async (command, most) => {
  const loaded = await loadedByCommand(command === "reply" ? ["reply", "r_unknown", "Thank you"] : [command]);
  expect(loaded.length).toBeLessThanOrEqual(most);
  expect(loaded.filter((path) => path.startsWith("src/cli/commands/")).sort()).toEqual(
    ["mod", ...(command === "reply" ? [] : [command]), "job_commands", "review_commands"]
      .sort()
      .map((name) => `src/cli/commands/${name}.ts`),
  );
});
