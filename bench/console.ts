/**
 * Measures what readers of the public port notice of an import in the console, in turns with an idle server, and how much memory
 * it takes beside the same import by the command line.
 */
import { readFileSync } from "node:fs";
import type { BenchOptions } from "./bench_options.ts";
import { median, type PartReport, quantile } from "./figures.ts";
import { environment, MAIN, startGoodword, type Workplace, wholePublished } from "./prepared.ts";
import { freePort, peakResidentBytes, residentBytes, run, usageOf } from "./processes.ts";
import { readUntil } from "./reader.ts";

const ROUNDS = 5;
/** Reviews that readers are served meanwhile. */
const SERVED = 2000;
/** How long an idle server is read, in milliseconds. */
const IDLE_MS = 10_000;

export async function benchConsole(place: Workplace, { isFull }: BenchOptions): Promise<PartReport> {
  const size = isFull ? 100_000 : 10_000;
  const file = readFileSync(await place.reviewsFile(size));
  const rounds: Round[] = [];
  for (let round = 0; round < (isFull ? ROUNDS : 1); round++) {
    rounds.push(await measure(await place.copyOfDatabase(SERVED), file));
  }
  const command = await measureCommand(await place.copyOfDatabase(SERVED), await place.reviewsFile(size));
  const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  return {
    part: `An import of ${size} reviews in the console`,
    figures: [
      {
        name: "p99 of the public port meanwhile",
        value: of("busyMs"),
        unit: "ms",
        beside: { name: "idle", value: of("idleMs") },
      },
      { name: "p99, beside idle", value: of("ratio"), unit: "times", goal: { atMost: 1.5 } },
      { name: "p99 of the console meanwhile", value: of("consoleMs"), unit: "ms" },
      { name: "from the upload to the end", value: of("seconds"), unit: "s" },
      {
        name: "memory that the server grows by",
        value: of("grownMb"),
        unit: "MB",
        beside: { name: "the command line's, with what the server grows by", value: command.megabytes },
        goal: { atMost: command.megabytes },
      },
      { name: "p99 of the public port while the command line imports", value: command.busyMs, unit: "ms" },
    ],
    notes: [],
  };
}

interface Round {
  readonly idleMs: number;
  readonly busyMs: number;
  readonly ratio: number;
  readonly consoleMs: number;
  readonly seconds: number;
  readonly grownMb: number;
}

async function measure(database: string, file: Uint8Array<ArrayBuffer>): Promise<Round> {
  const port = freePort();
  const env = { CONSOLE_PORT: String(port) };
  await using server = startGoodword(database, { env });
  await wholePublished(server);
  const console = await enter(`http://localhost:${port}`, database);
  await readUntil(server.url, Bun.sleep(2000));
  const idle = await readUntil(server.url, Bun.sleep(IDLE_MS));
  const before = residentBytes(server.pid);
  const begun = performance.now();
  const pages: number[] = [];
  const busy = await readUntil(server.url, importIn(console, file, pages));
  const seconds = (performance.now() - begun) / 1000;
  const [idleMs, busyMs] = [quantile(idle, 0.99), quantile(busy, 0.99)];
  const grownMb = (peakResidentBytes(server.pid) - before) / 1e6;
  return { idleMs, busyMs, ratio: busyMs / idleMs, consoleMs: quantile(pages, 0.99), seconds, grownMb };
}

/** The same import by the command line: it takes a process of its own, and the server publishes what it brings. */
async function measureCommand(database: string, file: string) {
  await using server = startGoodword(database, { env: { CONSOLE_PORT: "off" } });
  await wholePublished(server);
  await readUntil(server.url, Bun.sleep(2000));
  const before = residentBytes(server.pid);
  let peakBytes = 0;
  const importing = usageOf(["bun", MAIN, "import", "--quiet", file], { env: environment(database) });
  const busy = await readUntil(
    server.url,
    importing.then((usage) => {
      peakBytes = usage.peakBytes;
    }),
  );
  const megabytes = (peakBytes + peakResidentBytes(server.pid) - before) / 1e6;
  return { megabytes, busyMs: quantile(busy, 0.99) };
}

interface Visitor {
  readonly url: string;
  readonly cookie: string;
}

/** The first owner, by a link of the command line. */
async function enter(url: string, database: string): Promise<Visitor> {
  const env = { ...environment(database), CONSOLE_URL: url };
  const [link = ""] = /http\S+\/claim\/\S+/.exec(await run(["bun", MAIN, "console", "link"], { env })) ?? [];
  const body = new URLSearchParams({ name: "Amy", password: "three blue buckets" });
  const claimed = await fetch(link, { method: "POST", body, headers: { Origin: url }, redirect: "manual" });
  const cookie = claimed.headers.get("Set-Cookie")?.split(";", 1)[0];
  if (cookie === undefined) throw new Error(`The console did not let us in: ${claimed.status}`);
  return { url, cookie };
}

/** Uploads, looks, decides and waits for the end; `pages` takes how long the pages of the console took meanwhile. */
async function importIn({ url, cookie }: Visitor, file: Uint8Array<ArrayBuffer>, pages: number[]): Promise<void> {
  const post = (path: string, body: FormData | URLSearchParams) =>
    fetch(url + path, { method: "POST", body, headers: { Cookie: cookie, Origin: url }, redirect: "manual" });
  const until = async (path: string, isThere: (html: string) => boolean): Promise<string> => {
    for (;;) {
      const begun = performance.now();
      const html = await (await fetch(url + path, { headers: { Cookie: cookie } })).text();
      pages.push(performance.now() - begun);
      if (isThere(html)) return html;
      await Bun.sleep(500);
    }
  };
  const form = new FormData();
  form.append("files", new File([file], "reviews.json"));
  const sent = await post("/import", form);
  const place = sent.headers.get("Location");
  if (place === null) throw new Error(`The file was not taken: ${sent.status}`);
  const looked = await until(place, (html) => !html.includes("data-progress"));
  const state = /name="state" value="(\d+)"/.exec(looked)?.[1] ?? "";
  await post(`${place}/go`, new URLSearchParams({ state, vouches: "yes" }));
  const done = await until(place, (html) => !html.includes("data-progress"));
  if (!done.includes("Your reviews have been imported")) throw new Error("The import did not end well");
}
