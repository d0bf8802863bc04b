/**
 * Arguments to command to exit code.
 *
 * @module
 */
import { CommanderError } from "commander";
import { GoodwordError } from "../errors.ts";
import { EXIT_CODES, type ExitCode } from "../exit_code.ts";
import { printable } from "../import/mod.ts";
import type { Call, Command, Outcome } from "./command.ts";
import { DatabaseUse } from "./database_use.ts";
import { buildProgram, withoutHelpCommand } from "./program.ts";
import { usageError } from "./usage_error.ts";
import type { World } from "./world.ts";
import { wrapLine } from "./wrap_line.ts";

/** Runs one command line to its end. Nothing is thrown: every failure is one line and an exit code. */
export async function runCommands(args: readonly string[], world: World): Promise<ExitCode> {
  const out: string[] = [];
  let database: DatabaseUse | null = null;
  try {
    const chosen = chooseCommand(args, { out, columns: world.printColumns });
    await world.print(linesOf(out.join("").split("\n"), world));
    if (chosen?.command.run === undefined) return 0;
    database = new DatabaseUse(world, (chosen.options.database as string | undefined) ?? world.env.DATABASE_URL);
    const outcome = await chosen.command.run(makeCall(chosen, world, database));
    return await report(outcome, { options: chosen.options, world, database });
  } catch (error) {
    return await reportFailure(error, { isJson: args.includes("--json"), world, database });
  }
}

interface Chosen {
  readonly command: Command;
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** The command that was called; null when help was all that was wanted, which then stands in `out`. */
function chooseCommand(
  args: readonly string[],
  { out, columns }: { readonly out: string[]; readonly columns: number | null },
): Chosen | null {
  let chosen: Chosen | null = null;
  const program = buildProgram({
    write: (text) => out.push(text),
    columns,
    onChosen: (command, given, called) => {
      chosen = { command, arguments: given, options: called.optsWithGlobals() };
    },
  });
  try {
    program.parse([...withoutHelpCommand(args)], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return null;
    throw error instanceof CommanderError ? usageError(error) : error;
  }
  return chosen;
}

function makeCall({ arguments: given, options }: Chosen, world: World, database: DatabaseUse): Call {
  return {
    world,
    arguments: given,
    text: (option) => options[keyOf(option)] as string | undefined,
    texts: (option) => (options[keyOf(option)] as readonly string[] | undefined) ?? [],
    flag: (option) => options[keyOf(option)] === true,
    isSilent: options.quiet === true || options.json === true,
    isJson: options.json === true,
    databasePath: database.path,
    databaseAt: (url) => new DatabaseUse(world, url),
    withStore: (use, storeOptions) => database.withStore(use, storeOptions),
  };
}

/** `dryRun` for "dry-run", as commander names what it has parsed. */
function keyOf(option: string): string {
  return option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

interface Reporting {
  readonly options: Chosen["options"];
  readonly world: World;
  readonly database: DatabaseUse;
}

async function report(outcome: Outcome, { options, world, database }: Reporting): Promise<ExitCode> {
  for (const fault of outcome.faults ?? []) world.warn(`goodword: ${printable(fault)}\n`);
  const named = nameDatabase(database);
  const { lines, data, isContent = false, exitCode = 0 } = outcome;
  if (options.quiet === true && options.json !== true) return exitCode;
  if (options.json === true && data !== null) {
    const isList = Array.isArray(data) || isContent;
    const shown = isList || named === null ? data : { ...data, database: database.path };
    await world.print(`${JSON.stringify(shown, null, 2)}\n`);
    if (isList && options.quiet !== true) warnOf(named, world);
    return exitCode;
  }
  const isSplit = isContent || lines.length === 0;
  const shown = isSplit || named === null ? lines : [...lines, named];
  if (shown.length > 0) await world.print(`${linesOf(shown.map(printable), world)}\n`);
  if (isSplit && outcome.faults === undefined) warnOf(named, world);
  return exitCode;
}

/** Beside content that a program may be reading from standard output. */
function warnOf(named: string | null, world: World): void {
  if (named !== null) world.warn(`${printable(named)}\n`);
}

const STANDINGS = {
  there: "",
  created: " (created)",
  missing: " (does not exist yet, so everything counts as new)",
} as const;

function nameDatabase({ path, standing }: DatabaseUse): string | null {
  return standing === null ? null : `Database: ${path}${STANDINGS[standing]}`;
}

function linesOf(lines: readonly string[], { printColumns }: World): string {
  return lines.flatMap((line) => wrapLine(line, printColumns)).join("\n");
}

interface FailureReporting {
  readonly isJson: boolean;
  readonly world: World;
  readonly database: DatabaseUse | null;
}

async function reportFailure(error: unknown, { isJson, world, database }: FailureReporting): Promise<ExitCode> {
  const { code, message: said } = error instanceof GoodwordError ? error : internalError(error);
  // What is missing from one database may well be in another one.
  const message = code === "not_found" && database?.standing ? `${said} (database: ${database.path})` : said;
  world.warn(`goodword: ${printable(message)}\n`);
  if (isJson) await world.print(`${JSON.stringify({ error: { code, message } }, null, 2)}\n`);
  return EXIT_CODES[code];
}

function internalError(error: unknown): GoodwordError {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new GoodwordError("internal", `Internal error, please report it: ${what}`);
}
