/** Backups in the console. */
import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { listBackups } from "../../src/owner/back_up.ts";
import { Workshop } from "../support/command_line.ts";
import { openTestConsole } from "../support/console.ts";
import { openTestStore } from "../support/test_store.ts";

test("The console leads to the settings while there are no backups", async () => {
  await using console = openTestConsole();
  const html = await (await (await console.as("owner")).get("/backups")).text();
  expect(html).toContain('href="/settings/backups"');
  const refused = await (await console.as("owner")).post("/backups/make");
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("Backups are off")]);
});

test("An owner makes a backup and downloads it; a reader sees that it is there", async () => {
  using shop = new Workshop();
  const folder = shop.path("backups");
  mkdirSync(folder);
  await using store = openTestStore(shop.database);
  await using console = openTestConsole({ store, environment: { BACKUP_DIR: folder } });
  const owner = await console.as("owner");
  expect((await owner.post("/backups/make")).headers.get("Location")).toBe("/backups");
  const [kept] = listBackups(folder);
  const path = `/backups/${kept?.name}`;
  expect(await (await owner.get("/backups")).text()).toContain(`href="${path}"`);
  const file = await owner.get(path);
  expect(decodeURIComponent(file.headers.get("Goodword-File") ?? "")).toBe(kept?.path ?? "none");
  const reader = await console.as("reader");
  expect(await (await reader.get("/backups")).text()).not.toContain(`href="${path}"`);
  expect((await reader.get(path)).status).toBe(403);
  expect((await reader.post("/backups/make")).status).toBe(403);
  expect((await owner.get("/backups/..%2Fgoodword.sqlite")).status).toBe(404);
});
