/**
 * Refuses requests that a web page of a stranger sends through somebody's browser (DNS rebinding).
 *
 * Rebinding needs a name that its attacker controls, so what is refused is a Host with a dotted name that is not ours;
 * addresses, localhost and single-label names behind a proxy pass. Spec: MCP 2025-11-25, Transports, Security Warning.
 *
 * @module
 */

/** The origins that a {@link Guard} trusts. */
export interface GuardParts {
  /** The public address; its host is always welcome. */
  readonly baseUrl: string;
  /** Further origins of pages that may connect from a browser; "*" for all. */
  readonly allowedOrigins: readonly string[];
}

/** Tells why a request with these headers may not pass; null when it may. */
export type Guard = (headers: Headers) => string | null;

/** Creates the check of Host and Origin. Requests without an Origin, as programs send them, need only a safe Host. */
export function createGuard({ baseUrl, allowedOrigins }: GuardParts): Guard {
  const own = new URL(baseUrl).hostname;
  return (headers) => {
    const host = headers.get("host");
    if (host !== null && !isHarmless(hostnameOf(`http://${host}`), own)) return "Host is not an address of this server";
    const origin = headers.get("origin");
    if (origin === null || allowedOrigins.includes("*") || allowedOrigins.includes(origin)) return null;
    const hostname = hostnameOf(origin);
    const isFriendly = hostname !== null && (hostname === own || isLoopback(hostname));
    return isFriendly ? null : "Origin may not connect to this server";
  };
}

function isHarmless(hostname: string | null, own: string): boolean {
  if (hostname === null) return false;
  return hostname === own || isLoopback(hostname) || isAddress(hostname) || !hostname.includes(".");
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1" || hostname === "[::1]"
  );
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname || null : null;
}
