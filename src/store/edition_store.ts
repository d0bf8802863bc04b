/** What a publication is built from: one moment of the store, and how its changes are dated. */

import type { SuccessorEntry, TileReader } from "../log/mod.ts";
import type {
  Business,
  ChangeNotes,
  ConvertedRatings,
  History,
  JoinedCopy,
  LogNotes,
  PublishedReview,
  Removal,
  ReviewTally,
  StoredReview,
} from "../review/mod.ts";

/** A version of the store's content; the revision grows with every change. */
export interface EditionState {
  readonly revision: number;
  /** When the published content last changed, epoch milliseconds; 0 before the first change. */
  readonly publishedAt: number;
}

/** A review that is published, with what its mentions are made of. */
export type PublishedRow = PublishedReview &
  Pick<StoredReview, "givenMentions" | "analysis" | "analysisKey"> &
  ChangeNotes &
  LogNotes;

/** A consistent snapshot of everything that is published. */
export interface Edition extends EditionState {
  /** Random name of this installation. */
  readonly authority: string;
  /** Null before the first import. Private technicians included. */
  readonly business: Business | null;
  readonly insightsOverrides: Readonly<Record<string, unknown>> | null;
  /**
   * Newest first: date descending, then id ascending. Pages of rows, read as they are walked, and once only: a large set
   * never stands in memory twice.
   */
  readonly reviews: AsyncIterable<readonly PublishedRow[]>;
  /** The first `count` of `reviews`, whether these are walked or not. */
  newest(count: number): Promise<readonly PublishedRow[]>;
  /**
   * The published reviews that changed after a revision, in the order of `reviews`; null when there are more than `most`.
   */
  changedAfter(revision: number, most: number): Promise<readonly PublishedRow[] | null>;
  /** Latest first; of reviews that readers saw. */
  readonly removals: readonly Removal[];
  /** Copies that count with another review, by id; without those that their source hides. Read when asked for. */
  joinedCopies(): Promise<readonly JoinedCopy[]>;
  /** Ratings that imports turned into stars, by source. */
  convertedRatings(): Promise<readonly ConvertedRatings[]>;
  /** The record of invitations, as JSON of `KeptRecord`; null before they were ever on. */
  record(): Promise<string | null>;
  history(): Promise<History>;
  /** The transparency log, as it is at this revision. */
  log(): Promise<LogReads>;
  tallies(): Promise<readonly ReviewTally[]>;
}

/** A state of the store's content as `changed` gave it. Compare with nothing; hand back. */
export type ChangeMark = number | string;

/** The instant of a change made now. Two changes never share a second, since Last-Modified counts seconds. */
export function instantOfChange(now: number, state: EditionState): number {
  const second = (instant: number) => Math.floor(instant / 1000);
  return second(now) > second(state.publishedAt) ? now : (second(state.publishedAt) + 1) * 1000;
}

/** Feed validators complain of equal `updated`: the reviews of one import are dated a millisecond apart, within the second of the change. */
export function instantOfRank(at: number, rank: number): number {
  return at - (rank % 1000);
}

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

export type LostLog = Omit<SuccessorEntry, "act">;

export interface LogReads {
  /** Its number and size alone, which are had without hashing. */
  place(): Promise<Pick<LogState, "number" | "size">>;
  state(): Promise<LogState>;
  /** Texts of entries, from the first to before the second; fewer at the end of the log. */
  entries(first: number, end: number): Promise<readonly string[]>;
  readonly tiles: TileReader;
}

/** Entries, hashes and signed checkpoints. */
export interface TransparencyLogStore {
  read<T>(work: (log: LogReads) => Promise<T>): Promise<T>;
  /** The key that signed last, as a vkey: it distinguishes a lost key from a first one. Null before the first. */
  signer(): Promise<string | null>;
  saveSigner(vkey: string): Promise<void>;
  /** The copy beside the database; null where there is none. */
  copy(): Promise<LogCopy | null>;
  /** The greatest checkpoint that was signed for the log of a number, as far as this machine or this store remembers. */
  lastSigned(number: number): Promise<string | null>;
  /** Remembers a checkpoint that was signed, before anybody sees it, unless a greater one was. */
  saveSigned(number: number, checkpoint: string): Promise<void>;
}

/** The last checkpoint that was signed of each log. */
export interface SignedCheckpoints {
  lastSigned(number: number): string | null | Promise<string | null>;
  /** Keeps what `next` makes of the last one. */
  saveSigned(number: number, next: (last: string | null) => string): void | Promise<void>;
}

/** A copy of the log beside the database, which outlives it. */
export interface LogCopy extends SignedCheckpoints {
  /** What it holds of its newest log; null when it holds none. */
  state(): CopiedLog | null;
  /** Its entries from the first on, whole ones only. */
  entries(number: number, first: number): Iterable<string>;
  /** Appends the entries that the copy does not have yet. */
  catchUp(log: LogReads): Promise<void>;
}

export interface CopiedLog {
  readonly number: number;
  readonly size: number;
  /** The last entry; null where there is none. */
  readonly last: string | null;
  /** The last signed one; null if none is there. */
  readonly checkpoint: string | null;
}
