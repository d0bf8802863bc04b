/**
 * The whole of a process that does nothing but upsert the reviews of a file, for `import.ts`: parsed by the runtime, bound as
 * they are, in one transaction over a migrated database.
 *
 *     bun bench/bare_import.ts FILE DATABASE
 */
import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import type { GeneratedReview } from "./generate_reviews.ts";

const [file = "", path = ""] = process.argv.slice(2);
const COLUMNS = [
  ...["id", "source", "date", "rating", "text", "author_name", "is_anonymous", "verification_method"],
  ...[
    ...["verification_date", "given_mentions", "edited", "created_at", "updated_at", "also_at", "changed_in"],
    "published_in",
  ],
];

const { reviews } = JSON.parse(readFileSync(file, "utf8")) as { readonly reviews: readonly GeneratedReview[] };
const database = new Database(path, { strict: true });
for (const pragma of ["journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"])
  database.run(`PRAGMA ${pragma}`);
const upsert = database.prepare(`
  INSERT INTO reviews (${COLUMNS.join(", ")}) VALUES (${COLUMNS.map(() => "?").join(", ")})
  ON CONFLICT (id) DO UPDATE SET ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(", ")}`);
const now = Date.now();
database
  .transaction(() => {
    for (const it of reviews) {
      const { author, source, verification, mentions } = it;
      upsert.run(
        ...[it.id, source.name, it.date, it.rating, it.text, author.name, 0, verification.method],
        ...[verification.date, JSON.stringify(mentions), 0, now, now, "[]", 1, 1],
      );
    }
  })
  .immediate();
database.close();
