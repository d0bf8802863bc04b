/**
 * Who asks, as budgets and the queue of verifications count it.
 *
 * @module
 */
import { parseAddress } from "./egress/mod.ts";

/** A client as rate limits identify it. */
export interface Requester {
  /** One customer's line: an IPv4 address, or the /64 network of an IPv6 address. */
  readonly line: string;
  /** The many lines that one customer can have at once: a /48 network of IPv6. The line itself for IPv4, which has none to spare. */
  readonly network: string;
}

/**
 * The requester behind an address. Null for an address of a private network, which is a neighbour's or, where TRUST_PROXY was
 * left unset, a proxy's: all clients of that proxy would share one budget.
 */
export function requesterOf(clientAddress: string): Requester | null {
  const bytes = parseAddress(clientAddress);
  if (bytes === null) return { line: clientAddress, network: clientAddress };
  const v4 = bytes.length === 4 ? bytes : mappedV4(bytes);
  if (v4 !== null) return isPrivateV4(v4) ? null : { line: v4.toHex(), network: v4.toHex() };
  if (isPrivateV6(bytes)) return null;
  return { line: bytes.subarray(0, 8).toHex(), network: bytes.subarray(0, 6).toHex() };
}

/** The IPv4 address in ::ffff:0:0/96, as dual-stack sockets name IPv4 clients. */
function mappedV4(bytes: Uint8Array): Uint8Array | null {
  return bytes.subarray(0, 12).toHex() === "00000000000000000000ffff" ? bytes.subarray(12) : null;
}

/** Loopback, RFC 1918, link-local, and the shared space of RFC 6598. */
function isPrivateV4([first = 0, second = 0]: Uint8Array): boolean {
  if (first === 127 || first === 10) return true;
  if (first === 192) return second === 168;
  if (first === 172) return second >> 4 === 1;
  if (first === 169) return second === 254;
  return first === 100 && second >> 6 === 1;
}

/** Loopback, unique local fc00::/7 and link-local fe80::/10. */
function isPrivateV6(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  const isLoopback = bytes.subarray(0, 15).every((byte) => byte === 0) && bytes[15] === 1;
  return isLoopback || first >> 1 === 0x7e || (first === 0xfe && second >> 6 === 2);
}
