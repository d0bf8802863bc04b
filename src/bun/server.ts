/**
 * The HTTP server: Bun's, with the limits a public server needs.
 *
 * @module
 */
import type { BlockList } from "node:net";
import type { Client } from "../app/mod.ts";
import { GoodwordError } from "../errors.ts";
import { clientAddressOf } from "../web/client_address.ts";
import { ipVersion } from "../web/ip_version.ts";
import type { Answer } from "../web/operation.ts";
import { plainProblem } from "../web/problem.ts";
import { noAddressOfThisMachine } from "./host_address.ts";

/** Silent connections, half-sent requests and slow readers are cut after this long, in seconds. */
const IDLE_SECONDS = 10;
/** Beyond this Bun answers 413 by itself; the doors have smaller limits of their own. */
const MAX_BODY_BYTES = 4 << 20;
/** How long requests under way have when the server stops, in milliseconds. */
const GRACE_MS = 4000;

/** Where to listen, and who answers. */
export interface ServerOptions {
  /** An address; a name would be resolved by Bun, which takes one that cannot be for a taken port. */
  readonly host: string;
  readonly port: number;
  /** Whether a second server may share the port, each answering some of the requests: both have to agree. */
  readonly sharesPort: boolean;
  /** Addresses and CIDR ranges of proxies. */
  readonly trustProxy: readonly string[];
  /** What can be answered without knowing the client; null for everything else. */
  readonly front: (request: Request) => Response | null;
  readonly handle: (request: Request, client: Client) => Answer;
}

/** Listens. @throws {GoodwordError} `port_taken`, or `usage` where host and port are none to listen on */
export function listen({ host, port, sharesPort, trustProxy, front, handle }: ServerOptions): Bun.Server<undefined> {
  const isTrusted = trustedBy(trustProxy);
  try {
    return Bun.serve({
      hostname: host,
      port,
      development: false,
      reusePort: sharesPort,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
      // Without it Bun would answer with words of its own.
      error: () => plainProblem("internal", "an unexpected error occurred"),
      fetch: (request, server) => front(request) ?? handle(request, new Peer(request, server, isTrusted)),
    });
  } catch (error) {
    throw notListening(error, host, port);
  }
}

/** Lets requests under way finish, then cuts what is left, such as readers who do not read. */
export async function stopListening(server: Bun.Server<undefined>): Promise<void> {
  const deadline = Promise.withResolvers<void>();
  const timer = setTimeout(deadline.resolve, GRACE_MS);
  await Promise.race([server.stop(), deadline.promise]);
  clearTimeout(timer);
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

/** The address is only looked up by the doors that ask for it. */
class Peer implements Client {
  readonly #request: Request;
  readonly #server: Bun.Server<undefined>;
  readonly #isTrusted: (address: string) => boolean;

  constructor(request: Request, server: Bun.Server<undefined>, isTrusted: (address: string) => boolean) {
    this.#request = request;
    this.#server = server;
    this.#isTrusted = isTrusted;
  }

  get clientAddress(): string {
    const peer = this.#server.requestIP(this.#request)?.address ?? "";
    return clientAddressOf(peer, this.#request.headers.get("x-forwarded-for"), this.#isTrusted);
  }

  keepOpen(open: Request): void {
    this.#server.timeout(open, 0);
  }

  cut(answered: Request): void {
    this.#server.timeout(answered, 1);
  }
}

function trustedBy(ranges: readonly string[]): (address: string) => boolean {
  let list: BlockList | undefined;
  return (address) => {
    const plain = address.startsWith("::ffff:") && ipVersion(address.slice(7)) === 4 ? address.slice(7) : address;
    const version = ipVersion(plain);
    list ??= listOf(ranges);
    return version !== 0 && list.check(plain, `ipv${version}`);
  };
}

function listOf(ranges: readonly string[]): BlockList {
  // Loaded for it: a start without a proxy is over sooner.
  const { BlockList } = process.getBuiltinModule("node:net");
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = ipVersion(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
