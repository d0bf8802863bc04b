/**
 * Imports what other programs leave in a folder. Nobody says when a file is complete, so it must have stayed
 * unchanged for a while; one that changes while it is read is left and read again.
 */

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { GoodwordError, inputRefused } from "../../errors.ts";
import type { ImportFile } from "../../import/mod.ts";
import { NO_PROGRESS } from "../../owner/carry_out_import.ts";
import { fileError, openedFile, SpoolFile, withFileErrors } from "../../owner/import_files.ts";
import { type ImportOrder, importReviews, judgeImport, noteImport } from "../../owner/import_reviews.ts";
import { requestWithPictures } from "../../owner/photos.ts";
import { printable } from "../../review/mod.ts";
import type { Store } from "../../store/mod.ts";
import { argumentOf, type CommandCall, numberOption, type Outcome } from "../command.ts";
import { doneOutcome, refusedOutcome } from "../dry_run.ts";
import { readingOptionsOf } from "../files.ts";

/** What holds where the options say nothing. */
interface WatchDefaults {
  /** Without a change, after which a file counts as whole. */
  readonly settleSeconds: number;
  /** Between two looks. */
  readonly everySeconds: number;
}

/** Imports what appears in a folder. */
export async function watch(call: CommandCall, { settleSeconds, everySeconds }: WatchDefaults): Promise<Outcome> {
  const folder = argumentOf(call);
  const settleMs = (numberOption(call, "settle", { least: 0, most: 86_400 }) ?? settleSeconds) * 1000;
  const everyMs = (numberOption(call, "every", { least: 1, most: 86_400 }) ?? everySeconds) * 1000;
  while (!call.flag("once")) {
    await lookAgain(call, folder, settleMs);
    await call.context.pause(everyMs);
  }
  const handled = await takeSettled(call, folder, settleMs);
  return {
    lines: handled.length > 0 ? handled.map(({ line }) => line) : ["Nothing to import"],
    data: { files: handled.map(({ data }) => data) },
  };
}

/** Neither a database that is away for a while nor what a stranger plants must end the watch: the files wait. */
async function lookAgain(call: CommandCall, folder: string, settleMs: number): Promise<void> {
  try {
    for (const { line } of await takeSettled(call, folder, settleMs)) {
      if (!call.isSilent) await call.context.print(`${printable(line)}\n`);
    }
  } catch (error) {
    if (!(error instanceof GoodwordError) || !["database", "input_refused"].includes(error.code)) throw error;
    call.context.warn(`goodword: ${printable(error.message)}\n`);
  }
}

interface Handled {
  readonly line: string;
  readonly data: object;
}

async function takeSettled(call: CommandCall, path: string, settleMs: number): Promise<Handled[]> {
  const handled: Handled[] = [];
  using folder = openDropFolder(path);
  checkDestinations(folder);
  for (const file of settledFiles(folder, call.context.now(), settleMs)) {
    const taken = await take(call, folder, file);
    if (taken === null) continue;
    const { to, note, path: movedTo } = taken;
    handled.push({
      line: `${to === "done" ? "Imported" : "Refused"} ${file.name}: ${note.split("\n")[0]}`,
      data: { file: file.name, outcome: to, moved_to: movedTo, note },
    });
  }
  return handled;
}

/** Where a file goes, and what is said of it. */
interface Verdict {
  readonly to: Destination;
  readonly note: string;
}

/** Imports one file and puts it away; null when somebody wrote to it meanwhile, so that it will be read again. */
async function take(
  call: CommandCall,
  folder: HeldFolder,
  file: DroppedFile,
): Promise<(Verdict & { readonly path: string }) | null> {
  const put = ({ to, note }: Verdict) => ({ to, note, path: putAway(folder, file, to, note) });
  if (file.isLink) return put({ to: "refused", note: "a symbolic link, which is not followed" });
  const found = openDrop(folder, file);
  if (found === null) return null;
  if ("note" in found) return put(found);
  using opened = found;
  const verdict = await importOne(call, openedFile(file.path, opened.descriptor));
  if (verdict.to === "refused") await call.withStore((store) => noteImport(store, { hasFailed: true }));
  return opened.isUnchanged() ? put(verdict) : null;
}

