/**
 * JSON-RPC 2.0 answers over HTTP, and the error codes of the protocol.
 *
 * @module
 */
import { COMMON_HEADERS } from "../web/headers.ts";

/** Error codes of JSON-RPC 2.0 (-32700 to -32600) and MCP; `refused` is the generic server error. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  refused: -32000,
  sessionNotFound: -32001,
  resourceNotFound: -32002,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** Id of a request, chosen by the client and echoed in the response. */
export type RequestId = string | number;

/** A refusal in the protocol's own terms. The SDK reads `code` and `data` off whatever is thrown at it. */
export class RpcError extends Error {
  override readonly name = "RpcError";

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** An answer whose result is already JSON text. */
export function resultResponse(id: RequestId, result: string, headers?: Record<string, string>): Response {
  return jsonResponse(200, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`, headers);
}

/** A JSON-RPC error with an HTTP status. `id` is null where the request's own could not be read. */
export function errorResponse(
  status: number,
  id: RequestId | null,
  { code, message, data }: Pick<RpcError, "code" | "message" | "data">,
  headers?: Record<string, string>,
): Response {
  const error = { code, message, ...(data !== undefined && { data }) };
  return jsonResponse(status, JSON.stringify({ jsonrpc: "2.0", id, error }), headers);
}

/** The answer to a message that wants none. */
export function acceptedResponse(): Response {
  return new Response(null, { status: 202, headers: COMMON_HEADERS });
}

function jsonResponse(status: number, body: string, headers?: Record<string, string>): Response {
  return new Response(body, {
    status,
    headers: { ...COMMON_HEADERS, "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
  });
}
