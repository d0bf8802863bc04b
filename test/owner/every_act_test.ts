/** What holds for every act from whose declaration both doors are derived, those that are added tomorrow, too. */
import { beforeAll, describe, expect, test } from "bun:test";
import { COMMANDS, type Command, wholeCommand } from "../../src/cli/mod.ts";
import { describeActivity } from "../../src/console/mod.ts";
import { consoleWords, LANGUAGE_NAMES, type Language, messageText } from "../../src/languages/mod.ts";
import type { Act } from "../../src/owner/act.ts";
import { Workshop } from "../support/command_line.ts";
import { openTestConsole } from "../support/console.ts";
import { allRows, rowsOverAll } from "../support/console_forms.ts";
import { openFilledConsole } from "../support/console_sample.ts";
import { everything } from "../support/everything.ts";
import { actContext } from "../support/perform.ts";
import { openTestStore } from "../support/test_store.ts";

/** Acts without a form, with the reason. */
const TERMINAL_ONLY: Readonly<Record<string, string>> = {
  "settings unset": "in a form, the setting is left empty",
};

const rows = [...allRows.acts, ...rowsOverAll.acts].flatMap(({ declaration }) =>
  declaration === undefined ? [] : [declaration],
);
const inTerminal = new Map<string, Act>();
const acts = () => [...new Map([...rows, ...inTerminal.values()].map((act) => [act.name, act])).values()];

async function readActs(commands: readonly Command[], above: string): Promise<void> {
  for (const { name, act, subcommands = [] } of commands) {
    if (act !== undefined) inTerminal.set(`${above}${name}`, await act());
    await readActs(subcommands, `${above}${name} `);
  }
}

beforeAll(() => readActs(COMMANDS, ""));

/** A complete command line of an act; `input` in place of an input's own value. */
async function argumentsOf(act: Act, ids: readonly string[], input: Readonly<Record<string, string | true>>) {
  const { options = [], arguments: own = [] } = await wholeCommand({ name: "", summary: "", act: async () => act });
  const flagOf = (name: string) => act.fields[name]?.words.flags ?? `--${name.replaceAll("_", "-")}`;
  const positional = own.slice(act.subject?.argument === undefined ? 0 : 1);
  const given = positional.flatMap(({ name }) => {
    const [field] = Object.keys(act.fields).filter((each) => flagOf(each) === name);
    return field !== undefined && field in input ? [String(input[field])] : [];
  });
  const flags = Object.entries(input).flatMap(([name, value]) => {
    const flag = options.find(({ flags: each }) => each.split(" ")[0] === flagOf(name).split(" ")[0]);
    if (flag === undefined) return [];
    return value === true ? [flag.flags] : [flag.flags.split(" ")[0] ?? "", value];
  });
  return [...act.name.split(" "), ...ids, ...given, ...flags];
}

/** A value that is acceptable by its schema; with `only`, of these inputs and those that are required. */
function valuesOf({ fields }: Act, only: readonly string[] = []): Record<string, string | true> {
  const meant = Object.entries(fields).filter(([name, { isRequired }]) => isRequired || only.includes(name));
  return Object.fromEntries(
    meant.map(([name, { kind, values }]) => {
      const given = {
        switch: true as const,
        date: "2026-01-02",
        files: import.meta.path,
        pairs: "NAME=words",
        email: "me@example.com",
        output: "written.txt",
      };
      return [name, Object.hasOwn(given, kind) ? given[kind as keyof typeof given] : (values[0] ?? "words")];
    }),
  );
}

/** Of each contradiction whose inputs one is needed of, the first. */
const needed = (act: Act) =>
  act.contradictions.flatMap(({ isNeeded, fields: [first = ""] }) => (isNeeded ? [first] : []));

