/** Recoveries where witnesses remember more of the public log than the backup and this machine do. */
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { SQL } from "bun";
import { isServerUrl } from "../../src/config.ts";
import { openPostgres } from "../../src/store/postgres/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import {
  COSIGNATURE,
  checkpointText,
  makeSigningKey,
  readCheckpoint,
  rootAt,
  type SigningKey,
  signNote,
} from "../../src/transparency_log/mod.ts";
import { answerAsWitness } from "../../src/transparency_log/watching/mod.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { startPostgres } from "../support/postgres_server.ts";
import { skipUnless } from "../support/tools.ts";

const LOG = makeSigningKey("reviews.goodword.test/log", new Uint8Array(32).fill(1));
const WITNESS = makeSigningKey("witness.example", new Uint8Array(32).fill(2), COSIGNATURE);
const env = { BASE_URL: "https://reviews.goodword.test", WITNESSES: `${WITNESS.vkey} https://witness.example/w` };

/** A log of which a backup has two entries and the machine three, and a witness that has cosigned the three. */
async function shopWith({
  signer = LOG,
  isSilent = false,
}: {
  readonly signer?: SigningKey;
  readonly isSilent?: boolean;
} = {}) {
  const shop = new Workshop();
  shop.context = { env: { ...env, DATABASE_URL: `file:${shop.database}` } };
  const add = (...ids: readonly string[]) =>
    shop.run(
      "import",
      shop.write("reviews.json", reviewsFile(...ids.map((id) => ({ id, text: `All good with ${id}` })))),
    );
  const backup = shop.path("backup.sqlite");
  await add("a", "b");
  await shop.run("backup", backup);
  await add("c");
  const state = await shop.withStore(async (store) => {
    await store.transparencyLog.saveSigner(LOG.vkey);
    return store.transparencyLog.read((log) => log.state());
  });
  const note = signNote(checkpointText({ origin: LOG.name, ...state }), signer);
  const cosigned = signNote(readCheckpoint(note)?.note ?? expect.unreachable(), WITNESS);
  shop.context = {
    ...shop.context,
    guardedFetch:
      async () =>
      async ({ url, method }) => {
        if (isSilent) return { kind: "failed", reason: "time-out" };
        const parts = { key: WITNESS, logs: [{ key: LOG, origin: LOG.name }], save: () => {}, now: () => 0 };
        const { status, body } = answerAsWitness({ ...parts, read: () => cosigned }, method, new URL(url).pathname, "");
        return { kind: "answered", status, headers: new Headers(), body: Buffer.from(body) };
      },
  };
  const place = () => shop.withStore((store) => store.transparencyLog.read((log) => log.state()));
  const loseAll = () => {
    for (const suffix of ["", "-wal", "-shm", ".log", ".erased"])
      rmSync(shop.database + suffix, { recursive: true, force: true });
  };
  return { shop, backup, state, place, loseAll, [Symbol.dispose]: () => shop[Symbol.dispose]() };
}

test("on a new machine, a log of which a witness has seen more than the backup has is succeeded by another", async () => {
  using it = await shopWith();
  expect(it.state.size).toBe(3);
  it.loseAll();
  const rehearsed = await it.shop.run("recover", "--rehearse", it.backup);
  expect(rehearsed.out).toContain("Witness witness.example has seen 3 entries of the public log\n");
  const { code, json } = await it.shop.run("recover", it.backup, "--json");
  expect([code, json.seen]).toEqual([0, [{ witness: "witness.example", number: 1, size: 3, fault: null }]]);
  const root = Buffer.from(it.state.root).toString("base64");
  expect(await it.place()).toMatchObject({ number: 2, before: { origin: LOG.name, size: 3, root } });
});

test("where the entries are still beside the database, the same log goes on", async () => {
  using it = await shopWith();
  await it.shop.run("recover", it.backup);
  const { number, size } = await it.place();
  expect([number, size > 3]).toEqual([1, true]);
  const root = await it.shop.withStore((store) => store.transparencyLog.read(({ tiles }) => rootAt(3, tiles)));
  expect(Buffer.from(root).equals(it.state.root)).toBe(true);
});

test("what the log's own key has not signed counts for nothing, and is said", async () => {
  using it = await shopWith({ signer: makeSigningKey(LOG.name, new Uint8Array(32).fill(9)) });
  await it.shop.withStore((store) => store.transparencyLog.saveSigner(LOG.vkey));
  const copy = it.shop.path("signed.sqlite");
  await it.shop.run("backup", copy);
  it.loseAll();
  const { out } = await it.shop.run("recover", copy);
  expect(out).toContain(
    "Witness witness.example could not say what it has seen of the public log: no checkpoint with both",
  );
  expect(await it.place()).toMatchObject({ number: 1 });
});

test("a witness that is silent keeps nobody from recovering, and is named", async () => {
  using it = await shopWith({ isSilent: true });
  it.loseAll();
  const { code, out } = await it.shop.run("recover", it.backup);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining("could not say what it has seen of the public log: time-out"),
  ]);
});

const server = await startPostgres();
const isStarted = typeof server !== "string";
afterAll(() => (isStarted ? server[Symbol.dispose]() : undefined));

test.skipIf(skipUnless(isStarted, `a recovery into PostgreSQL: ${server}`))(
  "into PostgreSQL, which has nothing beside it, such a log is succeeded before anything is moved",
  async () => {
    using it = await shopWith();
    if (!isStarted) return;
    await using admin = new SQL({ url: server.url, max: 1 });
    await admin.unsafe("create database witnessed");
    const url = Object.assign(new URL(server.url), { pathname: "/witnessed" }).href;
    it.shop.context = {
      ...it.shop.context,
      env: { ...env, DATABASE_URL: url },
      open: async (path, options) =>
        isServerUrl(path)
          ? openPostgres(path, { isMoveTarget: options.isMoveTarget ?? false })
          : openDatabase(path, { ...options, clock: it.shop.clock }),
    };
    expect(await it.shop.run("recover", it.backup)).toMatchObject({ code: 0 });
    await using store = await openPostgres(url);
    const { number, before } = await store.transparencyLog.read((log) => log.state());
    expect([number, before?.size]).toEqual([2, 3]);
    expect(await store.reviews.read((reads) => reads.reviewIds())).toHaveLength(2);
  },
);
