/** Appends what a transaction does to reviews: new ones as they are saved, others when the change is recorded. */
import { randomBytes } from "node:crypto";
import { asc, getTableColumns, sql } from "drizzle-orm";
import {
  base64,
  type EntryContent,
  entryFor,
  FORM_FIELDS,
  type GoneReview,
  isOfReview,
  isSameHash,
  type KeptReview,
  type LastLogged,
  type ReviewAppend,
  readCheckpoint,
  readEntry,
  readSalt,
  removedEntry,
  rootAt,
  rootOf,
  TILE_WIDTH,
  writeEntry,
} from "../../log/mod.ts";
import type { LogNotes, StoredReview } from "../../review/mod.ts";
import type { Transaction } from "./dialect.ts";
import { isPublished, readState } from "./editions.ts";
import {
  type CopiedLog,
  isContinued,
  isSample,
  type LogCopy,
  logReads,
  readNumber,
  saveNumber,
  sizeOf,
} from "./log_rows.ts";
import { type DriverRow, picked, rowDecoder, selectList } from "./rows.ts";

export type LogColumns = { -readonly [Name in keyof LogNotes]: LogNotes[Name] };

/** The state of a review in the log, where its row does not have it. */
interface FormerReview extends GoneReview, FormerNotes {
  readonly isRemoved: boolean;
}

interface Session {
  size: number;
  at: number;
  /** Ids of reviews that may differ from the log, with the reason for logging them where no change is one. */
  readonly touched: Map<string, string | null>;
  /** Touched reviews whose rows were deleted, or are older than the log, as after a backup was restored. */
  readonly former: Map<string, FormerReview>;
}

const BATCH_ENTRIES = 1000;

export type LogWrites = ReturnType<typeof logWrites>;

