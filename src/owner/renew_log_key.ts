/** Gives the transparency log a new key, vouched for by the old one if it exists. */
import { randomBytes } from "node:crypto";
import { logKeyFileOf } from "../config.ts";
import { makeSigningKey } from "../log/mod.ts";
import { instantOfChange, type Store } from "../store/mod.ts";
import { writeAtomically } from "../system.ts";
import { type LogKeyPlace, readLogKeys, tried } from "./log_key.ts";

type NewLogKey =
  | { readonly kind: "made"; readonly vkey: string; readonly isSigned: boolean; readonly path: string }
  /** To be set in the environment of the server, since no file of ours stores it. */
  | { readonly kind: "to_set"; readonly vkey: string; readonly isSigned: boolean; readonly logKey: string };

export async function renewLogKey(store: Store, place: LogKeyPlace, name: string): Promise<NewLogKey> {
  const former = readLogKeys(place);
  const key = makeSigningKey(former[0]?.name ?? name, randomBytes(32));
  const isSigned = former.length > 0;
  const texts = [key, ...former].map(({ skey }) => skey);
  const path = logKeyFileOf(place.databasePath);
  if (place.configured !== null || path === null) {
    return { kind: "to_set", vkey: key.vkey, isSigned, logKey: texts.join(",") };
  }
  // Serialised by the write lock, so a leftover `.new` file of a killed process can be overwritten.
  await store.reviews.write(async (writes) => {
    const others = readLogKeys(place).filter(({ vkey }) => vkey !== key.vkey);
    const lines = [key, ...others].map(({ skey }) => `${skey}\n`);
    tried(path, () => writeAtomically(path, lines.join(""), { mode: 0o600, isDurable: true }));
    // A new revision makes the server sign with it at once.
    const at = instantOfChange(writes.now, await writes.state());
    await writes.recordChange({ command: "log-key", at, lines: [{ detail: { key: key.vkey, signed: isSigned } }] });
  });
  return { kind: "made", vkey: key.vkey, isSigned, path };
}
