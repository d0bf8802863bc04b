/**
 * Reads all that a publication is built from, by queries written by hand: a starting server reads it before Drizzle
 * is loaded.
 */

import { PUBLISHED_FIELDS } from "../../review/field_sets.ts";
import type { ConvertedRatings, History, JoinedCopy, Removal, ReviewTally } from "../../review/mod.ts";
import { convertedRatings } from "../../review/ratings.ts";
import type { Edition, EditionState, PublishedRow } from "../edition_store.ts";
import type { HandwrittenDialect } from "./dialect.ts";
import { columnsAs, type ParsedMentions, query, type RawRow, type RunQuery, rowReader } from "./query.ts";

/**
 * The edition as it is now. To be called, and the reviews to be walked, within one read transaction: that makes it one
 * moment of the store, whatever is being written meanwhile.
 */
export async function readEdition(run: RunQuery, dialect: HandwrittenDialect): Promise<Edition> {
  const [business] = await run<{ profile: string; overrides: string | null }>(
    query`SELECT profile, insights_overrides AS overrides FROM business`,
  );
  const [authority] = await run<{ value: string }>(query`SELECT value FROM keys WHERE name = 'authority'`);
  return {
    ...(await readState(run)),
    authority: authority?.value ?? "",
    business: JSON.parse(business?.profile ?? "null"),
    insightsOverrides: JSON.parse(business?.overrides ?? "null"),
    reviews: readPublished(run, dialect, Number.POSITIVE_INFINITY),
    newest: (count) => firstOf(readPublished(run, dialect, count)),
    changedAfter: (revision, most) => readChanged(run, dialect, { revision, most }),
    removals: await readRemovals(run),
    joinedCopies: () => readJoinedCopies(run),
    convertedRatings: () => readConvertedRatings(run),
    record: () => readRecord(run),
    history: () => readHistory(run),
    log: async () => (await import("./log_rows.ts")).logReads(run),
    tallies: () => readTallies(run),
  };
}

async function readConvertedRatings(run: RunQuery): Promise<ConvertedRatings[]> {
  const [hints] = await run<{ value: string }>(query`SELECT value FROM keys WHERE name = 'import_hints'`);
  return convertedRatings(hints?.value);
}

async function readRecord(run: RunQuery): Promise<string | null> {
  const [record] = await run<{ value: string }>(query`SELECT value FROM keys WHERE name = 'record'`);
  return record?.value ?? null;
}

/** The bytes of a photograph of a job; null where there is none of this name. */
export async function readPhoto(run: RunQuery, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const [file] = await run<{ bytes: Uint8Array<ArrayBuffer> }>(
    query`SELECT bytes FROM photo_files WHERE name = ${name}`,
  );
  return file?.bytes ?? null;
}

/** The current revision; 0 before the first change. */
export async function readState(run: RunQuery): Promise<EditionState> {
  const [state] = await run<EditionState>(query`SELECT revision, published_at AS "publishedAt" FROM edition`);
  return { revision: Number(state?.revision ?? 0), publishedAt: Number(state?.publishedAt ?? 0) };
}

/** Rows read at a time, so that a large set never stands in memory twice. */
const PAGE = 1000;

const ROW_FIELDS = [...PUBLISHED_FIELDS, "givenMentions", "analysis", "analysisKey"] as const;
const LOG_NOTES = ["logIndex", "logSalt", "logSince", "logChanges"] as const;
const ROW_COLUMNS = columnsAs([...ROW_FIELDS, "changedIn", "publishedIn", ...LOG_NOTES]);
const publishedRow = rowReader(ROW_FIELDS);

