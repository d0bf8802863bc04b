/**
 * Reads the files an owner names: files, folders with all that is in them, standard input.
 *
 * @module
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { GoodwordError } from "../errors.ts";
import { type ImportFile, MAX_IMPORT_BYTES } from "../import/mod.ts";
import { fileError } from "./file_error.ts";
import type { World } from "./world.ts";

/** Files of a folder that may hold reviews; photos of an export stay unread. */
const READABLE = /\.(?:json|ndjson|jsonl|csv|tsv|txt|html?|zip)$/i;

/** @throws {GoodwordError} `file` when one cannot be read, `input_refused` when they are too large */
export async function gatherFiles(paths: readonly string[], world: Pick<World, "readInput">): Promise<ImportFile[]> {
  const files: ImportFile[] = [];
  let size = 0;
  for (const path of paths.flatMap((named) => (named === "-" ? ["-"] : filesUnder(named)))) {
    const bytes = path === "-" ? await world.readInput() : readWhole(path, MAX_IMPORT_BYTES - size);
    size += bytes.length;
    files.push({ name: path === "-" ? "standard input" : path, bytes });
  }
  return files;
}

function filesUnder(path: string): string[] {
  const found = telling(path, () => statSync(path));
  if (found.isFile()) return [path];
  if (!found.isDirectory()) throw new GoodwordError("file", `${path}: not a regular file; use - for standard input`);
  const inside = telling(path, () => readdirSync(path, { recursive: true, withFileTypes: true }));
  const readable = inside.filter((entry) => entry.isFile() && READABLE.test(entry.name));
  if (readable.length === 0) throw new GoodwordError("input_refused", `${path}: no review files in this folder`);
  return readable.map((entry) => join(entry.parentPath, entry.name)).sort();
}

function readWhole(path: string, most: number): Uint8Array {
  if (statSync(path).size > most) {
    throw new GoodwordError("input_refused", `${path}: Larger than 512 MB; split the file`);
  }
  return telling(path, () => readFileSync(path));
}

function telling<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw fileError(path, error, "read");
  }
}
