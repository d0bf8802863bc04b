/** The HTTP server: Bun's, with the limits a public server needs. */
import { isIP } from "node:net";
import { GoodwordError } from "../errors.ts";
import { blockList, contains } from "../http/egress.ts";
import { mapResponse, type ResponseOrPromise } from "../http/operation.ts";
import { PATHS } from "../http/paths.ts";
import { plainProblem, withProblemType } from "../http/problem.ts";
import { clientAddressOf, pathnameOf } from "../http/request.ts";
import { withTimeout } from "../platform.ts";
import type { Client } from "./app/mod.ts";
import { systemClock } from "./clock.ts";

/** Silent connections, half-sent requests and slow readers are cut after this long, in seconds. */
const IDLE_SECONDS = 10;
/** Beyond this Bun returns 413 itself; the endpoints have smaller limits of their own. */
const MAX_BODY_BYTES = 4 << 20;
const GRACE_MS = 4000;

export interface ServerOptions {
  /** An address; a name would be resolved by Bun, which takes one that cannot be for a taken port. */
  readonly host: string;
  readonly port: number;
  readonly trustProxy: readonly string[];
  /** What can be answered without knowing the client; null for everything else. */
  readonly front: (request: Request) => Response | null;
  readonly handle: (request: Request, client: Client) => ResponseOrPromise;
  readonly counted: (response: Response) => Response;
}

/** Listens. @throws {GoodwordError} `port_taken`, or `usage` for an invalid host or port */
export function listen(options: ServerOptions): Bun.Server<undefined> {
  const { host, port, trustProxy, front, handle, counted } = options;
  const isTrusted = trustedBy(trustProxy);
  const answer: Answering = (request, server) => {
    const answered = hasOneHost(request)
      ? (front(request) ?? handle(request, new Peer(request, server, isTrusted)))
      : counted(plainProblem("host", "expected exactly one Host header"));
    return mapResponse(answered, (response) => withProblemType(request, response));
  };
  const refuse = () => counted(plainProblem("not_found", "the path contains a backslash or dot segments"));
  try {
    return Bun.serve({
      hostname: host,
      port,
      development: false,
      // Outside of development Bun lets a second process take the same port.
      reusePort: false,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
      error: () => plainProblem("internal", "an unexpected error occurred"),
      routes: routesTo(answer, refuse),
      fetch: (request, server) => (isShallow(request.url) ? refuse() : answer(request, server)),
    });
  } catch (error) {
    throw notListening(error, host, port);
  }
}

type Answering = (request: Request, server: Bun.Server<undefined>) => ResponseOrPromise;

/** Bun joins header fields of one name; no name of a host has a comma (RFC 9112 section 3.2). */
function hasOneHost({ headers }: Request): boolean {
  return !headers.get("host")?.includes(",");
}

const ALL_PATHS = Object.values(PATHS);
const MAX_PATH_SEGMENTS = 1 + Math.max(...ALL_PATHS.map((path) => path.split("/").length - 1));

/**
 * Bun resolves `/a/../b` and `/a\\..\\b` before anybody sees the URL, so that they would come to another path than a proxy in
 * front has judged. Its router goes by the target as it was sent: what has a path of ours is one, and of everything else
 * each segment is looked at.
 */
function routesTo(answer: Answering, refuse: () => Response) {
  const exact = ALL_PATHS.filter((path) => !path.includes("{")).map((path) => [path, answer] as const);
  const bySegments = Array.from({ length: MAX_PATH_SEGMENTS }, (_, depth) => {
    const path = Array.from({ length: depth + 1 }, (_, at) => `/:s${at}`).join("");
    const answerIfPlain = (request: Bun.BunRequest, server: Bun.Server<undefined>) =>
      Object.values(request.params).some(isResolved) ? refuse() : answer(request, server);
    return [path, answerIfPlain] as const;
  });
  return Object.fromEntries<Answering | (typeof bySegments)[number][1]>([...exact, ...bySegments]);
}

