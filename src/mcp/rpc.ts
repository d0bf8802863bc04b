/**
 * JSON-RPC messages with our own limits: the SDK accepts batches, answers "parse error" to valid JSON and holds 4 MiB.
 * Spec: https://www.jsonrpc.org/specification and MCP 2025-06-18, Transports.
 */
import { COMMON_HEADERS } from "../http/headers.ts";
import { readBody } from "../http/request.ts";

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

export type RequestId = string | number;

/** The SDK reads `code` and `data` of thrown errors. */
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

export function resultResponse(id: RequestId, result: string): Response {
  return jsonResponse(200, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
}

/** `id` is null if that of the request could not be read. */
export function errorResponse(
  status: number,
  id: RequestId | null,
  { code, message, data }: Pick<RpcError, "code" | "message" | "data">,
  headers?: Record<string, string>,
): Response {
  const error = { code, message, ...(data !== undefined && { data }) };
  return jsonResponse(status, JSON.stringify({ jsonrpc: "2.0", id, error }), headers);
}

export function acceptedResponse(): Response {
  return new Response(null, { status: 202, headers: COMMON_HEADERS });
}

function jsonResponse(status: number, body: string, headers?: Record<string, string>): Response {
  return new Response(body, {
    status,
    headers: { ...COMMON_HEADERS, "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
  });
}

/** Not yet checked against a schema. */
export type Params = Readonly<Record<string, unknown>>;

export interface RpcRequest {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
}

export type RpcMessage =
  | RpcRequest
  | { readonly kind: "notification"; readonly method: string; readonly params: Params }
  | { readonly kind: "response"; readonly body: Params };

interface Refused {
  readonly kind: "refused";
  readonly response: Response;
}

type BodyReading = { readonly kind: "read"; readonly bytes: Uint8Array<ArrayBuffer> } | Refused;

type MessageReading = { readonly kind: "read"; readonly message: RpcMessage } | Refused;

export async function readJsonBody(request: Request, maxBytes: number): Promise<BodyReading> {
  if (!isJson(request.headers.get("content-type"))) {
    return refused(415, null, RPC.refused, "Content-Type must be application/json");
  }
  try {
    const bytes = await readBody(request, maxBytes);
    if (bytes === null) return refused(413, null, RPC.refused, `The body must be at most ${maxBytes} bytes`);
    return { kind: "read", bytes };
  } catch {
    return notJson();
  }
}

export function readMessage(bytes: Uint8Array): MessageReading {
  // A hostile body must not exhaust memory in the parser.
  if (isDeeper(bytes, MAX_DEPTH)) {
    return refused(400, null, RPC.parseError, `The body is nested in more than ${MAX_DEPTH} levels`);
  }
  if (bytes[bytes.findIndex((byte) => !isSpace(byte))] === BRACKET) return batch();
  try {
    return messageOf(JSON.parse(UTF8.decode(bytes)));
  } catch {
    return notJson();
  }
}

/** Tools take at most three levels. */
const MAX_DEPTH = 64;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const END_BRACKET = 0x5d;
const END_BRACE = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isDeeper(bytes: Uint8Array, levels: number): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === BRACKET || byte === BRACE) {
      if (++depth > levels) return true;
    } else if (byte === END_BRACKET || byte === END_BRACE) depth--;
  }
  return false;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** Unknown members of the envelope are ignored. */
function messageOf(body: unknown): MessageReading {
  if (!isRecord(body) || body.jsonrpc !== "2.0") {
    return refused(400, idOf(body), RPC.invalidRequest, 'Not a JSON-RPC 2.0 message: "jsonrpc" must be "2.0"');
  }
  const { id, method, params } = body;
  if (method === undefined && ("result" in body || "error" in body)) return read({ kind: "response", body });
  if (typeof method !== "string") return refused(400, idOf(body), RPC.invalidRequest, '"method" must be a string');
  if (id !== undefined && idOf(body) === null) {
    return refused(400, null, RPC.invalidRequest, '"id" must be a string or an integer');
  }
  if (params !== undefined && !isRecord(params)) {
    return refused(400, idOf(body), RPC.invalidParams, '"params" must be an object');
  }
  const requestId = idOf(body);
  if (requestId === null) return read({ kind: "notification", method, params: params ?? {} });
  return read({ kind: "request", id: requestId, method, params: params ?? {} });
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

function isJson(contentType: string | null): boolean {
  return contentType?.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
}

function idOf(body: unknown): RequestId | null {
  const id = isRecord(body) ? body.id : undefined;
  return typeof id === "string" || Number.isSafeInteger(id) ? (id as RequestId) : null;
}

function read(message: RpcMessage): MessageReading {
  return { kind: "read", message };
}

/** Batches multiply the cost of a request, and no known client sends them. */
function batch(): Refused {
  return refused(400, null, RPC.invalidRequest, "Batches are not supported: send one message");
}

function notJson(): Refused {
  return refused(400, null, RPC.parseError, "The body is not JSON in UTF-8");
}

function refused(status: number, id: RequestId | null, code: number, message: string): Refused {
  return { kind: "refused", response: errorResponse(status, id, new RpcError(code, message)) };
}