export function logWrites(connection: Transaction, copy: LogCopy | null) {
  const { db, dialect, now, rows: rowsOf, tables } = connection;
  const { logEntries, logHashes, removals, reviews, withdrawals } = tables;
  const log = logReads(connection);
  let begun: Promise<Session> | undefined;
  let sample: Promise<boolean> | undefined;
  const session = () => {
    begun ??= begin();
    return begun;
  };
  const showsSample = () => {
    sample ??= isSample(connection);
    return sample;
  };
  const { isOneOf } = dialect;

  async function begin(): Promise<Session> {
    const made: Session = { size: await sizeOf(connection), at: 0, touched: new Map(), former: new Map() };
    const number = await readNumber(connection);
    const copied = copy?.state() ?? null;
    const current = number ?? copied?.number ?? 1;
    if (copied !== null && !(await isContinued(connection, current, copied))) await takeOver(made, current, copied);
    else if (number === null) await saveNumber(connection, current);
    if (number === null) await touchAll(made, "existing");
    made.at = await lastInstant(made.size);
    return made;
  }

  /** Goes on where the copy ends, so that no entry is ever taken back; where that is lost, too, a new log begins. */
  async function takeOver(made: Session, current: number, { number, checkpoint }: CopiedLog): Promise<void> {
    const last = Math.max(0, made.size - 1);
    const [own] = await log.entries(last, made.size);
    const [same] = copy?.entries(number, last) ?? [];
    if (current !== number || own !== same) await clear(made);
    await insert(made, [...(copy?.entries(number, made.size) ?? [])]);
    const signed = checkpoint === null ? null : readCheckpoint(checkpoint);
    if (
      signed === null ||
      (made.size >= signed.size && isSameHash(await rootAt(signed.size, log.tiles), signed.root))
    ) {
      await saveNumber(connection, number);
      await readFormer(made);
      return;
    }
    await clear(made);
    await saveNumber(connection, number + 1);
    await append(made, [{ act: "succeeded", origin: signed.origin, size: signed.size, root: base64(signed.root) }]);
    await touchAll(made, "existing");
  }

  async function clear(made: Session): Promise<void> {
    await db.delete(logEntries);
    await db.delete(logHashes);
    await db.update(reviews).set({ logIndex: null, logSalt: null, logSince: null, logChanges: 0 });
    made.size = 0;
  }

  async function touchAll({ touched }: Session, reason: string): Promise<void> {
    const shown = isPublished(tables);
    const rows = await db.select({ id: reviews.id }).from(reviews).where(shown).orderBy(asc(reviews.number));
    for (const { id } of rows) touched.set(id, reason);
  }

  /** Touches each review whose row is older than its last entry, or missing. */
  async function readFormer({ size, former, touched }: Session): Promise<void> {
    const lastEntries = new Map<string, number>();
    for (let first = 0; first < size; first += BATCH_ENTRIES) {
      for (const text of await log.entries(first, first + BATCH_ENTRIES)) {
        const entry = readEntry(text);
        if (entry === null || !isOfReview(entry)) continue;
        const { n, review: id, rating, date, act } = entry;
        const { logSince = entry.at, logChanges = 0 } = former.get(id) ?? {};
        lastEntries.set(id, n);
        former.set(id, {
          id,
          rating,
          date,
          logSince,
          logChanges: logChanges + (act === "changed" ? 1 : 0),
          isShown: entry.commitment !== null,
          isRemoved: act === "removed",
          commitment: null,
        });
      }
    }
    const rows = await db.select({ id: reviews.id, n: reviews.logIndex }).from(reviews);
    for (const { id, n } of rows) {
      if (n !== null && lastEntries.get(id) === n) former.delete(id);
      else touched.set(id, "restored");
    }
    for (const id of former.keys()) touched.set(id, "restored");
  }

  async function lastInstant(size: number): Promise<number> {
    const [last] = await log.entries(size - 1, size);
    return last === undefined ? 0 : (readEntry(last)?.at ?? 0);
  }

  async function append(made: Session, contents: readonly EntryContent[]): Promise<number> {
    const first = made.size;
    made.at = Math.max(Math.floor(now / 1000) * 1000, made.at);
    await insert(
      made,
      contents.map((content, rank) => writeEntry(content, { n: first + rank, at: made.at })),
    );
    return first;
  }

  async function insert(made: Session, entries: readonly string[]): Promise<void> {
    const first = made.size;
    for (let start = 0; start < entries.length; start += BATCH_ENTRIES) {
      const rows = entries.slice(start, start + BATCH_ENTRIES).map((entry, rank) => [first + start + rank, entry]);
      await rowsOf(
        sql`insert into ${logEntries} (n, entry)
          select cast(wanted.value ->> 0 as bigint), wanted.value ->> 1
          from ${dialect.wanted("lists", rows)}`,
      );
    }
    made.size += entries.length;
    await hashTiles(first, made.size);
  }

  async function hashTiles(before: number, after: number): Promise<void> {
    const width = TILE_WIDTH;
    for (let [level, from, to] = [1, before, after]; ; level++) {
      const first = Math.floor(from / width);
      const end = Math.floor(to / width);
      if (first === end) return;
      const rows = [];
      for (let n = first; n < end; n++) {
        const bytes = await log.tiles(level - 1, n, width);
        const hashes = Array.from({ length: width }, (_, at) => bytes.subarray(at * 32, (at + 1) * 32));
        rows.push({ level, n, hash: base64(rootOf(hashes)) });
      }
      for (let at = 0; at < rows.length; at += BATCH_ENTRIES)
        await db.insert(logHashes).values(rows.slice(at, at + BATCH_ENTRIES));
      [from, to] = [first, end];
    }
  }

  async function idsWithin(ids: readonly string[], table: typeof reviews | typeof withdrawals): Promise<Set<string>> {
    const rows = await db.select({ id: table.id }).from(table).where(isOneOf(table.id, ids));
    return new Set(rows.map(({ id }) => id));
  }

  /** Appends the changes of touched reviews; `command` is the reason if a deletion has no other. */
  async function settleTouched(made: Session, command: string): Promise<void> {
    const { touched, former } = made;
    const ids = [...touched.keys()];
    for (let start = 0; start < ids.length; start += BATCH_ENTRIES) {
      const batch = ids.slice(start, start + BATCH_ENTRIES);
      const rows = new Map((await readTouched(batch)).map((row) => [row.id, row]));
      const reasons = await removalReasons(batch.filter((id) => !rows.has(id)));
      const appends = batch.flatMap((id) => {
        const [row, known, reason = null] = [rows.get(id), former.get(id), touched.get(id)];
        const before = known ?? (row === undefined ? null : loggedIn(row));
        if (row !== undefined) return appendOf(entryFor(row, before, randomBytes, reason), before);
        if (known === undefined || known.isRemoved) return [];
        return appendOf({ entry: removedEntry(known, reasons.get(id) ?? reason ?? command), salt: null }, before);
      });
      const first = await append(
        made,
        appends.map(({ entry }) => entry),
      );
      await saveNotes(
        appends.map((each, rank) => {
          const { logIndex, logSalt, logSince, logChanges } = notesOf(made, first + rank, each);
          return [each.entry.review, logSalt, logIndex, logSince, logChanges];
        }),
      );
    }
    touched.clear();
    former.clear();
  }

  async function removalReasons(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const { id, reason } = removals;
    const rows = await db.select({ id, reason }).from(removals).where(isOneOf(id, ids));
    return new Map(rows.map((row) => [row.id, row.reason]));
  }

  /** One statement for as many rows as there are: rows are found by their ids anyway. */
  async function saveNotes(lists: readonly (readonly (string | number | null)[])[]): Promise<void> {
    if (lists.length === 0) return;
    await rowsOf(
      sql`update ${reviews} set log_salt = wanted.value ->> 1, log_index = cast(wanted.value ->> 2 as bigint),
          log_since = cast(wanted.value ->> 3 as bigint), log_changes = cast(wanted.value ->> 4 as bigint)
        from ${dialect.wanted("lists", lists)} where ${reviews.id} = wanted.value ->> 0`,
    );
  }

  async function readTouched(ids: readonly string[]): Promise<TouchedRow[]> {
    const columns = picked(getTableColumns(reviews), TOUCHED_FIELDS);
    const decode = rowDecoder(columns);
    const rows = await rowsOf<DriverRow & Pick<TouchedRow, "entry">>(
      sql`select ${selectList({ ...columns, entry: logEntries.entry })}
        from ${dialect.wanted("texts", ids)} join ${reviews} on ${reviews.id} = wanted.value
        left join ${logEntries} on ${logEntries.n} = ${reviews.logIndex}`,
    );
    return rows.map((row) => ({ ...decode(row, new Map()), entry: row.entry }));
  }

  async function settle(command: string): Promise<void> {
    if (begun !== undefined && !(await showsSample())) await settleTouched(await begun, command);
  }

  return {
    businessSaved() {
      sample = undefined;
    },
    /** Logs those of the rows that are new and published, and gives them their place and salt. Before they are saved. */
    async saved(rows: readonly (StoredReview & LogColumns)[]): Promise<void> {
      if (rows.length === 0 || (await showsSample())) return;
      const made = await session();
      const ids = rows.map(({ id }) => id);
      const known = await idsWithin(ids, reviews);
      const returning = await idsWithin(ids, withdrawals);
      for (const id of known) if (!made.touched.has(id)) made.touched.set(id, null);
      const fresh = rows.filter((row) => !known.has(row.id) && row.withheld === null && row.copyOf === null);
      const appends = fresh.flatMap((row) => {
        const before = made.former.get(row.id) ?? (returning.has(row.id) ? RETURNING : null);
        made.former.delete(row.id);
        made.touched.delete(row.id);
        return appendOf(entryFor(row, before, randomBytes), before).map((each) => ({ ...each, row }));
      });
      const first = await append(
        made,
        appends.map(({ entry }) => entry),
      );
      for (const [rank, each] of appends.entries()) Object.assign(each.row, notesOf(made, first + rank, each));
    },
    async touch(id: string): Promise<void> {
      if (await showsSample()) return;
      const { touched } = await session();
      if (!touched.has(id)) touched.set(id, null);
    },
    /** Notes reviews that are about to be deleted; all when left out. */
    async forget(ids?: readonly string[]): Promise<void> {
      if (await showsSample()) return;
      const { former, touched } = await session();
      const isMeant = ids === undefined ? sql`true` : isOneOf(reviews.id, ids);
      const { id, rating, date, logSalt, logSince, logChanges } = reviews;
      const isLogged = sql`${isMeant} and ${reviews.logIndex} is not null`;
      const rows = await db.select({ id, rating, date, logSalt, logSince, logChanges }).from(reviews).where(isLogged);
      for (const { logSalt, ...row } of rows) {
        const isKnown = former.has(row.id);
        if (!isKnown) former.set(row.id, { ...row, isShown: logSalt !== null, isRemoved: false, commitment: null });
        touched.set(row.id, null);
      }
    },
    begin: async (): Promise<void> => void (await session()),
    /** Appends entries that are not of reviews; returns the index of the first. */
    async append(contents: readonly EntryContent[]): Promise<number> {
      return append(await session(), contents);
    },
    settle,
    /** Begins the log in the same way, and brings it up to what the rows are. */
    async prepare(): Promise<void> {
      if ((await readState(connection)).revision === 0 || (await showsSample())) return;
      await session();
      await settle("restored");
    },
  };
}

