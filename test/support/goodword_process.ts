/**
 * Processes of the program: commands, and servers that a test may starve, freeze and kill.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { AUTHORITY_PATH } from "./test_certificates.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

export interface ProcessOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** What the program is run by, such as strace with its options. */
  readonly launcher?: readonly string[];
  /** What is run: the source tree when left out. */
  readonly program?: readonly string[];
}

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface GoodwordProcess {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** All it has written to standard error. */
  log(): string;
  signal(name: NodeJS.Signals): void;
}

/** Starts the program with these arguments. */
export function spawnGoodword(args: readonly string[], options: ProcessOptions) {
  const { environment, launcher = [], program = [process.execPath, MAIN] } = options;
  const [command = "", ...rest] = [...launcher, ...program, ...args];
  const env = { PATH: process.env.PATH ?? "", ...environment };
  const child = spawn(command, rest, { env, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  return {
    pid: child.pid ?? 0,
    ended: new Promise<Ended>((resolve) => child.once("close", (code) => resolve({ code, out, err }))),
    log: () => err,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    onLog: (look: () => void) => void child.stderr.on("data", look),
  };
}

export interface Service extends GoodwordProcess, AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Resolves when the log has said it. @throws {Error} with its last words when the process ends before */
  logged(text: string): Promise<void>;
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
    NODE_EXTRA_CA_CERTS: AUTHORITY_PATH,
    LOG_FORMAT: "json",
  };
}

/** Serves, and resolves when it listens. @throws {Error} with its last words when it ends before */
export async function startService(options: ProcessOptions): Promise<Service> {
  const child = spawnGoodword(["serve"], options);
  const found = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(child.log());
        if (match) resolve(match);
      };
      look();
      child.onLog(look);
      void child.ended.then(({ code, err }) => reject(new Error(`The server ended with ${code}: ${err}`)));
    });
  const port = Number((await found(/"Listening"[^\n]*?:\/\/[^\n"]*?:(\d+)"/))[1]);
  const kill = async (signal: NodeJS.Signals = "SIGKILL") => {
    child.signal(signal);
    await child.ended;
  };
  const logged = async (text: string) => void (await found(new RegExp(text)));
  return { ...child, port, url: `http://127.0.0.1:${port}`, logged, kill, [Symbol.asyncDispose]: () => kill() };
}
