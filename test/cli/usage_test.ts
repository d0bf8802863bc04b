import { expect, test } from "bun:test";
import { version } from "../../package.json";
import { COMMANDS } from "../../src/cli/mod.ts";
import { Workshop } from "../support/command_line.ts";

test.each(["imprt", "help imprt"])(
  "a mistyped command is a usage error that names the nearest one: %s",
  async (args) => {
    using shop = new Workshop();
    const { code, err } = await shop.run(...args.split(" "));
    expect(err).toBe('goodword: Unknown command "imprt" (Did you mean import?)\n');
    expect(code).toBe(2);
  },
);

test("a missing argument, a missing option and an unknown choice are usage errors in one line", async () => {
  using shop = new Workshop();
  for (const args of [
    ["import"],
    ["remove", "a1", "--reason", "low-rating"],
    ["list", "--rating", "6"],
    ["invitations", "greeting", "Dear you", "--remove"],
    ["logo", "logo.png", "--remove"],
    ["photo", "team.jpg", "--remove"],
    ["photo", "--author", "Ana", "--remove"],
    ["backup", "copy.sqlite", "--list"],
  ]) {
    const { code, out, err } = await shop.run(...args);
    expect({ code, out, lines: err.split("\n").length }).toEqual({ code: 2, out: "", lines: 2 });
  }
});

test.each([
  [["import"], "The argument <files> is missing; see --help"],
  [["remove", "a1"], "The option --reason <reason> is missing; see --help"],
  [["list", "--source"], "--source needs a value; see --help"],
  [["serve", "--port"], "--port needs a value; see --help"],
  [["list", "--status", "gone"], '--status is "gone", expected one of published, withheld'],
  [["reply", "-x", "Thanks"], 'Unknown option "-x"; write -- before an id that begins with a hyphen'],
  [
    ["insights", "show", "prices"],
    'The section is "prices", expected one of aspects, entities, topics, faq, summary, transparency',
  ],
  [["stats", "more"], "Too many arguments for stats; see --help"],
])("%j is answered with what to do", async (args, sentence) => {
  using shop = new Workshop();
  expect(await shop.run(...args)).toMatchObject({ code: 2, err: `goodword: ${sentence}\n` });
});

test("every command explains itself with --help and exits with 0", async () => {
  using shop = new Workshop();
  for (const { name, summary } of COMMANDS) {
    const { code, out } = await shop.run(name, "--help");
    expect(out.replace(/\s+/g, " ")).toContain(summary);
    expect(code).toBe(0);
  }
});

test("--help lists every command, -v and --version print the version", async () => {
  using shop = new Workshop();
  const { out } = await shop.run("--help");
  for (const { name } of COMMANDS) expect(out).toContain(`\n  ${name} `);
  for (const asked of ["-v", "--version"]) expect((await shop.run(asked)).out).toBe(`${version}\n`);
});

test("a command of groups without a command is a usage error", async () => {
  using shop = new Workshop();
  expect((await shop.run("hub")).code).toBe(2);
});

test("a database that is not there, foreign or no database at all is refused in one line, exit code 3, untouched", async () => {
  using shop = new Workshop();
  expect((await shop.run("list")).code).toBe(3);
  shop.write(
    "goodword.sqlite",
    "this is text, and long enough to be looked at as a header of a database file ............",
  );
  const before = shop.read("goodword.sqlite");
  const { code, err } = await shop.run("list");
  expect(err).toStartWith(`goodword: ${shop.database}: `);
  expect(code).toBe(3);
  expect(shop.read("goodword.sqlite")).toBe(before);
});

test("--database beats DATABASE_URL; an address of another system is a usage error", async () => {
  using shop = new Workshop();
  expect((await shop.run("list", "--database", "/nowhere/at/all")).err).toContain("/nowhere/at/all: no such database");
  expect((await shop.run("list", "--database", "mysql://db/reviews")).code).toBe(2);
});

test("an internal error is reported as such, in one line", async () => {
  using shop = new Workshop();
  shop.write("goodword.sqlite", "");
  shop.context = {
    open: () => {
      throw new TypeError("boom");
    },
  };
  const { code, err } = await shop.run("list");
  expect(err).toBe("goodword: Internal error, please report it: TypeError: boom\n");
  expect(code).toBe(3);
});

test.each(["-h", "help"])("%s prints what --help prints", async (asked) => {
  using shop = new Workshop();
  expect(await shop.run(asked)).toMatchObject({ code: 0, out: (await shop.run("--help")).out });
});

test("help COMMAND prints what COMMAND --help prints, also of a command within another", async () => {
  using shop = new Workshop();
  expect((await shop.run("help", "import")).out).toBe((await shop.run("import", "--help")).out);
  expect((await shop.run("help", "hub", "show")).out).toBe((await shop.run("hub", "show", "-h")).out);
});
