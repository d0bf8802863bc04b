/** Reads all that a publication is built from. */
import { and, asc, count, desc, eq, getTableColumns, isNotNull, isNull, max, ne, or, type SQL, sql } from "drizzle-orm";
import { type History, type JoinedCopy, PUBLISHED_FIELDS, type Removal, type ReviewTally } from "../../review/mod.ts";
import { convertedRatings } from "../../review/ratings.ts";
import type { EditionState, PublishedRow } from "../edition_store.ts";
import type { Sql } from "./dialect.ts";
import { logReads } from "./log_rows.ts";
import { type DriverRow, type ParsedJson, picked, rowDecoder, selectList } from "./rows.ts";
import type { Tables } from "./schema.ts";
import { readSetting } from "./stored_settings.ts";

export type Edition = Awaited<ReturnType<typeof readEdition>>;

/** The current edition. Iterate its reviews within the same read transaction. */
export async function readEdition(connection: Sql) {
  const { db, tables } = connection;
  const [business] = await db.select().from(tables.business);
  const published = publishedReads(connection);
  return {
    ...(await readState(connection)),
    authority: (await readSetting(connection, "authority")) ?? "",
    /** Null before the first import. Private technicians included. */
    business: business?.profile ?? null,
    insightsOverrides: business?.insightsOverrides ?? null,
    /** Newest first, then by id; pages are read while iterating, once only, so that a large set is never in memory twice. */
    reviews: published.pages(Number.POSITIVE_INFINITY),
    newest: async (most: number) => (await Array.fromAsync(published.pages(most))).flat(),
    /** The published reviews that changed after a revision, in the order of `reviews`; null when there are more than `most`. */
    changedAfter: published.changedAfter,
    removals: await readRemovals(connection),
    /** Copies that count with another review, by id; without those that their source hides. */
    joinedCopies: () => readJoinedCopies(connection),
    convertedRatings: async () => convertedRatings(await readSetting(connection, "import_hints")),
    /** The record of invitations, as JSON of `KeptRecord`; null before they were ever on. */
    record: async () => (await readSetting(connection, "record")) ?? null,
    history: () => readHistory(connection),
    log: async () => logReads(connection),
    tallies: () => readTallies(connection),
  };
}

export async function readPhoto({ db, tables }: Sql, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const { photoFiles } = tables;
  const [file] = await db.select({ bytes: photoFiles.bytes }).from(photoFiles).where(eq(photoFiles.name, name));
  return file === undefined ? null : new Uint8Array(file.bytes);
}

export async function readState({ db, tables: { edition } }: Sql): Promise<EditionState> {
  const { revision, publishedAt } = edition;
  const [state] = await db.select({ revision, publishedAt }).from(edition);
  return state ?? { revision: 0, publishedAt: 0 };
}

export function isPublished({ reviews }: Tables): SQL | undefined {
  return and(isNull(reviews.withheld), isNull(reviews.copyOf));
}

/** Rows read at a time, so that a large set is never in memory twice. */
const PAGE_ROWS = 1000;

const ROW_FIELDS = [
  ...PUBLISHED_FIELDS,
  "givenMentions",
  "analysis",
  "analysisKey",
  "changedIn",
  "publishedIn",
  "logIndex",
  "logSalt",
  "logSince",
  "logChanges",
] as const;

