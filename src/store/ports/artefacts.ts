/**
 * Publications as bytes: one server builds, the others of the same generation load what it stored.
 *
 * @module
 */

/** Names an artefact: what has the same name was made of the same content by the same release. */
export interface ArtefactName {
  /** Digest of the release and its settings. */
  readonly generation: string;
  readonly revision: number;
  /** When the content last changed: a restored store may come to the same revision by another way. */
  readonly publishedAt: number;
}

/** Artefacts of a store. All of them may be lost at any time; they are built anew then. */
export interface ArtefactStore {
  /** The newest artefact of a generation, or null. */
  newest(generation: string): Promise<ArtefactName | null>;
  /** The pieces of an artefact as they were stored. @throws {GoodwordError} `database` when it is missing or damaged */
  read(name: ArtefactName): AsyncIterable<Uint8Array>;
  /**
   * Stores an artefact, all or nothing, in place of one of the same name. Those of older revisions are deleted: nobody who
   * has not loaded them yet needs to.
   */
  put(name: ArtefactName, pieces: Iterable<Uint8Array>): Promise<void>;
  /**
   * Calls `work` unless a server of the same generation is inside such a call; null then. The claim of a server that
   * crashes ends at once, that of one that is cut off after a while; a `work` that takes longer is not interrupted.
   */
  claim<T>(generation: string, work: () => Promise<T>): Promise<{ readonly result: T } | null>;
}
