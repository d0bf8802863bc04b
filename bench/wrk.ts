/**
 * wrk as the one who asks: one thread on a core of its own, so that the server's processor time per request is what a
 * round measures.
 */
import { CLIENT_CORE, cpuSince, type Running, run, threadTimes } from "./processes.ts";

export interface Load {
  readonly url: string;
  readonly connections?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A Lua script that makes the requests. */
  readonly script?: string;
  /** Whole seconds. Default: 1. */
  readonly seconds?: number;
}

export interface Round {
  /** Processor time of the server per request, in microseconds. */
  readonly cpuUs: number;
  readonly perSecond: number;
}

export function hasWrk(): boolean {
  return Bun.which("wrk") !== null && Bun.which("taskset") !== null;
}

const MAX_ROUND_SECONDS = 16;

/** One round of requests. @throws {Error} when an answer is an error */
export async function loadRound(server: Running, load: Load): Promise<Round> {
  const { url, connections = 32, headers = {}, script, seconds = 1 } = load;
  const command = ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s"];
  for (const [name, value] of Object.entries(headers)) command.push("-H", `${name}: ${value}`);
  if (script !== undefined) command.push("-s", script);
  const before = threadTimes(server.pid);
  const report = await run([...command, url], { core: CLIENT_CORE });
  const used = cpuSince(server.pid, before);
  const [, requests, elapsed] = /(\d+) requests in ([\d.]+)s/.exec(report) ?? [];
  // A peer may need longer than that for its first answer.
  if (Number(requests) === 0 && seconds < MAX_ROUND_SECONDS)
    return loadRound(server, { ...load, seconds: seconds * 2 });
  if (!(Number(requests) > 0) || /Non-2xx|Socket errors/.test(report)) throw new Error(`wrk ${url}:\n${report}`);
  return { cpuUs: used / Number(requests), perSecond: Number(requests) / Number(elapsed) };
}

/** Writes a script that makes wrk ask for all of the paths, over and over. @returns `path` */
export async function requestScript(path: string, paths: readonly string[]): Promise<string> {
  const lines = paths.map((it) => `wrk.format("GET", ${JSON.stringify(it)})`);
  await Bun.write(
    path,
    `local requests, at = {}, 0
    function init(args) requests = { ${lines.join(",\n")} } end
    function request() at = at % #requests + 1; return requests[at] end\n`,
  );
  return path;
}
