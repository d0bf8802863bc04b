/**
 * Notices that the `npx` which started the server has ended.
 *
 * On SIGTERM npx ends, and so does the shell that it runs commands in, but neither passes the signal on: `bun run start`
 * and the server below it would go on unseen and keep the port. Only a server right below npx is watched over; one that
 * a service manager started, by whatever means, is the manager's.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Clock } from "../platform.ts";
import { isRunning } from "../system.ts";

/** One row of the process table. */
interface RunningProcess {
  readonly parent: number;
  /** The words it was called by, as the system shows them. */
  readonly command: string;
}

/** Looks a process up by id; null when it does not exist or cannot be inspected. */
type LookUpProcess = (pid: number) => RunningProcess | null;

const NPX = /^npm exec\b|\b(?:npm|npx)-cli\.js\b|^(?:\S*\/)?node \S*\/npx\b/;
/** What stands between npx and a program that it runs. */
const BETWEEN: ReadonlySet<string> = new Set(["sh", "ash", "bash", "dash", "zsh", "bun", "bun.exe"]);
/** `bun run`, a shell and npx, and one more for systems that need it. */
const MOST_LAUNCHERS = 4;

/** The processes above this one, up to and including npx; none when npx did not start it. */
export function launchersOf(pid: number, lookUp: LookUpProcess): readonly number[] {
  const launchers: number[] = [];
  for (let at = lookUp(pid)?.parent; at !== undefined && launchers.length < MOST_LAUNCHERS; ) {
    const found = lookUp(at);
    if (found === null) return [];
    launchers.push(at);
    if (NPX.test(found.command)) return launchers;
    if (!BETWEEN.has(basename(found.command.split(" ", 1)[0] ?? ""))) return [];
    at = found.parent;
  }
  return [];
}

/** How long the end of a launcher may go unnoticed, in milliseconds. */
const PAUSE_MS = 250;

/** Calls `onGone` once, when a launcher has ended; the returned function stops the watch. */
export function watchLaunchers(launchers: readonly number[], clock: Clock, onGone: () => void): () => void {
  if (launchers.length === 0) return () => {};
  let cancel = clock.after(PAUSE_MS, look);
  function look(): void {
    if (launchers.every(isRunning)) cancel = clock.after(PAUSE_MS, look);
    else onGone();
  }
  return () => cancel();
}

/** A process as Linux or another Unix shows it; null when there is none, or no way to know. */
export function lookUpProcess(pid: number): RunningProcess | null {
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): RunningProcess | null {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").trim();
    const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    return { parent: Number(parent), command };
  } catch {
    return null;
  }
}

function fromPs(pid: number): RunningProcess | null {
  const { stdout } = spawnSync("ps", ["-o", "ppid=,args=", "-p", String(pid)], { encoding: "latin1" });
  const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? "") ?? [];
  return command === undefined ? null : { parent: Number(parent), command };
}
