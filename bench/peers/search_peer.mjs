/**
 * The peer of search benches, as one would write it today: Fastify with a query schema, SQLite with an index for every
 * filter, LIKE for substrings, FTS5 with the stemmer of Porter for words. It does not count the hits, which spares it a second query that Goodword answers too.
 *
 *     node search_peer.mjs DRIVER DATABASE PORT     DRIVER: better-sqlite3, or bun:sqlite under Bun
 *
 * Plain JavaScript, since it runs in a folder of its own under the peer's own runtime.
 */
import fastify from "fastify";

const [driver, path, port] = process.argv.slice(2);
const { default: Database } = await import(driver);
const database = new Database(path);
const statements = new Map();

const QUERY_SCHEMA = {
  type: "object",
  additionalProperties: false,
  properties: {
    rating: { type: "integer", minimum: 1, maximum: 5 },
    min_rating: { type: "number", minimum: 1, maximum: 5 },
    since: { type: "string", format: "date" },
    until: { type: "string", format: "date" },
    query: { type: "string" },
    mentions_technician: { type: "string" },
    mentions_service: { type: "string" },
    mentions_aspect: { type: "string" },
    sentiment: { type: "string" },
    words: { type: "string" },
    sort: { type: "string", enum: ["newest", "relevant"] },
    limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
  },
};

const CONDITIONS = {
  rating: "rating = ?",
  min_rating: "rating >= ?",
  since: "date >= ?",
  until: "date <= ?",
  query: "text LIKE ? ESCAPE '\\'",
  mentions_technician: "technician = ?",
  mentions_service: "service = ?",
  mentions_aspect: "aspect = ?",
  sentiment: "sentiment = ?",
  words: "review_words MATCH ?",
};

/** What a parameter is compared with, where that is not its value. */
const VALUES = {
  query: (text) => `%${text.replace(/[\\%_]/g, "\\$&")}%`,
  words: (text) =>
    text
      .split(" ")
      .map((word) => `"${word}"`)
      .join(" "),
};

/** Tables beside the reviews, in whose order matches are found newest first. */
const TABLES = {
  mentions_aspect: ["review_aspects", "review", "review_aspects.date DESC, review"],
  words: ["review_words", "review_words.rowid", "review_words.rowid"],
};

function search(query) {
  const given = Object.keys(CONDITIONS).filter((name) => query[name] !== undefined);
  const values = given.map((name) => VALUES[name]?.(query[name]) ?? query[name]);
  return statementFor(given, query.sort === "relevant")
    .all(...values, query.limit)
    .map(reviewOf);
}

function statementFor(given, isRanked) {
  const key = given.join() + isRanked;
  let statement = statements.get(key);
  if (!statement) {
    const where = given.length > 0 ? `WHERE ${given.map((name) => CONDITIONS[name]).join(" AND ")}` : "";
    const [table, rowid, order] = TABLES[given.find((name) => name in TABLES)] ?? [];
    const from = table ? `${table} CROSS JOIN reviews ON reviews.rowid = ${rowid}` : "reviews";
    const by = isRanked ? "review_words.rank" : (order ?? "date DESC, id");
    statement = database.prepare(`SELECT reviews.* FROM ${from} ${qualified(where, table)} ORDER BY ${by} LIMIT ?`);
    statements.set(key, statement);
  }
  return statement;
}

/** Both tables have a date: the one that the order goes by decides. */
function qualified(where, table) {
  return table === "review_aspects" ? where.replaceAll(/\bdate\b/g, "review_aspects.date") : where;
}

function reviewOf(row) {
  return {
    id: row.id,
    url: row.url,
    date: row.date,
    date_precision: row.date_precision,
    rating: row.rating,
    title: row.title,
    text: row.text,
    language: row.language,
    translation: null,
    aspect_ratings: null,
    provenance: "unknown",
    author: { name: row.author_name, is_anonymous: row.is_anonymous === 1 },
    source: { name: row.source_name, url: row.source_url },
    also_at: JSON.parse(row.also_at),
    verification: {
      method: row.verification_method,
      strength: row.verification_strength,
      date: row.verification_date,
    },
    mentions: {
      entities: JSON.parse(row.entities),
      technicians: row.technician === null ? [] : [row.technician],
      services: row.service === null ? [] : [row.service],
      service_areas: [],
    },
    aspects: JSON.parse(row.aspects),
    reply: null,
    updated_at: row.updated_at,
    edited: row.edited === 1,
  };
}

const app = fastify();
app.get("/api/reviews/search", { schema: { querystring: QUERY_SCHEMA } }, async ({ query }) => {
  const reviews = search(query);
  return { count: reviews.length, limit: query.limit, reviews };
});
await app.listen({ host: "127.0.0.1", port: Number(port) });
