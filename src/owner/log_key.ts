/**
 * The keys that sign the transparency log, as signed-note private keys, the newest first: in `LOG_KEY`, or in a file beside the
 * database, never in it. All of them sign, so that whoever knows an older one sees who follows it.
 */
import { randomBytes } from "node:crypto";
import { keyFilesOf } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import { makeSigningKey, readSigningKey, type SigningKey } from "../transparency_log/note.ts";
import { makeKey, makeKeyFolder, readKey } from "./link_key.ts";

/** Where keys of a log are had from. */
export interface LogKeyPlace {
  /** The file of the store, or the URL of its server. */
  readonly databasePath: string;
  /** `LOG_KEY`. */
  readonly configured: string | null;
}

/** The keys there are; none where nothing was ever signed, or the key is lost. @throws {GoodwordError} `file` or `usage` */
export function readLogKeys({ databasePath, configured }: LogKeyPlace): readonly SigningKey[] {
  if (configured !== null) return keysIn(configured, "LOG_KEY");
  const path = keyPath(databasePath);
  if (path === null) return [];
  return keysIn(tried(path, () => readKey(path)) ?? "", path);
}

/**
 * The first key of a log, in its file; its name is the origin that the log has now. None where it has to be set, and none as long as
 * the disk is full: readers are served meanwhile, and the next publication tries again.
 */
export function makeLogKey(databasePath: string, name: string): readonly SigningKey[] {
  const path = keyPath(databasePath);
  if (path === null) return [];
  try {
    const made = tried(path, () => {
      makeKeyFolder(databasePath);
      return makeKey(path, makeSigningKey(name, randomBytes(32)).skey);
    });
    return keysIn(made, path);
  } catch (error) {
    const { cause } = error as Error;
    if (/^(?:ENOSPC|EDQUOT)$/.test((cause as NodeJS.ErrnoException | undefined)?.code ?? "")) return [];
    throw error;
  }
}

/** The file of the keys; null where they are set by the environment. */
export function keyPath(databasePath: string): string | null {
  const files = keyFilesOf(databasePath);
  return files === null ? null : `${files}.log-key`;
}

function keysIn(text: string, where: string): readonly SigningKey[] {
  return text
    .split(/[\s,]+/)
    .filter((part) => part !== "")
    .map((part, rank) => {
      const key = readSigningKey(part);
      if (key === null) throw new GoodwordError("usage", `${where}: key ${rank + 1} is not a signed-note private key`);
      return key;
    });
}

/** @throws {GoodwordError} `file` where the system refuses something with a key file */
export function tried<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const message = `Cannot keep the key of the log in ${path}: ${(error as Error).message}`;
    throw new GoodwordError("file", message, { cause: error });
  }
}