/** A file that may not be read is refused like one that cannot be understood: it must not end the watch. */
function openDrop(folder: HeldFolder, file: DroppedFile): OpenedDrop | Verdict | null {
  try {
    return OpenedDrop.open(folder, file);
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    return { to: "refused", note: error.message };
  }
}

async function importOne(call: CommandCall, file: ImportFile): Promise<Verdict> {
  try {
    const order = { files: [file], options: readingOptionsOf(call) };
    const outcome = await call.withStore((store) => carryOut(call, order, store), { ifMissing: "create_named" });
    const isDone = (outcome.exitCode ?? 0) === 0;
    return { to: isDone ? "done" : "refused", note: [...outcome.lines, ...(outcome.faults ?? [])].join("\n") };
  } catch (error) {
    // A database that is away is no fault of the file.
    if (!(error instanceof GoodwordError) || error.code !== "input_refused") throw error;
    return { to: "refused", note: error.message };
  }
}

async function carryOut(call: CommandCall, order: ImportOrder, store: Store): Promise<Outcome> {
  using spool = new SpoolFile(call.context.collectGarbage);
  using threads = (await call.context.openAnalysisThreads?.()) ?? null;
  const judged = await judgeImport(store, order, { now: call.context.now(), spool, threads });
  if (judged.kind !== "acceptable") return refusedOutcome(judged.reading);
  const { reading, request: plain } = judged;
  const { request, notes } = await requestWithPictures(store, { reading, request: plain }, call.context.pictures.fetch);
  const done = await importReviews(store, order, { reading, request, progress: NO_PROGRESS });
  return doneOutcome({ ...reading, notes: [...reading.notes, ...notes] }, done, null);
}

/** A file as it was last seen. */
export interface DroppedFile {
  readonly name: string;
  /** For messages. */
  readonly path: string;
  /** Differs as soon as anything is written to it. */
  readonly state: string;
  readonly isLink: boolean;
}

const DESTINATIONS = ["done", "refused"] as const;
/** Where files go once they are read. */
type Destination = (typeof DESTINATIONS)[number];

/** What browsers, copies and editors call a file until it is whole. */
const UNFINISHED = /(?:^\.|~$|\.(?:part|partial|crdownload|download|tmp|temp|filepart|swp)$)/i;

/** The folder that the owner named, which may be a link. @throws {GoodwordError} file */
export function openDropFolder(path: string): HeldFolder {
  return withFileErrors(path, "read", () => new HeldFolder(path, { followsLink: true }));
}

/** Files that have not been written to for `settleMs`. @throws {GoodwordError} file */
export function settledFiles(folder: HeldFolder, now: number, settleMs: number): DroppedFile[] {
  const all = withFileErrors(folder.path, "read", () => readdirSync(folder.at()));
  const names = all.filter((name) => !UNFINISHED.test(name));
  return names.sort().flatMap((name) => {
    const found = seen(folder, name);
    if (found === undefined || !(found.isFile() || found.isSymbolicLink())) return [];
    const isSettled = now - Math.max(found.mtimeMs, found.ctimeMs) >= settleMs;
    const path = join(folder.path, name);
    return isSettled ? [{ name, path, state: stateOf(found), isLink: found.isSymbolicLink() }] : [];
  });
}

/** A file that was opened as it had been seen, and stays open. */
export class OpenedDrop implements Disposable {
  private constructor(
    private readonly folder: HeldFolder,
    private readonly file: DroppedFile,
    readonly descriptor: number,
  ) {}

