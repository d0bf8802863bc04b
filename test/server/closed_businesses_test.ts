/** A business that is closed to make room for others gives its memory back. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { Firms } from "../support/firms.ts";
import { skipUnless } from "../support/tools.ts";

/** More than have room in the least memory that may be set, so that a round of reads opens and closes each. */
const BUSINESSES = 18;
const ROUNDS = 5;

test.skipIf(skipUnless(process.platform === "linux", "the files that a process maps: only Linux lists them"))(
  "the publications of businesses that are opened and closed in turn do not stay mapped",
  async () => {
    await using firms = new Firms();
    const ids = Array.from({ length: BUSINESSES }, (_, number) => `b${number}`);
    for (const id of ids) await firms.addReviewed(id);
    const { pid } = await firms.serve({ MEMORY_LIMIT: "64MB" });
    for (const id of Array.from({ length: ROUNDS }, () => ids).flat()) {
      const answer = await firms.ask(`https://${id}.test/feed.xml`);
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(`of-${id}`)]);
    }
    const mapped = readFileSync(`/proc/${pid}/maps`, "utf8").match(/\.publication/g)?.length ?? 0;
    expect(mapped).toBeLessThan((ROUNDS * BUSINESSES) / 2);
  },
);
