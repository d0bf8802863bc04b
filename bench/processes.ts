/** Processes under measurement: pinned to a core, with the processor time they have used, stopped at the end. */
import { readdirSync, readFileSync } from "node:fs";

/** The server has one core for itself, who asks has the other. */
export const SERVER_CORE = 0;
export const CLIENT_CORE = 1;

export interface Running extends AsyncDisposable {
  readonly pid: number;
  hasEnded(): boolean;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
}

export interface SpawnOptions {
  /** Which core it may use; any when left out. */
  readonly core?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export function start(command: readonly string[], options: SpawnOptions = {}): Running {
  const child = spawnPinned(command, options, { stdout: "ignore", stderr: "inherit" });
  const stop = async () => {
    child.kill("SIGKILL");
    await child.exited;
  };
  return { pid: child.pid, hasEnded: () => child.exitCode !== null, stop, [Symbol.asyncDispose]: stop };
}

function spawnPinned<Out extends "ignore" | "pipe", Err extends "inherit" | "pipe">(
  command: readonly string[],
  { core, env = {}, cwd }: SpawnOptions,
  output: { readonly stdout: Out; readonly stderr: Err },
) {
  const pinned = core === undefined || Bun.which("taskset") === null ? [] : ["taskset", "-c", String(core)];
  const place = cwd !== undefined && { cwd };
  return Bun.spawn([...pinned, ...command], { ...output, env: { ...process.env, ...env }, ...place });
}

/** Runs a command to its end. @returns what it printed. @throws {Error} when it fails */
export async function run(command: readonly string[], options: SpawnOptions = {}): Promise<string> {
  const child = spawnPinned(command, options, { stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0)
    throw new Error(`${command.join(" ")} ended with ${code}: ${err.trim().split("\n").slice(-5).join("\n")}`);
  return out;
}

/** Runs a command to its end and returns its usage. @throws {Error} when it fails */
export async function usageOf(
  command: readonly string[],
  options: SpawnOptions = {},
): Promise<{ readonly cpuMs: number; readonly peakBytes: number }> {
  const child = spawnPinned(command, options, { stdout: "ignore", stderr: "inherit" });
  // The system's peak includes the memory of this process until the child has called exec.
  let peakBytes = 0;
  const watch = setInterval(() => {
    if (child.exitCode !== null) return;
    const now = peakResidentBytes(child.pid);
    if (now > peakBytes) peakBytes = now;
  }, 10);
  const code = await child.exited;
  clearInterval(watch);
  const usage = child.resourceUsage();
  if (code !== 0 || usage === undefined) throw new Error(`${command.join(" ")} ended with ${code}`);
  return { cpuMs: Number(usage.cpuTime.total) / 1000, peakBytes };
}

/** Microseconds of processor time that all threads of a process have used so far. */
export function cpuMicroseconds(pid: number): number {
  return cpuSince(pid, new Map());
}

/** Microseconds by thread: a thread that ends takes its own along, so a sum may go back. */
export function threadTimes(pid: number): ReadonlyMap<string, number> {
  const times = readdirSync(`/proc/${pid}/task`).map((thread): [string, number] => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return [thread, Number(nanoseconds) / 1000];
  });
  return new Map(times);
}

/** Microseconds that the threads of a process have used since `before`; threads that have ended are left out. */
export function cpuSince(pid: number, before: ReadonlyMap<string, number>): number {
  let used = 0;
  for (const [thread, time] of threadTimes(pid)) used += time - (before.get(thread) ?? 0);
  return used;
}

/** Of `CLK_TCK`, the same on every Linux. */
const TICK_MS = 10;

/** Milliseconds that all threads of a process have used so far, also those that have ended; proc(5), fields 14 and 15. */
export function cpuMilliseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Resident memory of a process, in bytes. */
export function residentBytes(pid: number): number {
  return statusBytes(pid, "VmRSS");
}

/** The most memory it ever had, in bytes. */
export function peakResidentBytes(pid: number): number {
  return statusBytes(pid, "VmHWM");
}

function statusBytes(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  // NaN of a process that has ended.
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) * 1024;
}

/** A port of the loopback interface that nobody has just now. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

/** Waits until a process answers `url` with a status below 400. @throws {Error} when it ends, or after a minute */
export async function answered(server: Running, url: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const response = await fetch(url, { keepalive: false }).catch(() => null);
    await response?.body?.cancel();
    if (response !== null && response.status < 400) return;
    if (server.hasEnded() || performance.now() > deadline) throw new Error(`No answer from ${url}`);
    await Bun.sleep(20);
  }
}
