/**
 * Arguments to command to exit code.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { CommanderError } from "commander";
import { databasePathOf } from "../config.ts";
import { GoodwordError, ReadOnlyDatabaseError } from "../errors.ts";
import { printable } from "../import/mod.ts";
import type { OpenOptions, Store } from "../store/mod.ts";
import type { Call, Command, Outcome, StoreOptions } from "./command.ts";
import { EXIT_CODES, type ExitCode } from "./exit_code.ts";
import { buildProgram, DEFAULT_DATABASE_URL, withoutHelpCommand } from "./program.ts";
import { usageError } from "./usage_error.ts";
import type { World } from "./world.ts";
import { wrapLine } from "./wrap_line.ts";

/** How long a command waits for another process's writes. */
const PATIENCE_MS = 10_000;

/** Runs one command line to its end. Nothing is thrown: every failure is one line and an exit code. */
export async function runCommands(args: readonly string[], world: World): Promise<ExitCode> {
  const out: string[] = [];
  try {
    const chosen = chooseCommand(args, { out, columns: world.printColumns });
    await world.print(linesOf(out.join("").split("\n"), world));
    if (chosen === null) return 0;
    const outcome = await chosen.command.run!(makeCall(chosen, world));
    return await tell(outcome, chosen.options, world);
  } catch (error) {
    return await tellFailure(error, args.includes("--json"), world);
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

function makeCall({ arguments: given, options }: Chosen, world: World): Call {
  const path = readDatabasePath((options.database as string | undefined) ?? world.env.DATABASE_URL);
  return {
    world,
    arguments: given,
    text: (option) => options[keyOf(option)] as string | undefined,
    flag: (option) => options[keyOf(option)] === true,
    isSilent: options.quiet === true || options.json === true,
    isJson: options.json === true,
    databasePath: path,
    withStore: (use, storeOptions) => withStore(world, path, use, storeOptions),
  };
}

function readDatabasePath(url: string | undefined): string {
  const given = url?.trim() || DEFAULT_DATABASE_URL;
  try {
    return databasePathOf(given);
  } catch (error) {
    throw new GoodwordError("usage", `The database is "${given}", expected ${(error as Error).message}`);
  }
}

/** `dryRun` for "dry-run", as commander names what it has parsed. */
function keyOf(option: string): string {
  return option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

async function withStore<T>(
  world: World,
  path: string,
  use: Parameters<Call["withStore"]>[0],
  { create = false, isDry = false }: StoreOptions = {},
): Promise<T> {
  const opened = isDry && !existsSync(path) ? ":memory:" : path;
  const store = openStore(world, opened, { create, busyTimeoutMs: PATIENCE_MS });
  try {
    return (await use(store)) as T;
  } catch (error) {
    throw world.explain(path, error);
  } finally {
    world.close(store);
  }
}

/** A database that can only be read will do for all that change nothing; to the others it says so when they write. */
function openStore(world: World, path: string, options: OpenOptions): Store {
  try {
    return world.open(path, options);
  } catch (error) {
    if (!(error instanceof ReadOnlyDatabaseError)) throw error;
    return world.open(path, { ...options, create: false, readonly: true });
  }
}

async function tell(outcome: Outcome, options: Chosen["options"], world: World): Promise<ExitCode> {
  for (const fault of outcome.faults ?? []) world.warn(`goodword: ${printable(fault)}\n`);
  if (options.json === true && outcome.data !== null) await world.print(`${JSON.stringify(outcome.data, null, 2)}\n`);
  else if (options.quiet !== true && outcome.lines.length > 0) {
    await world.print(`${linesOf(outcome.lines.map(printable), world)}\n`);
  }
  return outcome.exitCode ?? 0;
}

function linesOf(lines: readonly string[], { printColumns }: World): string {
  return lines.flatMap((line) => wrapLine(line, printColumns)).join("\n");
}

async function tellFailure(error: unknown, asJson: boolean, world: World): Promise<ExitCode> {
  const { code, message } = error instanceof GoodwordError ? error : internalError(error);
  world.warn(`goodword: ${printable(message)}\n`);
  if (asJson) await world.print(`${JSON.stringify({ error: { code, message } }, null, 2)}\n`);
  return EXIT_CODES[code];
}

function internalError(error: unknown): GoodwordError {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new GoodwordError("internal", `This is a fault of Goodword, please report it: ${what}`);
}
