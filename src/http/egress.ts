/**
 * Judges addresses that strangers name. Refused is what is not global unicast by the IANA registries of special-
 * purpose and multicast addresses: https://www.iana.org/assignments/iana-ipv4-special-registry, iana-ipv6-special-
 * registry, ipv6-address-space.
 */
import { BlockList, isIP } from "node:net";

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
 * Networks that have only IPv6 reach IPv4 hosts by such addresses, so the IPv4 address in the last four bytes is
 * judged.
 */
const NAT64 = "64:ff9b::";

/** Only this block is handed out as global unicast, and not all of it. */
const GLOBAL_V6 = blockList(["2000::/3", `${NAT64}/96`]);

const SPECIAL_V6 = {
  // Holds Teredo, ORCHID, benchmarking and others; the few parts of it that are reachable serve no callbacks.
  "protocol assignments": ["2001::/23"],
  documentation: ["2001:db8::/32", "3fff::/20"],
  "6to4": ["2002::/16"],
  AS112: ["2620:4f:8000::/48"],
};

const SPECIAL = [
  ...Object.entries(SPECIAL_V4).map(([name, ranges]) => ({ name, list: blockList(ranges.flatMap(withNat64)) })),
  ...Object.entries(SPECIAL_V6).map(([name, ranges]) => ({ name, list: blockList(ranges) })),
];

const LOCAL = blockList([
  ...SPECIAL_V4.loopback,
  ...SPECIAL_V4["private use"],
  ...SPECIAL_V4["link local"],
  ...SPECIAL_V4["shared address space"],
  "::1",
  "fc00::/7",
  "fe80::/10",
]);

function withNat64(range: string): string[] {
  const [address, bits] = range.split("/");
  return [range, `${NAT64}${address}/${96 + Number(bits)}`];
}

/** IPv6 addresses that map IPv4 ones are found by the ranges of IPv4. */
export function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

export function contains(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

type AddressVerdict =
  | { readonly kind: "allowed" }
  /** Never names the address. */
  | { readonly kind: "refused"; readonly reason: string };

const ALLOWED: AddressVerdict = { kind: "allowed" };

/** Judges an address without brackets or zone; an unreadable one is refused. */
export function classifyAddress(address: string): AddressVerdict {
  const version = isIP(address);
  if (version === 0 || address.includes("%")) return refused("not an IP address");
  if (version === 6 && !contains(GLOBAL_V6, address)) return refused("not global unicast");
  const special = SPECIAL.find(({ list }) => contains(list, address));
  return special ? refused(special.name) : ALLOWED;
}

/** Refuses names that are local by definition; where others lead is known when they are resolved. */
export function classifyHost(hostname: string): AddressVerdict {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  if (host.startsWith("[")) return classifyAddress(host.slice(1, -1));
  if (/^[\d.]+$/.test(host)) return classifyAddress(host);
  const isLocal = /(^|\.)(localhost|local|internal|home\.arpa)$/.test(host);
  return isLocal ? refused("local name") : ALLOWED;
}

export function isLocalAddress(address: string): boolean {
  return contains(LOCAL, address);
}

function refused(reason: string): AddressVerdict {
  return { kind: "refused", reason };
}
