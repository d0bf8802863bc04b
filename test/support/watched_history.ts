/**
 * An honest year of a firm over a real database, from one number: commands, restored backups, moves to another file, new keys and
 * addresses; and what a watcher sees who looks now and then.
 */
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  checkpointText,
  type FetchFromSite,
  type LogFinding,
  makeSigningKey,
  readNote,
  readTilePath,
  type SigningKey,
  signNote,
  type WatchState,
  watchLog,
  writeBundle,
} from "../../src/log/mod.ts";
import { publishNow } from "../../src/owner/export.ts";
import { updateRecord } from "../../src/owner/update_record.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { reviewsFile, Workshop } from "./command_line.ts";
import { POLICY } from "./jobs.ts";
import { createSeededRandom } from "./seeded_random.ts";

const HOUR_MS = 3_600_000;

export interface HistoryReport {
  readonly acts: readonly string[];
  readonly looks: number;
  readonly entries: number;
  readonly findings: readonly LogFinding[];
}

/** Lives one history; it ends with the first look that is no approval. */
export async function liveHistory(seed: number): Promise<HistoryReport> {
  using shop = new Workshop();
  const random = createSeededRandom(seed);
  const below = (limit: number) => Math.floor(random.number() * limit);
  shop.context = {
    env: { DATABASE_URL: `file:${shop.database}`, BASE_URL: "https://reviews.goodword.test", INVITATIONS: "links" },
  };
  const site = { baseUrl: "https://reviews.example", keys: [makeSigningKey("reviews.example/log", random.bytes(32))] };
  let [made, looks, entries] = [0, 0, 0];
  let state: WatchState | null = null;
  let hasBackup = false;
  const done: string[] = [];
  const ids = () =>
    shop.run("list", "--limit", "500", "--json").then(({ json }) => json.reviews.map(({ id }: { id: string }) => id));
  const one = async () => {
    const all: string[] = await ids();
    return all[below(all.length)] ?? "none";
  };
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    import: () => {
      const given = Array.from({ length: 1 + below(4) }, () => ({
        id: `i${below(3) === 0 ? below(made + 1) : made++}`,
        rating: 1 + below(5),
        text: `Words ${below(1000)}`,
        author: { name: `Jane ${below(20)}` },
      }));
      const byId = new Map(given.map((each) => [each.id, each]));
      return shop.run("import", shop.write("reviews.json", reviewsFile(...byId.values())));
    },
    reply: async () => shop.run("reply", await one(), `Thank you ${below(1000)}`),
    withhold: async () => shop.run("withhold", await one(), "--reason", "abuse"),
    show: async () => shop.run("withhold", await one(), "--undo"),
    remove: async () => shop.run("remove", await one(), "--reason", "request"),
    undo: () => shop.run("undo"),
    jobs: async () => {
      const day = new Date(shop.now - below(100) * 24 * HOUR_MS).toISOString().slice(0, 10);
      shop.write("jobs.csv", `Date,Customer,Email\n${day},Customer ${made},c${made++}@example.com\n`);
      await shop.run("jobs", "add", "jobs.csv");
      await shop.run("invitations", "links", shop.path(`links${made}.csv`));
    },
    backup: async () => {
      rmSync(shop.path("backup.sqlite"), { force: true });
      await shop.run("backup", shop.path("backup.sqlite"));
      hasBackup = existsSync(shop.path("backup.sqlite"));
    },
    restore: async () => {
      if (!hasBackup) return;
      for (const ending of ["", "-wal", "-shm"]) rmSync(`${shop.database}${ending}`, { force: true });
      copyFileSync(shop.path("backup.sqlite"), shop.database);
    },
    move: async () => {
      const there = join(shop.folder, "moved.sqlite");
      const { code } = await shop.run("move", `file:${shop.database}`, `file:${there}`);
      if (code !== 0) return;
      await shop.run("move", `file:${there}`, `file:${shop.path("back.sqlite")}`);
      rmSync(there, { force: true });
    },
    key: async () => void site.keys.unshift(makeSigningKey("k.example/log", random.bytes(32))),
    address: async () => {
      site.baseUrl = `https://reviews${below(9)}.example`;
    },
  };
  const names = [
    ..."import import import reply reply withhold show remove undo jobs backup restore move key address".split(" "),
  ];
  await acts.import?.();
  for (let act = 0; act < 10; act++) {
    shop.now += below(72) * HOUR_MS;
    const name = names[below(names.length)] ?? "import";
    done.push(name);
    await acts[name]?.();
    if (below(2) === 0) continue;
    const report = await watchLog({ ask: await siteOf(shop, site), before: state, now: shop.now });
    entries = report.log?.size ?? 0;
    looks++;
    if (report.findings.length > 0) return { acts: done, looks, entries, findings: report.findings };
    state = report.state;
  }
  return { acts: done, looks, entries, findings: [] };
}

/** What a server would serve of it now. */
async function siteOf(
  shop: Workshop,
  { baseUrl, keys }: { baseUrl: string; keys: readonly SigningKey[] },
): Promise<FetchFromSite> {
  await using store = openDatabase(shop.database, { clock: shop.clock });
  await store.reviews.write((writes) => writes.prepareLog());
  await updateRecord(store, { ...POLICY, mode: "links" });
  const { publication } = await publishNow(store, { baseUrl });
  const { entries, size, root } = await store.transparencyLog.read(async (log) => {
    const state = await log.state();
    return { ...state, entries: (await log.entries(0, state.size)).map((entry) => Buffer.from(entry)) };
  });
  const text = checkpointText({ origin: `${baseUrl.slice("https://".length)}/log`, size, root });
  const lines = Array.from({ length: publication.reviewCount }, (_, ordinal) => {
    const place = publication.logPlaceAt(ordinal);
    return JSON.stringify({ ...publication.reviewAt(ordinal), log: place && { index: place.index, salt: place.salt } });
  });
  const reviews = Array.from({ length: publication.reviewCount }, (_, ordinal) => publication.reviewAt(ordinal));
  const documents: Readonly<Record<string, string>> = {
    "reviews.json": JSON.stringify({ reviews }),
    ...Object.fromEntries(reviews.map((review) => [`api/reviews/${review.id}`, JSON.stringify(review)])),
    "log/key": keys.map(({ vkey }) => `${vkey}\n`).join(""),
    "log/checkpoint": keys.reduce((note, key) => signNote(readNote(note) ?? note, key), text),
    "reviews.ndjson?log=true": lines.map((line) => `${line}\n`).join(""),
    "record.json": JSON.stringify(publication.record),
    "api/feed.json": "{}",
  };
  return async (path) => {
    const tile = readTilePath(path.replace(/^log\//, ""));
    const body =
      documents[path] ?? (tile && writeBundle(entries.slice(tile.index * 256, tile.index * 256 + tile.width)));
    return body === null ? { status: 404, body: Buffer.of() } : { status: 200, body: Buffer.from(body) };
  };
}
