/** What a transaction may ask of the reviews. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  min,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { foldLetters, KEPT_FIELDS, type StoredReview, shownName } from "../../review/mod.ts";
import type {
  AnalysisWanted,
  ChangeLogLine,
  JoinableReview,
  ListFilter,
  LogFilter,
  PlacedReview,
  SettingName,
  StoredBusiness,
  StoredRemoval,
} from "../review_store.ts";
import { countRows, type Sql, type Transaction } from "./dialect.ts";
import { isPublished, readState, readTallies } from "./editions.ts";
import { jobReads } from "./jobs.ts";
import { objectionReads } from "./objections.ts";
import { type Columns, type DriverRow, type ParsedJson, picked, rowDecoder, selectList } from "./rows.ts";
import { JOINABLE_FIELDS, type Tables } from "./schema.ts";
import { readSetting } from "./stored_settings.ts";

export type ReviewReads = ReturnType<typeof reviewReads>;
export type OneStarReview = Awaited<ReturnType<ReviewReads["oneStarSince"]>>[number];

export function reviewReads(connection: Transaction) {
  const { db, tables, now } = connection;
  const { business, removals, reviews } = tables;
  const reader = reviewReader(connection);
  return {
    now,
    jobs: jobReads(connection),
    ...objectionReads(connection),
    state: () => readState(connection),
    tallies: () => readTallies(connection),
    async business(): Promise<StoredBusiness | null> {
      const { profile, insightsOverrides } = business;
      return first(await db.select({ profile, insightsOverrides }).from(business)) ?? null;
    },
    setting: (name: SettingName) => readSetting(connection, name),
    async review(id: string): Promise<StoredReview | undefined> {
      return first(await db.select(reviewColumns(tables)).from(reviews).where(eq(reviews.id, id)));
    },
    reviewsById: reader.byId,
    reviewsBySourceId: reader.bySourceId,
    async reviewIds(): Promise<readonly string[]> {
      return (await db.select({ id: reviews.id }).from(reviews)).map(({ id }) => id);
    },
    reviewsOtherThan: reader.otherThan,
    /** The next reviews behind a place that were analysed under one of these keys, or never, in the order they were first saved. */
    staleAfter: reader.staleAfter,
    /** Reviews of the days from `start` to `end`, both inclusive, in the order they were first saved, page by page. */
    reviewsBetween: (start: string, end: string) => reviewsBetween(connection, start, end),
    /** Reviews of the days from `start` to `end`, both inclusive, by date and id. */
    joinableBetween: reader.joinableBetween,
    async analysisKeys(): Promise<readonly string[]> {
      const rows = await db.selectDistinct({ key: reviews.analysisKey }).from(reviews);
      return rows.flatMap(({ key }) => key ?? []);
    },
    async countStale(outdated: readonly string[]): Promise<number> {
      const { analysisKey: kept } = reviews;
      const isOutdated = connection.dialect.isOneOf(kept, outdated);
      return countRows(connection, reviews, or(isNull(kept), isOutdated));
    },
    /** Reviews withheld only because they are not verified, oldest first. */
    unverified: () => toVerify(connection, eq(reviews.withheld, "unverified")),
    /** Reviews that only the business speaks for, without a job that it has named; oldest first. */
    attested: () =>
      toVerify(connection, and(eq(reviews.verificationMethod, "operator_attested"), isNull(reviews.evidence))),
    async oneStarSince(day: string) {
      const { id, date, datePrecision, copyOf, logIndex, logSince } = reviews;
      return await db
        .select({ id, date, datePrecision, copyOf, logIndex, logSince })
        .from(reviews)
        .where(and(eq(reviews.rating, 1), gte(date, day)))
        .orderBy(asc(date), asc(id));
    },
    async ratedUntil(day: string) {
      const stars = sql`coalesce(sum(${reviews.rating}), 0)`.mapWith(Number);
      const isRated = and(isPublished(tables), lte(reviews.date, day));
      return first(await db.select({ count: count(), stars }).from(reviews).where(isRated)) ?? { count: 0, stars: 0 };
    },
    async evidence(): Promise<ReadonlySet<string>> {
      const rows = await db.select({ it: reviews.evidence }).from(reviews).where(isNotNull(reviews.evidence));
      return new Set(rows.flatMap(({ it }) => it ?? []));
    },
    async reviewsSavedBetween(start: number, end: number): Promise<readonly StoredReview[]> {
      const { createdAt } = reviews;
      return db
        .select(reviewColumns(tables))
        .from(reviews)
        .where(and(gte(createdAt, start), lte(createdAt, end)))
        .orderBy(asc(reviews.number));
    },
    async beforeImages(revision: number): Promise<readonly StoredReview[]> {
      const { beforeImages: images } = tables;
      const rows = await db.select().from(images).where(eq(images.revision, revision)).orderBy(asc(images.reviewId));
      // An image of an older release lacks what reviews have since.
      return rows.map(({ before }) => {
        const { provenance = "unknown", goneAtSource = null } = before;
        return { ...before, provenance, goneAtSource };
      });
    },
    async removal(id: string): Promise<StoredRemoval | undefined> {
      return first(await db.select().from(removals).where(eq(removals.id, id)));
    },
    removals: async (): Promise<readonly StoredRemoval[]> => db.select().from(removals),
    list: (filter: ListFilter) => list(connection, filter),
    log: (filter: LogFilter) => readLog(connection, filter),
    figures: () => figures(connection),
  };
}

