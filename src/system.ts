/** What this machine knows of files, folders and processes, and which names are its own. */
import { closeSync, fsyncSync, openSync, type Stats, statSync } from "node:fs";

/** The file at a path. Undefined where there is no file, and where the file system fails, as for a link to itself. */
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

/** Has the disk keep the names in a folder; Windows opens no folders. */
export function syncFolder(path: string): void {
  if (process.platform !== "win32") withOpened(path, "r", fsyncSync);
}

/** Whether a process exists, be it another user's. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether the host name of a URL is this machine's: nobody on the way reads or changes what is sent there. */
export function isLocalHost(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(hostname);
}