  /** Null when another file, or a link, has taken its place. @throws {GoodwordError} file when it cannot be read */
  static open(folder: HeldFolder, file: DroppedFile): OpenedDrop | null {
    // A pipe in its place must not keep whoever opens it waiting.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    try {
      const opened = new OpenedDrop(folder, file, openSync(folder.at(file.name), flags));
      if (opened.isUnchanged()) return opened;
      opened[Symbol.dispose]();
      return null;
    } catch (error) {
      if (isOneOf(error, ["ELOOP", "ENOENT", "ENXIO"])) return null;
      throw fileError(file.path, error, "read");
    }
  }

  /** Whether the file is still as it was seen, and where it was. */
  isUnchanged(): boolean {
    const { state, name } = this.file;
    const there = seen(this.folder, name);
    return stateOf(fstatSync(this.descriptor)) === state && there !== undefined && stateOf(there) === state;
  }

  [Symbol.dispose](): void {
    closeSync(this.descriptor);
  }
}

function seen(folder: HeldFolder, name: string): Stats | undefined {
  return lstatSync(folder.at(name), { throwIfNoEntry: false });
}

function stateOf({ dev, ino, size, mtimeMs, mode }: Stats): string {
  return [dev, ino, size, mtimeMs, mode].join(" ");
}

/** @throws {GoodwordError} `input_refused` where something else stands in the place of a destination, such as a link */
function checkDestinations(folder: HeldFolder): void {
  for (const to of DESTINATIONS) if (seen(folder, to) !== undefined) openDestination(folder, to)[Symbol.dispose]();
}

/** Moves a file and writes a note beside it; a file of the same name that is there already stays. */
export function putAway(folder: HeldFolder, { name, path }: DroppedFile, to: Destination, note: string): string {
  return withFileErrors(path, "written", () => {
    createOnce(() => mkdirSync(folder.at(to), { mode: 0o700 }));
    using target = openDestination(folder, to);
    for (let number = 1; ; number++) {
      const free = number === 1 ? name : name.replace(/(\.[^.]*)?$/, `-${number}$1`);
      if (seen(target, free) !== undefined) continue;
      const notePath = () => target.at(`${free}.note.txt`);
      if (!createOnce(() => writeFileSync(notePath(), `${note}\n`, { mode: 0o600, flag: "wx" }))) continue;
      try {
        renameSync(folder.at(name), target.at(free));
      } catch (error) {
        rmSync(notePath(), { force: true });
        throw error;
      }
      return join(target.path, free);
    }
  });
}

function openDestination(folder: HeldFolder, to: Destination): HeldFolder {
  const path = join(folder.path, to);
  try {
    return new HeldFolder(folder.at(to), { shown: path });
  } catch (error) {
    if (!isOneOf(error, ["ENOTDIR", "ELOOP"])) throw error;
    throw inputRefused(`${path}: not a folder, or a symbolic link, which is not followed; remove it`);
  }
}

/** Whether `create` did; false where something of that name, be it a link, is there. */
function createOnce(create: () => void): boolean {
  try {
    create();
    return true;
  } catch (error) {
    if (isOneOf(error, ["EEXIST"])) return false;
    throw error;
  }
}

function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? "");
}

/** An open folder. */
class HeldFolder implements Disposable {
  /** As it was named, for messages. */
  readonly path: string;
  readonly #descriptor: number;

  /** @throws the file system's error; ENOTDIR or ELOOP for a link, unless links are followed */
  constructor(path: string, { shown = path, followsLink = false } = {}) {
    const noFollow = followsLink ? 0 : constants.O_NOFOLLOW;
    this.path = shown;
    this.#descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | noFollow);
  }

  /** The path of an entry, for one call of the file system; of the folder itself without a name. */
  at(name = ""): string {
    const held = `/proc/self/fd/${this.#descriptor}`;
    if (existsSync(held)) return join(held, name);
    const [opened, found] = [fstatSync(this.#descriptor), lstatSync(this.path)];
    const isSame = opened.ino === found.ino && opened.dev === found.dev;
    if (!isSame) throw inputRefused(`${this.path}: replaced while it was in use`);
    return join(this.path, name);
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}
