/**
 * The changes of a publication from any place on: each review once, at its latest state, in order of revision.
 *
 * No state is kept per reader: which changes a reader lacks follows from its cursor and the publication alone.
 */
import type { ChangeNotes, History, LogNotes } from "../review/mod.ts";
import { dateNumber, dateOfNumber, firstWithout, GrowingColumn } from "./columns.ts";
import type { ChangePlace } from "./cursor.ts";

/** A change: of the review at an ordinal, or the removal of one. */
export type Change =
  | { readonly kind: "added" | "changed"; readonly revision: number; readonly at: number; readonly ordinal: number }
  | { readonly kind: "removed"; readonly revision: number; readonly at: number; readonly id: string };

/** Changes that follow a place, with the place behind them. */
export interface ChangePage {
  readonly changes: readonly Change[];
  readonly end: ChangePlace;
  /** Whether there are more behind the end. */
  readonly more: boolean;
}

/** What is read of the publication itself. */
interface ChangedReviews {
  /** Of the store, as a number. */
  readonly revision: number;
  /** Calendar dates as numbers yyyymmdd, descending. */
  readonly dates: Int32Array;
  idAt(ordinal: number): string;
  /** How many bytes the review takes. */
  sizeAt(ordinal: number): number;
}

/** How much of the changes is wanted. */
export interface ChangeLimits {
  readonly limit: number;
  /** Of reviews; a page ends before it exceeds them, but has one change at least. */
  readonly maxBytes: number;
}

/** Whether a cursor points into this content, into a revision that is not loaded here yet, or is not from this store. */
type CursorStatus = "known" | "ahead" | "unknown";

/** Changes of one publication. */
export class ChangeLog {
  readonly #data: ChangeData;
  readonly #reviews: ChangedReviews;
  readonly #instants: ReadonlyMap<number, number>;

  constructor(data: ChangeData, reviews: ChangedReviews) {
    this.#data = data;
    this.#reviews = reviews;
    this.#instants = new Map(data.revisions.map(({ revision, at }) => [revision, at]));
  }

  /** Whether the reader of a cursor got its reviews in today's form. */
  hasForm({ form }: ChangePlace): boolean {
    return form === this.#data.form;
  }