async function* readPublished(
  run: RunQuery,
  { byPublishedIndex }: HandwrittenDialect,
  most: number,
): AsyncGenerator<readonly PublishedRow[]> {
  const parsed: ParsedMentions = new Map();
  let after = { date: "9999-99-99", id: "" };
  for (let count = 0; count < most; ) {
    const rows = await run<RawRow<PublishedRow>>(
      query`SELECT ${ROW_COLUMNS} FROM reviews ${byPublishedIndex}
      WHERE withheld IS NULL AND copy_of IS NULL AND date <= ${after.date} AND (date < ${after.date} OR id > ${after.id})
      ORDER BY date DESC, id LIMIT ${Math.min(PAGE, most - count)}`,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = { date: last.date, id: last.id };
    count += rows.length;
    yield rows.map((row) => withRevisions(row, publishedRow(row, parsed)));
    if (rows.length < PAGE) return;
  }
}

async function firstOf<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

async function readChanged(
  run: RunQuery,
  { byChangedIndex }: HandwrittenDialect,
  { revision, most }: { readonly revision: number; readonly most: number },
): Promise<PublishedRow[] | null> {
  const rows = await run<RawRow<PublishedRow>>(
    query`SELECT ${ROW_COLUMNS} FROM reviews ${byChangedIndex}
      WHERE withheld IS NULL AND copy_of IS NULL AND changed_in > ${revision} LIMIT ${most + 1}`,
  );
  if (rows.length > most) return null;
  const parsed: ParsedMentions = new Map();
  const newestFirst = (a: PublishedRow, b: PublishedRow) => (a.date === b.date ? byId(a, b) : a.date > b.date ? -1 : 1);
  return rows.map((row) => withRevisions(row, publishedRow(row, parsed))).sort(newestFirst);
}

function byId(a: PublishedRow, b: PublishedRow): number {
  return a.id < b.id ? -1 : 1;
}

/** Numbers where the driver gives texts; the reader has changed the row in place. */
function withRevisions({ changedIn, publishedIn, ...notes }: RawRow<PublishedRow>, row: object): PublishedRow {
  const { logIndex, logSince, logChanges } = notes;
  return Object.assign(row, {
    changedIn: Number(changedIn),
    publishedIn: Number(publishedIn ?? 0),
    logIndex: logIndex === null ? null : Number(logIndex),
    logSince: logSince === null ? null : Number(logSince),
    logChanges: Number(logChanges),
  }) as PublishedRow;
}

/** What replaying the changes takes besides the reviews that are published. */
async function readHistory(run: RunQuery): Promise<History> {
  const revisions = await run<{ revision: number | string; at: number | string }>(
    query`SELECT revision, at FROM revisions ORDER BY revision`,
  );
  const withdrawals = await run<{ id: string; revision: number | string }>(
    query`SELECT id, max(revision) AS revision FROM (
        SELECT id, revision FROM withdrawals
        UNION ALL SELECT id, changed_in FROM reviews
          WHERE published_in IS NOT NULL AND (withheld IS NOT NULL OR copy_of IS NOT NULL)
      ) AS withdrawn GROUP BY id ORDER BY 2, 1`,
  );
  return {
    revisions: revisions.map(({ revision, at }) => ({ revision: Number(revision), at: Number(at) })),
    withdrawals: withdrawals.map(({ id, revision }) => ({ id, revision: Number(revision) })),
  };
}

async function readRemovals(run: RunQuery): Promise<Removal[]> {
  const rows = await run<{ id: string; removedAt: number | string; reason: string }>(
    query`SELECT id, removed_at AS "removedAt", reason FROM removals WHERE was_published ORDER BY removed_at DESC, id`,
  );
  return rows.map(({ id, removedAt, reason }) => ({
    id,
    removed_at: new Date(Number(removedAt)).toISOString(),
    ...(reason === "withdrawn" && { by: "author" as const }),
  }));
}

/** Sorted here: asked for an order by id, SQLite would walk all reviews. As in `also_at`, a copy that its source hides is not there for readers. */
async function readJoinedCopies(run: RunQuery): Promise<JoinedCopy[]> {
  const copies = await run<JoinedCopy>(
    query`SELECT id, copy_of AS "countedId" FROM reviews
      WHERE copy_of IS NOT NULL AND (withheld IS NULL OR withheld <> 'hidden_at_source')`,
  );
  return copies.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Reviews that are alike in all that is counted: how many there are, and how many of these count with another. */
type TallyRow = Omit<ReviewTally, "isCopy"> & { readonly copies: number };

/**
 * How many reviews are alike in why they are withheld, if so, and in what the aggregate rating counts. Grouped by columns of
 * an index alone, in their order: with an expression among them, SQLite would sort all reviews.
 */
export async function readTallies(run: RunQuery): Promise<ReviewTally[]> {
  const rows = await run<TallyRow>(
    query`SELECT withheld, rating, source, verification_method AS verification, provenance, count(*) AS count,
        count(copy_of) AS copies
      FROM reviews GROUP BY 1, 2, 3, 4, 5`,
  );
  return rows.flatMap(({ copies: joined, count, ...row }) => {
    const alike = { ...row, rating: Number(row.rating) };
    const copies = { ...alike, isCopy: true, count: Number(joined) };
    const others = { ...alike, isCopy: false, count: Number(count) - Number(joined) };
    return [others, copies].filter((tally) => tally.count > 0);
  });
}
