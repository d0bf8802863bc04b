/**
 * Revision 2026-07-28 has clients repeat parts of the body in headers, so that proxies can route without reading it;
 * a server must refuse what disagrees.
 *
 * Spec: MCP 2026-07-28, Transports, Standard Request Headers (SEP-2243).
 *
 * @module
 */
import type { RpcRequest } from "./message.ts";

/** The `_meta` key of the protocol version a request is written for. */
export const PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
/** The `_meta` key of the client's capabilities. */
export const CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** The member of params that `Mcp-Name` repeats, by method. */
const NAME_SOURCES: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/** What is wrong with the headers of a request whose `_meta` names `version`, or null. */
export function headerMismatch({ method, params }: RpcRequest, version: string, headers: Headers): string | null {
  const versionHeader = headers.get("mcp-protocol-version");
  if (versionHeader !== version) return disagreement("MCP-Protocol-Version", versionHeader, "_meta");
  const methodHeader = headers.get("mcp-method");
  if (methodHeader !== method) return disagreement("Mcp-Method", methodHeader, "method");
  const source = NAME_SOURCES.get(method);
  const name = source === undefined ? undefined : params[source];
  if (typeof name !== "string") return null;
  const nameHeader = headers.get("mcp-name");
  const decoded = nameHeader === null ? null : decodeHeader(nameHeader.trim());
  return decoded === name ? null : disagreement("Mcp-Name", nameHeader, `params.${source}`);
}

function disagreement(header: string, value: string | null, what: string): string {
  return value === null ? `The header ${header} is missing` : `The header ${header} differs from ${what} of the body`;
}

/** Values that are no header text come as `=?base64?...?=`; null when that is malformed. */
function decodeHeader(value: string): string | null {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.fromBase64(encoded, STRICT));
  } catch {
    return null;
  }
}

const STRICT = { lastChunkHandling: "strict" } as const;