function first<Row>(rows: readonly Row[]): Row | undefined {
  return rows[0];
}

export type UnverifiedReview = Awaited<ReturnType<typeof toVerify>>[number];

async function toVerify({ db, tables: { reviews } }: Sql, condition: SQL | undefined) {
  const { id, date, rating, authorName, isAnonymous, givenMentions } = reviews;
  const { analysis, analysisKey, title, text, translationText, marks, evidence, copyOf, datePrecision } = reviews;
  const found = { givenMentions, analysis, analysisKey };
  const known = { marks, evidence, copyOf, datePrecision };
  return await db
    .select({ id, date, rating, authorName, isAnonymous, title, text, translationText, ...found, ...known })
    .from(reviews)
    .where(condition)
    .orderBy(asc(date), asc(id));
}

const PAGE_ROWS = 1000;

async function* reviewsBetween({ db, tables: { reviews } }: Sql, start: string, end: string) {
  const { id, source, sourceId, date, rating, text, authorName, isAnonymous, number } = reviews;
  for (let after = 0; ; ) {
    const page = await db
      .select({ id, source, sourceId, date, rating, text, authorName, isAnonymous, number })
      .from(reviews)
      .where(and(sql`${number} > ${after}`, gte(date, start), lte(date, end)))
      .orderBy(asc(number))
      .limit(PAGE_ROWS);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < PAGE_ROWS) return;
    after = last.number;
  }
}

const URGENT_STARS = 2;

/** The first reviews that match a {@link ListFilter}, newest first, then by id, and how many match in total. */
export type Listing = Awaited<ReturnType<typeof list>>;
export type ListedReview = Listing["reviews"][number];

async function list(connection: Sql, { limit, skip = 0, author, isByUrgency = false, ...filter }: ListFilter) {
  const { db, tables } = connection;
  const { id, date, rating, source, authorName, verificationMethod, withheld, copyOf, goneAtSource, text, replyText } =
    tables.reviews;
  const named = author === undefined ? undefined : await authorsLike(connection, author);
  const where = and(conditionOf(connection, filter), named);
  const urgency = [
    sql`case when ${rating} <= ${URGENT_STARS} then 0 else 1 end`,
    sql`case when ${rating} <= ${URGENT_STARS} then ${date} end`,
  ];
  const shown = {
    author: authorName,
    verification: verificationMethod,
    withheld,
    copyOf,
    goneAtSource,
    text,
    reply: replyText,
  };
  const reviews = await db
    .select({ id, date, rating, source, ...shown })
    .from(tables.reviews)
    .where(where)
    .orderBy(...(isByUrgency ? urgency : []), desc(date), asc(id))
    .limit(limit)
    .offset(skip);
  return { total: await countRows(connection, tables.reviews, where), reviews };
}

/** Matches author names loosely, as needed for erasure requests: both "renee" and "Renée Dubois" find "Renée D.". */
async function authorsLike({ db, dialect, tables: { reviews } }: Sql, author: string): Promise<SQL> {
  const part = foldLetters(author);
  const shown = foldLetters(shownName(author, "first_last_initial").name);
  const names = await db.selectDistinct({ name: reviews.authorName }).from(reviews);
  const found = names.flatMap(({ name }) => {
    const folded = foldLetters(name);
    return folded.includes(part) || folded === shown ? [name] : [];
  });
  return dialect.isOneOf(reviews.authorName, found);
}

function given<Value>(value: Value | undefined, condition: (value: Value) => SQL | undefined): SQL | undefined {
  return value === undefined ? undefined : condition(value);
}

function conditionOf(
  { dialect, tables }: Sql,
  filter: Omit<ListFilter, "limit" | "skip" | "author" | "isByUrgency">,
): SQL | undefined {
  const { reviews } = tables;
  const { status, withheld, rating, maxRating, isAnswered, isGone, source, since, until, text } = filter;
  const words = sql`lower(coalesce(${reviews.title}, '') || ' ' || ${reviews.text})`;
  return and(
    given(status, (which) => (which === "published" ? isPublished(tables) : isNotNull(reviews.withheld))),
    given(withheld, (reason) => eq(reviews.withheld, reason)),
    given(rating, (stars) => eq(reviews.rating, stars)),
    given(maxRating, (stars) => lte(reviews.rating, stars)),
    given(isAnswered, (is) => (is ? isNotNull(reviews.replyText) : isNull(reviews.replyText))),
    given(isGone, (is) => (is ? isNotNull(reviews.goneAtSource) : isNull(reviews.goneAtSource))),
    given(source, (name) => eq(reviews.source, name.toLowerCase())),
    given(since, (day) => gte(reviews.date, day)),
    given(until, (day) => lte(reviews.date, day)),
    given(text, (part) => dialect.contains(words, sql`${part.toLowerCase()}`)),
  );
}

