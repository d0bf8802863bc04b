/**
 * Address blocks that are not global unicast, after the IANA special-purpose and multicast registries.
 *
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 * https://www.iana.org/assignments/ipv6-address-space
 *
 * @module
 */

/** A CIDR block from the IANA registries. */
export interface AddressBlock {
  readonly prefix: string;
  readonly bits: number;
  /** What the block is for, in a word or two. */
  readonly name: string;
}

/** IPv4: whatever is in none of these is global unicast. */
export const SPECIAL_V4: readonly AddressBlock[] = [
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
export const GLOBAL_V6: AddressBlock = { prefix: "2000::", bits: 3, name: "global unicast" };

/** Inside {@link GLOBAL_V6}. */
export const SPECIAL_V6: readonly AddressBlock[] = [
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
export const NAT64: AddressBlock = { prefix: "64:ff9b::", bits: 96, name: "NAT64" };
