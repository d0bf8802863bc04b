/** The key that signs links: in the environment, or in a file next to the database, never in it. */
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isServerUrl, keyFilesOf } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import { makeFolderDurably, syncFolder } from "../system.ts";

/** Creates the key on first use. @throws {GoodwordError} `usage` if it must be set, or `file` */
export function linkKeyFor(databasePath: string, configured: string | null): string {
  if (configured !== null) return configured;
  const files = keyFilesOf(databasePath);
  if (files === null || databasePath === ":memory:") {
    const where = files === null ? "PostgreSQL" : "a database in memory";
    throw new GoodwordError("usage", `LINK_KEY is not set, expected with ${where}; openssl rand -hex 32 makes one`);
  }
  const path = `${files}.link-key`;
  try {
    makeKeyFolder(databasePath);
    const key = readKey(path) ?? makeKey(path, randomBytes(32).toString("hex"));
    // Anybody could forge links of an empty key.
    if (key.length < 32) throw new Error("it has fewer than 32 characters; put back a copy of it");
    return key;
  } catch (error) {
    throw new GoodwordError("file", `Cannot keep the key of links in ${path}: ${(error as Error).message}`);
  }
}

/** Creates the folder for the keys of many businesses on a server; keys of a file are next to it. */
export function makeKeyFolder(databasePath: string): void {
  const files = isServerUrl(databasePath) ? keyFilesOf(databasePath) : null;
  if (files !== null) makeFolderDurably(dirname(files));
}

export function readKey(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Creates a key file and returns its content. Atomic: concurrent callers get the same key, never half of one. */
export function makeKey(path: string, key: string): string {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, `${key}\n`, { mode: 0o600, flag: "wx", flush: true });
    linkSync(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKey(path) ?? "";
}
