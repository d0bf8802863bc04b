/** Runs a command line on the named database, or on `data/goodword.sqlite` in the working directory. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CommanderError } from "commander";
import { DEFAULT_DATABASE_URL, databasePathOf, holdsMany, isServerUrl, shownDatabase } from "../config.ts";
import { EXIT_CODES, type ExitCode, GoodwordError, ReadOnlyDatabaseError, usageFault } from "../errors.ts";
import { printable, visible } from "../review/mod.ts";
import type { BusinessList, OpenOptions, Store } from "../store/mod.ts";
import {
  businessMeant,
  type Command,
  type CommandCall,
  type CommandContext,
  type Database,
  type Outcome,
  type WithStoreOptions,
} from "./command.ts";
import { buildProgram, usageError, withoutHelpCommand } from "./program.ts";

/** Runs one command line to its end. Never throws: every failure becomes one line and an exit code. */
export async function runCommands(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  const out: string[] = [];
  let database: DatabaseUse | null = null;
  try {
    const chosen = await chooseCommand(args, { out, columns: context.printColumns });
    await context.print(out.join(""));
    if (chosen?.command.run === undefined) return 0;
    const named = (chosen.options.database as string | undefined) ?? context.env.DATABASE_URL;
    const outcomes: (readonly [id: string | null, outcome: Outcome])[] = [];
    for (const own of await contextsOf(chosen, context, named)) {
      database = new DatabaseUse(own.context, own.id === null ? named : own.context.env.DATABASE_URL);
      const whole = own.id === null ? database : new DatabaseUse(context, named);
      const outcome = await chosen.command.run(makeCall(chosen, own.context, { database, whole }));
      const { dryRun, explain } = chosen.options;
      const builds = chosen.command.name === "import" && !dryRun && !explain;
      if (database.state !== null) await context.refreshPublicationFile?.(database.address, own.context.env, builds);
      outcomes.push([own.id, outcome]);
    }
    return await report(joined(outcomes), chosen.options, { context, database });
  } catch (error) {
    return await reportFailure(error, args.includes("--json"), { context, database });
  }
}

