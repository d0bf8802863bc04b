/**
 * `kill -9` in the middle of backups and recoveries: a file under its final name is always whole, and the database is the old
 * one or the recovered one. `bun soak/backups.ts --kills 500 --seed 1`
 */
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inspectBackup, listBackups } from "../src/owner/back_up.ts";
import { openDatabase } from "../src/store/sqlite/mod.ts";
import { createSeededRandom } from "../test/support/seeded_random.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "100" }, seed: { type: "string", default: "1" } },
});
const { number: random } = createSeededRandom(Number(values.seed));
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

/** Runs a command, and kills it after a while unless it has ended by itself; whether it was killed. */
function run(
  args: readonly string[],
  killAfterMs: number | null,
): Promise<{ readonly wasKilled: boolean; readonly err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
    let err = "";
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    const timer = killAfterMs === null ? null : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    child.once("close", (code, signal) => {
      if (timer !== null) clearTimeout(timer);
      if (signal === null && code !== 0) reject(new Error(`${args.join(" ")} ended with ${code}: ${err}`));
      resolve({ wasKilled: signal === "SIGKILL", err });
    });
  });
}

function importFile(ids: readonly string[]): string {
  const path = join(folder, "reviews.json");
  const reviews = ids.map((id) => ({
    ...{ id, date: "2026-05-01", rating: 5, text: `All good with ${id}. `.repeat(20), author: { name: `Pat ${id}` } },
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
let recovered = 0;
for (let round = 0; kills < Number(values.kills); round++) {
  if (random() < 0.5) {
    if ((await run(["backup"], 150 + random() * 500)).wasKilled) kills++;
    for (const { name, path } of listBackups(backups)) {
      if (inspectBackup(path) !== "whole") faults.push(`round ${round}: ${name} is not whole`);
    }
    continue;
  }
  await run(["import", importFile([`b${round}`])], null);
  const before = await idsAlone();
  const copy = join(folder, "copy.sqlite");
  copyFileSync(old, copy);
  if ((await run(["recover", copy], 150 + random() * 700)).wasKilled) kills++;
  const after = await idsAlone();
  if (after === oldIds) recovered++;
  else if (after !== before) faults.push(`round ${round}: neither the old nor the recovered database`);
  for (const path of new Bun.Glob("goodword.sqlite.before-*").scanSync(folder)) rmSync(join(folder, path));
}
rmSync(folder, { recursive: true, force: true });
console.log(JSON.stringify({ kills, recovered, faults }));
process.exit(faults.length === 0 ? 0 : 1);
