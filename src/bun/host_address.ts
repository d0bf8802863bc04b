/**
 * The address to listen on: judged before the system is asked for it, whose errors say less.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import { ipVersion } from "../web/ip_version.ts";

/** The addresses of a name; throws or gives none where there are none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** A name whose last label is a number would be an address: RFC 1123 section 2.1 keeps the two apart. */
const HOST_NAME = /^(?!.*(?:^|\.)[0-9]+\.?$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;

/**
 * The address that HOST stands for. `localhost` is 127.0.0.1, whatever a resolver would say.
 *
 * @throws {GoodwordError} `usage` for what is neither an address nor a name that can be resolved
 */
export async function hostAddress(host: string, resolve: ResolveName): Promise<string> {
  const plain = host.replace(/^\[(.*)\]$/, "$1");
  if (ipVersion(plain) !== 0) return plain;
  if (/^localhost\.?$/i.test(plain)) return "127.0.0.1";
  if (!HOST_NAME.test(plain)) throw noAddressOfThisMachine(host);
  const [address] = await resolve(plain).catch((error) => {
    throw noAddressOfThisMachine(host, error);
  });
  if (address === undefined) throw noAddressOfThisMachine(host);
  return address;
}

/** Asks the machine's resolver, which is only loaded for it. */
export const resolveName: ResolveName = async (name) => {
  const { lookup } = await import("node:dns/promises");
  return (await lookup(name, { all: true })).map(({ address }) => address);
};

/** The `usage` error for a HOST that is not an address of this machine. */
export function noAddressOfThisMachine(host: string, cause?: unknown): GoodwordError {
  const message = `HOST is "${host}", expected an address of this machine, such as 0.0.0.0 or 127.0.0.1`;
  return new GoodwordError("usage", message, { cause });
}

/** Where a browser finds a server that listens there. */
export function addressOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `http://${ipVersion(host) === 6 ? `[${host}]` : host}:${port}`;
}
