/**
 * Reads the files an owner names: files, folders with all that is in them, standard input.
 *
 * @module
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { GoodwordError } from "../errors.ts";
import { type ImportFile, MAX_IMPORT_BYTES } from "../import/mod.ts";
import { fileOnDisk, telling } from "./file_on_disk.ts";
import type { World } from "./world.ts";

/** Files of a folder that may hold reviews; photos of an export stay unread. */
const READABLE = /\.(?:json|ndjson|jsonl|csv|tsv|txt|html?|zip|xlsx)$/i;

/** @throws {GoodwordError} `file` when one cannot be read, `input_refused` when they are too large */
export async function gatherFiles(paths: readonly string[], world: Pick<World, "readInput">): Promise<ImportFile[]> {
  const files: ImportFile[] = [];
  let size = 0;
  for (const path of paths.flatMap((named) => (named === "-" ? ["-"] : filesUnder(named)))) {
    const file = path === "-" ? await standardInput(world) : fileOnDisk(path);
    size += file.size;
    if (size > MAX_IMPORT_BYTES) {
      throw new GoodwordError("input_refused", `${file.name}: Larger than 512 MB; split the file`);
    }
    files.push(file);
  }
  return files;
}

async function standardInput(world: Pick<World, "readInput">) {
  const bytes = await world.readInput();
  return { name: "standard input", bytes, size: bytes.length };
}

function filesUnder(path: string): string[] {
  const found = telling(path, () => statSync(path));
  if (found.isFile()) return [path];
  if (!found.isDirectory()) throw new GoodwordError("file", `${path}: not a regular file; use - for standard input`);
  const inside = telling(path, () => readdirSync(path, { recursive: true, withFileTypes: true }));
  const link = inside.find((entry) => entry.isSymbolicLink() && READABLE.test(entry.name));
  if (link !== undefined) {
    const name = join(link.parentPath, link.name);
    throw new GoodwordError(
      "input_refused",
      `${name}: a symbolic link, which is not followed; name its target instead`,
    );
  }
  const readable = inside.filter((entry) => entry.isFile() && READABLE.test(entry.name));
  if (readable.length === 0) throw new GoodwordError("input_refused", `${path}: no review files in this folder`);
  return readable.map((entry) => join(entry.parentPath, entry.name)).sort();
}
