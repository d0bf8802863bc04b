/**
 * Judges the addresses that strangers name, so that nothing sent to them reaches into private networks. The caller
 * resolves the name, has every address judged, and connects to one of them.
 *
 * Refused is what is not global unicast, after the IANA special-purpose and multicast registries:
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 * https://www.iana.org/assignments/ipv6-address-space
 */

/** A CIDR block from the IANA registries. */
interface AddressBlock {
  readonly prefix: string;
  readonly bits: number;
  /** What the block is for, in a word or two. */
  readonly name: string;
}

/** IPv4: whatever is in none of these is global unicast. */
const SPECIAL_V4: readonly AddressBlock[] = [
  { prefix: "0.0.0.0", bits: 8, name: "this network" },
  { prefix: "10.0.0.0", bits: 8, name: "private use" },
  { prefix: "100.64.0.0", bits: 10, name: "shared address space" },
  { prefix: "127.0.0.0", bits: 8, name: "loopback" },
  { prefix: "169.254.0.0", bits: 16, name: "link local" },
  { prefix: "172.16.0.0", bits: 12, name: "private use" },
  { prefix: "192.0.0.0", bits: 24, name: "protocol assignments" },
  { prefix: "192.0.2.0", bits: 24, name: "documentation" },
  { prefix: "192.31.196.0", bits: 24, name: "AS112" },
  { prefix: "192.52.193.0", bits: 24, name: "AMT" },
  { prefix: "192.88.99.0", bits: 24, name: "6to4 relay" },
  { prefix: "192.168.0.0", bits: 16, name: "private use" },
  { prefix: "192.175.48.0", bits: 24, name: "AS112" },
  { prefix: "198.18.0.0", bits: 15, name: "benchmarking" },
  { prefix: "198.51.100.0", bits: 24, name: "documentation" },
  { prefix: "203.0.113.0", bits: 24, name: "documentation" },
  { prefix: "224.0.0.0", bits: 4, name: "multicast" },
  { prefix: "240.0.0.0", bits: 4, name: "reserved" },
];

/** IPv6: only this block is handed out as global unicast, and not all of it. */
const GLOBAL_V6: AddressBlock = { prefix: "2000::", bits: 3, name: "global unicast" };

/** Inside {@link GLOBAL_V6}. */
const SPECIAL_V6: readonly AddressBlock[] = [
  // Holds Teredo, ORCHID, benchmarking and others; the few parts of it that are reachable serve no callbacks.
  { prefix: "2001::", bits: 23, name: "protocol assignments" },
  { prefix: "2001:db8::", bits: 32, name: "documentation" },
  // Stands for an IPv4 address and is no longer routed.
  { prefix: "2002::", bits: 16, name: "6to4" },
  { prefix: "2620:4f:8000::", bits: 48, name: "AS112" },
  { prefix: "3fff::", bits: 20, name: "documentation" },
];

/**
 * The way to IPv4 from a network that has only IPv6: resolvers there make such an address for every IPv4 host, so the
 * IPv4 address in its last four bytes is judged instead.
 */
const NAT64: AddressBlock = { prefix: "64:ff9b::", bits: 96, name: "NAT64" };

/** Whether an address may be connected to. */
type AddressJudgement =
  | { readonly kind: "allowed" }
  /** `reason` names the kind of address, never the address. */
  | { readonly kind: "refused"; readonly reason: string };

const ALLOWED: AddressJudgement = { kind: "allowed" };

/** Judges an IP address, written strictly and without brackets. What cannot be read is refused. */
export function judgeAddress(address: string): AddressJudgement {
  const bytes = parseAddress(address);
  if (bytes === null) return refused("not an IP address");
  return bytes.length === 4 ? judgeV4(bytes) : judgeV6(bytes);
}

/**
 * Judges the host of a parsed URL. Names are refused only if they are local by definition;
 * where the others lead is known when they are resolved.
 */
export function judgeHost(hostname: string): AddressJudgement {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  if (host.startsWith("[")) return judgeAddress(host.slice(1, -1));
  if (/^[\d.]+$/.test(host)) return judgeAddress(host);
  const isLocal = /(^|\.)(localhost|local|internal|home\.arpa)$/.test(host);
  return isLocal ? refused("local name") : ALLOWED;
}

/** Whether an IPv4 address belongs to this machine or a private network: loopback, RFC 1918, link-local, RFC 6598. */
export function isLocalV4(bytes: Uint8Array): boolean {
  const name = V4.find((block) => contains(block, bytes))?.name ?? "";
  return ["loopback", "private use", "link local", "shared address space"].includes(name);
}

function judgeV4(bytes: Uint8Array): AddressJudgement {
  const special = V4.find((block) => contains(block, bytes));
  return special ? refused(special.name) : ALLOWED;
}

function judgeV6(bytes: Uint8Array): AddressJudgement {
  if (contains(V6_TO_V4, bytes)) return judgeV4(bytes.slice(12));
  if (!contains(V6_GLOBAL, bytes)) return refused("not global unicast");
  const special = V6.find((block) => contains(block, bytes));
  return special ? refused(special.name) : ALLOWED;
}

function refused(reason: string): AddressJudgement {
  return { kind: "refused", reason };
}

interface ReadBlock extends AddressBlock {
  readonly bytes: Uint8Array;
}

const V4 = SPECIAL_V4.map(readBlock);
const V6 = SPECIAL_V6.map(readBlock);
const V6_GLOBAL = readBlock(GLOBAL_V6);
const V6_TO_V4 = readBlock(NAT64);

function readBlock(block: AddressBlock): ReadBlock {
  return { ...block, bytes: parseAddress(block.prefix) ?? new Uint8Array() };
}

function contains({ bytes: prefix, bits }: ReadBlock, bytes: Uint8Array): boolean {
  const whole = bits >> 3;
  for (let at = 0; at < whole; at++) if (prefix[at] !== bytes[at]) return false;
  const rest = bits & 7;
  return rest === 0 || ((prefix[whole] ?? 0) ^ (bytes[whole] ?? 0)) >> (8 - rest) === 0;
}

/** 4 or 16 bytes, or null for anything that is not a strictly written address. */
export function parseAddress(text: string): Uint8Array | null {
  return text.includes(":") ? parseV6(text) : parseV4(text);
}

/** Dotted decimal only: no octal, no hexadecimal, no missing parts, which different programs read differently. */
function parseV4(text: string): Uint8Array | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) return null;
  return Uint8Array.from(parts, Number);
}

function parseV6(text: string): Uint8Array | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half, at) => groups(half, at === halves.length - 1));
  if (head === null || head === undefined || tail === null) return null;
  const given = head.length + (tail?.length ?? 0);
  if (tail === undefined ? given !== 16 : given > 14) return null;
  const bytes = new Uint8Array(16);
  bytes.set(head);
  if (tail) bytes.set(tail, 16 - tail.length);
  return bytes;
}

/** The bytes of one side of "::"; the last group of the whole address may be a dotted IPv4 address. */
function groups(text: string, isLastSide: boolean): number[] | null {
  if (text === "") return [];
  const bytes: number[] = [];
  const parts = text.split(":");
  for (const [at, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(part)) {
      const value = Number.parseInt(part, 16);
      bytes.push(value >> 8, value & 0xff);
      continue;
    }
    const v4 = isLastSide && at === parts.length - 1 && part.includes(".") ? parseV4(part) : null;
    if (v4 === null) return null;
    bytes.push(...v4);
  }
  return bytes;
}
