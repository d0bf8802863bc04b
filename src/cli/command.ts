/** A command: its description, from which help derives, and a function from a call to an outcome. */

import type { Readable, Writable } from "node:stream";
import { type ExitCode, type GoodwordError, notFound, usageFault } from "../errors.ts";
import type { Act } from "../owner/act.ts";
import type { ActServices, ManyBusinesses } from "../owner/act_services.ts";
import type { DatabaseFiles } from "../owner/recover.ts";
import type { AnalysisThreads } from "../publication/publishing/mod.ts";
import { isCalendarDate, shortened } from "../review/mod.ts";
import type { BusinessList, ListedBusiness, OpenOptions, Store } from "../store/mod.ts";

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly details?: string;
  readonly arguments?: readonly CommandArgument[];
  readonly options?: readonly CommandOption[];
  readonly examples?: readonly (readonly [line: string, what: string])[];
  readonly subcommands?: readonly Command[];
  /**
   * Whether it needs no `--business`: it runs for `each` of many, concerns `people` or the list of `businesses`, or all of them at
   * once. One about `settings` needs it, and has the environment of the process without what a business sets.
   */
  readonly isAboutAll?: boolean | "each" | "people" | "businesses" | "settings";
  /** The act from which everything but name and summary is derived; loaded when it is called. */
  readonly act?: () => Promise<Act>;
  /** What it does with this flag instead of its act. */
  readonly unless?: {
    readonly flag: string;
    readonly description: string;
    readonly run: (call: CommandCall) => Promise<Outcome>;
  };
  readonly run?: (call: CommandCall) => Promise<Outcome>;
}

interface CommandArgument {
  /** `<id>`, `[file]`, `<files...>`: angle brackets for a required argument, dots for a repeated one. */
  readonly name: string;
  readonly description: string;
  readonly choices?: readonly string[];
}

export interface CommandOption {
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly required?: boolean;
  /** Whether it may be given several times. */
  readonly repeats?: boolean;
}

/** Options by their flags, each with its description alone or with its other properties. */
export function optionsOf(rows: Readonly<Record<string, string | Omit<CommandOption, "flags">>>): CommandOption[] {
  return Object.entries(rows).map(([flags, row]) => ({
    flags,
    ...(typeof row === "string" ? { description: row } : row),
  }));
}

export interface CommandCall extends Pick<Database, "withStore">, Pick<ActServices, "withSettings"> {
  readonly context: CommandContext;
  readonly arguments: readonly string[];
  text(option: string): string | undefined;
  texts(option: string): readonly string[];
  flag(option: string): boolean;
  /** Whether to print only the outcome: --quiet or --json. */
  readonly isSilent: boolean;
  readonly isJson: boolean;
  readonly databasePath: string;
  /** The complete address of the database; a URL with its password. */
  readonly databaseAddress: string;
  /** `openList` throws {@link GoodwordError} `usage` if the database has one business. */
  readonly scope: ManyBusinesses;
  databaseAt(url: string): Database;
}

export interface Database {
  /** Its absolute path, or its URL without the password. */
  readonly path: string;
  withStore<T>(use: (store: Store) => T | Promise<T>, options?: WithStoreOptions): Promise<T>;
}

export interface WithStoreOptions {
  /** What to do without a database: `stand_in` uses an empty one, and `create_named` creates it if the owner has named its path. */
  readonly ifMissing?: "refuse" | "stand_in" | "create_named" | "create";
  /** Whether to open the database read-only, which an older schema does not allow. Default false. */
  readonly isReadOnly?: boolean;
}

export interface Outcome {
  readonly lines: readonly string[];
  /** The value for --json; lists are arrays. */
  readonly data: object | null;
  /** Whether the outcome is a complete document, to which nothing may be added. */
  readonly isContent?: boolean;
  /** Refusals for people, on standard error, even with --quiet. */
  readonly faults?: readonly string[];
  readonly exitCode?: ExitCode;
}

export function argumentOf({ arguments: [first] }: CommandCall): string {
  if (first === undefined) throw usageFault("Missing argument; see --help");
  return first;
}

