/**
 * `bun run test:log`: kills processes in the middle of changes of the reviews, some hundred times, and holds the log, its
 * signed checkpoint, its copy, the reviews and the file of what is published against each other after each.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCheckpoint, rootAt } from "../../src/log/mod.ts";
import { checkLog } from "../../src/owner/check_log.ts";
import type { PublishedParts } from "../../src/publication/publishing/mod.ts";
import { openFile, openPlace, removeDrafts } from "../../src/server/publisher/publication_file.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { finish, optionsOf } from "../options.ts";
import { publish } from "./publish.ts";

const { kills, seed } = optionsOf({ kills: 500 });
const folder = mkdtempSync(join(tmpdir(), "goodword-log-kills-"));
const path = join(folder, "goodword.sqlite");
await openDatabase(path)[Symbol.asyncDispose]();

/** What was signed at some time: every later log begins with it. */
const signed = new Map<number, Uint8Array>();
const found: string[] = [];
let size = 0;
/** Files of what is published that were compared with a full build, and all that were opened. */
const files = { compared: 0, opened: 0 };
let published = 0;
for (let kill = 0; kill < kills; kill++) {
  const writer = Bun.spawn(["bun", join(import.meta.dir, "writer.ts"), path, String(seed + kill)], { stdout: "pipe" });
  await writer.stdout.getReader().read();
  await Bun.sleep(((seed * 7919 + kill * 104_729) % 997) / 4);
  writer.kill("SIGKILL");
  await writer.exited;
  found.push(...(await faultsAfter(kill)), ...(await faultsOfFile(kill)));
  if ((kill + 1) % 50 === 0)
    console.log(`${kill + 1} kills, ${size} entries, ${signed.size} checkpoints, ${found.length} faults`);
}
rmSync(folder, { recursive: true });
finish({ kills, entries: size, checkpoints: signed.size, files, faults: found }, found.length);

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

/** The file is the old one or the new one, whole: at the newest revision it holds what a full build of that revision makes. */
async function faultsOfFile(kill: number): Promise<string[]> {
  removeDrafts(folder);
  const file = `${path}.publication`;
  if (!existsSync(file)) return [];
  const opened = await openFile(file, () => true);
  if (opened === null) return [`after kill ${kill}: the file is damaged`];
  files.opened++;
  const { revision } = opened.parts.data;
  const went = revision < published ? [`after kill ${kill}: the file went back from ${published} to ${revision}`] : [];
  published = revision;
  const whole = await openPlace((await publish(path, { file: null, before: null })).place);
  if (whole === null || whole.parts.data.revision !== revision) return went;
  files.compared++;
  const isSame = Bun.deepEquals(contentOf(opened.parts), contentOf(whole.parts));
  return isSame ? went : [...went, `after kill ${kill}: the file of revision ${revision} differs from a full build`];
}

function contentOf({ data, documents }: PublishedParts) {
  return { content: data.contentDigest, documents: documents.map(({ path, digest }) => [path, digest]) };
}
