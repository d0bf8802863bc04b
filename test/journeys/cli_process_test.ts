/** The command line as a process of its own: arguments in, exit code out, killed at bad moments. */
import { expect, test } from "bun:test";
import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { withoutProgress } from "../support/goodword_process.ts";
import { pause } from "../support/wait.ts";

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

test("goodword tells the shell what happened: 0 done, 1 refused, 2 usage, 3 file", () => {
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

test("an import that is killed leaves the old set or the new one, never a part, and the next one works", async () => {
  using shop = new Workshop();
  const sizes = [400, 1200];
  for (const size of sizes) {
    const reviews = Array.from({ length: size }, (_, at) => ({ id: `s${size}_${at}` }));
    shop.write(`${size}.json`, reviewsFile(...reviews));
  }
  goodword(shop, ["import", shop.path("400.json")]);
  for (const [round, delayMs] of [40, 90, 130, 160, 190, 230].entries()) {
    const file = shop.path(`${sizes[(round + 1) % 2]}.json`);
    await killedImport(shop, file, delayMs);
    const { total } = JSON.parse(goodword(shop, ["list", "--json", "--limit", "1"]).stdout);
    expect(sizes).toContain(total);
  }
  expect(goodword(shop, ["import", shop.path("1200.json"), "--replace"]).status).toBe(0);
  expect(JSON.parse(goodword(shop, ["list", "--json", "--limit", "1"]).stdout).total).toBe(1200);
  expect(goodword(shop, ["doctor"]).stdout).toContain("sound");
});

/** Kills the import `delayMs` after its start; the instant is what varies, not what is asserted. */
function killedImport(shop: Workshop, file: string, delayMs: number): Promise<void> {
  const child = spawn(process.execPath, [MAIN, "import", file, "--replace"], { env: environmentOf(shop) });
  void pause(delayMs).then(() => child.kill("SIGKILL"));
  return new Promise((resolve) => child.on("exit", () => resolve()));
}

test("two imports at once both end, and the result is one whole import after the other", async () => {
  using shop = new Workshop();
  const files = ["one", "two"].map((name) => {
    return shop.write(`${name}.json`, reviewsFile(...Array.from({ length: 500 }, (_, at) => ({ id: `${name}${at}` }))));
  });
  const codes = await Promise.all(files.map((file) => exitCodeOf(shop, ["import", file, "--replace", "--quiet"])));
  expect(codes).toEqual([0, 0]);
  const { total, reviews } = JSON.parse(goodword(shop, ["list", "--json", "--limit", "500"]).stdout);
  expect(total).toBe(500);
  expect(new Set(reviews.map(({ id }: { id: string }) => id.replace(/\d+/, ""))).size).toBe(1);
});

function exitCodeOf(shop: Workshop, args: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, [MAIN, ...args], { env: environmentOf(shop) });
  return new Promise((resolve) => child.on("exit", resolve));
}
