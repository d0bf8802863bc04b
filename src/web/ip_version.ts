/**
 * Which texts are IP addresses, told without node:net, whose loading takes longer than all else that a start asks of it.
 *
 * @module
 */

const OCTET = "(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])";
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const IPV4_LAST = new RegExp(`(?<=:)${OCTET}(?:\\.${OCTET}){3}$`);
/** What an IPv6 address may consist of; a zone (RFC 4007 section 11) may follow. */
const IPV6_LIKE = /^([0-9a-f:.]*:[0-9a-f:.]*)(?:%[0-9a-z.:-]+)?$/i;

/** 4 or 6 for an address in the form that people write, and 0 for anything else. */
export function ipVersion(text: string): 0 | 4 | 6 {
  if (IPV4.test(text)) return 4;
  const [, address] = IPV6_LIKE.exec(text) ?? [];
  if (address === undefined) return 0;
  // RFC 4291 section 2.2: the last two groups may be written as an IPv4 address, which not every URL parser takes after "::".
  const groups = address.replace(IPV4_LAST, "0:0");
  return !groups.includes(".") && URL.canParse(`http://[${groups}]/`) ? 6 : 0;
}
