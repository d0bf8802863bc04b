/** goodword console: links that let people in, and the end of their access. */
import { describe, expect, test } from "bun:test";
import { claim } from "../../src/owner/people.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { Workshop } from "../support/command_line.ts";
import { seededBytes } from "../support/seeded_random.ts";

const HASH = { kind: "password", hash: "$argon2id$" } as const;

async function spend(shop: Workshop, url: string, name: string) {
  await using store = openDatabase(shop.database, { clock: shop.clock });
  const given = { token: url.split("/").at(-1) ?? "", name, credential: HASH };
  return await claim(store, given, seededBytes);
}

describe("goodword console", () => {
  test("link lets the first owner in, then those who are named or new, each once", async () => {
    using shop = new Workshop();
    const first = await shop.run("console", "link", "--json");
    expect(first.json).toMatchObject({
      url: expect.stringMatching(/^http:\/\/localhost:3080\/claim\/[\w-]{43}$/),
      expires_at: "2026-06-01T12:15:00.000Z",
    });
    expect(await spend(shop, first.json.url, "Olive")).toMatchObject({ kind: "in", person: { role: "owner" } });
    const second = await shop.run("console", "link");
    expect(second.code).toBe(1);
    expect(second.err).toContain("The console already has an owner");
    const reader = await shop.run("console", "link", "--role", "reader", "--json");
    expect(await spend(shop, reader.json.url, "Olive")).toEqual({ kind: "name_taken" });
    expect(await spend(shop, reader.json.url, "Rob")).toMatchObject({ kind: "in", person: { role: "reader" } });
    const again = await shop.run("console", "link", "--for", "rob", "--json");
    expect(await spend(shop, again.json.url, "")).toMatchObject({
      kind: "in",
      person: { name: "Rob", role: "reader" },
    });
    expect(await spend(shop, again.json.url, "")).toEqual({ kind: "gone" });
    expect((await shop.run("console", "link", "--for", "Nobody")).code).toBe(1);
    expect((await shop.run("console", "link", "--for", "Rob", "--role", "owner")).code).toBe(2);
  });

  test("people lists them, revoke ends their access and keeps the last owner", async () => {
    using shop = new Workshop();
    expect((await shop.run("console", "link", "--json")).code).toBe(0);
    expect((await shop.run("console", "people")).out).toContain("No users yet");
    await spend(shop, (await shop.run("console", "link", "--json")).json.url, "Olive");
    await spend(shop, (await shop.run("console", "link", "--role", "reader", "--json")).json.url, "Rob");
    const listed = await shop.run("console", "people", "--json");
    expect(listed.json).toMatchObject([
      { name: "Olive", role: "owner", password: true, passkeys: 0, seen_at: null },
      { name: "Rob", role: "reader" },
    ]);
    expect((await shop.run("console", "revoke", "Rob")).out).toContain("Rob is logged out everywhere");
    expect((await shop.run("console", "revoke", "Rob")).code).toBe(1);
    const last = await shop.run("console", "revoke", "olive");
    expect([last.code, last.err]).toEqual([1, expect.stringContaining("The last owner cannot be removed")]);
    expect((await shop.run("console", "people", "--json")).json).toMatchObject([{ name: "Olive" }]);
  });
});
