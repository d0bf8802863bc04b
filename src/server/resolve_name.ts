/**
 * Finds the addresses of a host name in the hosts file, then by DNS (c-ares). getaddrinfo would wait in the runtime's small pool of threads,
 * where compression waits too, and cannot be cancelled. Search lists and multicast DNS are not supported.
 */
import { Resolver } from "node:dns/promises";
import { readFileSync, statSync } from "node:fs";
import { systemClock } from "./clock.ts";
import { FairScheduler } from "./fair_scheduler.ts";

/** All addresses of a host name; rejects when `signal` aborts, and then asks nobody any more. */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface NameResolverOptions {
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  readonly maxInFlight?: number;
}

/** More than the hub ever sends at once, deliveries and verifications together, so that no silent name delays another. */
const MAX_IN_FLIGHT = 320;
const HOSTS_FILE = process.platform === "win32" ? "C:\\Windows\\System32\\drivers\\etc\\hosts" : "/etc/hosts";
/** Wait for the first answer of a server, in milliseconds; the second attempt waits twice as long. */
const ATTEMPT = { timeout: 2000, tries: 2 };
const ABSENT = new Set(["ENOTFOUND", "ENODATA"]);

export function createNameResolver(options: NameResolverOptions = {}): ResolveName {
  const { servers, hostsFile = HOSTS_FILE, maxInFlight = MAX_IN_FLIGHT } = options;
  const turns = new FairScheduler(systemClock, { atOnce: maxInFlight });
  const hosts = hostsOf(hostsFile);
  return async (hostname, signal) => {
    const name = hostname.toLowerCase();
    const known = hosts().get(name) ?? loopbackOf(name);
    if (known !== null) return known;
    // Each has a lane: none is held back for the others. A lookup that was aborted is skipped when its turn comes.
    return turns.lane()(() => askDns(name, servers, signal));
  };
}

async function askDns(name: string, servers: readonly string[] | undefined, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver(ATTEMPT);
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const codes = answers.flatMap((answer) => (answer.status === "rejected" ? [codeOf(answer.reason)] : []));
    const failed = codes.find((code) => !ABSENT.has(code));
    throw failure(failed === undefined ? "ENOTFOUND" : `name resolution failed: ${failed}`);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** RFC 6761 section 6.3: names below localhost are never asked for. */
function loopbackOf(name: string): readonly string[] | null {
  return name === "localhost" || name.endsWith(".localhost") ? ["127.0.0.1", "::1"] : null;
}

type Hosts = ReadonlyMap<string, readonly string[]>;

/** The names of a hosts file, which is read again when it has changed; none while it cannot be read. */
function hostsOf(path: string): () => Hosts {
  let known: Hosts = new Map();
  let readAt = "";
  return () => {
    try {
      const { mtimeMs, size, ino } = statSync(path);
      const state = `${mtimeMs} ${size} ${ino}`;
      if (state !== readAt) known = parseHosts(readFileSync(path, "utf8"));
      readAt = state;
    } catch {
      known = new Map();
      readAt = "";
    }
    return known;
  };
}

function parseHosts(text: string): Hosts {
  const hosts = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address, ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    for (const name of address ? names : []) {
      const addresses = hosts.get(name.toLowerCase()) ?? [];
      // The zone of a link-local address has no meaning outside of it.
      addresses.push(address?.replace(/%.*/, "") ?? "");
      hosts.set(name.toLowerCase(), addresses);
    }
  }
  return hosts;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "failed";
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
