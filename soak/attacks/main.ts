/**
 * `bun run test:attacks [--program FOLDER] [--only PATTERN]`: how long others wait while somebody attacks a server with 40,000
 * reviews, and how much memory that takes. Prints a row of a table for each attack. `--program` is another checkout to attack.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { quantile } from "../../bench/figures.ts";
import { peakResidentBytes, residentBytes } from "../../bench/processes.ts";
import { pause } from "../../test/support/wait.ts";
import type { Attack, Target } from "./attack.ts";
import { ATTACKS } from "./attacks.ts";
import { type AttackedServer, AttackStage } from "./stage.ts";

const { values } = parseArgs({
  options: {
    program: { type: "string", default: "." },
    reviews: { type: "string", default: "40000" },
    seconds: { type: "string", default: "4" },
    /** A regular expression for names of attacks. */
    only: { type: "string", default: "" },
  },
});

const HEALTH_EVERY_MS = 10;
const SEARCH_EVERY_MS = 100;
const VICTIM_EVERY_MS = 200;
const IDLE_MS = 2000;
/** After an attack, before the next one on the same server. */
const SETTLED_MS = 1500;
const BEGUN_MS = 300;
/** What takes longer is cut off. */
const MAX_ATTACK_MS = 60_000;
const GIVEN_UP_MS = 30_000;
const HONEST = { "X-Forwarded-For": "198.51.100.7" };

interface Waits {
  readonly health: number[];
  readonly search: number[];
  readonly victims: readonly number[][];
  /** Requests that were refused or failed. */
  refused: number;
  readonly victimsRefused: number[];
}

console.log(
  "| attack | /healthz p99, idle | attacked | search p99, idle | attacked | refused | MB before | most | others | answers |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
using stage = await AttackStage.prepare(values.program, Number(values.reviews));
let shared: AttackedServer | null = null;
for (const attack of ATTACKS.filter(({ name }) => new RegExp(values.only).test(name))) {
  try {
    console.log(await rowOf(attack));
  } catch (error) {
    await endShared();
    console.log(`| ${attack.name} | not measured: ${String(error).slice(0, 200)} |`);
  }
}

await endShared();

async function endShared(): Promise<void> {
  await shared?.[Symbol.asyncDispose]();
  shared = null;
}

async function rowOf(attack: Attack): Promise<string> {
  if (attack.isHarmless) {
    shared ??= await stage.server({});
    await pause(SETTLED_MS);
    return measure(attack, shared);
  }
  await endShared();
  await using server = await stage.server({ descriptors: attack.descriptors });
  return await measure(attack, server);
}

async function measure(attack: Attack, server: AttackedServer): Promise<string> {
  const { target, pid } = server;
  await warmUp(target, attack);
  const idle = await measureUntil(target, { ...attack, victims: [] }, pause(IDLE_MS));
  const before = residentBytes(pid);
  // Resets the peak: proc_pid_clear_refs(5).
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const begun = performance.now();
  const client = startClient(target, attack);
  await pause(BEGUN_MS);
  const limit = pause(attack.isOnce ? MAX_ATTACK_MS : Number(values.seconds) * 1000);
  const waits = await measureUntil(target, attack, attack.isOnce ? Promise.race([client.exited, limit]) : limit);
  const isEnded = client.exitCode !== null;
  const seconds = (performance.now() - begun) / 1000;
  client.stdin.end();
  const answers = (await new Response(client.stdout).text()).trim();
  const left = leftBehind(server);
  const others = (attack.victims ?? []).map(({ name }, at) => {
    const times = waits.victims[at] ?? [];
    const refused = waits.victimsRefused[at] ?? 0;
    return `${name} p50 ${ms(quantile(times, 0.5))}, most ${ms(Math.max(...times))}, ${refused} of ${times.length} refused`;
  });
  if (left > 0) others.push(`${left >> 20} MB left in files`);
  const errors = readFileSync(server.log, "utf8").split("\n").length - 1;
  if (errors > 0) others.push(`${errors} errors in the log`);
  const cells = [
    attack.name,
    ...[idle.health, waits.health, idle.search, waits.search].map((times) => ms(quantile(times, 0.99))),
    `${waits.refused} of ${waits.search.length}`,
    ...[before, peakResidentBytes(pid)].map((bytes) => String(Math.round(bytes / 1e6))),
    others.join("; "),
    answers + (attack.isOnce ? ` (${isEnded ? "" : "cut off after "}${seconds.toFixed(1)} s)` : ""),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** What is loaded with its first use is there before. */
async function warmUp({ url, consoleUrl, cookie }: Target, { isCold }: Attack): Promise<void> {
  const paths = ["/healthz", "/reviews.json", "/api/reviews/search?query=leak", "/api/reviews/search?words=leak", "/"];
  for (const path of paths) await (await fetch(url + path, { headers: HONEST })).bytes();
  if (isCold) return;
  for (const path of ["/login", "/people"]) {
    await (await fetch(consoleUrl + path, { headers: { Cookie: cookie } })).bytes();
  }
}

function startClient(target: Target, { name }: Attack) {
  return Bun.spawn(["bun", join(import.meta.dir, "client.ts"), JSON.stringify(target), name], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: "2000" },
  });
}

async function measureUntil(target: Target, { victims = [] }: Attack, ended: Promise<unknown>): Promise<Waits> {
  let isEnded = false;
  void ended.then(() => {
    isEnded = true;
  });
  const waits: Waits = {
    health: [],
    search: [],
    victims: victims.map(() => []),
    refused: 0,
    victimsRefused: victims.map(() => 0),
  };
  const every = async (
    pauseMs: number,
    times: number[],
    ask: (number: number) => Promise<boolean>,
    refuse: () => void,
  ) => {
    for (let number = 0; !isEnded || times.length === 0; number++) {
      const begun = performance.now();
      const isAnswered = await Promise.race([ask(number).catch(() => false), pause(GIVEN_UP_MS).then(() => false)]);
      times.push(performance.now() - begun);
      if (!isAnswered) refuse();
      await pause(pauseMs);
    }
  };
  await Promise.all([
    every(
      HEALTH_EVERY_MS,
      waits.health,
      () => isAnswered(`${target.url}/healthz`),
      () => {},
    ),
    every(
      SEARCH_EVERY_MS,
      waits.search,
      (number) => isAnswered(`${target.url}/api/reviews/search?query=${(number * 7919).toString(36)}`),
      () => {
        waits.refused++;
      },
    ),
    ...victims.map(({ ask }, at) =>
      every(
        VICTIM_EVERY_MS,
        waits.victims[at] ?? [],
        (number) => ask(target, number),
        () => {
          waits.victimsRefused[at] = (waits.victimsRefused[at] ?? 0) + 1;
        },
      ),
    ),
  ]);
  return waits;
}

async function isAnswered(url: string): Promise<boolean> {
  const response = await fetch(url, { headers: HONEST });
  await response.arrayBuffer();
  return response.ok;
}

/** Bytes of uploads that an attack left on the disk. */
function leftBehind({ temporary }: AttackedServer): number {
  return readdirSync(temporary, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(temporary, name)))
    .reduce((bytes, stats) => bytes + (stats.isFile() ? stats.size : 0), 0);
}

function ms(time: number): string {
  return Number.isFinite(time) ? `${time < 10 ? time.toFixed(1) : Math.round(time)} ms` : "-";
}
