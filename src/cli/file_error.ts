/**
 * The file system's errors in words for the person at the command line.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user may not",
  EEXIST: "there is such a file already",
  EISDIR: "it is a folder; name a file in it",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is a file, not a folder",
  EPERM: "this user may not",
  EROFS: "the disk is read-only",
};

/** `reviews.csv: cannot be read: this user may not`, from what was tried. */
export function fileError(path: string, error: unknown, tried: "read" | "written"): GoodwordError {
  const { code = "unknown error" } = error as NodeJS.ErrnoException;
  const missing = tried === "read" ? "there is no such file" : "there is no such folder";
  const reason = code === "ENOENT" ? missing : (REASONS[code] ?? code);
  const verdict = code === "ENOENT" ? reason : `cannot be ${tried}: ${reason}`;
  return new GoodwordError("file", `${path}: ${verdict}`, { cause: error });
}
