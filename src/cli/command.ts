/**
 * What a command is: words that describe it, and a function from a call to an outcome. Help, completion and the
 * reference in docs/commands.md are made from the same words.
 *
 * @module
 */

import { GoodwordError } from "../errors.ts";
import type { ExitCode } from "../exit_code.ts";
import type { Store } from "../store/mod.ts";
import type { World } from "./world.ts";

/** A command, or a group of commands, as help and completion describe it and as it is run. */
export interface Command {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** What the summary does not say; shown by --help. */
  readonly details?: string;
  readonly arguments?: readonly CommandArgument[];
  readonly options?: readonly CommandOption[];
  /** Examples, each with what it does. */
  readonly examples?: readonly (readonly [line: string, what: string])[];
  readonly subcommands?: readonly Command[];
  /** A command that only groups others has none. */
  readonly run?: (call: Call) => Promise<Outcome>;
}

/** A positional argument. */
export interface CommandArgument {
  /** `<id>`, `[file]`, `<files...>`: the brackets say whether it must be given, the dots whether it repeats. */
  readonly name: string;
  readonly description: string;
  readonly choices?: readonly string[];
}

/** An option, with or without a value. */
export interface CommandOption {
  /** `--since <date>`, or `--all` for a switch. */
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly required?: boolean;
  /** Whether it may be given several times. */
  readonly repeats?: boolean;
}

/** A command as it was called. */
export interface Call {
  readonly world: World;
  readonly arguments: readonly string[];
  /** The value of an option, under its name without dashes; undefined when it was not given. */
  text(option: string): string | undefined;
  /** The values of an option that may be given several times. */
  texts(option: string): readonly string[];
  flag(option: string): boolean;
  /** Whether only the outcome is asked for: --quiet or --json. */
  readonly isSilent: boolean;
  readonly isJson: boolean;
  readonly databasePath: string;
  /** Another database than the one of the call, by its URL or path. */
  databaseAt(url: string): Database;
  /** Calls `use` with the open database and closes it. */
  withStore<T>(use: (store: Store) => T | Promise<T>, options?: StoreOptions): Promise<T>;
}

/** A database that a command works on. */
export interface Database {
  /** Its absolute path, or its URL without the password. */
  readonly path: string;
  /** Calls `use` with the open database and closes it. */
  withStore<T>(use: (store: Store) => T | Promise<T>, options?: StoreOptions): Promise<T>;
}

/** How a command treats its database. */
export interface StoreOptions {
  /**
   * Where there is no database: `refuse` (when left out); `stand_in`, for what writes nothing, uses an empty one;
   * `create_named` creates one where the owner has named the place, `create` in any case.
   */
  readonly ifMissing?: "refuse" | "stand_in" | "create_named" | "create";
  /** Whether the database is opened for reading only, which an older schema does not allow. Default false. */
  readonly isReadOnly?: boolean;
  /** Whether a move into it may be unfinished. Default false. */
  readonly isMoveTarget?: boolean;
}

/** What a command reports once it is done. */
export interface Outcome {
  /** For people, on standard output. */
  readonly lines: readonly string[];
  /** For --json. */
  readonly data: object | null;
  /** Whether the outcome is a document by itself, to which nothing may be added. */
  readonly isContent?: boolean;
  /** Also for people, on standard error and in spite of --quiet: what was refused. */
  readonly faults?: readonly string[];
  /** 0 when left out. */
  readonly exitCode?: ExitCode;
}

/** The first argument, which the command line has made sure of. */
export function argumentOf({ arguments: [first] }: Call): string {
  if (first === undefined) throw new GoodwordError("usage", "An argument is missing; see --help");
  return first;
}
