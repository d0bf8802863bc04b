/** Files, folders, processes and host names of this machine. */
import { closeSync, fsyncSync, openSync, type Stats, statSync } from "node:fs";

/** The file at a path; undefined without a file, or if the file system fails, as for a link to itself. */
export function fileAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Opens a file, or a folder to read, for as long as `use` takes. */
export function withOpened<T>(path: string, flags: "r" | "r+", use: (descriptor: number) => T): T {
  const descriptor = openSync(path, flags);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Flushes a folder to disk, except on Windows, which cannot open folders. */
export function syncFolder(path: string): void {
  if (process.platform !== "win32") withOpened(path, "r", fsyncSync);
}

/** Also of another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether the host name of a URL is this machine, so that nobody can intercept the connection. */
export function isLocalHost(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(hostname);
}
