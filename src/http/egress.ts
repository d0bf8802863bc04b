/**
 * Judges the addresses that strangers name, so that nothing sent to them reaches into private networks. The caller
 * resolves the name, has every address judged, and connects to one of them.
 *
 * Refused is what is not global unicast, after the IANA special-purpose and multicast registries:
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 * https://www.iana.org/assignments/ipv6-address-space
 */
import { BlockList, isIP } from "node:net";

/** IPv4: whatever is in none of these is global unicast. */
const SPECIAL_V4 = {
  "this network": ["0.0.0.0/8"],
  "private use": ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
  "shared address space": ["100.64.0.0/10"],
  loopback: ["127.0.0.0/8"],
  "link local": ["169.254.0.0/16"],
  "protocol assignments": ["192.0.0.0/24"],
  documentation: ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"],
  AS112: ["192.31.196.0/24", "192.175.48.0/24"],
  AMT: ["192.52.193.0/24"],
  "6to4 relay": ["192.88.99.0/24"],
  benchmarking: ["198.18.0.0/15"],
  multicast: ["224.0.0.0/4"],
  reserved: ["240.0.0.0/4"],
};

/**
 * The way to IPv4 from a network that has only IPv6: resolvers there make such an address for every IPv4 host, so the
 * IPv4 address in its last four bytes is judged instead.
 */
const NAT64 = "64:ff9b::";

/** IPv6: only the first block is handed out as global unicast, and not all of it. */
const GLOBAL_V6 = blockList(["2000::/3", `${NAT64}/96`]);

/** Inside {@link GLOBAL_V6}. */
const SPECIAL_V6 = {
  // Holds Teredo, ORCHID, benchmarking and others; the few parts of it that are reachable serve no callbacks.
  "protocol assignments": ["2001::/23"],
  documentation: ["2001:db8::/32", "3fff::/20"],
  // Stands for an IPv4 address and is no longer routed.
  "6to4": ["2002::/16"],
  AS112: ["2620:4f:8000::/48"],
};

const SPECIAL = [
  ...Object.entries(SPECIAL_V4).map(([name, ranges]) => ({ name, list: blockList(ranges.flatMap(withNat64)) })),
  ...Object.entries(SPECIAL_V6).map(([name, ranges]) => ({ name, list: blockList(ranges) })),
];

/** Loopback, private and link-local networks, and RFC 6598. */
const LOCAL = blockList([
  ...SPECIAL_V4.loopback,
  ...SPECIAL_V4["private use"],
  ...SPECIAL_V4["link local"],
  ...SPECIAL_V4["shared address space"],
  ...["::1", "fc00::/7", "fe80::/10"],
]);

function withNat64(range: string): string[] {
  const [address, bits] = range.split("/");
  return [range, `${NAT64}${address}/${96 + Number(bits)}`];
}

/** A list of addresses and CIDR ranges, which must be valid. IPv6 addresses that map IPv4 ones are found by the ranges of IPv4. */
export function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** Whether a list holds an address; it holds nothing that is not an address. */
export function contains(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/** Whether an address may be connected to. */
type AddressJudgement =
  | { readonly kind: "allowed" }
  /** `reason` names the kind of address, never the address. */
  | { readonly kind: "refused"; readonly reason: string };

const ALLOWED: AddressJudgement = { kind: "allowed" };

/** Judges an IP address, written strictly and without brackets or zone. What cannot be read is refused. */
export function judgeAddress(address: string): AddressJudgement {
  const version = isIP(address);
  if (version === 0 || address.includes("%")) return refused("not an IP address");
  if (version === 6 && !contains(GLOBAL_V6, address)) return refused("not global unicast");
  const special = SPECIAL.find(({ list }) => contains(list, address));
  return special ? refused(special.name) : ALLOWED;
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

/** Whether an address belongs to this machine or a private network. */
export function isLocalAddress(address: string): boolean {
  return contains(LOCAL, address);
}

function refused(reason: string): AddressJudgement {
  return { kind: "refused", reason };
}
