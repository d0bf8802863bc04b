/**
 * Writes the records that an import left out to a file.
 *
 * @module
 */
import type { RefusedRecords } from "../owner/mod.ts";
import { counted } from "../review/mod.ts";
import { writeNewFile } from "./write_file.ts";

/** Returns a sentence on what the file holds. @throws {GoodwordError} `file` when it cannot be written, or exists already */
export function writeRejects(path: string, { text, count, missing }: RefusedRecords): string {
  // Names and texts stand in it as they were given, neither shortened nor masked.
  writeNewFile(path, text, 0o600);
  const rest = missing === 0 ? "" : `; ${counted(missing, "other")} could not be copied from their file`;
  return `Wrote ${counted(count, "skipped record")} to ${path}${rest}`;
}
