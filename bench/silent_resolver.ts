/**
 * Compressed answers while the hub waits for names whose DNS servers are silent: 200 subscriptions for 200 domains.
 *
 *     bun bench/silent_resolver.ts [--full]
 *
 * The server sees a resolv.conf of its own (a mount namespace, as root on Linux), whose only server answers nothing.
 */
import { createSocket } from "node:dgram";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { answered, freePort, start } from "./processes.ts";

const DOMAINS = 200;
const SEARCHES_AT_ONCE = 8;
/** Longer than the hub waits for one verification. */
const SECONDS = process.argv.includes("--full") ? 60 : 20;
const NAME_SERVER = "127.0.0.153";
const BASE_URL = "https://reviews.goodword.test";
const MAIN = join(import.meta.dir, "../src/main.ts");

/** The DNS server; the names that it was asked for. */
async function startSilence(): Promise<Set<string>> {
  const names = new Set<string>();
  const socket = createSocket("udp4");
  // Behind the header of twelve bytes stands the name.
  socket.on("message", (query) => void names.add(query.toString("latin1", 12, query.indexOf(0, 12))));
  await new Promise<void>((resolve, reject) => socket.once("error", reject).bind(53, NAME_SERVER, resolve));
  return names;
}

interface Searched {
  readonly answered: number;
  readonly cut: number;
  readonly p99Ms: number;
}

/** Searches for some seconds, each unlike all others, and reads every answer to its end. */
async function search(url: string, seconds: number): Promise<Searched> {
  const durations: number[] = [];
  let cut = 0;
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: SEARCHES_AT_ONCE }, async () => {
      while (performance.now() < end) {
        const begun = performance.now();
        const query = `limit=100&min_rating=1.${Math.floor(Math.random() * 1e9)}1`;
        const isWhole = await fetch(`${url}/api/reviews/search?${query}`, {
          headers: { "Accept-Encoding": "gzip" },
          decompress: false,
          signal: AbortSignal.timeout(20_000),
        })
          .then(async (answer) => answer.ok && gunzipSync(await answer.arrayBuffer()).length > 16_384)
          .catch(() => false);
        if (isWhole) durations.push(performance.now() - begun);
        else cut++;
      }
    }),
  );
  durations.sort((a, b) => a - b);
  return { answered: durations.length, cut, p99Ms: durations[Math.floor(durations.length * 0.99)] ?? 0 };
}

async function subscribe(url: string): Promise<number> {
  const statuses = await Promise.all(
    Array.from({ length: DOMAINS }, async (_, number) => {
      const callback = `https://hook.silent-${number}.com/`;
      const body = new URLSearchParams({
        "hub.mode": "subscribe",
        "hub.topic": `${BASE_URL}/feed.xml`,
        "hub.callback": callback,
      });
      return (await fetch(`${url}/api/websub/hub`, { method: "POST", body })).status;
    }),
  );
  return statuses.filter((status) => status === 202).length;
}

function reported(when: string, { answered, cut, p99Ms }: Searched): string {
  return `${when}: ${cut} cut, ${answered} answered, p99 ${p99Ms.toFixed(0)} ms`;
}

async function main(): Promise<void> {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || Bun.which("unshare") === null) {
    console.log("SKIPPED: a resolv.conf of its own needs root on Linux, and unshare");
    return;
  }
  const names = await startSilence();
  const folder = mkdtempSync(join(tmpdir(), "goodword-silent-"));
  const resolvConf = join(folder, "resolv.conf");
  writeFileSync(resolvConf, `nameserver ${NAME_SERVER}\n`);
  const port = freePort();
  const command = `mount --bind ${resolvConf} /etc/resolv.conf && exec bun ${MAIN} serve`;
  const env = { HOST: "127.0.0.1", PORT: String(port), BASE_URL, DATABASE_URL: `file:${folder}/goodword.sqlite` };
  try {
    await using running = start(["unshare", "-m", "sh", "-c", command], { env });
    const url = `http://127.0.0.1:${port}`;
    await answered(running, `${url}/api/reviews/search?limit=1`);
    console.log(reported("idle", await search(url, 5)));
    console.log(`subscriptions accepted: ${await subscribe(url)}`);
    console.log(reported("beside silent names", await search(url, SECONDS)));
    console.log(`names asked for: ${names.size}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
process.exit(0);
