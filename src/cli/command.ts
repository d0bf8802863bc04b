/**
 * What a command is: words that describe it, and a function from a call to an outcome. Help and docs/commands.md
 * are made from the same words.
 */

import type { Readable, Writable } from "node:stream";
import { type ExitCode, type GoodwordError, notFound, usageFault } from "../errors.ts";
import type { Act } from "../owner/act.ts";
import type { NoticeAccess } from "../owner/notices.ts";
import type { Pictures } from "../owner/pictures.ts";
import type { MailAccess } from "../owner/preview_invitation.ts";
import type { DatabaseFiles } from "../owner/recover.ts";
import type { AnalysisThreads } from "../publication/publishing/mod.ts";
import { isCalendarDate, shortened } from "../review/mod.ts";
import type { BusinessList, ListedBusiness, OpenOptions, Store } from "../store/mod.ts";

/** A command, or a group of commands, as help describes it and as it is run. */
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
  /**
   * Whether it is about many businesses together, and so asks for no `--business`; `each`: is run for each of them then; `people`: is
   * about the users of all, of whom some may be let into one business only.
   */
  readonly isAboutAll?: boolean | "each" | "people";
  /** The act that it does, from which all but its name and summary is derived; loaded when it is called. */
  readonly act?: () => Promise<Act>;
  /** A command that only groups others has none. */
  readonly run?: (call: CommandCall) => Promise<Outcome>;
}

