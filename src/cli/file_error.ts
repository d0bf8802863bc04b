/**
 * The file system's errors in words for the person at the command line.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EEXIST: "file already exists",
  EISDIR: "it is a folder; name a file in it",
  ENOSPC: "no space left on the disk",
  ENOTDIR: "part of the path is a file, not a folder",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
};

/** `reviews.csv: cannot be read: permission denied`, from what was tried. */
export function fileError(path: string, error: unknown, tried: "read" | "written"): GoodwordError {
  const { code = "unknown error" } = error as NodeJS.ErrnoException;
  const missing = tried === "read" ? "no such file" : "no such folder";
  const reason = code === "ENOENT" ? missing : (REASONS[code] ?? code);
  const verdict = code === "ENOENT" ? reason : `cannot be ${tried}: ${reason}`;
  return new GoodwordError("file", `${path}: ${verdict}`, { cause: error });
}
