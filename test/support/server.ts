/**
 * The real server as a process of its own: a temporary database, a free port, real sockets.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ended, spawnGoodword, startService } from "./goodword_process.ts";

/** What every link is made from, whatever address the server really has. */
export const BASE_URL = "https://reviews.goodword.test";

export interface ServerOptions {
  /** Set over the defaults of the test. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A database that is there already; otherwise one is made, with the sample, and removed afterwards. */
  readonly databasePath?: string;
}

export interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RunningServer extends AsyncDisposable {
  readonly port: number;
  readonly databasePath: string;
  /** Asks for a path below the server's own address, without a content coding unless `Accept-Encoding` allows one. */
  get(path: string, init?: Init): Promise<Response>;
  /** Sends bytes as they are over a connection of their own; the answer until the server or the time ends it. */
  raw(request: string): Promise<RawAnswer>;
  /** Sends bytes and cuts the connection, when they have reached the server. */
  leave(request: string): Promise<void>;
  /** Where the owner's listener is. */
  ownersUrl(): Promise<string>;
  /** What the owner's listener has at /metrics. */
  figures(): Promise<string>;
  /** Runs a command of the program against the same database. */
  command(...args: string[]): Promise<Ended>;
  /** Everything it has logged. */
  log(): string;
  /** Ends it as an operator does; the exit code. */
  stop(): Promise<number | null>;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Starts the server and waits until its reviews are published. */
export async function startServer({ environment = {}, databasePath }: ServerOptions = {}): Promise<RunningServer> {
  const folder = databasePath === undefined ? mkdtempSync(join(tmpdir(), "goodword-server-")) : null;
  const path = databasePath ?? join(folder!, "goodword.sqlite");
  const env = {
    HOST: "127.0.0.1",
    PORT: "0",
    BASE_URL,
    DATABASE_URL: `file:${path}`,
    LOG_FORMAT: "json",
    CONSOLE_PORT: "0",
    ...environment,
  };
  const service = await startService({ environment: env });
  const { port } = service;
  const server: RunningServer = {
    port,
    databasePath: path,
    get: (asked, { headers, ...init } = {}) =>
      fetch(service.url + asked, {
        redirect: "manual",
        decompress: false,
        headers: { "Accept-Encoding": "identity", ...headers },
        ...init,
      }),
    raw: (request) => sendRaw(port, request),
    leave: async (request) => {
      const socket = connect(port, "127.0.0.1");
      await new Promise<void>((resolve) => socket.write(request, "latin1", () => resolve()));
      // An answer to another connection shows that what was sent before has been read.
      await server.get("/healthz");
      await new Promise<void>((resolve) => socket.once("close", () => resolve()).resetAndDestroy());
    },
    ownersUrl: service.ownersUrl,
    figures: service.figures,
    command: (...args) => spawnGoodword(args, { environment: env }).ended,
    log: () => service.log(),
    async stop() {
      service.signal("SIGTERM");
      return (await service.ended).code;
    },
    async [Symbol.asyncDispose]() {
      await service.kill();
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
  // A search waits for the publication, though not for as long as a busy machine may take.
  while ((await server.get("/api/reviews/search?limit=1")).status === 503);
  return server;
}

/** Sends bytes to a port of this machine. They should ask for `Connection: close`, so that the end of the answer is seen. */
export function sendRaw(port: number, request: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request, "latin1"));
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    // A server that has refused may reset the connection while the body is still being sent.
    socket.on("error", (error) => chunks.length === 0 && reject(error));
    socket.on("close", () => resolve(parseAnswer(Buffer.concat(chunks).toString("utf8"))));
  });
}

function parseAnswer(text: string): RawAnswer {
  const [head = "", body = ""] = [text.split("\r\n\r\n", 1)[0], text.slice(text.indexOf("\r\n\r\n") + 4)];
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { status: Number(statusLine.split(" ")[1] ?? 0), headers, body };
}
