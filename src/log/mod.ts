/**
 * A transparency log: an append-only Merkle tree in static files, as certificate transparency and Go's checksum database have it.
 *
 * In: entries as bytes, keys, and what a site answers. Out: hashes, tiles, proofs and signed notes, and findings about a site's
 * log in plain words.
 * Never: where entries are kept, who serves them.
 *
 * Specs: RFC 6962 section 2; RFC 8785; C2SP (https://c2sp.org) signed-note@v1.0.0, tlog-checkpoint@v1.0.0, tlog-tiles@v0.1.0 and
 * tlog-proof (format `c2sp.org/tlog-proof@v1`). Left out: cosignatures, `extra` lines, consistency proofs, ML-DSA-44, ECDSA and pruning.
 *
 * @module
 */

export * from "./entry.ts";
export * from "./note.ts";
export * from "./receipt.ts";
export type { FetchFromSite, LogFinding, SiteLog } from "./site_log.ts";
export * from "./tree.ts";
export * from "./watch.ts";
