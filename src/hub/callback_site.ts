/**
 * The site of a callback, which budgets are counted for. Host names would be too fine: the owner of a domain has as many
 * of them as they like.
 *
 * @module
 */
import { getDomain } from "tldts";
import { callbackHost } from "./callback.ts";
import { requesterOf } from "./requester.ts";

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
