/**
 * Which address a request really comes from, behind proxies that are trusted to say so.
 *
 * @module
 */

/**
 * The peer's address, or, when the peer is trusted, the last address of X-Forwarded-For that is not: everything further
 * left was written by somebody we know nothing of.
 */
export function clientAddressOf(
  peer: string,
  forwardedFor: string | null,
  isTrusted: (address: string) => boolean,
): string {
  if (forwardedFor === null || !isTrusted(peer)) return peer;
  const hops = forwardedFor.split(",").map((hop) => bare(hop.trim()));
  return hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? peer;
}

/** Without port and brackets. */
function bare(hop: string): string {
  const [, bracketed] = /^\[([^\]]+)\]/.exec(hop) ?? [];
  if (bracketed !== undefined) return bracketed;
  return /^[\d.]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(":")) : hop;
}
