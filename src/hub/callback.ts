/**
 * Callback URLs: what is accepted, and how parameters are added to one. WebSub 5.1.1: the callback is used exactly as
 * given, its own query is kept, and the hub's parameters come after it.
 */
import { getDomain } from "tldts";
import { isLocalV4, parseAddress } from "../http/egress.ts";

/** The longest callback URL accepted, in UTF-16 code units. */
export const CALLBACK_MAX_LENGTH = 2048;

/** Why a callback cannot be accepted; `code` is stable, `message` is for people. */
interface CallbackFault {
  readonly code: string;
  readonly message: string;
}

/** What is wrong with a callback as a URL, or null when it is sound. Where it leads is judged elsewhere. */
export function callbackFault(callback: string): CallbackFault | null {
  if (callback.length > CALLBACK_MAX_LENGTH) {
    return { code: "maxLength", message: `hub.callback must have at most ${CALLBACK_MAX_LENGTH} characters` };
  }
  if (/^http:/i.test(callback)) return { code: "scheme", message: "hub.callback must be an https URL, not plain http" };
  // URL() repairs what it can (blanks, backslashes, missing slashes); a callback must need no repair.
  if (!/^https:\/\/[^/?#]/i.test(callback) || !/^[\x21-\x7e]+$/.test(callback) || /["<>\\^`{}]/.test(callback)) {
    return { code: "format", message: "hub.callback must be an absolute https URL, percent-encoded" };
  }
  const url = URL.parse(callback);
  if (url === null) return { code: "format", message: "hub.callback must be an absolute https URL" };
  if (/^[^/?#]*@/.test(callback.slice("https://".length))) {
    return { code: "userinfo", message: "hub.callback must not contain a user name or password" };
  }
  if (callback.includes("#")) return { code: "fragment", message: "hub.callback must not have a fragment" };
  return null;
}

/** The host of a callback, without port, and without the dot that ends an absolute name. */
export function callbackHost(callback: string): string {
  return new URL(callback).hostname.replace(/\.$/, "");
}

/** Whether a callback is this service itself: a push to it would come back to us. */
export function isOwnAddress(callback: string, baseUrl: string): boolean {
  const ours = new URL(baseUrl);
  const theirs = new URL(callback);
  return callbackHost(callback) === ours.hostname.replace(/\.$/, "") && portOf(theirs) === portOf(ours);
}

/** The callback with parameters appended after its own query, which stays as it is, to the letter. */
export function withParameters(callback: string, parameters: readonly (readonly [string, string])[]): string {
  const added = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  if (!callback.includes("?")) return `${callback}?${added}`;
  return /[?&]$/.test(callback) ? callback + added : `${callback}&${added}`;
}

function portOf(url: URL): string {
  return url.port || (url.protocol === "https:" ? "443" : "80");
}

/**
 * The registrable domain of a callback, by the public suffix list with its private part: customers of one hosting platform are
 * strangers to each other. An IPv4 address stands for itself, an IPv6 address for its /64 network.
 *
 * @param options.withPort where private callbacks are allowed, one host often serves many subscribers
 */
export function callbackSite(callback: string, { withPort }: { readonly withPort: boolean }): string {
  const host = callbackHost(callback);
  const { port } = new URL(callback);
  if (withPort && port !== "") return `${host}:${port}`;
  if (host.startsWith("[")) return requesterOf(host.slice(1, -1))?.line ?? host;
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

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
  if (v4 !== null) return isLocalV4(v4) ? null : { line: v4.toHex(), network: v4.toHex() };
  if (isPrivateV6(bytes)) return null;
  return { line: bytes.subarray(0, 8).toHex(), network: bytes.subarray(0, 6).toHex() };
}

/** The IPv4 address in ::ffff:0:0/96, as dual-stack sockets name IPv4 clients. */
function mappedV4(bytes: Uint8Array): Uint8Array | null {
  return bytes.subarray(0, 12).toHex() === "00000000000000000000ffff" ? bytes.subarray(12) : null;
}

/** Loopback, unique local fc00::/7 and link-local fe80::/10. */
function isPrivateV6(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  const isLoopback = bytes.subarray(0, 15).every((byte) => byte === 0) && bytes[15] === 1;
  return isLoopback || first >> 1 === 0x7e || (first === 0xfe && second >> 6 === 2);
}
