/**
 * Reads the JSON-RPC message of a POST, with limits of its own and the answers the specification asks for. The SDK would
 * take batches of every revision, answer "parse error" to sound JSON and hold bodies of 4 MiB.
 *
 * Spec: https://www.jsonrpc.org/specification and MCP 2025-06-18, Transports (one message per POST).
 *
 * @module
 */
import { errorResponse, type RequestId, RPC, RpcError } from "./rpc.ts";

/** The `params` of a message: a JSON object, not yet checked against any schema. */
export type Params = Readonly<Record<string, unknown>>;

/** A message that expects a response. */
export interface RpcRequest {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
}

/** A JSON-RPC message whose envelope is valid. */
export type Message =
  | RpcRequest
  | { readonly kind: "notification"; readonly method: string; readonly params: Params }
  | { readonly kind: "response"; readonly body: Params };

/** A message, or the error response to send instead. */
export type MessageReading =
  | { readonly kind: "read"; readonly message: Message }
  | { readonly kind: "refused"; readonly response: Response };

/** Reads and checks the message of a POST. Nothing is thrown: what cannot be read comes with the answer to give. */
export async function readMessage(request: Request, maxBytes: number): Promise<MessageReading> {
  if (!isJson(request.headers.get("content-type"))) {
    return refused(415, null, RPC.refused, "Content-Type must be application/json");
  }
  try {
    const bytes = await readBody(request, maxBytes);
    if (bytes === null) return refused(413, null, RPC.refused, `The body must be at most ${maxBytes} bytes`);
    return messageOf(JSON.parse(UTF8.decode(bytes)));
  } catch {
    return refused(400, null, RPC.parseError, "The body is not JSON in UTF-8");
  }
}

/** The message a JSON value stands for. Unknown members of the envelope are left behind. */
function messageOf(body: unknown): MessageReading {
  // Revision 2025-03-26 has batches, too. They multiply what one request costs, and no known client sends any.
  if (Array.isArray(body)) return refused(400, null, RPC.invalidRequest, "Batches are not supported: send one message");
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

/** Reports whether a JSON value is an object, and neither an array nor null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

function isJson(contentType: string | null): boolean {
  return contentType?.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
}

/** The bytes of a body, or null when there are more than allowed; a longer body is not read to its end. */
async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > maxBytes) return null;
  if (declared !== null) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

function idOf(body: unknown): RequestId | null {
  const id = isRecord(body) ? body.id : undefined;
  return typeof id === "string" || Number.isSafeInteger(id) ? (id as RequestId) : null;
}

function read(message: Message): MessageReading {
  return { kind: "read", message };
}

function refused(status: number, id: RequestId | null, code: number, message: string): MessageReading {
  return { kind: "refused", response: errorResponse(status, id, new RpcError(code, message)) };
}
