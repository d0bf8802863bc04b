/**
 * Which texts are IP addresses, told without node:net, whose loading takes longer than all else that a start asks of it.
 * The URL parser is no help: it takes "::1:" for one.
 *
 * @module
 */

const OCTET = "(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])";
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
/** RFC 4291 section 2.2: the last two groups of version 6 may be written as an address of version 4. */
const IPV4_LAST = new RegExp(`(?<=:)${OCTET}(?:\\.${OCTET}){3}$`);
/** RFC 4007 section 11. */
const ZONE = /(?<=:.*)%[0-9a-z.:-]+$/i;
const GROUP = /^[0-9a-f]{1,4}$/i;

/** 4 or 6 for an address in the form that people write, and 0 for anything else. */
export function ipVersion(text: string): 0 | 4 | 6 {
  if (IPV4.test(text)) return 4;
  return isVersion6(text.replace(ZONE, "").replace(IPV4_LAST, "0:0")) ? 6 : 0;
}

/** Eight groups, or fewer around one "::". */
function isVersion6(address: string): boolean {
  const [before = "", after, ...more] = address.split("::");
  const groups = [...groupsOf(before), ...groupsOf(after ?? "")];
  const hasAll = after === undefined ? groups.length === 8 : groups.length < 8;
  return hasAll && more.length === 0 && groups.every((group) => GROUP.test(group));
}

function groupsOf(part: string): string[] {
  return part === "" ? [] : part.split(":");
}