type TouchedRow = KeptReview & LogColumns & { readonly entry: string | null };

const TOUCHED_FIELDS = [...FORM_FIELDS, "withheld", "copyOf", "logIndex", "logSalt", "logSince", "logChanges"] as const;

type FormerNotes = LastLogged & Pick<LogNotes, "logSince" | "logChanges">;

const RETURNING: FormerNotes = { isShown: false, commitment: null, logSince: null, logChanges: 0 };

interface Append extends ReviewAppend {
  readonly before: FormerNotes | null;
}

const appendOf = (found: ReviewAppend | null, before: FormerNotes | null): Append[] =>
  found === null ? [] : [{ ...found, before }];

function notesOf({ at }: Session, logIndex: number, { entry, salt, before }: Append): LogColumns {
  return {
    logIndex,
    logSalt: salt === null ? null : Buffer.from(salt).toString("base64url"),
    logSince: before?.logSince ?? at,
    logChanges: (before?.logChanges ?? 0) + (entry.act === "changed" ? 1 : 0),
  };
}

function loggedIn({ logIndex, logSalt, logSince, logChanges, entry: text }: TouchedRow): FormerNotes | null {
  if (logIndex === null) return null;
  const salt = logSalt === null ? null : readSalt(logSalt);
  const entry = text === null ? null : readEntry(text);
  const hash = entry !== null && isOfReview(entry) ? entry.commitment : null;
  const commitment = salt && hash !== null ? { hash, salt } : null;
  return { isShown: logSalt !== null, commitment, logSince, logChanges };
}
