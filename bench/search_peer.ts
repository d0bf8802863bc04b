/** The peer of search benches: installed on demand, given the same reviews, started. */
import { Database } from "bun:sqlite";
import { existsSync, mkdirSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Review } from "../src/review/mod.ts";
import type { Server } from "./prepared.ts";
import { answered, freePort, run, SERVER_CORE, start } from "./processes.ts";

const PEERS = join(import.meta.dir, "peers");
/** Kept between runs, since the driver takes more than a minute to compile. */
const INSTALLED = join(tmpdir(), "goodword-bench-peers");

export interface PeerRuntime {
  readonly title: string;
  readonly command: readonly string[];
}

/** Installs the peer. Where better-sqlite3 cannot be had, Bun's own driver stands in for it. */
export async function installPeer(): Promise<PeerRuntime> {
  mkdirSync(INSTALLED, { recursive: true });
  await cp(PEERS, INSTALLED, { recursive: true });
  const script = join(INSTALLED, "search_peer.mjs");
  const options = { cwd: INSTALLED };
  try {
    if (!existsSync(join(INSTALLED, "node_modules/better-sqlite3/build"))) await run(["npm", "install"], options);
    await run(["node", "-e", `new (require("better-sqlite3"))(":memory:")`], options);
    return { title: "Fastify + better-sqlite3", command: ["node", script, "better-sqlite3"] };
  } catch {
    await run(["bun", "install", "--ignore-scripts"], options);
    return {
      title: "Fastify + bun:sqlite (better-sqlite3 cannot be had here)",
      command: ["bun", script, "bun:sqlite"],
    };
  }
}

/** Starts the peer on a database with these reviews. */
export async function startPeer(runtime: PeerRuntime, reviews: readonly Review[], path: string): Promise<Server> {
  for (const suffix of ["", "-wal", "-shm"]) await rm(path + suffix, { force: true });
  fillDatabase(path, reviews);
  const port = freePort();
  const running = start([...runtime.command, path, String(port)], {
    core: SERVER_CORE,
    cwd: INSTALLED,
    env: { NODE_ENV: "production" },
  });
  const url = `http://127.0.0.1:${port}`;
  await answered(running, `${url}/api/reviews/search?limit=1`);
  return { ...running, url };
}

function fillDatabase(path: string, reviews: readonly Review[]): void {
  using database = new Database(path);
  database.run("PRAGMA journal_mode = WAL");
  database.run(`
    CREATE TABLE reviews (
      id TEXT PRIMARY KEY, url TEXT, date TEXT, rating INTEGER, title TEXT, text TEXT, language TEXT, author_name TEXT,
      is_anonymous INTEGER, source_name TEXT, source_url TEXT, also_at TEXT, verification_method TEXT,
      verification_strength TEXT, verification_date TEXT, entities TEXT, technician TEXT, service TEXT, aspects TEXT, date_precision TEXT, updated_at TEXT,
      edited INTEGER)`);
  database.run("CREATE TABLE review_aspects (aspect TEXT, sentiment TEXT, date TEXT, review INTEGER)");
  // Rows are inserted newest first, so that the order of rowids is that of the answers.
  database.run(
    "CREATE VIRTUAL TABLE review_words USING fts5(text, title, content = '', tokenize = 'porter unicode61')",
  );
  const insert = database.prepare(`INSERT INTO reviews VALUES (${Array(22).fill("?").join(", ")})`);
  const insertAspect = database.prepare("INSERT INTO review_aspects VALUES (?, ?, ?, ?)");
  const insertWords = database.prepare("INSERT INTO review_words (rowid, text, title) VALUES (?, ?, ?)");
  database.transaction(() => {
    for (const it of reviews) {
      const { method, strength, date } = it.verification;
      const { lastInsertRowid } = insert.run(
        ...[it.id, it.url, it.date, it.rating, it.title, it.text, it.language, it.author.name, it.author.is_anonymous],
        it.source.name,
        it.source.url,
        JSON.stringify(it.also_at),
        method,
        strength,
        date,
        JSON.stringify(it.mentions.entities),
        it.mentions.technicians[0] ?? null,
        it.mentions.services[0] ?? null,
        JSON.stringify(it.aspects),
        it.date_precision,
        it.updated_at,
        it.edited,
      );
      for (const { aspect, sentiment } of it.aspects) insertAspect.run(aspect, sentiment, it.date, lastInsertRowid);
      insertWords.run(lastInsertRowid, it.text, it.title);
    }
  })();
  for (const leading of ["", "rating, ", "technician, ", "service, "]) {
    database.run(`CREATE INDEX reviews_by_${leading.slice(0, -2)}_date ON reviews (${leading}date DESC, id)`);
  }
  database.run("CREATE INDEX aspects_by_date ON review_aspects (aspect, sentiment, date DESC, review)");
  database.run("INSERT INTO review_words (review_words) VALUES ('optimize')");
  database.run("ANALYZE");
}
