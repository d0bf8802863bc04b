/**
 * Judges the addresses that strangers name, so that the hub cannot be used to reach into private networks.
 *
 * In: IP addresses and host names as text. Out: allowed, or refused with the reason.
 * Never: a resolver, a socket. The caller resolves the name, has every address judged and connects to one of them.
 *
 * @module
 */
export { type AddressJudgement, judgeAddress, judgeHost } from "./judge_address.ts";
export { parseAddress } from "./parse_address.ts";
