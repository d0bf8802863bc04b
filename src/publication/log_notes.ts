/**
 * What of the transparency log is shown beside a review, as columns: 42 bytes a review.
 *
 * @module
 */
import type { LogNotes } from "../review/mod.ts";
import { GrowingColumn } from "./columns.ts";

/** The notes of the log, by ordinals. */
export interface LogNotesData {
  /** One more than the entry's index; 0 for a review that is not in the log. */
  readonly places: Uint32Array;
  /** 32 bytes a review. */
  readonly salts: Uint8Array;
  /** Whole seconds since the epoch. */
  readonly since: Uint32Array;
  readonly changes: Uint16Array;
}

/** Where a published review stands in the transparency log. */
export interface LogPlace {
  readonly index: number;
  /** base64url. */
  readonly salt: string;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly changes: number;
}

const SALT_BYTES = 32;
const MANY = 0xffff;

/** Collects the notes of one review after another. */
export class LogNotesColumns {
  readonly #places: GrowingColumn<Uint32Array>;
  readonly #salts: GrowingColumn<Uint8Array>;
  readonly #since: GrowingColumn<Uint32Array>;
  readonly #changes: GrowingColumn<Uint16Array>;

  constructor(expectedCount: number) {
    this.#places = new GrowingColumn(Uint32Array, expectedCount);
    this.#salts = new GrowingColumn(Uint8Array, expectedCount * SALT_BYTES);
    this.#since = new GrowingColumn(Uint32Array, expectedCount);
    this.#changes = new GrowingColumn(Uint16Array, expectedCount);
  }

  add({ logIndex, logSalt, logSince, logChanges }: LogNotes): void {
    const isLogged = logIndex !== null && logSalt !== null;
    this.#places.push(isLogged ? logIndex + 1 : 0);
    const salt = this.#salts.room(SALT_BYTES);
    if (isLogged) salt.set(Buffer.from(logSalt, "base64url").subarray(0, SALT_BYTES));
    this.#since.push(Math.floor((logSince ?? 0) / 1000));
    this.#changes.push(Math.min(MANY, logChanges));
  }

  keep({ places, salts, since, changes }: LogNotesData, from: number, to: number): void {
    this.#places.append(places, from, to);
    this.#salts.append(salts, from * SALT_BYTES, to * SALT_BYTES);
    this.#since.append(since, from, to);
    this.#changes.append(changes, from, to);
  }

  finish(): LogNotesData {
    return {
      places: this.#places.finish(),
      salts: this.#salts.finish(),
      since: this.#since.finish(),
      changes: this.#changes.finish(),
    };
  }
}

/** The place of the review at an ordinal; null for one that is not in the log. */
export function logPlaceAt({ places, salts, since, changes }: LogNotesData, ordinal: number): LogPlace | null {
  const place = places[ordinal] ?? 0;
  if (place === 0) return null;
  const salt = Buffer.from(salts.subarray(ordinal * SALT_BYTES, (ordinal + 1) * SALT_BYTES)).toString("base64url");
  return { index: place - 1, salt, since: (since[ordinal] ?? 0) * 1000, changes: changes[ordinal] ?? 0 };
}