describe("Every act", () => {
  test("has a command of its name and a form, or a reason to have one door", () => {
    const forms = new Set(rows.map(({ name }) => name));
    const alone = acts().filter(({ name }) => !(forms.has(name) && inTerminal.get(name)?.name === name));
    expect(alone.map(({ name }) => name).filter((name) => !(name in TERMINAL_ONLY))).toEqual([]);
    expect(acts().length).toBeGreaterThan(0);
  });

  test("has a sentence in the history, in every language", () => {
    const languages = Object.keys(LANGUAGE_NAMES) as Language[];
    const without = acts().flatMap(({ command }) =>
      languages.filter((language) => {
        const words = consoleWords(language);
        const said = describeActivity(words, { command, reviewId: null, detail: { withheld: "abuse" } });
        return said === words.say("did.other", { command });
      }),
    );
    expect(without).toEqual([]);
  });

  test("is refused for the same reason by both doors, in the words of each, and changes nothing", async () => {
    await using console = await openFilledConsole();
    await using overAll = openTestConsole({ isOverAll: true });
    const olive = await console.as("owner", "Olive");
    const agency = await overAll.as("owner", "Agency");
    using one = new Workshop();
    await openTestStore(one.database)[Symbol.asyncDispose]();
    using many = new Workshop();
    many.context = { env: { DATABASE_URL: "folder:firms" } };
    const before = [await console.kept(), await overAll.kept()];
    for (const act of rows.filter(({ name }) => inTerminal.has(name))) {
      const [owner, shop] = act.within === "businesses" ? [agency, many] : [olive, one];
      // Nothing has this id.
      const unknown = act.subject?.shape === undefined ? "unknown" : "999999999";
      const ids = act.subject?.argument === undefined ? [] : [unknown];
      const input = valuesOf(act, needed(act));
      if (act.subject?.argument !== undefined) {
        const { code, err } = await shop.run(...(await argumentsOf(act, ids, input)));
        const said = messageText(consoleWords("en"), act.subject.unknown, { id: unknown })
          .replace(/\.$/, "")
          .replace(/[“”]/g, '"');
        expect({ act: act.name, code, err }).toMatchObject({
          act: act.name,
          code: 1,
          err: expect.stringContaining(said),
        });
        const fields = Object.fromEntries(
          Object.entries(input).map(([name, value]) => [name, value === true ? "yes" : value]),
        );
        const answer = await owner.post(act.formPath.replace(":id", unknown), fields);
        expect({ act: act.name, status: answer.status }).toEqual({ act: act.name, status: 404 });
      }
      for (const among of act.contradictions) {
        const both = valuesOf(act, among.fields);
        const refusal = act.check(both);
        if (among.fields.length > 1) {
          expect({ act: act.name, refusal }).toMatchObject({ refusal: { because: "usage", code: among.code } });
          const { code } = await shop.run(...(await argumentsOf(act, ids, both)));
          expect({ act: act.name, code }).toEqual({ act: act.name, code: 2 });
        }
        if (!among.isNeeded) continue;
        expect(act.check(valuesOf(act))).toMatchObject({ code: among.code });
        expect((await shop.run(...(await argumentsOf(act, ids, valuesOf(act))))).code).toBe(2);
      }
      for (const [name, { kind }] of Object.entries(act.fields)) {
        if (kind !== "date" && kind !== "choice") continue;
        const { code } = await shop.run(...(await argumentsOf(act, ids, { ...input, [name]: "2026-02-31" })));
        expect({ act: act.name, name, code }).toEqual({ act: act.name, name, code: 2 });
        expect(act.check({ ...input, [name]: "2026-02-31" })).toMatchObject({ field: name });
      }
    }
    expect([await console.kept(), await overAll.kept()]).toEqual(before);
  });

  test("writes nothing in a dry run", async () => {
    await using console = await openFilledConsole();
    const { store } = console;
    const before = await everything(store.contents);
    const context = actContext({ now: Date.parse("2026-06-01") });
    for (const act of acts().filter(({ hasPlan }) => hasPlan)) {
      const outcome = await act.plan(store, { ids: ["r1"], input: valuesOf(act, needed(act)), context });
      expect({ act: act.name, kind: outcome.kind }).toEqual({ act: act.name, kind: "done" });
      expect(await everything(store.contents)).toEqual(before);
    }
  });
});
