/**
 * `bun run test:log`: kills processes in the middle of changes of the reviews, some hundred times, and holds the log, its
 * signed checkpoint, its copy and the reviews against each other after each.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCheckpoint, rootAt } from "../../src/log/mod.ts";
import { checkLog } from "../../src/owner/check_log.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { finish, numbersOf } from "../options.ts";

const { kills, seed } = numbersOf({ kills: 500 });
const folder = mkdtempSync(join(tmpdir(), "goodword-log-kills-"));
const path = join(folder, "goodword.sqlite");
await openDatabase(path)[Symbol.asyncDispose]();

/** What was signed at some time: every later log begins with it. */
const signed = new Map<number, Uint8Array>();
const found: string[] = [];
let size = 0;
for (let kill = 0; kill < kills; kill++) {
  const writer = Bun.spawn(["bun", join(import.meta.dir, "writer.ts"), path, String(seed + kill)], { stdout: "pipe" });
  await writer.stdout.getReader().read();
  await Bun.sleep(((seed * 7919 + kill * 104_729) % 997) / 4);
  writer.kill("SIGKILL");
  await writer.exited;
  found.push(...(await faultsAfter(kill)));
  if ((kill + 1) % 50 === 0)
    console.log(`${kill + 1} kills, ${size} entries, ${signed.size} checkpoints, ${found.length} faults`);
}
rmSync(folder, { recursive: true });
finish({ kills, entries: size, checkpoints: signed.size, faults: found }, found.length);

async function faultsAfter(kill: number): Promise<string[]> {
  await using store = openDatabase(path);
  const { faults, number, size: now } = await checkLog(store);
  const text = await store.transparencyLog.lastSigned(number);
  const checkpoint = text === null ? null : readCheckpoint(text);
  if (checkpoint !== null) signed.set(checkpoint.size, checkpoint.root);
  const shrunk = now < size ? [`${size} entries became ${now}`] : [];
  size = now;
  const forked: string[] = [];
  await store.transparencyLog.read(async ({ tiles }) => {
    for (const [at, root] of [...signed].slice(-5)) {
      if (at > now || Buffer.compare(await rootAt(at, tiles), root) !== 0)
        forked.push(`the log of ${at} entries is another`);
    }
  });
  const damaged = await store.faults();
  return [...faults, ...shrunk, ...forked, ...damaged].map((fault) => `after kill ${kill}: ${fault}`);
}