/** Reads with queries that always use the index of published reviews. */
function publishedReads({ rows, dialect, tables }: Sql) {
  const { reviews } = tables;
  const columns = picked(getTableColumns(reviews), ROW_FIELDS);
  const decode = rowDecoder(columns);
  const { date, id, changedIn } = reviews;
  const select = async (index: string, rest: SQL, parsed: ParsedJson) => {
    const found = await rows<DriverRow>(
      sql`select ${selectList(columns)} from ${reviews} ${dialect.indexedBy(index)} where ${isPublished(tables)} ${rest}`,
    );
    return found.map((row): PublishedRow => {
      const review = decode(row, parsed);
      return Object.assign(review, { publishedIn: review.publishedIn ?? 0 });
    });
  };
  return {
    async *pages(most: number): AsyncIterable<readonly PublishedRow[]> {
      const parsed: ParsedJson = new Map();
      let after = { date: "9999-99-99", id: "" };
      for (let done = 0; done < most; ) {
        const limit = Math.min(PAGE_ROWS, most - done);
        const isNext = sql`and ${date} <= ${after.date} and (${date} < ${after.date} or ${id} > ${after.id})`;
        const page = await select(
          "reviews_published",
          sql`${isNext} order by ${date} desc, ${id} limit ${limit}`,
          parsed,
        );
        const last = page.at(-1);
        if (last === undefined) return;
        after = last;
        done += page.length;
        yield page;
        if (page.length < limit) return;
      }
    },
    async changedAfter(revision: number, most: number): Promise<PublishedRow[] | null> {
      const isChanged = sql`and ${changedIn} > ${revision} limit ${most + 1}`;
      const changed = await select("reviews_changed", isChanged, new Map());
      if (changed.length > most) return null;
      return changed.sort((a, b) => (a.date === b.date ? byId(a, b) : a.date > b.date ? -1 : 1));
    },
  };
}

interface Identified {
  readonly id: string;
}

function byId(a: Identified, b: Identified): number {
  return a.id < b.id ? -1 : 1;
}

async function readHistory({ db, tables }: Sql): Promise<History> {
  const { reviews, revisions, withdrawals } = tables;
  const { id, revision } = withdrawals;
  const isWithdrawn = and(isNotNull(reviews.publishedIn), or(isNotNull(reviews.withheld), isNotNull(reviews.copyOf)));
  const kept = db.select({ id: reviews.id, revision: reviews.changedIn }).from(reviews).where(isWithdrawn);
  const withdrawn = db.select({ id, revision }).from(withdrawals).unionAll(kept).as("withdrawn");
  const latest = max(withdrawn.revision);
  const rows = await db
    .select({ id: withdrawn.id, revision: latest })
    .from(withdrawn)
    .groupBy(withdrawn.id)
    .orderBy(latest, withdrawn.id);
  return {
    revisions: await db.select().from(revisions).orderBy(asc(revisions.revision)),
    withdrawals: rows.map((row) => ({ id: row.id, revision: Number(row.revision) })),
  };
}

async function readRemovals({ db, tables: { removals } }: Sql): Promise<Removal[]> {
  const { id, removedAt, reason, wasPublished } = removals;
  const rows = await db
    .select({ id, removedAt, reason })
    .from(removals)
    .where(eq(wasPublished, true))
    .orderBy(desc(removedAt), asc(id));
  return rows.map((row) => ({
    id: row.id,
    removed_at: new Date(row.removedAt).toISOString(),
    ...(row.reason === "withdrawn" && { by: "author" as const }),
  }));
}

/** Sorted here: asked for an order by id, SQLite would walk all reviews. As in `also_at`, a copy that its source hides is not there for readers. */
async function readJoinedCopies({ db, tables: { reviews } }: Sql): Promise<JoinedCopy[]> {
  const { id, copyOf, withheld } = reviews;
  const isShown = or(isNull(withheld), ne(withheld, "hidden_at_source"));
  const copies = await db
    .select({ id, countedId: sql<string>`${copyOf}` })
    .from(reviews)
    .where(and(isNotNull(copyOf), isShown));
  return copies.sort(byId);
}

/** Counts alike reviews. Grouped by columns of an index alone, in their order: with an expression SQLite would sort all reviews. */
export async function readTallies({ db, tables: { reviews } }: Sql): Promise<ReviewTally[]> {
  const { withheld, rating, source, verificationMethod: verification, provenance, copyOf } = reviews;
  const rows = await db
    .select({ withheld, rating, source, verification, provenance, all: count(), copies: count(copyOf) })
    .from(reviews)
    .groupBy(withheld, rating, source, verification, provenance);
  return rows.flatMap(({ copies, all, ...alike }) =>
    [
      { ...alike, isCopy: false, count: all - copies },
      { ...alike, isCopy: true, count: copies },
    ].filter((tally) => tally.count > 0),
  );
}
