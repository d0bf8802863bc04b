/**
 * Whether the hub may connect to an address: only global unicast, by the IANA registries.
 *
 * @module
 */
import { parseAddress } from "./parse_address.ts";
import { type AddressBlock, GLOBAL_V6, NAT64, SPECIAL_V4, SPECIAL_V6 } from "./special_purpose.ts";

/** Whether the hub may connect to an address. */
export type AddressJudgement =
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