  standing({ revision, at }: ChangePlace): CursorStatus {
    if (this.#instants.get(revision) === at) return "known";
    return revision > this.#reviews.revision ? "ahead" : "unknown";
  }

  /** The page that follows a known place, or the first one. */
  page(after: ChangePlace | null, { limit, maxBytes }: ChangeLimits): ChangePage {
    const { order, withdrawals, form } = this.#data;
    // After a change of form every review may differ, so all of them are sent again.
    const start = after === null || after.form !== form ? BEGINNING : after;
    let [review, withdrawal] = this.#startAfter(start);
    const changes: Change[] = [];
    let bytes = 0;
    while (changes.length < limit) {
      const ordinal = order[review];
      const gone = withdrawals[withdrawal];
      if (ordinal === undefined && gone === undefined) break;
      if (gone !== undefined && (ordinal === undefined || gone.revision < this.#changedIn(ordinal))) {
        changes.push({ kind: "removed", id: gone.id, ...this.#moment(gone.revision) });
        withdrawal++;
      } else if (ordinal !== undefined) {
        bytes += this.#reviews.sizeAt(ordinal);
        if (bytes > maxBytes && changes.length > 0) break;
        changes.push({ kind: this.#kindOf(ordinal, after), ordinal, ...this.#moment(this.#changedIn(ordinal)) });
        review++;
      }
    }
    const more = review < order.length || withdrawal < withdrawals.length;
    return { changes, end: this.#endOf(more ? changes.at(-1) : undefined), more };
  }

  /** The latest changes, latest first, for a reader without a cursor. */
  latest(count: number): readonly Change[] {
    const { order, withdrawals, publishedIn } = this.#data;
    const reviews = Array.from(order.subarray(-count), (ordinal): Change => {
      const revision = this.#changedIn(ordinal);
      const kind = publishedIn[ordinal] === revision ? "added" : "changed";
      return { kind, ordinal, ...this.#moment(revision) };
    });
    const gone = withdrawals.slice(-count).map(({ id, revision }): Change => {
      return { kind: "removed", id, ...this.#moment(revision) };
    });
    return [...reviews, ...gone].sort((one, other) => other.revision - one.revision).slice(0, count);
  }

  /** Indices into the order of reviews and into the withdrawals. */
  #startAfter({ revision, last }: Pick<ChangePlace, "revision" | "last">): [review: number, withdrawal: number] {
    const { order, withdrawals } = this.#data;
    const isToldReview = (at: number) => this.#isTold(order[at] ?? 0, revision, last);
    const isToldWithdrawal = (at: number) => {
      const gone = withdrawals[at];
      if (gone === undefined || gone.revision !== revision) return (gone?.revision ?? revision) < revision;
      // Within a revision they follow the reviews.
      return last === null || (last.date === null && gone.id <= last.id);
    };
    return [firstWithout(0, order.length, isToldReview), firstWithout(0, withdrawals.length, isToldWithdrawal)];
  }

  #isTold(ordinal: number, revision: number, last: ChangePlace["last"]): boolean {
    const changedIn = this.#changedIn(ordinal);
    if (changedIn !== revision) return changedIn < revision;
    if (last === null || last.date === null) return true;
    const [date, lastDate] = [this.#reviews.dates[ordinal] ?? 0, dateNumber(last.date)];
    return date === lastDate ? this.#reviews.idAt(ordinal) <= last.id : date > lastDate;
  }

  /** New to a reader who stands there; a reader who has it takes either for its latest state. */
  #kindOf(ordinal: number, after: ChangePlace | null): "added" | "changed" {
    const publishedIn = this.#data.publishedIn[ordinal] ?? 0;
    if (after === null || publishedIn > after.revision) return "added";
    const isUnchangedSince = publishedIn === after.revision && this.#changedIn(ordinal) === publishedIn;
    return isUnchangedSince && !this.#isTold(ordinal, after.revision, after.last) ? "added" : "changed";
  }

  #endOf(last: Change | undefined): ChangePlace {
    const { form } = this.#data;
    if (last === undefined) return { form, ...this.#moment(this.#reviews.revision), last: null };
    const { revision, at } = last;
    if (last.kind === "removed") return { form, revision, at, last: { date: null, id: last.id } };
    const date = dateOfNumber(this.#reviews.dates[last.ordinal] ?? 0);
    return { form, revision, at, last: { date, id: this.#reviews.idAt(last.ordinal) } };
  }

  #changedIn(ordinal: number): number {
    return this.#data.changedIn[ordinal] ?? 0;
  }

  #moment(revision: number): { readonly revision: number; readonly at: number } {
    return { revision, at: this.#instants.get(revision) ?? 0 };
  }
}

const BEGINNING = { revision: -1, last: null };

/** What happened before a publication, as far as its reviews do not show it. */
export interface ChangeHistory extends History {
  /**
   * Names all that the published form of a review depends on besides its row, such as the catalog and the engine, in eight
   * hexadecimal digits. When it becomes another, any review may have changed without a note of it.
   */
  readonly form: string;
}

/** The columns and lists of the changes of a publication. */
export interface ChangeData extends ChangeHistory {
  /** By ordinal. */
  readonly changedIn: Uint32Array;
  readonly publishedIn: Uint32Array;
  /** The ordinals by revision of the change, then as they stand in the publication. */
  readonly order: Uint32Array;
}

/** More ordinals than this would not fit beside a revision in a number. */
const MOST_REVIEWS = 2 ** 22;

/** Collects the notes of reviews in their order. */
export class ChangeColumns {
  readonly #changedIn: GrowingColumn<Uint32Array>;
  readonly #publishedIn: GrowingColumn<Uint32Array>;

  constructor(expectedCount: number) {
    this.#changedIn = new GrowingColumn(Uint32Array, expectedCount);
    this.#publishedIn = new GrowingColumn(Uint32Array, expectedCount);
  }

  add({ changedIn, publishedIn }: ChangeNotes): void {
    this.#changedIn.push(changedIn);
    this.#publishedIn.push(publishedIn);
  }

  /** Adds the notes of the reviews [`from`, `to`) of earlier columns. */
  keep({ changedIn, publishedIn }: Pick<ChangeData, "changedIn" | "publishedIn">, from: number, to: number): void {
    this.#changedIn.append(changedIn, from, to);
    this.#publishedIn.append(publishedIn, from, to);
  }

  /** The finished columns. */
  finish(history: ChangeHistory): ChangeData {
    const changedIn = this.#changedIn.finish();
    const publishedIn = this.#publishedIn.finish();
    return { ...history, changedIn, publishedIn, order: ordered(changedIn) };
  }
}

/** Sorted as numbers, which takes a tenth of the time that a comparing function does. */
function ordered(changedIn: Uint32Array): Uint32Array {
  const keys = new Float64Array(changedIn.length);
  for (let ordinal = 0; ordinal < keys.length; ordinal++) {
    keys[ordinal] = (changedIn[ordinal] ?? 0) * MOST_REVIEWS + ordinal;
  }
  keys.sort();
  const order = new Uint32Array(new SharedArrayBuffer(changedIn.byteLength));
  for (let at = 0; at < order.length; at++) {
    const key = keys[at] ?? 0;
    // `%` of numbers beyond 32 bits takes ten times as long.
    order[at] = key - Math.floor(key / MOST_REVIEWS) * MOST_REVIEWS;
  }
  return order;
}

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
