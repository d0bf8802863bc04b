/** The log is compared with the reviews of one snapshot, also under concurrent writes. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkLog } from "../../src/owner/check_log.ts";
import { publishDatabase } from "../../src/server/publisher/publish_database.ts";
import type { Store } from "../../src/store/mod.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { draftOf, importAsIs } from "../support/drafts.ts";

test("checkLog() finds nothing wrong when the log grows and is signed while it looks", async () => {
  const folder = mkdtempSync(join(tmpdir(), "goodword-check-log-"));
  const path = join(folder, "goodword.sqlite");
  {
    await using store = openDatabase(path);
    await using busy = openDatabase(path);
    const changeAndPublish = async (id: string) => {
      await importAsIs(busy, [draftOf({ id, authorName: id })]);
      const order = { databasePath: path, site: { baseUrl: "https://reviews.example" }, isReadOnly: false };
      const place = { release: "1", file: null, before: null, reviewCount: 0 };
      const rest = { ...place, logKey: null, checksIntegrity: false, held: 0, othersHold: 0, log: null };
      await publishDatabase({ ...order, ...rest });
    };
    await changeAndPublish("a1");
    const { editions } = store;
    const watched: Store = {
      ...store,
      editions: {
        ...editions,
        read: (work) =>
          editions.read(async (edition) => {
            await changeAndPublish("a2");
            return work(edition);
          }),
      },
    };
    expect(await checkLog(watched)).toMatchObject({ size: 1, faults: [] });
    expect(await checkLog(store)).toMatchObject({ size: 2, faults: [] });
  }
  rmSync(folder, { recursive: true });
});
