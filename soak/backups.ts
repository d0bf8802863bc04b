/**
 * `kill -9` in the middle of backups and recoveries: a file under its final name is always whole, and the database is the old
 * one or the recovered one. A kill comes with one change of files among all that the act makes, however long each takes on this
 * machine, so that every step has its turn. `bun soak/backups.ts --kills 500 --seed 1`
 */
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectBackup, listBackups } from "../src/owner/back_up.ts";
import { openDatabase } from "../src/store/sqlite/mod.ts";
import { createSeededRandom } from "../test/support/seeded_random.ts";
import { finish, optionsOf } from "./options.ts";

const { kills: wanted, seed } = optionsOf({ kills: 100 });
const { number: random } = createSeededRandom(seed);
const folder = mkdtempSync(join(tmpdir(), "goodword-backups-"));
const database = join(folder, "goodword.sqlite");
const backups = join(folder, "backups");
const MAIN = new URL("../src/main.ts", import.meta.url).pathname;
const env = {
  PATH: process.env.PATH ?? "",
  DATABASE_URL: `file:${database}`,
  BACKUP_DIR: backups,
  BACKUP_KEEP: "5",
};

interface Ran {
  readonly wasKilled: boolean;
  /** Changes of files that were seen. */
  readonly changes: number;
}

/** Runs a command, and kills it with a change of files unless it has ended by itself. */
function run(args: readonly string[], killAtChange: number | null): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
    let err = "";
    let changes = 0;
    const changed = () => {
      if (++changes === killAtChange) child.kill("SIGKILL");
    };
    const watchers = [folder, backups].map((each) => watch(each, changed));
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    child.once("close", (code, signal) => {
      for (const watcher of watchers) watcher.close();
      if (signal === null && code !== 0) reject(new Error(`${args.join(" ")} ended with ${code}: ${err}`));
      resolve({ wasKilled: signal === "SIGKILL", changes });
    });
  });
}

/** Of an act that was not killed. */
const changesOf = { backup: 0, recover: 0 };

async function runAndKill(act: keyof typeof changesOf, ...args: readonly string[]): Promise<boolean> {
  const most = changesOf[act];
  const { wasKilled, changes } = await run([act, ...args], most === 0 ? null : 1 + Math.floor(random() * (most + 1)));
  if (!wasKilled) changesOf[act] = changes;
  return wasKilled;
}

function importFile(ids: readonly string[]): string {
  const path = join(folder, "reviews.json");
  const reviews = ids.map((id) => ({
    id,
    date: "2026-05-01",
    rating: 5,
    text: `All good with ${id}. `.repeat(20),
    author: { name: `Pat ${id}` },
    source: { name: "google" },
  }));
  writeFileSync(path, JSON.stringify({ business: { name: "Ace Plumbing" }, reviews }));
  return path;
}

async function ids(): Promise<string> {
  await using store = openDatabase(database);
  const [fault] = await store.faults();
  if (fault !== undefined) throw new Error(`The database is damaged: ${fault}`);
  return [...(await store.reviews.read((reads) => reads.reviewIds()))].sort().join(" ");
}

/** Statements that nobody uses any more would hold this process's connection open, and the database in use. */
async function idsAlone(): Promise<string> {
  const found = await ids();
  Bun.gc(true);
  return found;
}

mkdirSync(backups);
const first = Array.from({ length: 300 }, (_, at) => `a${at}`);
await run(["import", importFile(first)], null);
const old = join(folder, "old.sqlite");
await run(["backup", old], null);
const oldIds = await idsAlone();
const faults: string[] = [];
let kills = 0;
/** Kills at the last report of progress. */
let reported = 0;
/** Kills that came after the database was replaced. */
let recovered = 0;
for (let round = 0; kills < wanted; round++) {
  if (kills >= reported + 50) {
    reported = kills;
    console.log(`${kills} kills, ${recovered} after the database was replaced, ${faults.length} faults`);
  }
  if (random() < 0.5) {
    if (await runAndKill("backup")) kills++;
    for (const { name, path } of listBackups(backups)) {
      if (inspectBackup(path) !== "whole") faults.push(`round ${round}: ${name} is not whole`);
    }
    continue;
  }
  await run(["import", importFile([`b${round}`])], null);
  const before = await idsAlone();
  const copy = join(folder, "copy.sqlite");
  copyFileSync(old, copy);
  const wasKilled = await runAndKill("recover", copy);
  if (wasKilled) kills++;
  const after = await idsAlone();
  if (after === oldIds) recovered += wasKilled ? 1 : 0;
  else if (after !== before) faults.push(`round ${round}: neither the old nor the recovered database`);
  for (const path of new Bun.Glob("goodword.sqlite.before-*").scanSync(folder)) rmSync(join(folder, path));
}
rmSync(folder, { recursive: true, force: true });
if (recovered === 0) faults.push("no recovery that was killed had got as far as replacing the database");
finish({ kills, recovered, faults }, faults.length);
