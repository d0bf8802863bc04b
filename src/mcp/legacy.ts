/**
 * Revisions that start with `initialize`. Sessions are stateless and grant nothing: an id is
 * `1.<minted>.<random>.<signature>`, valid on every server with the same keys.
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import { Type } from "typebox";
import { withCommonHeaders } from "../http/headers.ts";
import type { Clock, Random } from "../platform.ts";
import { utf8Bytes } from "../utf8.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { type Exchange, sendResult } from "./event_stream.ts";
import { negotiate } from "./identity.ts";
import { isMembers, paramsReader } from "./methods.ts";
import { acceptedResponse, errorResponse, type RpcMessage, type RpcRequest } from "./rpc.ts";
import type { McpContext } from "./tool.ts";

/** The endpoint checks the sessions. */
export type LegacyProtocol = ReturnType<typeof createLegacyProtocol>;

export const SESSION_HEADER = "Mcp-Session-Id";

export function createLegacyProtocol(answering: Dispatcher) {
  async function initialize(request: RpcRequest, mint: () => string): Promise<Response> {
    const { protocolVersion } = readInitialize(request.params);
    const params = { protocolVersion: negotiate(protocolVersion), capabilities: {}, clientInfo: ANY_CLIENT };
    const answer = await throughSdk({ ...request, params }, await answering.context());
    answer.headers.set(SESSION_HEADER, mint());
    return answer;
  }

  async function answer(request: RpcRequest, exchange: Exchange): Promise<Response> {
    const { id, method, params } = request;
    const result = await answering.answer(method, params, exchange.call);
    if (isMembers(result)) return sendResult(exchange, id, { members: result });
    return throughSdk({ ...request, params: {} }, await answering.context(), result);
  }

  const refused = (request: RpcRequest) => (error: unknown) => errorResponse(200, request.id, answering.refusal(error));

  return {
    initialize: (request: RpcRequest, mint: () => string) => initialize(request, mint).catch(refused(request)),
    async post(message: RpcMessage, exchange: Exchange): Promise<Response> {
      if (message.kind !== "request") return acceptedResponse();
      return answer(message, exchange).catch(refused(message));
    },
  };
}

async function throughSdk(request: RpcRequest, context: McpContext, result?: object): Promise<Response> {
  const { answerThroughSdk } = await import("./sdk.ts");
  const answer = await answerThroughSdk(request, context, result);
  answer.headers.set("Cache-Control", "no-store");
  return withCommonHeaders(answer);
}

/** Nothing depends on the client's information, so it never reaches the SDK. */
const ANY_CLIENT = { name: "client", version: "0" };

const readInitialize = paramsReader(
  Type.Object({
    protocolVersion: Type.String(),
    capabilities: Type.Object({}),
    clientInfo: Type.Object({ name: Type.String(), version: Type.String() }),
  }),
);

export type Sessions = ReturnType<typeof createSessions>;

interface SessionOptions {
  readonly key: Uint8Array;
  readonly clock: Clock;
  readonly random: Random;
  readonly lifeSeconds: number;
}

export function createSessions({ key, clock, random, lifeSeconds }: SessionOptions) {
  const now = () => Math.floor(clock.now() / 1000);
  return {
    mint(): string {
      const nonce = random.bytes(12).toBase64({ alphabet: "base64url", omitPadding: true });
      const claims = `1.${now().toString(36)}.${nonce}`;
      return `${claims}.${signature(claims, key)}`;
    },
    isValid(id: string): boolean {
      const [, claims = "", minted = "", signed = ""] = SHAPE.exec(id) ?? [];
      const age = now() - Number.parseInt(minted, 36);
      if (signed === "" || age > lifeSeconds) return false;
      return timingSafeEqual(utf8Bytes(signature(claims, key)), utf8Bytes(signed));
    },
  };
}

const SHAPE = /^(1\.([0-9a-z]{1,10})\.[\w-]{16})\.([\w-]{22})$/;

/** The first 132 bits of the HMAC, base64url. */
function signature(claims: string, key: Uint8Array): string {
  return createHmac("sha256", key).update(claims).digest("base64url").slice(0, 22);
}
