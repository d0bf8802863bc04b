/** Changes from any place on: each review once, at its latest state, by revision. Nothing is kept per reader. */
import type { ChangeNotes, History, LogNotes } from "../review/mod.ts";
import { dateNumber, dateOfNumber, firstWithout, GrowingColumn, orderedBy } from "./columns.ts";
import type { ChangePlace } from "./cursor.ts";

export type Change =
  | { readonly kind: "added" | "changed"; readonly revision: number; readonly at: number; readonly ordinal: number }
  | { readonly kind: "removed"; readonly revision: number; readonly at: number; readonly id: string };

export interface ChangePage {
  readonly changes: readonly Change[];
  readonly end: ChangePlace;
  readonly more: boolean;
}

interface ChangedReviews {
  readonly revision: number;
  /** yyyymmdd, descending. */
  readonly dates: Int32Array;
  idAt(ordinal: number): string;
  sizeAt(ordinal: number): number;
}

export interface ChangeLimits {
  readonly limit: number;
  /** Bytes of reviews; exceeded by a single review only. */
  readonly maxBytes: number;
}

/** `ahead`: the revision is not loaded here yet. `unknown`: not of this store. */
type CursorStatus = "known" | "ahead" | "unknown";

export class ChangeLog {
  readonly #data: ChangeData;
  readonly #reviews: ChangedReviews;
  readonly #instants: ReadonlyMap<number, number>;

  constructor(data: ChangeData, reviews: ChangedReviews) {
    this.#data = data;
    this.#reviews = reviews;
    this.#instants = new Map(data.revisions.map(({ revision, at }) => [revision, at]));
  }

  /** Whether the reader got its reviews in today's form. */
  hasForm({ form }: ChangePlace): boolean {
    return form === this.#data.form;
  }

  standing({ revision, at }: ChangePlace): CursorStatus {
    if (this.#instants.get(revision) === at) return "known";
    return revision > this.#reviews.revision ? "ahead" : "unknown";
  }

  page(after: ChangePlace | null, { limit, maxBytes }: ChangeLimits): ChangePage {
    const { order, withdrawals, form } = this.#data;
    // After a change of form every review may differ, so all are sent again.
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

  /** Latest first. */
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

  /** Into the order of reviews and into the withdrawals. */
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
    const date = this.#reviews.dates[ordinal] ?? 0;
    const lastDate = dateNumber(last.date);
    return date === lastDate ? this.#reviews.idAt(ordinal) <= last.id : date > lastDate;
  }

  /** A reader who has the review takes either for its latest state. */
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

/** What the reviews of a publication do not show of the past. */
export interface ChangeHistory extends History {
  /**
   * Eight hexadecimal digits for all that a published review depends on besides its row, such as catalog and engine;
   * with another form any review may have changed.
   */
  readonly form: string;
}

export interface ChangeData extends ChangeHistory {
  readonly changedIn: Uint32Array;
  readonly publishedIn: Uint32Array;
  /** Order by revision, then as in the publication. */
  readonly order: Uint32Array;
}

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

  keep({ changedIn, publishedIn }: Pick<ChangeData, "changedIn" | "publishedIn">, from: number, to: number): void {
    this.#changedIn.append(changedIn, from, to);
    this.#publishedIn.append(publishedIn, from, to);
  }

  finish(history: ChangeHistory): ChangeData {
    const changedIn = this.#changedIn.finish();
    const publishedIn = this.#publishedIn.finish();
    return { ...history, changedIn, publishedIn, order: orderedBy(changedIn) };
  }
}

export interface LogNotesData {
  /** Index of the entry + 1; 0 if not in the log. */
  readonly places: Uint32Array;
  /** 32 bytes each. */
  readonly salts: Uint8Array;
  /** Times in seconds. */
  readonly since: Uint32Array;
  readonly changes: Uint16Array;
}

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

/** Null if the review is not in the log. */
export function logPlaceAt({ places, salts, since, changes }: LogNotesData, ordinal: number): LogPlace | null {
  const place = places[ordinal] ?? 0;
  if (place === 0) return null;
  const salt = Buffer.from(salts.subarray(ordinal * SALT_BYTES, (ordinal + 1) * SALT_BYTES)).toString("base64url");
  return { index: place - 1, salt, since: (since[ordinal] ?? 0) * 1000, changes: changes[ordinal] ?? 0 };
}
