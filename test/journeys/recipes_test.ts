/** The recipes of the documents do what they say, run as they stand there against a real server. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reviewOf } from "../support/command_line.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { isMissing, skipUnless } from "../support/tools.ts";
import { eventually } from "../support/wait.ts";

const PAGES = ["keeping-a-copy", "searching"]
  .map((name) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), "utf8"))
  .join("\n");
const folder = mkdtempSync(join(tmpdir(), "goodword-recipes-"));
let server: RunningServer;

beforeAll(async () => {
  server = await startServer();
  await importReviews({ id: "r1", rating: 5, text: "Fixed <the> leak" }, { id: "r2", rating: 2, date: "2025-03-01" });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function importReviews(...reviews: readonly Record<string, unknown>[]): Promise<void> {
  const file = join(folder, "import.json");
  await Bun.write(file, JSON.stringify({ business: { name: "Ace" }, reviews: reviews.map(reviewOf) }));
  expect((await server.command("import", file)).code).toBe(0);
  const last = `"id":"${reviews.at(-1)?.id}"`;
  await eventually("the import", async () => {
    return (await (await server.get("/reviews.json")).text()).includes(last) ? true : undefined;
  });
}

/** The code of a section, asking the server of this test. */
function recipe(heading: string): string {
  const section = PAGES.split(new RegExp(`\n#{2,3} ${heading}\n`))[1] ?? "";
  const [, code = ""] = /```\w+\n([\s\S]*?)```/.exec(section) ?? [];
  return code.replaceAll("https://reviews.example", `http://127.0.0.1:${server.port}`);
}

async function run(program: string, name: string, code: string): Promise<string> {
  await Bun.write(join(folder, name), code);
  const child = Bun.spawn([program, name], { cwd: folder, stdout: "pipe", stderr: "pipe" });
  const [out, err, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  expect([exitCode, err]).toEqual([0, ""]);
  return out;
}

test.skipIf(isMissing("python3"))(
  "Python keeps a copy that is what is published, through a removal and a restart of its own",
  async () => {
    const code = recipe("Python: keep a copy");
    expect(await run("python3", "keep.py", code)).toBe("2 reviews\n");
    expect((await server.command("remove", "r2", "--reason", "request")).code).toBe(0);
    await importReviews({ id: "r3", text: "Late" });
    expect(await run("python3", "keep.py", code)).toBe("2 reviews\n");
    const copy = JSON.parse(readFileSync(join(folder, "reviews-copy.json"), "utf8")) as {
      reviews: Record<string, unknown>;
    };
    const { reviews } = (await (await server.get("/reviews.json")).json()) as { reviews: { id: string }[] };
    expect(copy.reviews).toEqual(Object.fromEntries(reviews.map((review) => [review.id, review])));
  },
);

/** Debian's packages are known to Debian's own Python, which need not be the first one on the path. */
const PANDAS = ["python3", "/usr/bin/python3"].find((python) => {
  return Bun.which(python) !== null && Bun.spawnSync([python, "-c", "import pandas"]).exitCode === 0;
});

test.skipIf(skipUnless(PANDAS !== undefined, "the recipe for pandas (Debian package python3-pandas)"))(
  "pandas reads the CSV and counts reviews by year",
  async () => {
    const out = await run(PANDAS ?? "", "years.py", recipe("Python: pandas"));
    expect(out).toStartWith("date,mean,count\n");
    const counts = out
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => Number(line.split(",")[2]));
    const { reviews } = (await (await server.get("/reviews.json")).json()) as { reviews: unknown[] };
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(reviews.length);
  },
);

test.skipIf(isMissing("php"))("PHP shows good reviews, with what customers wrote as text", async () => {
  const out = await run("php", "reviews.php", recipe("PHP: the newest good reviews on your own page"));
  expect(out).toContain("★★★★★ Fixed &lt;the&gt; leak");
  expect(out).not.toContain("<the>");
});

test("spreadsheets get UTF-8 that Excel knows by its byte order mark, and filters of the search", async () => {
  const bytesOf = async (path: string) => new Uint8Array(await (await server.get(path)).arrayBuffer());
  expect([...(await bytesOf("/reviews.csv?excel=1")).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect([...(await bytesOf("/reviews.csv")).subarray(0, 2)]).not.toEqual([0xef, 0xbb]);
  const filtered = await server.get("/reviews.csv?excel=1&max_rating=3&since=2026-01-01");
  expect(filtered.status).toBe(200);
  expect(PAGES).toContain("/reviews.csv?excel=1&max_rating=3&since=2026-01-01");
});
