/**
 * What a transaction may ask of the reviews. Whole reviews are read without Drizzle's mapping, which would cost an
 * import more than the database does.
 */
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  isNotNull,
  isNull,
  lte,
  max,
  min,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { foldLetters, KEPT_FIELDS, type StoredReview, shownName } from "../../review/mod.ts";
import type {
  AnalysisWanted,
  ChangeLogLine,
  JoinableReview,
  KnownReview,
  ListFilter,
  Listing,
  LogFilter,
  PlacedReview,
  ReviewReads,
  SourceKey,
  StoreFigures,
  UnverifiedReview,
} from "../review_store.ts";
import { countRows, type Sql, type Transaction } from "./dialect.ts";
import { readState, readTallies } from "./editions.ts";
import { jobReads, objectionReads } from "./jobs.ts";
import {
  columnName,
  columnsAs,
  literal,
  type ParsedMentions,
  type Query,
  query,
  type RawRow,
  rowReader,
} from "./query.ts";
import type { Tables } from "./schema.ts";

/** The reads of a transaction. */
export function reviewReads(connection: Transaction): ReviewReads {
  const { db, tables, run, now } = connection;
  const { business, keys, removals, reviews } = tables;
  const reader = reviewReader(connection);
  return {
    now,
    jobs: jobReads(connection),
    ...objectionReads(connection),
    state: () => readState(run),
    tallies: () => readTallies(run),
    async business() {
      const { profile, insightsOverrides } = business;
      return first(await db.select({ profile, insightsOverrides }).from(business)) ?? null;
    },
    async setting(name) {
      return first(await db.select({ value: keys.value }).from(keys).where(eq(keys.name, name)))?.value;
    },
    async review(id) {
      return first(await db.select(reviewColumns(tables)).from(reviews).where(eq(reviews.id, id)));
    },
    reviewsById: reader.byId,
    reviewsBySourceId: reader.bySourceId,
    async reviewIds() {
      return (await db.select({ id: reviews.id }).from(reviews)).map(({ id }) => id);
    },
    reviewsOtherThan: reader.otherThan,
    staleAfter: reader.staleAfter,
    reviewsBetween: (start, end) => reviewsBetween(connection, start, end),
    joinableBetween: reader.joinableBetween,
    async analysisKeys() {
      const rows = await db.selectDistinct({ key: reviews.analysisKey }).from(reviews);
      return rows.flatMap(({ key }) => key ?? []);
    },
    async countStale(outdated) {
      const { analysisKey: kept } = reviews;
      const isOutdated = connection.dialect.isOneOf(kept, sql`${JSON.stringify(outdated)}`);
      return countRows(connection, reviews, or(isNull(kept), isOutdated));
    },
    unverified: () => toVerify(connection, eq(reviews.withheld, "unverified")),
    attested: () =>
      toVerify(connection, and(eq(reviews.verificationMethod, "operator_attested"), isNull(reviews.evidence))),
    async evidence() {
      const rows = await db.select({ it: reviews.evidence }).from(reviews).where(isNotNull(reviews.evidence));
      return new Set(rows.flatMap(({ it }) => it ?? []));
    },
    async reviewsSavedBetween(start, end) {
      const { createdAt } = reviews;
      return db
        .select(reviewColumns(tables))
        .from(reviews)
        .where(and(gte(createdAt, start), lte(createdAt, end)))
        .orderBy(asc(reviews.number));
    },
    async beforeImages(revision) {
      const { beforeImages: images } = tables;
      const rows = await db.select().from(images).where(eq(images.revision, revision)).orderBy(asc(images.reviewId));
      // An image of an older release lacks what reviews have since.
      return rows.map(({ before }) => ({ ...before, provenance: before.provenance ?? "unknown" }));
    },
    async removal(id) {
      return first(await db.select().from(removals).where(eq(removals.id, id)));
    },
    removals: async () => db.select().from(removals),
    list: (filter) => list(connection, filter),
    log: (filter) => readLog(connection, filter),
    figures: () => figures(connection),
  };
}

function first<Row>(rows: readonly Row[]): Row | undefined {
  return rows[0];
}

async function toVerify({ db, tables: { reviews } }: Sql, condition: SQL | undefined): Promise<UnverifiedReview[]> {
  const { id, date, rating, authorName, isAnonymous, givenMentions } = reviews;
  const { analysis, analysisKey, title, text, translationText, marks, evidence, copyOf, datePrecision } = reviews;
  const found = { givenMentions, analysis, analysisKey };
  const known = { marks, evidence, copyOf, datePrecision };
  return db
    .select({ id, date, rating, authorName, isAnonymous, title, text, translationText, ...found, ...known })
    .from(reviews)
    .where(condition)
    .orderBy(asc(date), asc(id));
}

