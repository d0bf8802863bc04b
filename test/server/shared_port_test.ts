/** A deploy on one machine: the new server shares port and database with the old one, which then stops. */
import { expect, test } from "bun:test";
import { startServer } from "../support/server.ts";

test("a server that shares its port with the one it replaces leaves no gap and takes no reader back", async () => {
  const old = await startServer({ environment: { SHARE_PORT: "true" } });
  const port = String(old.port);
  const statuses: number[] = [];
  let isOver = false;
  async function read(): Promise<void> {
    while (!isOver) {
      // A connection that is reset before a byte of an answer came is opened anew, as browsers and balancers do.
      const response = await old.get("/feed.xml", { headers: { Connection: "close" } }).catch(() => null);
      if (response !== null) statuses.push(response.status);
      await response?.arrayBuffer();
    }
  }
  const readers = [read(), read()];
  const next = await startServer({ environment: { SHARE_PORT: "true", PORT: port }, databasePath: old.databasePath });
  expect(await old.stop()).toBe(0);
  const before = statuses.length;
  while (statuses.length < before + 50) await next.get("/healthz");
  isOver = true;
  await Promise.all(readers);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  await next.stop();
  await old[Symbol.asyncDispose]();
});