function isResolved(segment: string): boolean {
  return segment === "." || segment === ".." || segment.includes("\\");
}

/** Whether a URL that no route took is one that a route would have taken: it was resolved from something else. */
function isShallow(url: string): boolean {
  const segments = pathnameOf(url).slice(1).split("/");
  return segments.length <= MAX_PATH_SEGMENTS && !segments.includes("");
}

/** Lets requests in flight finish, then cuts the rest, such as readers who do not read. */
export async function stopListening(server: Bun.Server<undefined>): Promise<void> {
  await withTimeout(server.stop(), { timeoutMs: GRACE_MS, clock: systemClock, late: () => {} });
  await server.stop(true);
}

function notListening(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") {
    const message = `Port ${port} on ${host} is in use by another program; stop it or set PORT`;
    return new GoodwordError("port_taken", message, { cause: error });
  }
  if (code === "EACCES") {
    const message = `Port ${port} requires privileges; set PORT to a port above 1023`;
    return new GoodwordError("usage", message, { cause: error });
  }
  if (code === undefined) return error;
  return noAddressOfThisMachine(host, error);
}

class Peer implements Client {
  #address: string | null = null;

  constructor(
    private readonly request: Request,
    private readonly server: Bun.Server<undefined>,
    private readonly isTrusted: (address: string) => boolean,
  ) {}

  get clientAddress(): string {
    if (this.#address === null) {
      const peer = this.server.requestIP(this.request)?.address ?? "";
      this.#address = clientAddressOf(peer, this.request.headers.get("x-forwarded-for"), this.isTrusted);
    }
    return this.#address;
  }

  get isGone(): boolean {
    return this.request.signal.aborted;
  }

  keepOpen(open: Request): void {
    this.server.timeout(open, 0);
  }

  limitIdle(open: Request): void {
    this.server.timeout(open, IDLE_SECONDS);
  }

  cut(answered: Request): void {
    this.server.timeout(answered, 1);
  }
}

/** Work that sends nothing until it is done: it would be cut as an idle connection. */
export async function withoutIdleTimeout<T>(request: Request, client: Client, work: () => Promise<T>): Promise<T> {
  client.keepOpen(request);
  try {
    return await work();
  } finally {
    client.limitIdle(request);
  }
}

export function trustedBy(ranges: readonly string[]): (address: string) => boolean {
  const list = blockList(ranges);
  return (address) => contains(list, address);
}

type ResolveName = (name: string) => Promise<readonly string[]>;

/** A name whose last label is a number would be an address: RFC 1123 section 2.1 keeps the two apart. */
const HOST_NAME = /^(?!.*(?:^|\.)[0-9]+\.?$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;

/** The address that HOST stands for; `localhost` is 127.0.0.1. @throws {GoodwordError} `usage` for an invalid host */
export async function hostAddress(host: string, resolve: ResolveName): Promise<string> {
  const plain = host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(plain) !== 0) return plain;
  if (/^localhost\.?$/i.test(plain)) return "127.0.0.1";
  if (!HOST_NAME.test(plain)) throw noAddressOfThisMachine(host);
  const [address] = await resolve(plain).catch((error) => {
    throw noAddressOfThisMachine(host, error);
  });
  if (address === undefined) throw noAddressOfThisMachine(host);
  return address;
}

export const resolveName: ResolveName = async (name) => {
  const { lookup } = await import("node:dns/promises");
  return (await lookup(name, { all: true })).map(({ address }) => address);
};

function noAddressOfThisMachine(host: string, cause?: unknown): GoodwordError {
  const message = `HOST is "${host}", expected an address of this machine, such as 0.0.0.0 or 127.0.0.1`;
  return new GoodwordError("usage", message, { cause });
}

export function listenUrl({ host, port }: { readonly host: string; readonly port: number }): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}