/** Rows read at a time. */
const PAGE = 1000;

async function* reviewsBetween(
  { db, tables: { reviews } }: Sql,
  start: string,
  end: string,
): AsyncGenerator<readonly KnownReview[]> {
  const { id, source, sourceId, date, rating, text, authorName, isAnonymous, number } = reviews;
  for (let after = 0; ; ) {
    const page = await db
      .select({ id, source, sourceId, date, rating, text, authorName, isAnonymous, number })
      .from(reviews)
      .where(and(sql`${number} > ${after}`, gte(date, start), lte(date, end)))
      .orderBy(asc(number))
      .limit(PAGE);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < PAGE) return;
    after = last.number;
  }
}

async function list(connection: Sql, { limit, skip = 0, author, ...filter }: ListFilter): Promise<Listing> {
  const { db, tables } = connection;
  const { id, date, rating, source, authorName, verificationMethod, withheld, copyOf, text, replyText } =
    tables.reviews;
  const named = author === undefined ? undefined : await authorsLike(connection, author);
  const where = and(...conditionsOf(connection, filter), named);
  const shown = { author: authorName, verification: verificationMethod, withheld, copyOf, text, reply: replyText };
  const reviews = await db
    .select({ id, date, rating, source, ...shown })
    .from(tables.reviews)
    .where(where)
    .orderBy(desc(date), asc(id))
    .limit(limit)
    .offset(skip);
  return { total: await countRows(connection, tables.reviews, where), reviews };
}

/** Reviews by authors of such a name: "renee" and "Renée Dubois" are both found in "Renée D.", as whoever asks for erasure writes it. */
async function authorsLike({ db, dialect, tables: { reviews } }: Sql, author: string): Promise<SQL> {
  const [part, shown] = [foldLetters(author), foldLetters(shownName(author, "first_last_initial").name)];
  const names = await db.selectDistinct({ name: reviews.authorName }).from(reviews);
  const found = names.flatMap(({ name }) => {
    const folded = foldLetters(name);
    return folded.includes(part) || folded === shown ? [name] : [];
  });
  return dialect.isOneOf(reviews.authorName, sql`${JSON.stringify(found)}`);
}

function conditionsOf(
  { dialect, tables: { reviews } }: Sql,
  filter: Omit<ListFilter, "limit" | "skip" | "author">,
): SQL[] {
  const { status, withheld, rating, maxRating, isAnswered, source, since, until, text } = filter;
  const contains = (column: SQLWrapper, part: string) =>
    dialect.contains(sql`lower(${column})`, sql`${part.toLowerCase()}`);
  return [
    ...(status === "published" ? [isNull(reviews.withheld), isNull(reviews.copyOf)] : []),
    ...(status === "withheld" ? [isNotNull(reviews.withheld)] : []),
    ...(withheld === undefined ? [] : [eq(reviews.withheld, withheld)]),
    ...(rating === undefined ? [] : [eq(reviews.rating, rating)]),
    ...(maxRating === undefined ? [] : [lte(reviews.rating, maxRating)]),
    ...(isAnswered === undefined ? [] : [isAnswered ? isNotNull(reviews.replyText) : isNull(reviews.replyText)]),
    ...(source === undefined ? [] : [eq(reviews.source, source.toLowerCase())]),
    ...(since === undefined ? [] : [gte(reviews.date, since)]),
    ...(until === undefined ? [] : [lte(reviews.date, until)]),
    ...(text === undefined ? [] : [contains(sql`coalesce(${reviews.title}, '') || ' ' || ${reviews.text}`, text)]),
  ];
}

async function readLog({ db, tables: { changes } }: Sql, filter: LogFilter): Promise<ChangeLogLine[]> {
  const { reviewId, command, revision, after, before, limit } = filter;
  const ofRevision = revision === undefined ? undefined : eq(changes.revision, revision);
  const isLater = after === undefined ? undefined : sql`${changes.revision} > ${after}`;
  const isEarlier = before === undefined ? undefined : sql`${changes.number} < ${before}`;
  const ofNone = reviewId === null ? isNull(changes.reviewId) : undefined;
  const ofReview = reviewId == null ? ofNone : eq(changes.reviewId, reviewId);
  const ofCommand = command === undefined ? undefined : eq(changes.command, command);
  return db
    .select()
    .from(changes)
    .where(and(ofReview, ofCommand, ofRevision, isLater, isEarlier))
    .orderBy(desc(changes.number))
    .limit(limit);
}

