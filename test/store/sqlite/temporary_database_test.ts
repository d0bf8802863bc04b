import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir, readlink } from "node:fs/promises";
import { ImportStaging } from "../../../src/store/queries/staging.ts";
import { openTemporaryDatabase } from "../../../src/store/sqlite/temporary_database.ts";
import { newStoredReview } from "../../../src/store/stored_review.ts";
import { draftOf, NOON } from "../../support/drafts.ts";
import { skipUnless } from "../../support/tools.ts";

const OPEN_FILES = "/proc/self/fd";

/** Files without a name that this process holds open. */
async function namelessFiles(): Promise<string[]> {
  const links = (await readdir(OPEN_FILES)).map((each) => readlink(`${OPEN_FILES}/${each}`).catch(() => ""));
  return (await Promise.all(links)).filter((path) => /tmp.* \(deleted\)$/.test(path));
}

const skips = skipUnless(existsSync(OPEN_FILES), "files without a name: there is no /proc");

test.skipIf(skips)("a large table of changes is in files without a name, which end with it", async () => {
  const before = (await namelessFiles()).length;
  const staging = new ImportStaging(openTemporaryDatabase());
  for (let page = 0; page < 20; page++) {
    const drafts = Array.from({ length: 500 }, (_, at) => draftOf({ id: `${page}-${at}`, text: "x".repeat(1000) }));
    staging.add(
      drafts.map((draft, record) => {
        const after = newStoredReview(draft, NOON, () => null);
        return { kind: "added", record, id: after.id, before: null, after };
      }),
    );
  }
  expect([...staging.written()].flat()).toHaveLength(10_000);
  expect((await namelessFiles()).length).toBeGreaterThan(before);
  staging[Symbol.dispose]();
  expect((await namelessFiles()).length).toBe(before);
});