/** A positional argument. */
interface CommandArgument {
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

/** Options by their flags, each with its description alone or with whatever else is to be said of it. */
export function optionsOf(rows: Readonly<Record<string, string | Omit<CommandOption, "flags">>>): CommandOption[] {
  return Object.entries(rows).map(([flags, said]) => ({
    flags,
    ...(typeof said === "string" ? { description: said } : said),
  }));
}

/** A command as it was called. */
export interface CommandCall extends Pick<Database, "withStore"> {
  readonly context: CommandContext;
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
  /** The database as it is opened: of a URL all, with its password. */
  readonly databaseAddress: string;
  /** Calls `use` with the list of businesses and closes it. @throws {GoodwordError} `usage` where there is one business */
  withBusinesses<T>(use: (list: BusinessList) => Promise<T>): Promise<T>;
  /** Another database than the one of the call, by its URL or path. */
  databaseAt(url: string): Database;
}

/** A database that a command works on. */
export interface Database {
  /** Its absolute path, or its URL without the password. */
  readonly path: string;
  /** Calls `use` with the open database and closes it. */
  withStore<T>(use: (store: Store) => T | Promise<T>, options?: WithStoreOptions): Promise<T>;
}

/** How a command treats its database. */
export interface WithStoreOptions {
  /**
   * Where there is no database: `refuse` (when left out); `stand_in`, for what writes nothing, uses an empty one;
   * `create_named` creates one where the owner has named the place, `create` in any case.
   */
  readonly ifMissing?: "refuse" | "stand_in" | "create_named" | "create";
  /** Whether the database is opened for reading only, which an older schema does not allow. Default false. */
  readonly isReadOnly?: boolean;
}

/** What a command reports once it is done. */
export interface Outcome {
  /** For people, on standard output. */
  readonly lines: readonly string[];
  /** For --json; what can be gone through in it is a list. */
  readonly data: object | null;
  /** Whether the outcome is a document by itself, to which nothing may be added. */
  readonly isContent?: boolean;
  /** Also for people, on standard error and in spite of --quiet: what was refused. */
  readonly faults?: readonly string[];
  /** 0 when left out. */
  readonly exitCode?: ExitCode;
  /** What `data` is read from, disposed of once it is printed. */
  readonly held?: Disposable;
}

/** The first argument, which the command line has made sure of. */
export function argumentOf({ arguments: [first] }: CommandCall): string {
  if (first === undefined) throw usageFault("Missing argument; see --help");
  return first;
}

/** The business that `--business` names, or the only one there is. @throws {GoodwordError} `not_found`, or `usage` for one of several */
export function businessMeant(all: readonly ListedBusiness[], id: string | undefined): ListedBusiness {
  const [only, ...others] = id === undefined ? all : all.filter((each) => each.id === id);
  if (only === undefined) {
    const what = id === undefined ? "There is no business yet" : `No business is called ${JSON.stringify(id)}`;
    throw notFound(`${what}; see goodword business`);
  }
  if (others.length === 0) return only;
  throw usageFault(`Which of ${all.length} businesses? Add --business ID; goodword business list names them`);
}

/** Opens the store at a path. @throws {GoodwordError} `database`, naming the file */
type OpenStore = (path: string, options: OpenOptions) => Promise<Store>;

/** The process as a command sees it: environment, clock, files to print to, and whoever may answer questions. */
export interface CommandContext {
  readonly open: OpenStore;
  /** Of many businesses the one that is meant; undefined where there is one, or all are. */
  readonly listed?: ListedBusiness;
  /** All of many businesses, for what is about their people. */
  readonly businesses?: readonly ListedBusiness[];
  /** Opens the list of a database that holds many businesses. */
  openBusinesses(database: string): Promise<BusinessList>;
  /** What the store of an only business keeps as its settings, as JSON. */
  storedSettings(database: string): Promise<string | undefined>;
  readonly databaseFiles: DatabaseFiles;
  /** Publishes to the file after an import (`builds`); after any other command, deletes an outdated file. */
  readonly settlePublication?: (database: string, environment: CommandContext["env"], builds: boolean) => Promise<void>;
  /** The site as files: what a server would answer, of what is in a database now. */
  siteFiles(
    database: string,
    environment: CommandContext["env"],
    store: Store,
  ): AsyncIterable<{ readonly path: string; readonly bytes: Uint8Array }>;
  /** Whether the publication file is intact; null if there is none. */
  readonly isPublicationSound?: (database: string, environment: CommandContext["env"]) => Promise<boolean | null>;
  readonly pictures: Pictures;
  readonly mail: MailAccess;
  readonly guardedFetch: NoticeAccess["guardedFetch"];
  /** Fetches an address that the person who called has named. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder the command is run in, absolute. */
  readonly folder: string;
  /** Epoch milliseconds. */
  now(): number;
  randomBytes(count: number): Uint8Array;
  /** Standard output; resolves once it is on its way. */
  print(content: string | Uint8Array): Promise<void>;
  /** Width of the terminal that `print` writes to; null when it is none. */
  readonly printColumns: number | null;
  /** Standard error, at once. */
  warn(text: string): void;
  /** Width of the terminal that `warn` writes to; null when it is none. */
  readonly columns: number | null;
  /** Standard input and output as streams, for a command that converses over them. */
  readonly streams: { readonly input: Readable; readonly output: Writable };
  /** All of standard input. */
  readInput(): Promise<Uint8Array>;
  /** Threads that analyse many reviews; null where everything is done by this one. */
  readonly openAnalysisThreads: (() => Promise<AnalysisThreads>) | null;
  /** Has the runtime collect garbage now: by itself it lets a heap grow far beyond what is in use. */
  collectGarbage(): void;
  /** Serves with these settings besides those of the environment, until it is asked to stop. */
  serve(settings: Readonly<Record<string, string>>): Promise<ExitCode>;
  /** Calls `alarm` after a while, and keeps the process alive for it; the returned function cancels it. */
  after(delayMs: number, alarm: () => void): () => void;
  /** Asks a person; null when nobody is there to answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
}

/** @throws {GoodwordError} usage */
export function numberOption(
  call: Pick<CommandCall, "text">,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | undefined {
  const given = call.text(name);
  if (given === undefined) return undefined;
  const number = Number(given);
  if (/^\d{1,9}$/.test(given) && number >= least && number <= most) return number;
  throw usageFault(`--${name} is ${JSON.stringify(given)}, expected a number from ${least} to ${most}`);
}

/** @throws {GoodwordError} usage */
export function dateOption(call: Pick<CommandCall, "text">, name: string): string | undefined {
  const given = call.text(name);
  if (given === undefined || isCalendarDate(given)) return given;
  throw usageFault(`--${name} is ${JSON.stringify(given)}, expected a date such as 2026-05-31`);
}

const LONGEST_CELL = 64;

/** Each row as a line; columns are as wide as their widest cell, and cells are cut to `longestCell`. */
export function table(rows: readonly (readonly string[])[], longestCell = LONGEST_CELL): string[] {
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

/** A list: a table for people, or a line that says that it is empty. */
export function listOutcome(data: readonly object[], rows: readonly (readonly string[])[], none: string): Outcome {
  return { lines: rows.length === 0 ? [none] : table(rows), data };
}

/** The failure of a command that was to change reviews of these ids, of which there are none. */
export function noReview(...ids: readonly string[]): GoodwordError {
  const named = ids.map((id) => JSON.stringify(id)).join(", ");
  return notFound(`No review with the id ${named}; nothing was changed`);
}