async function figures(connection: Sql): Promise<StoreFigures> {
  const { removals, reviews, subscriptions } = connection.tables;
  const published = first(
    await connection.db
      .select({ oldest: min(reviews.date), newest: max(reviews.date), replied: count(reviews.replyText) })
      .from(reviews)
      .where(and(isNull(reviews.withheld), isNull(reviews.copyOf))),
  );
  return {
    oldest: published?.oldest ?? null,
    newest: published?.newest ?? null,
    replied: published?.replied ?? 0,
    removed: await countRows(connection, removals),
    subscriptions: await countRows(connection, subscriptions),
  };
}

/** The columns of a review's fields, by field: all but what the store notes of a row by itself. */
export function reviewColumns({ reviews }: Tables) {
  const { number: _, changedIn: _changed, publishedIn: _published, ...others } = getTableColumns(reviews);
  const { logIndex: _index, logSalt: _salt, logSince: _since, logChanges: _changes, ...columns } = others;
  return columns;
}

/** Reads whole reviews; equal mentions become one value within a reader. */
interface ReviewReader {
  byId(ids: readonly string[], wanted: AnalysisWanted): Promise<StoredReview[]>;
  bySourceId(keys: readonly SourceKey[], wanted: AnalysisWanted): Promise<StoredReview[]>;
  otherThan(ids: readonly string[]): Promise<StoredReview[]>;
  joinableBetween(first: string, last: string): Promise<JoinableReview[]>;
  staleAfter(place: number, outdated: readonly string[], limit: number): Promise<PlacedReview[]>;
}

type RawReview = RawRow<StoredReview>;
const storedReview = rowReader(KEPT_FIELDS);

const JOINABLE_FIELDS = [
  ...(["id", "source", "sourceId", "sourceUrl", "date", "rating", "text", "replyText"] as const),
  ...(["authorName", "isAnonymous", "verificationMethod", "verificationStrength", "marks"] as const),
  ...(["withheld", "copyOf", "alsoAt", "givenAlsoAt"] as const),
] satisfies readonly (keyof JoinableReview)[];
const joinableReview = rowReader(JOINABLE_FIELDS);

/** Reads stored reviews: by id, by source id, all but some, or those whose analysis is stale. */
function reviewReader({ dialect, run }: Sql): ReviewReader {
  const parsed: ParsedMentions = new Map();
  const select = async (columns: Query, rest: Query) => {
    const rows = await run<RawReview>(query`SELECT ${columns} ${rest}`);
    return rows.map((row) => storedReview(row, parsed));
  };
  const all = columnsAs(KEPT_FIELDS, "reviews.");
  return {
    byId: (ids, wanted) =>
      select(columnsWanted(wanted), query`FROM ${dialect.wantedTexts(ids)} JOIN reviews ON reviews.id = wanted.value`),
    bySourceId: async (keys, wanted) => {
      if (keys.length === 0) return [];
      const lists = dialect.wantedLists(keys.map(({ source, sourceId }) => [source, sourceId]));
      return select(
        columnsWanted(wanted),
        query`FROM ${lists}
          JOIN reviews ON reviews.source = wanted.value ->> 0 AND reviews.source_id = wanted.value ->> 1`,
      );
    },
    otherThan: (ids) =>
      select(all, query`FROM reviews WHERE id NOT IN (SELECT value FROM ${dialect.wantedTexts(ids)}) ORDER BY number`),
    joinableBetween: async (first, last) => {
      const rows = await run<RawRow<JoinableReview>>(
        query`SELECT ${columnsAs(JOINABLE_FIELDS)} FROM reviews
          WHERE date >= ${first} AND date <= ${last} ORDER BY date, id`,
      );
      return rows.map((row) => joinableReview(row, parsed));
    },
    staleAfter: async (place, outdated, limit) => {
      const rows = await run<RawReview & { number: number | string }>(
        query`SELECT ${all}, number FROM reviews
          WHERE (analysis_key IS NULL OR analysis_key IN (SELECT value FROM ${dialect.wantedTexts(outdated)}))
            AND number > ${place} ORDER BY number LIMIT ${limit}`,
      );
      return rows.map((row) => Object.assign(storedReview(row, parsed), { number: Number(row.number) }));
    },
  };
}

/** The analysis, by far the longest column, is read only where it is wanted. */
function columnsWanted({ withoutMentions, withoutLanguage }: AnalysisWanted): Query {
  const conditions = [
    ...(withoutMentions ? ["reviews.given_mentions IS NULL"] : []),
    ...(withoutLanguage ? ["reviews.language IS NULL"] : []),
  ];
  const analysis = conditions.length === 0 ? "NULL" : `CASE WHEN ${conditions.join(" OR ")} THEN analysis END`;
  const columns = KEPT_FIELDS.map((field) => {
    return field === "analysis" ? `${analysis} AS analysis` : `reviews.${columnName(field)} AS "${field}"`;
  });
  return literal(columns.join(", "));
}
