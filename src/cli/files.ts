/** Files of the command line: gathered for reading, and written atomically. */

import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { GoodwordError, inputRefused, usageFault } from "../errors.ts";
import {
  COLUMN_ROLES,
  type ColumnRole,
  type IdUse,
  type ImportFile,
  type ImportFormat,
  type ImportOptions,
  MAX_IMPORT_BYTES,
  type Rounding,
  readModerationOption,
  type Scale,
} from "../import/mod.ts";
import { fileError, fileOnDisk, withFileErrors } from "../owner/import_files.ts";
import type { NamePolicy, VerificationMethod } from "../review/mod.ts";
import { syncFolder, withOpened, writeAtomically } from "../system.ts";
import { utf8Bytes } from "../utf8.ts";
import { type CommandCall, type CommandContext, dateOption } from "./command.ts";

/** Files in a folder that may contain reviews; photos in an export are skipped. */
const READABLE = /\.(?:json|ndjson|jsonl|csv|tsv|txt|html?|zip|xlsx)$/i;

/** @throws {GoodwordError} `file` if one cannot be read, `input_refused` if they are too large */
export async function gatherFiles(
  paths: readonly string[],
  context: Pick<CommandContext, "readInput">,
): Promise<ImportFile[]> {
  const files: ImportFile[] = [];
  let size = 0;
  for (const path of paths.flatMap((named) => (named === "-" ? ["-"] : filesUnder(named)))) {
    const file = path === "-" ? await standardInput(context) : fileOnDisk(path);
    size += file.size;
    if (size > MAX_IMPORT_BYTES) {
      throw inputRefused(`${file.name}: Larger than 512 MB; split the file`);
    }
    files.push(file);
  }
  return files;
}

async function standardInput(context: Pick<CommandContext, "readInput">) {
  const bytes = await context.readInput();
  return { name: "standard input", bytes, size: bytes.length };
}

function filesUnder(path: string): string[] {
  const found = withFileErrors(path, "read", () => statSync(path));
  if (found.isFile()) return [path];
  if (!found.isDirectory()) throw new GoodwordError("file", `${path}: not a regular file; use - for standard input`);
  const inside = withFileErrors(path, "read", () => readdirSync(path, { recursive: true, withFileTypes: true }));
  const link = inside.find((entry) => entry.isSymbolicLink() && READABLE.test(entry.name));
  if (link !== undefined) {
    const name = join(link.parentPath, link.name);
    throw inputRefused(`${name}: symbolic links are not followed; use its target instead`);
  }
  const readable = inside.filter((entry) => entry.isFile() && READABLE.test(entry.name));
  if (readable.length === 0) throw inputRefused(`${path}: no review files in this folder`);
  return readable.map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** Replaces a file atomically; pipes and devices are written to directly. @throws {GoodwordError} `file` */
export function replaceFile(path: string, chunks: Iterable<string | Uint8Array>, mode = 0o666): void {
  withFileErrors(path, "written", () => {
    const there = statSync(path, { throwIfNoEntry: false });
    const writing = (file: number) => writeChunks(file, chunks);
    if (there !== undefined && !there.isFile()) withOpened(path, "w", writing);
    else writeAtomically(there === undefined ? path : realpathSync(path), writing, { mode, isDurable: true });
  });
}

/** Reads JSON that a command has saved; null if the file does not exist. @throws {GoodwordError} `file` */
export function readStateFile(path: string): unknown {
  const text = withFileErrors(path, "read", () => (existsSync(path) ? readFileSync(path, "utf8") : null));
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    throw new GoodwordError("file", `${path}: not written by this command`);
  }
}

export function writeState(path: string, state: object): void {
  replaceFile(path, [`${JSON.stringify(state, null, 2)}\n`], 0o600);
}

/** Writes a file that must not exist; by default everybody may read it. @throws {GoodwordError} `file` */
export function writeNewFile(path: string, content: string, mode = 0o666): void {
  withFileErrors(path, "written", () => closeSync(openSync(path, "wx", mode)));
  try {
    withOpened(path, "w", (file) => {
      writeChunks(file, [content]);
      fsyncSync(file);
    });
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(path, { force: true });
    throw fileError(path, error, "written");
  }
}

function writeChunks(file: number, chunks: Iterable<string | Uint8Array>): void {
  for (const chunk of chunks) {
    const bytes = typeof chunk === "string" ? utf8Bytes(chunk) : chunk;
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  }
}

export function readingOptionsOf(call: CommandCall): Omit<ImportOptions, "today" | "timeZone"> {
  return {
    format: call.text("format") as ImportFormat | undefined,
    source: call.text("source"),
    verifiedBy: call.text("verified-by") as VerificationMethod | undefined,
    columns: columnsOption(call, roleNamed, COLUMN_ROLES.map(optionName)),
    encoding: call.text("encoding"),
    dateFormat: call.text("date-format"),
    asOf: dateOption(call, "as-of"),
    scale: call.text("scale") as Scale | undefined,
    round: call.text("round") as Rounding | undefined,
    moderation: moderationOption(call.text("moderation")),
    location: call.text("location"),
    ids: call.text("ids") as IdUse | undefined,
    namePolicy: call.text("name-policy") as NamePolicy | undefined,
  };
}

function moderationOption(option: string | undefined): ImportOptions["moderation"] {
  const answers = option === undefined ? undefined : readModerationOption(option);
  if (answers !== null) return answers;
  throw usageFault(`Invalid --moderation ${JSON.stringify(option)}: expected WORD=shown or WORD=hidden`);
}

/** Parses `--column ROLE=NAME`, by role; undefined if absent. @throws {GoodwordError} usage */
export function columnsOption<Role extends string>(
  call: CommandCall,
  roleOf: (name: string) => Role | undefined,
  roles: readonly string[],
): Readonly<Partial<Record<Role, string>>> | undefined {
  const columns = call.texts("column").map((option) => {
    const at = option.indexOf("=");
    const role = roleOf(option.slice(0, Math.max(0, at)).trim());
    if (role !== undefined) return [role, option.slice(at + 1).trim()] as const;
    const expected = `expected ROLE=NAME with one of ${roles.join(", ")}`;
    throw usageFault(`Invalid --column ${JSON.stringify(option)}: ${expected}`);
  });
  return columns.length === 0 ? undefined : (Object.fromEntries(columns) as Partial<Record<Role, string>>);
}

function roleNamed(name: string): ColumnRole | undefined {
  return COLUMN_ROLES.find((role) => role === name || optionName(role) === name.toLowerCase());
}

function optionName(role: ColumnRole): string {
  return role.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
