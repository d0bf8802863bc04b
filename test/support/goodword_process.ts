/**
 * Processes of the program: commands, and servers that a test may starve, freeze and kill.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { AUTHORITY_PATH } from "./test_certificates.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** The source tree; for the whole suite its binary, which starts in a third of the processor time (`scripts/test.ts`). */
const PROGRAM = process.env.GOODWORD_PROGRAM === undefined ? [process.execPath, MAIN] : [process.env.GOODWORD_PROGRAM];

export interface ProcessOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** What the program is run by, such as strace with its options. */
  readonly launcher?: readonly string[];
  /** What is run: {@link PROGRAM} when left out. */
  readonly program?: readonly string[];
  /** Where it is run: here when left out. */
  readonly folder?: string;
}

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  /** Without progress lines, whose number depends on the machine. */
  readonly err: string;
}

export interface GoodwordProcess {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** All it has written to standard error. */
  log(): string;
  /** Resolves with the first line of the log, past or coming, that fits. @throws {Error} when it ends without one */
  logged(what: RegExp | string): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): void;
}

/** Starts the program with these arguments. */
export function spawnGoodword(args: readonly string[], options: ProcessOptions): GoodwordProcess {
  const { environment, launcher = [], program = PROGRAM, folder } = options;
  const [command = "", ...rest] = [...launcher, ...program, ...args];
  // Of the servers of a machine one at most may have the usual port.
  const env = { PATH: process.env.PATH ?? "", CONSOLE_PORT: "off", ...environment };
  const child = spawn(command, rest, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  const ended = new Promise<Ended>((resolve) =>
    child.once("close", (code) => resolve({ code, out, err: withoutProgress(err) })),
  );
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  return {
    pid: child.pid ?? 0,
    ended,
    log: () => err,
    logged: (what) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = new RegExp(what).exec(err);
          if (found) resolve(found);
        };
        look();
        child.stderr.on("data", look);
        void ended.then(({ code }) => reject(new Error(`The program ended with ${code}: ${err}`)));
      }),
    signal: (name) => void child.kill(name),
  };
}

/** A command's standard error without progress lines. */
export function withoutProgress(err: string): string {
  return err.replace(/^[A-Z][a-z ]+ [\d,]+ of [\d,]+, [\d,]+\/s(?:, [\d,]+ s left)?\n/gm, "");
}

export interface Service extends GoodwordProcess, AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Where its owner's listener is, once it listens. */
  ownersUrl(): Promise<string>;
  /** What its owner's listener has at /metrics, once it listens: to be started with CONSOLE_PORT=0 and a log in JSON. */
  figures(): Promise<string>;
  /** Ends it: at once, or by another signal. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** The environment of a server on loopback whose hub may push to callbacks on this machine, and soon tries again. */
export function pushingServer(database: string, baseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: `file:${database}`,
    HOST: "127.0.0.1",
    PORT: "0",
    BASE_URL: baseUrl,
    HUB_ALLOW_PRIVATE_CALLBACKS: "true",
    HUB_RETRY_DELAYS_SECONDS: "1,1",
    // A subscriber that shares a busy machine is not one that hangs.
    HUB_DELIVERY_TIMEOUT_SECONDS: "300",
    NODE_EXTRA_CA_CERTS: AUTHORITY_PATH,
    LOG_FORMAT: "json",
    CONSOLE_PORT: "0",
  };
}

/** Serves, and resolves when it listens. @throws {Error} with its last words when it ends before */
export async function startService(options: ProcessOptions): Promise<Service> {
  const child = spawnGoodword(["serve"], options);
  const [, port] = await child.logged(/"Listening"[^\n]*?:\/\/[^\n"]*?:(\d+)"/);
  const kill = async (signal: NodeJS.Signals = "SIGKILL") => {
    child.signal(signal);
    await child.ended;
  };
  const ownersUrl = async () => (await child.logged(/"Owner's listener"[^\n]*?"url":"([^"]+)"/))[1] ?? "";
  const figures = async () => (await fetch(`${await ownersUrl()}/metrics`)).text();
  const url = `http://127.0.0.1:${port}`;
  return { ...child, port: Number(port), url, ownersUrl, figures, kill, [Symbol.asyncDispose]: () => kill() };
}