/** The business that `--business` names, or the only one. @throws {GoodwordError} `not_found`, or `usage` */
export function businessMeant(all: readonly ListedBusiness[], id: string | undefined): ListedBusiness {
  const [only, ...others] = id === undefined ? all : all.filter((each) => each.id === id);
  if (only === undefined) {
    const what = id === undefined ? "There is no business yet" : `No business named ${JSON.stringify(id)}`;
    throw notFound(`${what}; see goodword business`);
  }
  if (others.length === 0) return only;
  throw usageFault(`There are ${all.length} businesses; choose one with --business ID, see goodword business list`);
}

type OpenStore = (path: string, options: OpenOptions) => Promise<Store>;

/** The process as a command sees it: environment, clock, output, and a person at the terminal. */
export interface CommandContext extends Pick<ActServices, "pictures" | "mail" | "guardedFetch" | "randomBytes"> {
  readonly open: OpenStore;
  readonly listed?: ListedBusiness;
  readonly businesses?: readonly ListedBusiness[];
  openBusinesses(database: string): Promise<BusinessList>;
  storedSettings(database: string): Promise<string | undefined>;
  readonly databaseFiles: DatabaseFiles;
  /** Publishes to the file after an import (`builds`); after any other command, deletes an outdated file. */
  readonly refreshPublicationFile?: (
    database: string,
    environment: CommandContext["env"],
    builds: boolean,
  ) => Promise<void>;
  siteFiles(
    database: string,
    environment: CommandContext["env"],
    store: Store,
  ): AsyncIterable<{ readonly path: string; readonly bytes: Uint8Array }>;
  /** Whether the publication file is intact; null if there is none. */
  readonly isPublicationSound?: (database: string, environment: CommandContext["env"]) => Promise<boolean | null>;
  fetch(url: string, init?: RequestInit): Promise<Response>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  now(): number;
  /** Writes to standard output; resolves once it is written. */
  print(content: string | Uint8Array): Promise<void>;
  /** Width of the terminal that `print` writes to; null without a terminal. */
  readonly printColumns: number | null;
  warn(text: string): void;
  /** Width of the terminal that `warn` writes to; null without a terminal. */
  readonly columns: number | null;
  /** Opens standard input and output, which keeps the process alive. */
  streams(): { readonly input: Readable; readonly output: Writable };
  readInput(): Promise<Uint8Array>;
  /** Threads that analyse many reviews; null to do everything on this one. */
  readonly openAnalysisThreads: (() => Promise<AnalysisThreads>) | null;
  /** Collects garbage now: the runtime by itself lets the heap grow far beyond its use. */
  collectGarbage(): void;
  serve(settings: Readonly<Record<string, string>>): Promise<ExitCode>;
  /** Calls `alarm` after a delay, and keeps the process alive until then; the returned function cancels it. */
  after(delayMs: number, alarm: () => void): () => void;
  readonly ask: ((question: string) => Promise<string>) | null;
}

/** @throws {GoodwordError} usage */
export function numberOption(
  call: Pick<CommandCall, "text">,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const given = call.text(name);
  if (given === undefined) return undefined;
  const number = Number(given);
  if (/^\d{1,9}$/.test(given) && number >= min && number <= max) return number;
  throw usageFault(`--${name} is ${JSON.stringify(given)}, expected a number from ${min} to ${max}`);
}

/** @throws {GoodwordError} usage */
export function dateOption(call: Pick<CommandCall, "text">, name: string): string | undefined {
  const given = call.text(name);
  if (given === undefined || isCalendarDate(given)) return given;
  throw usageFault(`--${name} is ${JSON.stringify(given)}, expected a date such as 2026-05-31`);
}

const MAX_CELL_LENGTH = 64;

/** Formats rows as lines; columns are as wide as their widest cell, and cells are cut to `longestCell`. */
export function table(rows: readonly (readonly string[])[], longestCell = MAX_CELL_LENGTH): string[] {
  const cut = rows.map((row) => row.map((cell) => shortened(cell, longestCell)));
  const columns = Math.max(0, ...cut.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...cut.map((row) => row[at]?.length ?? 0)));
  return cut.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** A list: a table for people, or the line `none` if it is empty. */
export function listOutcome(data: readonly object[], rows: readonly (readonly string[])[], none: string): Outcome {
  return { lines: rows.length === 0 ? [none] : table(rows), data };
}

export function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The failure of a command whose review ids do not exist. */
export function noReview(...ids: readonly string[]): GoodwordError {
  const named = ids.map((id) => JSON.stringify(id)).join(", ");
  return notFound(`No review with the id ${named}; nothing was changed`);
}
