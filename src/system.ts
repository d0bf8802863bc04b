/** Files, folders, processes, host names and the clock of this machine. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Clock } from "./platform.ts";

/** The file at a path; undefined without a file, or if the file system fails, as for a link to itself. */
export function fileAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Opens a file, pipe or device, or a folder to read, for as long as `use` takes. */
export function withOpened<T>(path: string, flags: "r" | "r+" | "w", use: (descriptor: number) => T): T {
  return closing(openSync(path, flags), use);
}

function closing<T>(descriptor: number, use: (descriptor: number) => T): T {
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

interface WriteOptions {
  /** The permissions of the file, less the umask. */
  readonly mode: number;
  /** Whether the content must survive a power loss. */
  readonly isDurable: boolean;
  /** The path of the file until it is complete. */
  readonly draft?: string;
}

/**
 * Creates or replaces a file. Others read all of the old content or all of the new, also after a crash. A failure leaves the
 * old file, and no draft. `content` may be a function that writes to the descriptor.
 */
export function writeAtomically(
  path: string,
  content: string | Uint8Array | ((descriptor: number) => void),
  { mode, isDurable, draft = `${path}.new` }: WriteOptions,
): void {
  try {
    closing(openSync(draft, "w", mode), (descriptor) => {
      if (typeof content === "function") content(descriptor);
      else writeFileSync(descriptor, content);
      if (isDurable) fsyncSync(descriptor);
    });
    if (isDurable) renameDurably(draft, path);
    else renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Renames a file that is synced already. A power loss cannot undo it. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Creates a folder and its parents, for the owner alone. A power loss cannot undo it. */
export function makeFolderDurably(path: string): void {
  if (existsSync(path)) return;
  makeFolderDurably(dirname(path));
  mkdirSync(path, { recursive: true, mode: 0o700 });
  syncFolder(dirname(path));
}

/** Like PostgreSQL, ignores that Windows, a file system or the permissions of a folder do not allow it to be synced. */
const UNSYNCABLE = new Set(["EISDIR", "EACCES", "EBADF", "EINVAL", "ENOTSUP"]);

/** Flushes to disk which files a folder contains, where that is possible. */
export function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  try {
    withOpened(path, "r", fsyncSync);
  } catch (error) {
    if (!UNSYNCABLE.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
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

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, alarm) {
    const timer = setTimeout(alarm, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
