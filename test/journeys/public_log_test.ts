/** The public log over a real server, through a year of changes: the reports of a watcher and of the holder of a receipt. */
import { afterAll, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reviewsFile } from "../support/command_line.ts";
import { type Service, spawnGoodword, startService } from "../support/goodword_process.ts";

const folder = mkdtempSync(join(tmpdir(), "goodword-log-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const environment = {
  DATABASE_URL: `file:${at("goodword.sqlite")}`,
  BASE_URL: "https://reviews.goodword.test",
  INVITATIONS: "links",
  HOST: "127.0.0.1",
  PORT: "0",
  CONSOLE_PORT: "off",
  GOODWORD_SEED: "none",
  LOG_FORMAT: "json",
};
const run = async (...args: string[]) => {
  const { code, out, err } = await spawnGoodword(args, { environment }).ended;
  return { code, out, err };
};
/** The revision is what a server shows next. */
const shown = async ({ port }: Service, isSo: (text: string) => boolean, path = "/reviews.ndjson") => {
  for (;;) {
    const text = await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    if (isSo(text)) return text;
  }
};

test("a customer keeps a receipt and a stranger watches, through replies, withholding, a kill, a restored backup and a withdrawal", async () => {
  const business = { name: "Ace Plumbing", address: { street_address: "1 High Street", locality: "Springfield" } };
  writeFileSync(
    at("reviews.json"),
    JSON.stringify({ ...JSON.parse(reviewsFile({ id: "a1" }, { id: "a2", rating: 1 })), business }),
  );
  expect((await run("import", at("reviews.json"))).code).toBe(0);
  writeFileSync(
    at("jobs.csv"),
    `Date,Customer,Email,Service\n${new Date().toISOString().slice(0, 10)},Jane Doe,jane@example.com,Drain\n`,
  );
  await run("jobs", "add", at("jobs.csv"));
  await run("invitations", "links", at("links.csv"));
  const [link = ""] = /\/r\/[\w-]+/.exec(readFileSync(at("links.csv"), "utf8")) ?? [];

  let service = await startService({ environment });
  const watch = async () => {
    const { code, out, err } = await run("watch-log", `http://127.0.0.1:${service.port}`, "--state", at("state.json"));
    return { code, err, news: out.split("\n").slice(2, -2) };
  };
  const honest = { code: 0, err: "" };
  expect(await watch()).toMatchObject(honest);

  const form = new URLSearchParams({ rating: "2", text: "Late, but fair.", display_name: "first", license: "yes" });
  await fetch(`http://127.0.0.1:${service.port}${link}`, { method: "POST", body: form, redirect: "manual" });
  await shown(service, (text) => text.includes("Late, but fair."));
  const answer = await fetch(`http://127.0.0.1:${service.port}${link}/receipt`);
  expect([answer.status, answer.headers.get("cache-control"), answer.headers.get("content-type")]).toEqual([
    200,
    "no-store",
    "application/json",
  ]);
  writeFileSync(at("receipt.json"), await answer.text());
  const check = () => run("check-receipt", at("receipt.json"), "--url", `http://127.0.0.1:${service.port}`);
  expect(await check()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Your review was published .* and the log still holds it\nNothing has happened/),
  });
  expect(await watch()).toMatchObject({ ...honest, news: [] });

  await run("backup", at("backup.sqlite"));
  await run("withhold", "a2", "--reason", "abuse");
  await run("reply", "a1", "Thank you.");
  await shown(service, (text) => text.includes("Thank you.") && !text.includes('"a2"'));
  expect((await watch()).news).toEqual([
    expect.stringContaining("review a2 (1 star, 2026-05-01) was withheld: abuse"),
    expect.stringContaining("review a1 (5 stars, 2026-05-01) was changed"),
  ]);

  // The database of before, while the log beside it goes on.
  await service.kill();
  for (const ending of ["", "-wal", "-shm"]) rmSync(at(`goodword.sqlite${ending}`), { force: true });
  copyFileSync(at("backup.sqlite"), at("goodword.sqlite"));
  service = await startService({ environment });
  await shown(service, (text) => text.includes('"a2"'));
  const restored = await watch();
  expect(restored).toMatchObject(honest);
  expect(restored.news.join("\n")).toContain("review a2 (1 star, 2026-05-01) was shown again: restored");

  await fetch(`http://127.0.0.1:${service.port}${link}/withdraw`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ remove: "yes" }),
  });
  await shown(service, (text) => !text.includes("Late, but fair."));
  expect((await check()).out).toMatch(/\nOn \S+ it was removed: withdrawn \(entry \d+\)\n/);
  expect((await fetch(`http://127.0.0.1:${service.port}${link}/receipt`)).status).toBe(410);
  expect(await watch()).toMatchObject(honest);

  // What the owner takes out of the database by hand is seen.
  await service.kill();
  const { Database } = await import("bun:sqlite");
  using database = new Database(at("goodword.sqlite"));
  database.run("UPDATE reviews SET text = 'Best in town!' WHERE id = 'a2'");
  // A start would answer from it, since no revision was made.
  rmSync(at("goodword.sqlite.publication"));
  service = await startService({ environment });
  await shown(service, (text) => text.includes("Best in town!"));
  const { code, err } = await watch();
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining("Review a2 is shown in /reviews.ndjson, but it does not match entry"),
  });
  await service.kill();
});
