/** The keys that sign the transparency log, the newest first. All of them sign, so that verifiers can follow. */
import { randomBytes } from "node:crypto";
import { logKeyFileOf } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import {
  type Checkpoint,
  checkpointText,
  isSignedBy,
  makeSigningKey,
  readCheckpoint,
  readNote,
  readSigningKey,
  type SigningKey,
  signNote,
} from "../log/note.ts";
import { rootAt } from "../log/tree.ts";
import type { Notary } from "../publication/publishing/mod.ts";
import type { LogReads, LogState, Store } from "../store/mod.ts";
import { makeKey, makeKeyFolder, readKey } from "./link_key.ts";

export interface LogKeyPlace {
  readonly databasePath: string;
  readonly configured: string | null;
}

/** Returns the keys; empty if nothing was ever signed, or the key is lost. @throws {GoodwordError} `file` or `usage` */
export function readLogKeys({ databasePath, configured }: LogKeyPlace): readonly SigningKey[] {
  if (configured !== null) return keysIn(configured, "LOG_KEY");
  const path = logKeyFileOf(databasePath);
  if (path === null) return [];
  return keysIn(tried(path, () => readKey(path)) ?? "", path);
}

/** No key if it must be set in the environment, or cannot be written: readers are served unsigned, and it is tried again. */
function makeLogKey(databasePath: string, name: string): readonly SigningKey[] {
  const path = logKeyFileOf(databasePath);
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

/** @throws {GoodwordError} `file` if the system refuses access to a key file */
export function tried<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const message = `Cannot keep the key of the log in ${path}: ${(error as Error).message}`;
    throw new GoodwordError("file", message, { cause: error });
  }
}

// Signs checkpoints of the transparency log: never a smaller one than before, and never two trees of one size.

interface NotaryOptions extends LogKeyPlace {
  readonly name: string;
  /** Whether nothing may be written: then no key is created and nothing is signed. */
  readonly isReadOnly: boolean;
}

/** Opens the notary of a store. Creates the first key of a log, but never replaces a lost one. */
export async function openNotary(
  { transparencyLog }: Pick<Store, "transparencyLog">,
  { name, isReadOnly, ...place }: NotaryOptions,
): Promise<Notary> {
  const known = await transparencyLog.signer();
  const found = readLogKeys(place);
  const mayMake = known === null && !isReadOnly;
  const keys = found.length === 0 && mayMake ? makeLogKey(place.databasePath, name) : found;
  const [newest] = keys;
  if (newest !== undefined && newest.vkey !== known && !isReadOnly) {
    // While another process writes, readers are served; the next publication tries again.
    await transparencyLog.saveSigner(newest.vkey).catch((error) => {
      if (!(error instanceof GoodwordError)) throw error;
    });
  }
  return {
    vkeys: keys.map(({ vkey }) => vkey),
    async checkpoint(log, origin) {
      const state = await log.state();
      const last = await transparencyLog.lastSigned(state.number);
      const seen = last === null ? null : readCheckpoint(last);
      if (keys.length === 0 || isReadOnly || (seen !== null && !(await isExtended(seen, state, log)))) return last;
      const text = checkpointText({ origin, ...state });
      const isSigned = seen?.note.text === text && keys.every((key) => isSignedBy(seen.note, key));
      if (isSigned) return last;
      const signed = keys.reduce((note, key) => signNote(readNote(note) ?? note, key), text);
      if (signed !== last) await transparencyLog.saveSigned(state.number, signed);
      return signed;
    },
  };
}

async function isExtended({ size, root }: Checkpoint, now: LogState, { tiles }: LogReads): Promise<boolean> {
  if (size > now.size) return false;
  const same = size === now.size ? now.root : await rootAt(size, tiles);
  return Buffer.compare(same, root) === 0;
}
