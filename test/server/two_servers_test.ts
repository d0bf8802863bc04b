/** Two servers on one database file, and readers that go from one to the other. */
import { expect, test } from "bun:test";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { startServer } from "../support/server.ts";

test("no read that begins after another has ended is older, whichever of two servers answers", async () => {
  using shop = new Workshop();
  await using one = await startServer({ databasePath: shop.database, environment: { GOODWORD_SEED: "none" } });
  await using other = await startServer({ databasePath: shop.database, environment: { GOODWORD_SEED: "none" } });
  const servers = [one, other] as const;
  /** The newest edition that a read which has ended was answered with. */
  let newest = 0;
  let isOver = false;
  const olderReads: string[] = [];
  const shownBy = new Map<number, number>();

  async function read(turn: number): Promise<void> {
    for (let at = turn; !isOver; at++) {
      const floor = newest;
      const server = servers[at % 2 === 0 ? 0 : 1];
      const body = await (await server.get(at % 3 === 0 ? "/api/reviews/search" : "/api/feed.json")).text();
      const edition = Number(/edition (\d+)/.exec(body)?.[1] ?? 0);
      if (edition < floor) olderReads.push(`${edition} after ${floor}`);
      newest = Math.max(newest, edition);
      shownBy.set(server.port, edition);
    }
  }

  const readers = [0, 1].map(read);
  for (const edition of [1, 2]) {
    const reviews = Array.from({ length: 200 }, (_, at) => ({ id: `r${at}`, text: `edition ${edition} of ${at}` }));
    const { code } = await one.command("import", shop.write("reviews.json", reviewsFile(...reviews)));
    expect(code).toBe(0);
    while (servers.some(({ port }) => shownBy.get(port) !== edition)) await one.get("/healthz");
  }
  isOver = true;
  await Promise.all(readers);
  expect(olderReads).toEqual([]);
});
