/** The command line as a process of its own: arguments in, exit code out. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { withoutProgress } from "../support/goodword_process.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

function environmentOf(shop: Workshop): Record<string, string> {
  return { PATH: process.env.PATH ?? "", DATABASE_URL: `file:${shop.database}` };
}

function goodword(shop: Workshop, args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    env: environmentOf(shop),
    input,
    encoding: "utf8",
  });
  return { status, stdout, stderr: withoutProgress(stderr) };
}

test("goodword import - reads standard input, commits, and leaves one file behind", () => {
  using shop = new Workshop();
  expect(goodword(shop, ["import", "-"], reviewsFile({ id: "a1" }))).toEqual({
    status: 0,
    stdout: `1 new, 0 changed, 0 unchanged; revision 1\nDatabase: ${shop.database} (created)\n`,
    stderr: "",
  });
  expect(shop.has("goodword.sqlite-wal")).toBe(false);
  expect(JSON.parse(goodword(shop, ["list", "--json"]).stdout).total).toBe(1);
});

test("goodword exits with 0 when done, 1 when refused, 2 for usage, 3 for a missing file", () => {
  using shop = new Workshop();
  const bad = shop.write("bad.json", reviewsFile({ id: "x", rating: 6 }));
  expect(goodword(shop, ["--version"]).status).toBe(0);
  expect(goodword(shop, ["import", bad]).status).toBe(1);
  expect(goodword(shop, ["imprt"]).status).toBe(2);
  expect(goodword(shop, ["import", shop.path("nowhere.json")]).status).toBe(3);
});

test("goodword does not mind a reader that has seen enough", () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile(...Array.from({ length: 3000 }, (_, at) => ({ id: `a${at}` }))));
  goodword(shop, ["import", shop.path("reviews.json")]);
  const script = `"${process.execPath}" "${MAIN}" export --format ndjson | head -n 1`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script], { env: environmentOf(shop), encoding: "utf8" });
  expect(stdout.split("\n")).toHaveLength(2);
  expect(stderr).toBe(`Database: ${shop.database}\n`);
});
