/**
 * Signs checkpoints of the transparency log: never below what was signed before, and never two trees of one size.
 *
 * @module
 */
import type { Notary } from "../publication/publishing/mod.ts";
import type { LogReads, LogState, Store } from "../store/mod.ts";
import {
  type Checkpoint,
  checkpointText,
  readCheckpoint,
  readNote,
  type SigningKey,
  signNote,
  sizeOfCheckpoint,
  verifyNote,
} from "../transparency_log/note.ts";
import { rootAt } from "../transparency_log/tree.ts";
import { type LogKeyPlace, makeLogKey, readLogKeys } from "./log_key.ts";

/** What a notary goes by. */
interface NotaryOptions extends LogKeyPlace {
  /** The origin of the log, by which its first key is named. */
  readonly name: string;
  /** Whether nothing may be written: no key is made then, and nothing signed. */
  readonly isReadOnly: boolean;
  /** The checkpoint that this server shows its readers; null for none. */
  readonly shown: string | null;
}

/** The notary of a store. The first key of a log is made here; one that is lost is not replaced. */
export async function openNotary(store: Store, { name, isReadOnly, shown, ...place }: NotaryOptions): Promise<Notary> {
  const { transparencyLog } = store;
  const known = await transparencyLog.signer();
  const found = readLogKeys(place);
  const mayMake = known === null && !isReadOnly;
  const keys = found.length === 0 && mayMake ? makeLogKey(place.databasePath, name) : found;
  const [newest] = keys;
  if (newest !== undefined && newest.vkey !== known && !isReadOnly) {
    await transparencyLog.saveSigner(newest.vkey);
  }
  return {
    vkeys: keys.map(({ vkey }) => vkey),
    async checkpoint(log, origin) {
      const state = await log.state();
      const kept = await transparencyLog.lastSigned(state.number);
      const last = sizeOfCheckpoint(shown) > sizeOfCheckpoint(kept) ? shown : kept;
      const seen = last === null ? null : readCheckpoint(last);
      if (keys.length === 0 || isReadOnly || (seen !== null && !(await isExtended(seen, state, log)))) return last;
      const text = checkpointText({ origin, ...state });
      // What witnesses have added since stays.
      const isSigned = seen?.note.text === text && keys.every((key) => verifyNote(seen.note, [key]) !== null);
      if (isSigned) return last;
      const signed = signedBy(keys, text);
      if (signed !== last) await transparencyLog.saveSigned(state.number, signed);
      return signed;
    },
  };
}

/** Whether the log as it is now begins with the tree of a checkpoint. */
async function isExtended({ size, root }: Checkpoint, now: LogState, { tiles }: LogReads): Promise<boolean> {
  if (size > now.size) return false;
  const same = size === now.size ? now.root : await rootAt(size, tiles);
  return Buffer.compare(same, root) === 0;
}

function signedBy(keys: readonly SigningKey[], text: string): string {
  return keys.reduce((note, key) => signNote(readNote(note) ?? note, key), text);
}
