/** What is kept of an author beyond the shown name: keyed hashes, under a key of this installation. */
import type { KnownAuthor } from "../import/mod.ts";
import { CONTACT_KINDS, type ContactHasher, type ContactHashes, contactHasher } from "../review/mod.ts";

export const CONTACT_HASH_KEY = "evidence_salt";

/** Hashes what a file knows of authors, as JSON of `Marks`; null when nothing of it is a mark. */
export function contactHashWriter(key: string): (known: KnownAuthor) => string | null {
  const hash: ContactHasher = contactHasher(Uint8Array.fromHex(key));
  return (known) => {
    const marks = CONTACT_KINDS.flatMap((kind) => {
      const value = known[kind];
      const mark = value === undefined ? null : hash(kind, value);
      return mark === null ? [] : [[kind, mark] as const];
    });
    return marks.length === 0 ? null : JSON.stringify(Object.fromEntries(marks));
  };
}

export function readContactHashes(json: string | null): ContactHashes {
  return json === null ? {} : (JSON.parse(json) as ContactHashes);
}

/** Hashes of a review after an import with `given`: new ones are added, the others stay. */
export function mergeContactHashes(kept: string | null, given: string | null): string | null {
  if (given === null || given === kept) return kept;
  const merged: Partial<Record<string, string>> = { ...readContactHashes(kept), ...readContactHashes(given) };
  return JSON.stringify(
    Object.fromEntries(CONTACT_KINDS.flatMap((kind) => (merged[kind] ? [[kind, merged[kind]]] : []))),
  );
}