interface Chosen {
  readonly command: Command;
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

async function chooseCommand(
  args: readonly string[],
  { out, columns }: { readonly out: string[]; readonly columns: number | null },
): Promise<Chosen | null> {
  let chosen: Chosen | null = null;
  const program = buildProgram({
    write: (text) => out.push(text),
    columns,
    onChosen: (command, given, called) => {
      chosen = { command, arguments: given, options: called.optsWithGlobals() };
    },
  });
  try {
    await program.parseAsync([...withoutHelpCommand(args)], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return null;
    throw error instanceof CommanderError ? usageError(error) : error;
  }
  return chosen;
}

/** The context of one business; no id if the database has one, or the command is about the list. */
type OwnContext = { readonly context: CommandContext; readonly id: string | null };

/** The contexts to run a command in. @throws {GoodwordError} `usage` if one of many businesses has to be named */
async function contextsOf(chosen: Chosen, context: CommandContext, named: string | undefined): Promise<OwnContext[]> {
  const database = pathOf(named?.trim() || DEFAULT_DATABASE_URL);
  const id = chosen.options.business as string | undefined;
  const asItIs = [{ context, id: null }];
  const { isAboutAll } = chosen.command;
  const address = absoluteOf(database, context);
  if (!holdsMany(database)) {
    if (isAboutAll === "businesses") throw holdsOne();
    if (id !== undefined) throw usageFault("--business selects one of many; this database contains one business");
    const goesWithout = isAboutAll === true || isAboutAll === "settings";
    const stored = goesWithout ? undefined : await context.storedSettings(address);
    if (stored === undefined) return asItIs;
    const { environmentIn } = await import("../business_environment.ts");
    const env = environmentIn(address, context.env, JSON.parse(stored));
    return [{ context: { ...context, env }, id: null }];
  }
  if (isAboutAll === true) return asItIs;
  const { environmentOf, storeOf } = await import("../business_environment.ts");
  const { CONSOLE_STORE } = await import("../store/mod.ts");
  await using list = await context.openBusinesses(address);
  const all = await list.list();
  if (isAboutAll === "people" || isAboutAll === "businesses") {
    const env = { ...context.env, DATABASE_URL: storeOf(address, CONSOLE_STORE) };
    const business = id === undefined ? {} : { listed: businessMeant(all, id) };
    return [{ context: { ...context, env, ...business, businesses: all }, id: CONSOLE_STORE }];
  }
  const isForEach = isAboutAll === "each" && id === undefined && all.length > 0;
  const meant = isForEach ? all : [businessMeant(all, id)];
  return meant.map((each) => {
    const process = { ...context.env, DATABASE_URL: address };
    const env =
      isAboutAll === "settings"
        ? { ...process, DATABASE_URL: storeOf(address, each.id) }
        : environmentOf(process, each);
    return { context: { ...context, env, listed: each }, id: each.id };
  });
}

function joined(outcomes: readonly (readonly [id: string | null, outcome: Outcome])[]): Outcome {
  const [[, first] = [null, { lines: [], data: null }], ...others] = outcomes;
  if (others.length === 0) return first;
  const exitCode = outcomes.map(([, { exitCode = 0 }]) => exitCode).find((code) => code !== 0) ?? 0;
  return {
    lines: outcomes.flatMap(([id, { lines }]) => [`${id}:`, ...lines.map((line) => `  ${line}`)]),
    data: outcomes.map(([business, { data }]) => ({ business, ...data })),
    faults: outcomes.flatMap(([, { faults = [] }]) => faults),
    exitCode,
  };
}

interface CalledDatabases {
  readonly database: DatabaseUse;
  /** That of all businesses, where `database` is of one of many. */
  readonly whole: DatabaseUse;
}

function makeCall(
  { arguments: given, options }: Chosen,
  context: CommandContext,
  { database, whole }: CalledDatabases,
): CommandCall {
  return {
    context,
    arguments: given,
    text: (option) => options[keyOf(option)] as string | undefined,
    texts: (option) => (options[keyOf(option)] as readonly string[] | undefined) ?? [],
    flag: (option) => options[keyOf(option)] === true,
    isSilent: options.quiet === true || options.json === true,
    isJson: options.json === true,
    databasePath: database.path,
    databaseAddress: database.address,
    scope: {
      openList: () => whole.openList(),
      async withStoreOf(id, use) {
        const { storeOf } = await import("../business_environment.ts");
        return new DatabaseUse(context, storeOf(whole.address, id)).withStore(use);
      },
    },
    async withSettings(store, use) {
      const { settingsOfMany, settingsOfOne } = await import("../owner/settings_place.ts");
      const environment = { ...context.env, DATABASE_URL: whole.address };
      if (context.listed === undefined) return use(settingsOfOne(store, { database: database.address, environment }));
      await using list = await whole.openList();
      return await use(settingsOfMany(list, context.listed.id, environment));
    },
    databaseAt: (url) => new DatabaseUse(context, url),
    withStore: (use, storeOptions) => database.withStore(use, storeOptions),
  };
}

function keyOf(option: string): string {
  return option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

interface Reporting {
  readonly context: CommandContext;
  readonly database: DatabaseUse | null;
}

async function report(
  outcome: Outcome,
  options: Chosen["options"],
  { context, database }: Reporting,
): Promise<ExitCode> {
  for (const fault of outcome.faults ?? []) context.warn(`goodword: ${printable(fault)}\n`);
  const named = nameDatabase(database);
  const { lines, data, isContent = false, exitCode = 0 } = outcome;
  if (options.quiet === true && options.json !== true) return exitCode;
  if (options.json === true && data !== null) {
    const isList = Array.isArray(data) || isContent;
    const shown = isList || named === null ? data : { ...data, database: database?.path };
    await context.print(`${visible(JSON.stringify(shown, null, 2))}\n`);
    if (isList && options.quiet !== true) warnOf(named, context);
    return exitCode;
  }
  const isSplit = isContent || lines.length === 0;
  const shown = isSplit || named === null ? lines : [...lines, named];
  if (shown.length > 0) await context.print(`${shown.map(printable).join("\n")}\n`);
  if (isSplit && outcome.faults === undefined) warnOf(named, context);
  return exitCode;
}

/** Names the database on standard error, since another program may be reading the content on standard output. */
function warnOf(named: string | null, context: CommandContext): void {
  if (named !== null) context.warn(`${printable(named)}\n`);
}

const DATABASE_STATES = {
  there: "",
  created: " (created)",
  missing: " (does not exist yet, so everything counts as new)",
} as const;

function nameDatabase(database: DatabaseUse | null): string | null {
  return database?.state ? `Database: ${database.path}${DATABASE_STATES[database.state]}` : null;
}

async function reportFailure(error: unknown, isJson: boolean, { context, database }: Reporting): Promise<ExitCode> {
  const { code, message: reason } = error instanceof GoodwordError ? error : internalError(error);
  // An id missing from this database may be in another one.
  const message = code === "not_found" && database?.state ? `${reason} (database: ${database.path})` : reason;
  context.warn(`goodword: ${printable(message)}\n`);
  if (isJson) await context.print(`${visible(JSON.stringify({ error: { code, message } }, null, 2))}\n`);
  return EXIT_CODES[code];
}

function internalError(error: unknown): GoodwordError {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new GoodwordError("internal", `Internal error, please report it: ${what}`);
}

const LOCK_TIMEOUT_MS = 10_000;

/** Whether the database existed, was created, or is missing and an empty one was used instead. */
type DatabaseState = "there" | "created" | "missing";

/** The database of one command. Opened only by {@link DatabaseUse.withStore}. */
class DatabaseUse implements Database {
  /** Absolute, so that two folders cannot be confused; a URL without its password. */
  readonly path: string;
  readonly address: string;
  readonly #isNamed: boolean;
  readonly #context: CommandContext;
  #state: DatabaseState | null = null;

  /** @throws {GoodwordError} `usage` if `--database` or `DATABASE_URL` is no database */
  constructor(context: CommandContext, named: string | undefined) {
    const url = named?.trim() || DEFAULT_DATABASE_URL;
    this.#isNamed = url === named?.trim();
    this.#context = context;
    this.address = absoluteOf(pathOf(url), context);
    this.path = shownDatabase(this.address);
  }

  get state(): DatabaseState | null {
    return this.#state;
  }

  async openList(): Promise<BusinessList> {
    if (!holdsMany(this.address)) throw holdsOne();
    return this.#context.openBusinesses(this.address);
  }

  async withStore<T>(use: (store: Store) => T | Promise<T>, options: WithStoreOptions = {}): Promise<T> {
    const { ifMissing = "refuse", isReadOnly = false } = options;
    const isThere = isServerUrl(this.address) || existsSync(this.address);
    const create = ifMissing === "create" || (ifMissing === "create_named" && this.#isNamed);
    const standsIn = !isThere && ifMissing === "stand_in";
    if (!isThere && !create && !standsIn) throw this.#missing();
    await using store = await openStore(this.#context, standsIn ? ":memory:" : this.address, {
      create,
      readonly: isReadOnly,
      busyTimeoutMs: LOCK_TIMEOUT_MS,
      onMigrated: (what) => this.#context.warn(`goodword: ${this.path}: ${what}\n`),
    });
    if (this.#state !== "created") this.#state = standsIn ? "missing" : isThere ? "there" : "created";
    return await use(store);
  }

  #missing(): GoodwordError {
    const wayOut = this.#isNamed
      ? ""
      : "; run this command in the folder of your database, give it with --database or DATABASE_URL, or create one here with goodword init";
    return new GoodwordError("database", `${this.path}: no such database${wayOut}`);
  }
}

function holdsOne(): GoodwordError {
  return usageFault("The database contains one business; use a folder, such as DATABASE_URL=folder:data/businesses");
}

function absoluteOf(database: string, { folder }: CommandContext): string {
  if (isServerUrl(database)) return database;
  return database.startsWith("folder:")
    ? database.replace(/(?<=^folder:).*/s, (path) => resolve(folder, path))
    : resolve(folder, database);
}

function pathOf(url: string): string {
  try {
    return databasePathOf(url);
  } catch (error) {
    // A URL may contain a password.
    const shown = isServerUrl(url) ? "URL" : `"${url}"`;
    throw usageFault(`Invalid database ${shown}: expected ${(error as Error).message}`);
  }
}

/** Opens a database read-only if it cannot be written to: reading works, and writing fails with a clear error. */
async function openStore(context: CommandContext, path: string, options: OpenOptions): Promise<Store> {
  try {
    return await context.open(path, options);
  } catch (error) {
    if (!(error instanceof ReadOnlyDatabaseError)) throw error;
    return context.open(path, { ...options, create: false, readonly: true });
  }
}
