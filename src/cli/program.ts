/** The argument parser of all commands, with help and errors in our words. */
import { Argument, type CommanderError, Option, Command as Program } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { DEFAULT_DATABASE_URL } from "../config.ts";
import { type GoodwordError, usageFault } from "../errors.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./commands/mod.ts";

const WIDEST_HELP = 100;
const NARROWEST_HELP = 20;

interface ProgramOptions {
  readonly write: (text: string) => void;
  readonly columns: number | null;
  readonly onChosen: (command: Command, given: readonly string[], called: Program) => void;
}

/** Builds a new program, since commander keeps parsed values. */
export function buildProgram({ write, columns, onChosen }: ProgramOptions): Program {
  const program = new Program("goodword")
    .description("Publishes the verified reviews of one business as open data")
    .version(packageJson.version, "-v, --version", "print the version")
    .option("--database <url>", `database to use (default: DATABASE_URL, else ${DEFAULT_DATABASE_URL})`)
    .option("--business <id>", "which business, if the database contains many")
    .option("--json", "print the outcome as one JSON document")
    .option("--quiet", "print nothing but errors")
    .helpOption("-h, --help", "print help")
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

/** Rewrites `help import` to `import --help`, which commander understands; returns other arguments unchanged. */
export function withoutHelpCommand(args: readonly string[]): readonly string[] {
  const [first, ...named] = args;
  if (first !== "help") return args;
  const isKnown = named.length === 0 || COMMANDS.some(({ name }) => name === named[0]);
  // Refuse an unknown command instead of showing general help.
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

export async function wholeCommand(command: Command): Promise<Command> {
  if (command.act === undefined) return command;
  const { commandOfAct } = await import("./command_of_act.ts");
  const whole = commandOfAct(await command.act());
  const { unless } = command;
  if (unless === undefined) return { ...command, ...whole };
  const { flag, description } = unless;
  return {
    ...command,
    ...whole,
    options: [...whole.options, { flags: `--${flag}`, description }],
    run: (call) => (call.flag(flag) ? unless.run(call) : whole.run(call)),
  };
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
  const examples = command.examples?.map(([line, what]) => `  ${line}\n      ${what}`).join("\n");
  if (examples !== undefined) program.addHelpText("after", `\nExamples:\n${examples}`);
  for (const subcommand of command.subcommands ?? []) add(program, subcommand, onChosen);
  if (command.run) program.action((...called) => onChosen(command, argumentsOf(called), called.at(-1) as Program));
}

/** Commander passes each argument, a list for a repeated one, then options and command. */
function argumentsOf(called: readonly unknown[]): string[] {
  return called.slice(0, -2).flatMap((given) => (given === undefined ? [] : (given as string | string[])));
}

const SENTENCES: readonly (readonly [message: RegExp, ours: string])[] = [
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

export function usageError({ code, message }: CommanderError): GoodwordError {
  if (code === "commander.help") return usageFault("Missing command; see goodword --help");
  const [first = "", hint = ""] = message.replace(/^error: /, "").split("\n");
  const ours = SENTENCES.find(([pattern]) => pattern.test(first));
  const sentence = ours === undefined ? first : first.replace(...ours);
  return usageFault(hint === "" ? sentence : `${sentence} ${hint}`);
}
