/** What the store keeps of the transparency log, besides appending to it: see `ReviewWrites`. */
import type { SuccessorEntry, TileReader } from "../transparency_log/mod.ts";

/** Where the log stands. */
export interface LogState {
  /** 1, or how many logs were begun because the one before was lost. */
  readonly number: number;
  /** Entries. */
  readonly size: number;
  /** Hash of the tree of this size. */
  readonly root: Uint8Array;
  /** The last known checkpoint of the log that was lost; null for the first log. */
  readonly before: LostLog | null;
}

/** The checkpoint of a log that is lost. */
export type LostLog = Omit<SuccessorEntry, "act">;

/** The log within one transaction. */
export interface LogReads {
  /** Its number and size alone, which are had without hashing. */
  place(): Promise<Pick<LogState, "number" | "size">>;
  state(): Promise<LogState>;
  /** Texts of entries, from the first to before the second; fewer where there are no more. */
  entries(first: number, end: number): Promise<readonly string[]>;
  readonly tiles: TileReader;
}

/** Entries, hashes and signed checkpoints. */
export interface TransparencyLogStore {
  /** Calls `work` with one moment of the log. */
  read<T>(work: (log: LogReads) => Promise<T>): Promise<T>;
  /** Whether the log has begun, and has all that its copy has; else {@link ReviewWrites.prepareLog} is to be called. */
  isPrepared(): Promise<boolean>;
  /** The key that signed last, as a vkey: what tells a lost key from none. Null before the first. */
  signer(): Promise<string | null>;
  /** Remembers the key; where the store is busy, another time. */
  saveSigner(vkey: string): Promise<void>;
  /** The copy beside the database; null where there is none. */
  copy(): Promise<LogCopy | null>;
  /** The greatest checkpoint that was signed for the log of a number, as far as this machine or this store remembers. */
  lastSigned(number: number): Promise<string | null>;
  /** Remembers a checkpoint that was signed, before anybody sees it, unless a greater one was. */
  saveSigned(number: number, checkpoint: string): Promise<void>;
}

/** A copy of the log beside the database, which outlives it. */
export interface LogCopy {
  /** What it holds of its newest log; null when it holds none. */
  state(): CopiedLog | null;
  /** Its entries from the first on, whole ones only. */
  entries(number: number, first: number): Iterable<string>;
}

export interface CopiedLog {
  readonly number: number;
  readonly size: number;
  /** The last entry; null where there is none. */
  readonly last: string | null;
  /** The last signed one; null if none is there. */
  readonly checkpoint: string | null;
}
