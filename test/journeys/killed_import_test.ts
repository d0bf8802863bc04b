/** A large import, which passes through temporary files, is killed while it is being saved. */
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type GoodwordProcess, spawnGoodword } from "../support/goodword_process.ts";
import { eventually } from "../support/wait.ts";

/** Some 11 MB: from 8 MB on records and changes pass through temporary files. */
const COUNT = 2500;
const LENGTH = 4400;
/** What the log of the database holds while the transaction is under way, and long before its end. */
const UNDER_WAY_BYTES = 1 << 20;

/** Goodword's own format contains when each review changed: the stored rows do not depend on the clock. */
const line = (number: number, fields: object = {}) =>
  JSON.stringify({
    id: `r${number}`,
    date: new Date(Date.UTC(2024, 0, 1 + (number % 700))).toISOString().slice(0, 10),
    rating: 1 + (number % 5),
    text: `${number} ${"=".repeat(LENGTH)}`,
    author: { name: `Customer Wholename${number}`, is_anonymous: false },
    source: { name: "google" },
    verification: { method: "platform" },
    updated_at: new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString(),
    edited: false,
    ...fields,
  });

/** A business with three reviews, its database, and a large file that changes one of them. */
class Shop implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "goodword-killed-"));
  readonly #temporary = join(this.folder, "tmp");
  readonly #database = join(this.folder, "goodword.db");

  async open(): Promise<this> {
    mkdirSync(this.#temporary);
    const few = [1, 2, 3].map((number) => JSON.parse(line(number)));
    writeFileSync(join(this.folder, "few.json"), JSON.stringify({ business: { name: "Ace" }, reviews: few }));
    const changed = line(1, { text: "They never came.", edited: true });
    const many = Array.from({ length: COUNT }, (_, at) => (at === 0 ? changed : line(at + 1)));
    writeFileSync(join(this.folder, "many.ndjson"), `${many.join("\n")}\n`);
    await this.#done("import", "few.json");
    return this;
  }

  startLargeImport(): GoodwordProcess {
    return this.#start("import", "many.ndjson");
  }

  largeImport(): Promise<string> {
    return this.#done("import", "many.ndjson");
  }

  /** What is published, but for the instant at which the one review was changed. */
  async export(): Promise<string> {
    const exported = await this.#done("export", "--format", "ndjson");
    return exported.replace(/^(\{"id":"r1",.*"updated_at":)"[^"]*"/m, '$1"now"');
  }

  /** Bytes of the write-ahead log. */
  get underWay(): number {
    return statSync(`${this.#database}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Whether database, write-ahead log, ledger or log files hold more of a name than is kept. */
  get holdsWholeName(): boolean {
    return readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/json$/.test(entry.name))
      .some(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1").includes("Wholename"));
  }

  get leftInTemporary(): string[] {
    return readdirSync(this.#temporary);
  }

  #start(...args: string[]): GoodwordProcess {
    const environment = { DATABASE_URL: `file:${this.#database}`, TMPDIR: this.#temporary };
    return spawnGoodword(args, { environment, folder: this.folder });
  }

  async #done(...args: string[]): Promise<string> {
    const { code, out, err } = await this.#start(...args).ended;
    if (code !== 0) throw new Error(`goodword ${args.join(" ")} ended with ${code}: ${err}`);
    return out;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Kills a large import amid its transaction; null when the import was quicker than its observer. */
async function killedShop(): Promise<{ shop: Shop; before: string } | null> {
  const shop = await new Shop().open();
  const before = await shop.export();
  const running = shop.startLargeImport();
  let hasEnded = false;
  void running.ended.then(() => {
    hasEnded = true;
  });
  await eventually("a transaction that is under way", () => hasEnded || shop.underWay > UNDER_WAY_BYTES);
  running.signal("SIGKILL");
  if ((await running.ended).code === null) return { shop, before };
  shop[Symbol.dispose]();
  return null;
}

test("a large import that is killed while it is saved leaves nothing, and repeated it leaves what it would have left", async () => {
  let killed: Awaited<ReturnType<typeof killedShop>> = null;
  while (killed === null) killed = await killedShop();
  using shop = killed.shop;
  expect(shop.holdsWholeName).toBe(false);
  expect(await shop.export()).toBe(killed.before);
  expect(shop.leftInTemporary).toEqual([]);
  await shop.largeImport();
  using other = await new Shop().open();
  await other.largeImport();
  const whole = await shop.export();
  expect(whole.match(/\n/g)).toHaveLength(COUNT);
  expect(whole === (await other.export())).toBe(true);
  expect(shop.leftInTemporary).toEqual([]);
});
