/** Many businesses on one PostgreSQL server, a schema each, served by two processes. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { Firms } from "../support/firms.ts";
import type { Service } from "../support/goodword_process.ts";
import { sharedPostgres } from "../support/shared_postgres.ts";
import { eventually } from "../support/wait.ts";

const postgres = await sharedPostgres("many businesses on PostgreSQL");

if (postgres !== null) {
  const firms = new Firms(postgres);
  const { shop, servers } = firms;

  async function reviewsAt(server: Service, host: string): Promise<string[] | number> {
    const answer = await firms.ask(`https://${host}/reviews.json`, {}, server);
    if (answer.status !== 200) return answer.status;
    const { reviews } = (await answer.json()) as { reviews: { id: string }[] };
    return reviews.map(({ id }) => id).sort();
  }

  const everywhere = (host: string, expected: string[] | number) =>
    Promise.all(
      servers.map((server) =>
        eventually(`${expected} at ${host}`, async () => Bun.deepEquals(await reviewsAt(server, host), expected)),
      ),
    );

  beforeAll(async () => {
    for (const id of ["ace", "bee"]) await firms.addReviewed(id);
    for (let started = 0; started < 2; started++) await firms.serve();
  });

  afterAll(() => firms[Symbol.asyncDispose]());

  test("each business is answered from its own schema by every server, and unknown hosts with 421", async () => {
    for (const id of ["ace", "bee"]) await everywhere(`${id}.test`, [`of-${id}`]);
    await everywhere("nobody.test", 421);
  });

  test("a change of one shows on every server, and changes no other", async () => {
    await firms.importInto(
      "ace",
      { id: "of-ace" },
      { id: "second", date: "2026-05-02", text: "Came back for the boiler" },
    );
    await everywhere("ace.test", ["of-ace", "second"]);
    await everywhere("bee.test", ["of-bee"]);
  });

  test("a change of a business without readers is published on the database's notification", async () => {
    await firms.add("quiet");
    const isPublished = (server: Service) => /"Published"[^\n]*"business":"quiet"/.test(server.log());
    const reviews: { id: string }[] = [];
    // What a server has not seen before it does not take for changed.
    await eventually("its publications", async () => {
      reviews.push({ id: `r${reviews.length}` });
      await firms.importInto("quiet", ...reviews);
      return servers.every(isPublished);
    });
  });

  test("what is added, renamed and removed shows on every server", async () => {
    await firms.addReviewed("new");
    await everywhere("new.test", ["of-new"]);
    expect(await shop.run("business", "rename", "new", "newer")).toMatchObject({ code: 0 });
    await everywhere("new.test", ["of-new"]);
    expect(await shop.run("business", "remove", "newer")).toMatchObject({ code: 0 });
    await everywhere("new.test", 421);
  });

  test("each business signs its log by a key of its own in KEYS_DIR, which all servers share", async () => {
    const keyAt = async (server: Service, host: string) =>
      (await firms.ask(`https://${host}/log/key`, {}, server)).text();
    for (const id of ["ace", "bee"]) {
      const own = `${id}.test/log+`;
      const isOwn = async (server: Service) => (await keyAt(server, `${id}.test`)).startsWith(own);
      for (const server of servers) await eventually(`a key of ${id}`, () => isOwn(server));
      const keys = await Promise.all(servers.map((server) => keyAt(server, `${id}.test`)));
      expect(new Set(keys).size).toBe(1);
    }
    const named = /^(?:ace|bee)-[0-9a-f]{24}\.log-key$/;
    expect(readdirSync(shop.path("keys")).filter((name) => named.test(name))).toHaveLength(2);
  });
}
