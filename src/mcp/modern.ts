/** Revision 2026-07-28: requests are self-contained, and headers repeat parts of the body for proxies (SEP-2243). */
import { type Dispatcher, metaOf } from "./dispatcher.ts";
import { type Exchange, type Streams, sendResult } from "./event_stream.ts";
import { CAPABILITIES, instructions, MODERN_VERSION, SERVER_IDENTITY } from "./identity.ts";
import { isMembers } from "./methods.ts";
import type { ResourceSubscriptions } from "./resources.ts";
import {
  acceptedResponse,
  errorResponse,
  isRecord,
  RPC,
  RpcError,
  type RpcMessage,
  type RpcRequest,
  resultResponse,
} from "./rpc.ts";
import type { McpContext } from "./tool.ts";

export type ModernProtocol = ReturnType<typeof createModernProtocol>;

interface ModernOptions {
  readonly answering: Dispatcher;
  readonly streams: Streams;
  readonly subscriptions: ResourceSubscriptions;
  readonly maxSubscriptions: number;
}

const DISCOVER = "server/discover";
const LISTEN = "subscriptions/listen";
export const MODERN_METHODS: readonly string[] = [DISCOVER, LISTEN];

const SERVER_INFO = "io.modelcontextprotocol/serverInfo";
const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

/** Cached as long as the REST documents. */
const CACHE = { ttlMs: 60_000, cacheScope: "public" };

export function createModernProtocol({ answering, streams, subscriptions, maxSubscriptions }: ModernOptions) {
  async function answer(message: RpcRequest, exchange: Exchange): Promise<Response> {
    const { id, method, params } = message;
    if (method === LISTEN) return listen(message, exchange, await answering.context());
    const result =
      method === DISCOVER
        ? discovery(await answering.context())
        : await answering.answer(method, params, exchange.call);
    const about = { ...(isCacheable(method) && CACHE), _meta: { [SERVER_INFO]: SERVER_IDENTITY } };
    if (isMembers(result)) {
      const after = `,${JSON.stringify(about).slice(1, -1)}`;
      return sendResult(exchange, id, { before: '"resultType":"complete",', members: result, after });
    }
    return resultResponse(id, JSON.stringify({ resultType: "complete", ...result, ...about }));
  }

  function listen(message: RpcRequest, { call }: Exchange, context: McpContext): Response {
    const { id } = message;
    const uris = requestedUris(message, maxSubscriptions);
    let stop = () => {};
    const idMeta = { [SUBSCRIPTION_ID]: id };
    const result = { resultType: "complete", _meta: { ...idMeta, [SERVER_INFO]: SERVER_IDENTITY } };
    const opening = streams.open(call, {
      id,
      onClose: () => stop(),
      farewell: { jsonrpc: "2.0", id, result },
    });
    if (opening instanceof Response) return opening;
    const { send, response, close } = opening;
    const notify = (method: string, params: object) =>
      send({ jsonrpc: "2.0", method, params: { ...params, _meta: idMeta } });
    const listening = subscriptions.listen(uris, (uri) => notify("notifications/resources/updated", { uri }), context);
    stop = listening.stop;
    const notifications = listening.known.length > 0 ? { resourceSubscriptions: listening.known } : {};
    notify("notifications/subscriptions/acknowledged", { notifications });
    if (listening.known.length === 0) close();
    return response;
  }

  return {
    async post(message: RpcMessage, exchange: Exchange): Promise<Response> {
      if (message.kind !== "request") return acceptedResponse();
      const { id, method } = message;
      const malformed = envelopeError(message, exchange.call.request.headers);
      if (malformed) return errorResponse(400, id, malformed);
      // This era has no ping.
      if (method === "ping" || !(MODERN_METHODS.includes(method) || answering.has(method))) {
        return errorResponse(404, id, new RpcError(RPC.methodNotFound, "Method not found in this version"));
      }
      try {
        return await answer(message, exchange);
      } catch (error) {
        const { code, message: text, data } = answering.refusal(error);
        const isMissing = code === RPC.resourceNotFound;
        return errorResponse(200, id, new RpcError(isMissing ? RPC.invalidParams : code, text, data));
      }
    },
  };
}

function isCacheable(method: string): boolean {
  return method === DISCOVER || method === "resources/read" || method.endsWith("/list");
}

function discovery(context: McpContext): object {
  const capabilities = { ...CAPABILITIES, resources: { subscribe: true } };
  return { supportedVersions: [MODERN_VERSION], capabilities, instructions: instructions(context) };
}

function envelopeError(message: RpcRequest, headers: Headers): RpcError | null {
  const meta = metaOf(message.params);
  const version = meta[PROTOCOL_VERSION];
  if (typeof version !== "string") return new RpcError(RPC.invalidParams, `_meta must name ${PROTOCOL_VERSION}`);
  const mismatch = headerMismatch(message, version, headers);
  if (mismatch !== null) return new RpcError(RPC.headerMismatch, mismatch);
  if (version !== MODERN_VERSION) {
    const data = { supported: [MODERN_VERSION], requested: version };
    return new RpcError(RPC.unsupportedVersion, `Unsupported protocol version; supported is ${MODERN_VERSION}`, data);
  }
  if (isRecord(meta[CLIENT_CAPABILITIES])) return null;
  return new RpcError(RPC.invalidParams, `_meta must hold ${CLIENT_CAPABILITIES}, an object`);
}

function requestedUris({ params }: RpcRequest, max: number): string[] {
  const { notifications } = params;
  const uris = isRecord(notifications) ? (notifications.resourceSubscriptions ?? []) : null;
  if (Array.isArray(uris) && uris.length <= max && uris.every((uri) => typeof uri === "string")) return uris;
  throw new RpcError(RPC.invalidParams, `notifications must be an object with at most ${max} resourceSubscriptions`);
}

export const PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
const CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** What `Mcp-Name` repeats of the params. */
const NAME_SOURCES: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/** Null if headers and body agree. */
function headerMismatch({ method, params }: RpcRequest, version: string, headers: Headers): string | null {
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

/** Such as `=?base64?...?=`; null if malformed. */
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
