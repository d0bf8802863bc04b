/** The commands as a parser of arguments, with its help and its errors in our words. */
import { Argument, type CommanderError, Option, Command as Program } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { DEFAULT_DATABASE_URL } from "../config.ts";
import { type GoodwordError, usageFault } from "../errors.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./commands/mod.ts";

const [WIDEST_HELP, NARROWEST_HELP] = [100, 20];

/** What a parse of one command line reports to. */
interface ProgramOptions {
  /** Takes help, and what else was asked to be printed. */
  readonly write: (text: string) => void;
  /** Width of the terminal it is printed to; null when it is none. */
  readonly columns: number | null;
  /** Told which command was called. */
  readonly onChosen: (command: Command, given: readonly string[], called: Program) => void;
}

/** A fresh program: commander keeps what it parsed. */
export function buildProgram({ write, columns, onChosen }: ProgramOptions): Program {
  const program = new Program("goodword")
    .description("Publishes the verified reviews of one business as open data")
    .version(packageJson.version, "-v, --version", "print the version")
    .option("--database <url>", `database to use (default: DATABASE_URL, else ${DEFAULT_DATABASE_URL})`)
    .option("--business <id>", "which business, where the database holds many")
    .option("--json", "print the outcome as one JSON document")
    .option("--quiet", "print nothing but errors")
    .helpOption("-h, --help", "print help")
    // Read by `withoutHelpCommand`, which knows commands within commands.
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: () => {} })
    .configureHelp({
      showGlobalOptions: true,
      sortSubcommands: false,
      minWidthToWrap: NARROWEST_HELP,
      helpWidth: Math.min(columns ?? WIDEST_HELP, WIDEST_HELP),
    })
    .addHelpText(
      "after",
      "\nRun goodword help COMMAND for details of a command.\nExit codes: 0 done, 1 refused and nothing changed, 2 usage, 3 database or file, 4 port taken",
    );
  for (const command of COMMANDS) add(program, command, onChosen);
  return program;
}

/** `help import` as `import --help`, which is how commander knows it; other arguments as they are. */
export function withoutHelpCommand(args: readonly string[]): readonly string[] {
  const [first, ...named] = args;
  if (first !== "help") return args;
  const isKnown = named.length === 0 || COMMANDS.some(({ name }) => name === named[0]);
  // An unknown command is to be refused, not to be passed over for the help of the whole.
  return isKnown ? [...named, "--help"] : named;
}

function add(parent: Program, command: Command, onChosen: ProgramOptions["onChosen"]): void {
  const program = parent.command(command.name).summary(command.summary);
  if (command.act === undefined) describe(program, command, onChosen);
  else {
    parent.hook("preSubcommand", async (_parent, called) => {
      if (called === program) describe(program, await wholeCommand(command), onChosen);
    });
  }
}

/** A command with all that the act has for it. */
export async function wholeCommand(command: Command): Promise<Command> {
  if (command.act === undefined) return command;
  const { commandOfAct } = await import("./command_of_act.ts");
  return { ...command, ...commandOfAct(await command.act()) };
}

function describe(program: Program, command: Command, onChosen: ProgramOptions["onChosen"]): void {
  program.description(command.details === undefined ? command.summary : `${command.summary}\n\n${command.details}`);
  for (const { name, description, choices } of command.arguments ?? []) {
    const argument = new Argument(name, description);
    program.addArgument(choices ? argument.choices([...choices]) : argument);
  }
  for (const { flags, description, choices, required = false, repeats = false } of command.options ?? []) {
    const option = new Option(flags, description).makeOptionMandatory(required);
    if (repeats) option.argParser((value: string, before: readonly string[] = []) => [...before, value]);
    program.addOption(choices ? option.choices([...choices]) : option);
  }
  if (command.examples) program.addHelpText("after", `\nExamples:\n${examplesOf(command)}`);
  for (const subcommand of command.subcommands ?? []) add(program, subcommand, onChosen);
  if (command.run) program.action((...called) => onChosen(command, argumentsOf(called), called.at(-1) as Program));
}

function examplesOf({ examples = [] }: Command): string {
  return examples.map(([line, what]) => `  ${line}\n      ${what}`).join("\n");
}

/** Commander hands over each argument, a list for one that repeats, then options and command. */
function argumentsOf(called: readonly unknown[]): string[] {
  return called.slice(0, -2).flatMap((given) => (given === undefined ? [] : (given as string | string[])));
}

/** What earlier releases had, with what to do instead. */
const WITHDRAWN: readonly (readonly [said: RegExp, instead: string])[] = [
  [/^unknown command 'watch'$/, "There is no goodword watch any more: let cron run goodword import FOLDER"],
  [/^unknown command 'witness'$/, "There is no goodword witness any more: use goodword watch-log with --state"],
  [/^unknown command 'completion'$/, "There is no goodword completion any more: see goodword help"],
  [
    /^too many arguments for 'verify'|^unknown option '--recheck'$/,
    "goodword verify reads no list any more: goodword jobs add FILE verifies by it, and keeps its contacts for their term",
  ],
];

const SENTENCES: readonly (readonly [said: RegExp, ours: string])[] = [
  ...WITHDRAWN,
  [/^unknown command '(.*)'$/, 'Unknown command "$1"'],
  [/^unknown option '(-[^-].*)'$/, 'Unknown option "$1"; write -- before an id that begins with a hyphen'],
  [/^unknown option '(.*)'$/, 'Unknown option "$1"'],
  [/^missing required argument '(.*)'$/, "The argument <$1> is missing; see --help"],
  [/^required option '(.*)' not specified$/, "The option $1 is missing; see --help"],
  [/^option '(--[\w-]+).*' argument missing$/, "$1 needs a value; see --help"],
  [/^option '(--[\w-]+).*' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/, '$1 is "$2", expected one of $3'],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/,
    'The $2 is "$1", expected one of $3',
  ],
  [/^too many arguments for '(.*)'\. .*$/, "Too many arguments for $1; see --help"],
];

/** Translates what commander reports; a suggestion of a similar name stays. */
export function usageError({ code, message }: CommanderError): GoodwordError {
  if (code === "commander.help") return usageFault("Missing command; see goodword --help");
  const [said = "", hint = ""] = message.replace(/^error: /, "").split("\n");
  const ours = SENTENCES.find(([pattern]) => pattern.test(said));
  const sentence = ours === undefined ? said : said.replace(...ours);
  return usageFault(hint === "" ? sentence : `${sentence} ${hint}`);
}

const INDENT = "    ";

/** A line in as many lines as it needs; as it is where there is no terminal. */
export function wrapLine(line: string, columns: number | null): string[] {
  if (columns === null || line.length <= columns) return [line];
  const lines: string[] = [];
  let rest = line;
  while (rest.length > columns) {
    const space = rest.lastIndexOf(" ", columns);
    // A word that is wider than the terminal is left to it.
    if (rest.slice(0, Math.max(space, 0)).trim() === "") break;
    lines.push(rest.slice(0, space).trimEnd());
    rest = INDENT + rest.slice(space).trimStart();
  }
  return [...lines, rest];
}