async function readLog({ db, tables: { changes } }: Sql, filter: LogFilter): Promise<ChangeLogLine[]> {
  const { reviewId, command, revision, after, before, between, isOfActs, limit } = filter;
  return db
    .select()
    .from(changes)
    .where(
      and(
        given(reviewId, (id) => (id === null ? isNull(changes.reviewId) : eq(changes.reviewId, id))),
        given(command, (name) => eq(changes.command, name)),
        given(revision, (it) => eq(changes.revision, it)),
        given(after, (it) => gt(changes.revision, it)),
        given(before, (number) => lt(changes.number, number)),
        given(between, ([start, end]) => and(gte(changes.at, start), lt(changes.at, end))),
        isOfActs ? or(ne(changes.command, "import"), isNull(changes.reviewId)) : undefined,
      ),
    )
    .orderBy(desc(changes.number))
    .limit(limit);
}

async function figures(connection: Sql) {
  const { removals, reviews, subscriptions } = connection.tables;
  const published = first(
    await connection.db
      .select({ oldest: min(reviews.date), newest: max(reviews.date), replied: count(reviews.replyText) })
      .from(reviews)
      .where(isPublished(connection.tables)),
  );
  return {
    oldest: published?.oldest ?? null,
    newest: published?.newest ?? null,
    replied: published?.replied ?? 0,
    removed: await countRows(connection, removals),
    subscriptions: await countRows(connection, subscriptions),
  };
}

/** The columns of a review's fields, by field: all except those that the store adds to a row. */
export function reviewColumns({ reviews }: Tables) {
  return picked(getTableColumns(reviews), KEPT_FIELDS);
}

/** Reads stored reviews: by id, by source id, all but some, or those whose analysis is stale. Equal mentions become one value within a reader. */
function reviewReader({ dialect, rows, tables }: Sql) {
  const { reviews } = tables;
  const { id, source, sourceId, date, number, analysisKey } = reviews;
  const parsed: ParsedJson = new Map();
  const read = async <Selected extends Columns>(columns: Selected, rest: SQL, list: SQL = selectList(columns)) => {
    const decode = rowDecoder(columns);
    return (await rows<DriverRow>(sql`select ${list} ${rest}`)).map((row) => decode(row, parsed));
  };
  const all = reviewColumns(tables);
  const wantedOf = (wanted: AnalysisWanted) => selectList({ ...all, analysis: analysisWanted(tables, wanted) });
  return {
    byId: (ids: readonly string[], wanted: AnalysisWanted): Promise<StoredReview[]> => {
      const given = dialect.wanted("texts", ids);
      return read(all, sql`from ${given} join ${reviews} on ${id} = wanted.value`, wantedOf(wanted));
    },
    bySourceId: async (
      keys: readonly Pick<StoredReview, "source" | "sourceId">[],
      wanted: AnalysisWanted,
    ): Promise<StoredReview[]> => {
      if (keys.length === 0) return [];
      const given = dialect.wanted(
        "lists",
        keys.map((key) => [key.source, key.sourceId]),
      );
      const isKey = sql`${source} = wanted.value ->> 0 and ${sourceId} = wanted.value ->> 1`;
      return read(all, sql`from ${given} join ${reviews} on ${isKey}`, wantedOf(wanted));
    },
    otherThan: (ids: readonly string[], sources?: readonly string[]): Promise<StoredReview[]> => {
      const isOther = sql`not ${dialect.isOneOf(id, ids)}`;
      const isThere = sources === undefined ? undefined : dialect.isOneOf(reviews.source, sources);
      return read(all, sql`from ${reviews} where ${and(isOther, isThere)} order by ${number}`);
    },
    joinableBetween: (start: string, end: string): Promise<JoinableReview[]> =>
      read(
        picked(getTableColumns(reviews), JOINABLE_FIELDS),
        sql`from ${reviews} where ${date} >= ${start} and ${date} <= ${end} order by ${date}, ${id}`,
      ),
    staleAfter: (place: number, outdated: readonly string[], limit: number): Promise<PlacedReview[]> => {
      const isOutdated = dialect.isOneOf(analysisKey, outdated);
      const isStale = sql`(${analysisKey} is null or ${isOutdated}) and ${number} > ${place}`;
      return read({ ...all, number }, sql`from ${reviews} where ${isStale} order by ${number} limit ${limit}`);
    },
  };
}

function analysisWanted({ reviews }: Tables, { withoutMentions, withoutLanguage }: AnalysisWanted): SQL {
  const lacksMentions = withoutMentions ? isNull(reviews.givenMentions) : undefined;
  const isWanted = or(lacksMentions, withoutLanguage ? isNull(reviews.language) : undefined);
  return isWanted === undefined ? sql`null` : sql`case when ${isWanted} then ${reviews.analysis} end`;
}
