/** What a running server does when its database file is taken away from it. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { copyFileSync, renameSync, rmSync } from "node:fs";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { type Service, startService } from "../support/goodword_process.ts";

async function serving(shop: Workshop, ...ids: string[]): Promise<Service> {
  shop.write("reviews.json", reviewsFile(...ids.map((id) => ({ id }))));
  await shop.run("import", "reviews.json");
  const service = await startService({
    environment: {
      HOST: "127.0.0.1",
      PORT: "0",
      DATABASE_URL: `file:${shop.database}`,
      GOODWORD_SEED: "none",
      LOG_FORMAT: "json",
    },
  });
  await service.logged("Published");
  return service;
}

async function idsAt({ url }: Service): Promise<string[]> {
  const { reviews } = (await (await fetch(`${url}/reviews.json`)).json()) as { reviews: { id: string }[] };
  return reviews.map(({ id }) => id).sort();
}

/** Asks until the reviews are these: the test's limit ends what never comes. */
async function untilServed(service: Service, ids: readonly string[]): Promise<void> {
  while (!Bun.deepEquals(await idsAt(service), ids));
}

const readiness = async ({ url }: Service) => (await fetch(`${url}/readyz`)).status;

test("a deleted database turns the server unready, and is served again when it is restored", async () => {
  using shop = new Workshop();
  await using service = await serving(shop, "a1", "a2");
  await shop.run("backup", shop.path("backup.sqlite"));
  rmSync(shop.database);
  await service.logged("Not ready: the database cannot be opened");
  expect(await readiness(service)).toBe(503);
  expect(await idsAt(service)).toEqual(["a1", "a2"]);
  copyFileSync(shop.path("backup.sqlite"), shop.path("restored.sqlite"));
  renameSync(shop.path("restored.sqlite"), shop.database);
  await service.logged("Ready again");
  expect(await readiness(service)).toBe(200);
  shop.write("more.json", reviewsFile({ id: "a3" }));
  await shop.run("import", "more.json");
  await untilServed(service, ["a1", "a2", "a3"]);
  await service.kill("SIGTERM");
  expect((await service.ended).code).toBe(0);
});

test("a database that is put in the place of the open one is opened, and what is imported into it is served", async () => {
  using shop = new Workshop();
  using other = new Workshop();
  await using service = await serving(shop, "a1");
  other.write("others.json", reviewsFile({ id: "b1" }, { id: "b2" }));
  await other.run("import", "others.json");
  await other.run("backup", shop.path("other.sqlite"));
  renameSync(shop.path("other.sqlite"), shop.database);
  await untilServed(service, ["b1", "b2"]);
  shop.write("more.json", reviewsFile({ id: "b3" }));
  await shop.run("import", "more.json");
  await untilServed(service, ["b1", "b2", "b3"]);
  expect(service.log().match(/Not ready: the database file was replaced by another/g)?.length).toBe(1);
  await service.logged("Ready again");
  expect(await readiness(service)).toBe(200);
});

test("a database that is robbed of its log keeps what was in it, and is served on", async () => {
  using shop = new Workshop();
  await using service = await serving(shop, "a1");
  shop.write("more.json", reviewsFile({ id: "a2" }));
  await shop.run("import", "more.json");
  await untilServed(service, ["a1", "a2"]);
  rmSync(`${shop.database}-wal`);
  await service.logged("Ready again");
  expect(service.log().match(/Not ready: the write-ahead log of the database was deleted/g)?.length).toBe(1);
  expect((await shop.run("list", "--json")).json.total).toBe(2);
  shop.write("last.json", reviewsFile({ id: "a3" }));
  await shop.run("import", "last.json");
  await untilServed(service, ["a1", "a2", "a3"]);
  expect((await shop.run("doctor")).out).toContain("sound");
});

test("another program's database is not opened: the server stays unready and serves what it has", async () => {
  using shop = new Workshop();
  await using service = await serving(shop, "a1");
  shop.write("accounts.sqlite", "These are the accounts of 2026, please do not overwrite them.");
  renameSync(shop.path("accounts.sqlite"), shop.database);
  await service.logged("Not ready: the database cannot be opened");
  expect(await readiness(service)).toBe(503);
  expect(await idsAt(service)).toEqual(["a1"]);
  expect(shop.read("goodword.sqlite")).toStartWith("These are the accounts");
  await service.kill("SIGTERM");
  expect((await service.ended).code).toBe(0);
});

test("a database whose revision goes back is served as it is, and the log says so", async () => {
  using shop = new Workshop();
  await using service = await serving(shop, "a1");
  shop.write("more.json", reviewsFile({ id: "a2" }));
  await shop.run("import", "more.json");
  await untilServed(service, ["a1", "a2"]);
  const database = new Database(shop.database);
  database.run("DELETE FROM reviews WHERE id = 'a2'");
  database.run("UPDATE edition SET revision = 1");
  database.close();
  await untilServed(service, ["a1"]);
  expect(service.log()).toContain('"message":"The database went back to an older revision"');
});
