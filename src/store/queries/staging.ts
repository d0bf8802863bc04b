/** What an import would change, in temporary tables. */
import { and, asc, between, count, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import {
  type BaseSQLiteDatabase,
  customType,
  getTableConfig,
  integer,
  type SQLiteTable,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";
import { KEPT_FIELDS } from "../../review/mod.ts";
import type { ChangedJoin, ImportChange, RecordChange, TouchedReview, WrittenReview } from "../import_changes.ts";
import type { JoinableReview } from "../review_store.ts";
import type { StoredReview } from "../stored_review.ts";
import { JOINABLE_FIELDS } from "./schema.ts";

const json = <Value>(name: string) => text(name, { mode: "json" }).$type<Value>();

/** A review as JSON without the names of its fields, which are almost half of it. */
const review = customType<{ data: StoredReview; driverData: string }>({
  dataType: () => "text",
  fromDriver: readerOf(KEPT_FIELDS),
});
const valuesOf = (given: StoredReview | null) => given && KEPT_FIELDS.map((field) => given[field]);

/** Reads the fields that are wanted: an object of all of them costs almost as much as parsing them. */
function readerOf<Name extends keyof StoredReview>(fields: readonly Name[]) {
  const places = fields.map((field) => [KEPT_FIELDS.indexOf(field), field] as const);
  return (json: string) => {
    const values = JSON.parse(json) as readonly unknown[];
    const read: Partial<Record<Name, unknown>> = {};
    for (const [place, field] of places) read[field] = values[place];
    return read as Pick<StoredReview, Name>;
  };
}
const readJoinable = readerOf(JOINABLE_FIELDS);

const changes = sqliteTable("changes", {
  rank: integer("rank").primaryKey(),
  kind: text("kind").$type<ImportChange["kind"]>().notNull(),
  record: integer("record"),
  id: text("id").notNull(),
  day: text("day"),
  dayBefore: text("day_before"),
  before: review("before"),
  after: review("after"),
  fields: json<readonly string[]>("fields"),
  withheld: text("withheld").$type<StoredReview["withheld"]>(),
});
/** Apart, since a change would be written a second time with its analysis. */
const analyses = sqliteTable("analyses", { rank: integer("rank").primaryKey(), analysis: text("analysis").notNull() });
const joins = sqliteTable("joins", {
  id: text("id").primaryKey(),
  before: json<ChangedJoin["before"]>("before").notNull(),
  copyOf: text("copy_of"),
  alsoAt: json<ChangedJoin["alsoAt"]>("also_at").notNull(),
});

const PAGE_ROWS = 500;

/** Around each page of them, the reviews of three days before and after are read, too. */
const TOUCHED_ROWS = 5000;

/** About what a row takes in memory. */
const ROW_BYTES = 3000;

const ANALYSIS_BYTES = 4000;

/** Bytes that go in or out before the garbage is collected that they leave: the runtime would let the heap double instead. */
const GARBAGE_BYTES = 4 * 1024 * 1024;

/** A database that nobody else has, which is gone once it is closed or its process ends. */
export interface TemporaryDatabase extends Disposable {
  readonly db: BaseSQLiteDatabase<"sync", unknown>;
  collectGarbage(): void;
  /** What a failed statement means: where there is no room for the database, a `file` error. */
  explain(error: unknown): unknown;
}

/** A table of changes, and one of the copies that they join. @throws {GoodwordError} `file` where there is no room for them */
export class ImportStaging implements Disposable {
  readonly #database: TemporaryDatabase;
  readonly #db: TemporaryDatabase["db"];
  readonly #prepared: ReturnType<typeof preparedOn>;
  #analysisKey = "";
  #passed = 0;

  constructor(database: TemporaryDatabase) {
    this.#database = database;
    this.#db = database.db;
    for (const table of [changes, analyses, joins]) this.#db.run(sql.raw(definitionOf(table)));
    for (const { name } of [changes.id, changes.record, changes.day, changes.dayBefore]) {
      this.#db.run(sql.raw(`create index temp."changes_${name}" on "changes" ("${name}")`));
    }
    this.#prepared = preparedOn(this.#db);
  }

  add(given: readonly ImportChange[]): void {
    this.#write(given, ({ kind, record, id, before, after, ...more }) => {
      const day = (after ?? before)?.date ?? null;
      const dayBefore = before?.date ?? null;
      const fields = this.#asJson("fields" in more ? more.fields : null);
      const reviews = { before: this.#asJson(valuesOf(before)), after: this.#asJson(valuesOf(after)) };
      const withheld = after?.withheld ?? null;
      this.#prepared.insert.run({ kind, record, id, day, dayBefore, ...reviews, fields, withheld });
    });
  }

  *written(): Generator<readonly WrittenReview[]> {
    const isWritten = inArray(changes.kind, ["added", "changed", "gone"]);
    for (let last = 0; ; ) {
      const rows = this.#db
        // Drizzle takes a join for missing whose first column is null.
        .select({
          change: changes,
          analysis: analyses.analysis,
          join: { id: joins.id, copyOf: joins.copyOf, alsoAt: joins.alsoAt },
        })
        .from(changes)
        .leftJoin(analyses, eq(analyses.rank, changes.rank))
        .leftJoin(joins, eq(joins.id, changes.id))
        .where(and(gt(changes.rank, last), isWritten))
        .orderBy(asc(changes.rank))
        .limit(PAGE_ROWS)
        .all();
      if (rows.length === 0) return;
      this.#pass(rows.length * ROW_BYTES);
      yield rows.map(({ change, analysis, join }) => {
        const found = analysis === null ? null : { analysis, analysisKey: this.#analysisKey };
        return { ...change, join, analysis: found } as unknown as WrittenReview;
      });
      last = rows.at(-1)?.change.rank ?? last;
    }
  }

  leftOut(kind: "gone" | "removed"): readonly StoredReview[] {
    const isMeant = and(isNull(changes.record), eq(changes.kind, kind));
    const rows = this.#db.select({ before: changes.before }).from(changes).where(isMeant).all();
    return rows.flatMap(({ before }) => before ?? []);
  }

  /** What becomes of some records. The content of a new review is that of its record, and is not read again. */
  ofRecords(first: number, end: number): readonly RecordChange[] {
    const { kind, record, id, withheld, fields, before, after } = changes;
    const ifChanged = (column: typeof before | typeof after) =>
      sql<StoredReview | null>`case when ${kind} = 'changed' then ${column} end`.mapWith(column);
    const rows = this.#db
      .select({ kind, record, id, withheld, fields, before: ifChanged(before), after: ifChanged(after) })
      .from(changes)
      .where(between(record, first, end - 1))
      .orderBy(asc(record))
      .all();
    return rows as unknown as readonly RecordChange[];
  }

  *touched(): Generator<readonly TouchedReview[]> {
    const copyOf = sql<string | null>`${changes.before} ->> ${KEPT_FIELDS.indexOf("copyOf")}`;
    const { rank, id, day, dayBefore } = changes;
    for (let last = { day: "", rank: 0 }; ; ) {
      const rows = this.#db
        .select({ rank, id, day: sql<string>`${day}`, dayBefore, copyOf })
        .from(changes)
        .where(sql`(${day}, ${rank}) > (${last.day}, ${last.rank})`)
        .orderBy(asc(day), asc(rank))
        .limit(TOUCHED_ROWS)
        .all();
      if (rows.length === 0) return;
      yield rows.flatMap(({ id, day, dayBefore, copyOf }) => [
        { id, date: day, copyOf },
        ...(dayBefore === null || dayBefore === day ? [] : [{ id, date: dayBefore, copyOf }]),
      ]);
      last = rows.at(-1) ?? last;
    }
  }

  /** The reviews of some days as they will be, and the ids of all that are not as they were; both days inclusive. */
  between(first: string, last: string) {
    const isMeant = or(between(changes.day, first, last), between(changes.dayBefore, first, last));
    const after = sql<JoinableReview | null>`${changes.after}`.mapWith(readJoinable);
    const rows = this.#db.select({ id: changes.id, after }).from(changes).where(isMeant).all();
    this.#pass(rows.length * ROW_BYTES);
    const reviews = rows.flatMap(({ after }) =>
      after !== null && first <= after.date && after.date <= last ? [after] : [],
    );
    return { reviews, ids: new Set(rows.map(({ id }) => id)) };
  }

  saveJoins(given: readonly ChangedJoin[]): void {
    this.#write(given, ({ before, copyOf, alsoAt }) => {
      const row = { before: this.#asJson(before), alsoAt: this.#asJson(alsoAt) };
      this.#prepared.saveJoin.run({ id: before.id, copyOf, ...row });
    });
  }

  *joins(): Generator<readonly ChangedJoin[]> {
    for (let last = ""; ; ) {
      const rows = this.#db
        .select()
        .from(joins)
        .where(gt(joins.id, last))
        .orderBy(asc(joins.id))
        .limit(PAGE_ROWS)
        .all();
      if (rows.length === 0) return;
      yield rows;
      last = rows.at(-1)?.id ?? last;
    }
  }

  isWritten(id: string): boolean {
    return this.#count(changes, and(eq(changes.id, id), isNotNull(changes.after))) > 0;
  }

  saveAnalyses(key: string, given: readonly (readonly [rank: number, analysis: string])[]): void {
    this.#analysisKey = key;
    this.#pass(given.length * ANALYSIS_BYTES);
    this.#write(given, ([rank, analysis]) => this.#prepared.saveAnalysis.run({ rank, analysis }));
  }

  counts() {
    const withheld = sql`case when ${changes.record} is not null then ${changes.withheld} end`;
    const countOf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`;
    const [counts] = this.#db
      .select({
        added: countOf(eq(changes.kind, "added")),
        changed: countOf(eq(changes.kind, "changed")),
        gone: countOf(eq(changes.kind, "gone")),
        removed: countOf(eq(changes.kind, "removed")),
        suppressed: countOf(eq(changes.kind, "kept_out")),
        /** Added and changed reviews that readers do not see, and how many of them only wait for a verification. */
        withheld: countOf(isNotNull(withheld)),
        unverified: countOf(sql`${withheld} = 'unverified'`),
        /** Reviews that became copies of others. */
        joined: sql<number>`(select count(*) from ${joins} where ${joins.copyOf} <> coalesce(${joins.before} ->> 'copyOf', ''))`,
      })
      .from(changes)
      .all();
    if (counts === undefined) throw new Error("SQLite counts nothing");
    return counts;
  }

  get isEmpty(): boolean {
    return this.#count(changes, ne(changes.kind, "kept_out")) + this.#count(joins) === 0;
  }

  [Symbol.dispose](): void {
    this.#database[Symbol.dispose]();
  }

  #count(table: SQLiteTable, where?: SQL): number {
    return this.#db.select({ count: count() }).from(table).where(where).all()[0]?.count ?? 0;
  }

  #asJson(value: unknown): string | null {
    if (value === null) return null;
    const json = JSON.stringify(value);
    this.#pass(json.length);
    return json;
  }

  #pass(bytes: number): void {
    this.#passed += bytes;
    if (this.#passed < GARBAGE_BYTES) return;
    this.#passed = 0;
    this.#database.collectGarbage();
  }

  /** Writes row by row: to take its columns out of JSON, SQLite needs twice as long. */
  #write<Row>(rows: readonly Row[], write: (row: Row) => void): void {
    if (rows.length === 0) return;
    try {
      this.#db.run(sql`begin`);
      for (const row of rows) write(row);
      this.#db.run(sql`commit`);
    } catch (error) {
      throw this.#database.explain(error);
    }
  }
}

function preparedOn(db: TemporaryDatabase["db"]) {
  // An expression, since Drizzle would make JSON of a placeholder's value again.
  const given = (name: string) => sql`${sql.placeholder(name)}`;
  return {
    insert: db
      .insert(changes)
      .values({
        kind: given("kind"),
        record: given("record"),
        id: given("id"),
        day: given("day"),
        dayBefore: given("dayBefore"),
        before: given("before"),
        after: given("after"),
        fields: given("fields"),
        withheld: given("withheld"),
      })
      .prepare(),
    saveJoin: db
      .insert(joins)
      .values({ id: given("id"), before: given("before"), copyOf: given("copyOf"), alsoAt: given("alsoAt") })
      .onConflictDoUpdate({
        target: joins.id,
        set: { before: sql`excluded.before`, copyOf: sql`excluded.copy_of`, alsoAt: sql`excluded.also_at` },
      })
      .prepare(),
    saveAnalysis: db
      .insert(analyses)
      .values({ rank: given("rank"), analysis: given("analysis") })
      .prepare(),
  };
}

function definitionOf(table: SQLiteTable): string {
  const { name, columns } = getTableConfig(table);
  const defined = columns.map((each) => `"${each.name}" ${each.getSQLType()}${each.primary ? " primary key" : ""}`);
  return `create temp table "${name}" (${defined.join(", ")})`;
}
