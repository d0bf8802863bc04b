/**
 * Notes beside each review in which revision readers were given another form of it: what `/api/changes` is told by.
 *
 * All ways to write a review come through here, so that none can forget it. The revision is the one that the transaction
 * will record at its end.
 *
 * @module
 */
import { type SQL, sql } from "drizzle-orm";
import { PUBLISHED_FIELDS, type StoredReview } from "../review/mod.ts";
import type { Sql } from "./dialect.ts";
import { readState } from "./edition.ts";
import { columnName } from "./query.ts";

/** The fields that readers see, and those that decide whether they do. */
const SEEN: ReadonlySet<string> = new Set([...PUBLISHED_FIELDS, "givenMentions", "withheld", "copyOf"]);

/** What is noted in a transaction. */
export function noteChanges({ db, run, tables: { reviews, withdrawals } }: Sql) {
  let known: Promise<number> | undefined;
  const nextRevision = () => {
    known ??= readState(run).then(({ revision }) => revision + 1);
    return known;
  };
  return {
    /** Rows to save with their notes, and the notes of those that take the place of others. */
    async saved(given: readonly StoredReview[]) {
      const next = await nextRevision();
      const rows = given.map((row) => {
        const isPublished = row.withheld === null && row.copyOf === null;
        return { ...row, changedIn: next, publishedIn: isPublished ? next : null };
      });
      return { rows, onConflict: NOTES_OF_REPLACED };
    },
    /** The notes of a review of which these fields are changed. */
    async changed(fields: Partial<StoredReview>) {
      if (!Object.keys(fields).some((name) => SEEN.has(name))) return {};
      const next = await nextRevision();
      const after = sql.join([staysNull(fields, "withheld"), staysNull(fields, "copyOf")], sql` and `);
      return notes(after, sql`${next}`, sql`true`);
    },
    /** Keeps the ids of published reviews that are about to be deleted. */
    async deleted(isMeant: SQL): Promise<void> {
      const next = await nextRevision();
      const wereSeen = sql`${isMeant} and ${reviews.publishedIn} is not null`;
      const seen = await db.select({ id: reviews.id }).from(reviews).where(wereSeen);
      for (const { id } of seen) {
        const row = { id, revision: next };
        await db.insert(withdrawals).values(row).onConflictDoUpdate({ target: withdrawals.id, set: row });
      }
    },
  };
}

const WAS_PUBLISHED = sql.raw(`"reviews"."withheld" is null and "reviews"."copy_of" is null`);

/** In an upsert, where what is given stands under `excluded`. */
const NOTES_OF_REPLACED = notes(
  sql.raw(`excluded."withheld" is null and excluded."copy_of" is null`),
  sql.raw(`excluded."changed_in"`),
  sql.raw(
    [...SEEN]
      .map(columnName)
      .map((name) => `"reviews"."${name}" is distinct from excluded."${name}"`)
      .join(" or "),
  ),
);

function notes(isPublished: SQL, next: SQL, differs: SQL) {
  const [changedIn, publishedIn] = [sql.raw(`"reviews"."changed_in"`), sql.raw(`"reviews"."published_in"`)];
  return {
    changedIn: sql`case when ((${WAS_PUBLISHED}) or (${isPublished})) and (${differs}) then ${next} else ${changedIn} end`,
    publishedIn: sql`case when (${isPublished}) and not (${WAS_PUBLISHED}) then ${next} else ${publishedIn} end`,
  };
}

function staysNull(fields: Partial<StoredReview>, name: "withheld" | "copyOf"): SQL {
  if (!(name in fields)) return sql.raw(`"reviews"."${columnName(name)}" is null`);
  return fields[name] === null ? sql`true` : sql`false`;
}
