/**
 * A transparency log: an append-only Merkle tree in static files, as certificate transparency and Go's checksum database have it.
 *
 * In: entries as bytes, keys. Out: hashes, tiles, proofs and signed notes, and what is wrong with those of others.
 * Never: where entries are kept, who serves them.
 *
 * Specs: RFC 6962 section 2; RFC 8785; C2SP (https://c2sp.org) signed-note@v1.0.0, tlog-checkpoint@v1.0.0, tlog-tiles@v0.1.0 and
 * tlog-proof (format `c2sp.org/tlog-proof@v1`). Left out: cosignatures, consistency proofs, ML-DSA-44, ECDSA and pruning.
 *
 * @module
 */

export * from "./entry.ts";
export * from "./note.ts";
export * from "./tree.ts";
