/** Gives the transparency log a new key, which the old one vouches for where it is there. */
import { randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { logKeyFileOf } from "../config.ts";
import { makeSigningKey } from "../log/mod.ts";
import { instantOfChange, type Store } from "../store/mod.ts";
import { type LogKeyPlace, readLogKeys, tried } from "./log_key.ts";

/** What came of a new key. */
type NewLogKey =
  /** `isSigned` where the old key was there, which signs what the new one does from now on. */
  | { readonly kind: "made"; readonly vkey: string; readonly isSigned: boolean; readonly path: string }
  /** The server is to be given this: it is in no file of ours. */
  | { readonly kind: "to_set"; readonly vkey: string; readonly isSigned: boolean; readonly logKey: string };

/** Has another key sign the log from now on, beside the old one where that is there. */
export async function renewLogKey(store: Store, place: LogKeyPlace, name: string): Promise<NewLogKey> {
  const former = readLogKeys(place);
  const key = makeSigningKey(former[0]?.name ?? name, randomBytes(32));
  const isSigned = former.length > 0;
  const texts = [key, ...former].map(({ skey }) => skey);
  const path = logKeyFileOf(place.databasePath);
  if (place.configured !== null || path === null) {
    return { kind: "to_set", vkey: key.vkey, isSigned, logKey: texts.join(",") };
  }
  // One after another, by the lock of the write: what somebody who was killed has left of a file is nobody's.
  await store.reviews.write(async (writes) => {
    const others = readLogKeys(place).filter(({ vkey }) => vkey !== key.vkey);
    tried(path, () => {
      writeFileSync(`${path}.new`, `${[key, ...others].map(({ skey }) => skey).join("\n")}\n`, {
        mode: 0o600,
        flush: true,
      });
      renameSync(`${path}.new`, path);
    });
    // A new revision has the server sign with it at once.
    const at = instantOfChange(writes.now, await writes.state());
    await writes.recordChange({ command: "log-key", at, lines: [{ detail: { key: key.vkey, signed: isSigned } }] });
  });
  return { kind: "made", vkey: key.vkey, isSigned, path };
}
