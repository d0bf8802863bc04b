/**
 * Writes what the owner asked for to where they said: whole, or not at all.
 *
 * @module
 */
import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { fileError } from "./file_error.ts";

/**
 * Puts a new content in the place of a file, which under its own name is whole or, after a failure, as it was. What is
 * no file, such as a pipe or /dev/stdout, is written to as it is.
 *
 * @throws {GoodwordError} `file`
 */
export function replaceFile(path: string, chunks: Iterable<string | Uint8Array>): void {
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there !== undefined && !there.isFile()) writeAll(path, chunks);
    else replaceWhole(there === undefined ? path : realpathSync(path), chunks);
  } catch (error) {
    throw fileError(path, error, "written");
  }
}

/** Writes a file that must not be there yet; by default everybody may read it. @throws {GoodwordError} `file` */
export function writeNewFile(path: string, content: string, mode = 0o666): void {
  try {
    closeSync(openSync(path, "wx", mode));
  } catch (error) {
    throw fileError(path, error, "written");
  }
  try {
    writeAll(path, [content]);
  } catch (error) {
    rmSync(path, { force: true });
    throw fileError(path, error, "written");
  }
}

function replaceWhole(path: string, chunks: Iterable<string | Uint8Array>): void {
  const unfinished = `${path}.unfinished`;
  try {
    writeAll(unfinished, chunks);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function writeAll(path: string, chunks: Iterable<string | Uint8Array>): void {
  const file = openSync(path, "w");
  try {
    for (const chunk of chunks) writeWhole(file, chunk);
    if (statSync(path).isFile()) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function writeWhole(file: number, chunk: string | Uint8Array): void {
  const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
