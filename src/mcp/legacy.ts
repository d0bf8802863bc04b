/**
 * The revisions that open with `initialize`. A session id holds nothing in memory:
 * `1.<minted>.<version>.<random>.<signature>`, so that a restart or another instance with the same keys serves it
 * on; it grants nothing.
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import { Type } from "typebox";
import { withCommonHeaders } from "../http/headers.ts";
import type { Clock, Random } from "../platform.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { type ClientContext, type Exchange, type Streams, sendResult } from "./event_stream.ts";
import { LEGACY_VERSIONS, type LegacyVersion, negotiate } from "./identity.ts";
import { isWritten, type McpMethod, METHODS, paramsReader, readUri } from "./methods.ts";
import type { ResourceSubscriptions } from "./resources.ts";
import { acceptedResponse, errorResponse, type Params, type RpcMessage, type RpcRequest } from "./rpc.ts";
import type { Question } from "./tool.ts";

/** What answers a legacy client. The edge checks the sessions. */
export interface LegacyProtocol {
  /** Answers `initialize` with a session from `mint`, named in {@link SESSION_HEADER}. */
  initialize(request: RpcRequest, mint: (version: LegacyVersion) => Session): Promise<Response>;
  post(message: RpcMessage, session: Session, exchange: Exchange): Promise<Response>;
  /** Opens the stream of a session, on which it hears of resources. */
  stream(session: Session, request: Request, client: ClientContext): Promise<Response>;
  /** Frees what is held for a session. */
  end(session: Session): Promise<void>;
}

/** The header that carries the session id in both directions. */
export const SESSION_HEADER = "Mcp-Session-Id";

/** What a leg answers from, and what it holds for its clients. */
export interface LegOptions {
  readonly answering: Dispatcher;
  readonly streams: Streams;
  readonly subscriptions: ResourceSubscriptions;
}

/** Creates the leg for clients that open with `initialize`. */
export function createLegacyProtocol({ answering, streams, subscriptions }: LegOptions): LegacyProtocol {
  const openStreams = new Map<string, () => void>();

  async function initialize(request: RpcRequest, mint: (version: LegacyVersion) => Session): Promise<Response> {
    const { protocolVersion } = readInitialize(request.params);
    const session = mint(negotiate(protocolVersion));
    const params = { protocolVersion: session.version, capabilities: {}, clientInfo: ANY_CLIENT };
    const answer = await throughSdk({ ...request, params }, await answering.question());
    answer.headers.set(SESSION_HEADER, session.id);
    return answer;
  }

  async function answer(request: RpcRequest, session: Session, exchange: Exchange): Promise<Response> {
    const { id, method, params } = request;
    if (isWritten(method)) {
      const members = await answering.written(method, params, exchange.client);
      return sendResult(exchange, id, { members });
    }
    const question = await answering.question();
    const found = methodFor(method, session);
    const known = found?.known(params) ?? {};
    return throughSdk({ ...request, params: known }, question, (checked) => found?.answer(checked, question) ?? {});
  }

  /** The methods of the table, and the two that change what a session hears. */
  function methodFor(name: string, { id }: Session): McpMethod | undefined {
    const change = {
      "resources/subscribe": subscriptions.subscribe,
      "resources/unsubscribe": subscriptions.unsubscribe,
    };
    if (name !== "resources/subscribe" && name !== "resources/unsubscribe") return METHODS.get(name);
    return {
      known: readUri,
      answer({ uri }, question) {
        change[name](id, uri as string, question);
        return {};
      },
    };
  }

  const refused = (request: RpcRequest) => (error: unknown) => errorResponse(200, request.id, answering.refusal(error));

  return {
    initialize: (request, mint) => initialize(request, mint).catch(refused(request)),
    async post(message, session, exchange) {
      if (message.kind !== "request") return acceptedResponse();
      return answer(message, session, exchange).catch(refused(message));
    },
    async stream(session, request, client) {
      // The newest stream wins: a client that reconnects would be refused for as long as its lost one seems open.
      const question = await answering.question();
      openStreams.get(session.id)?.();
      let detach = () => {};
      const close = () => opening.kind === "opened" && opening.stream.close();
      const opening = streams.open(request, client, {
        sessionId: session.id,
        onClose: () => {
          detach();
          if (openStreams.get(session.id) === close) openStreams.delete(session.id);
        },
      });
      if (opening.kind === "refused") return opening.response;
      openStreams.set(session.id, close);
      const { send, response } = opening.stream;
      const notify = (uri: string) =>
        send({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri } });
      detach = subscriptions.attach(session.id, notify, question);
      return response;
    },
    async end(session) {
      openStreams.get(session.id)?.();
      subscriptions.end(session.id);
    },
  };
}

async function throughSdk(
  request: RpcRequest,
  question: Question,
  handle: (params: Params) => object = () => ({}),
): Promise<Response> {
  const { answerThroughSdk } = await import("./sdk.ts");
  const answer = await answerThroughSdk(request, question, handle);
  answer.headers.set("Cache-Control", "no-store");
  return withCommonHeaders(answer);
}

/** Nothing depends on who a client is, and whatever it says of itself stays out of the SDK. */
const ANY_CLIENT = { name: "client", version: "0" };

/** The params of `initialize` that matter here. @throws {RpcError} when they are malformed. */
const readInitialize = paramsReader(
  Type.Object({
    protocolVersion: Type.String(),
    capabilities: Type.Object({}),
    clientInfo: Type.Object({ name: Type.String(), version: Type.String() }),
  }),
);

/** A legacy session, as proved by its signed id. */
export interface Session {
  readonly id: string;
  readonly version: LegacyVersion;
}

/** Mints, verifies and ends sessions. */
export type Sessions = ReturnType<typeof createSessions>;

/** The signing keys, and the limits on sessions. `maxEnded` ids are remembered as ended; older ones are forgotten. */
interface SessionOptions {
  /** The first signs, all verify: a new key is put in front and the old one kept for a session's life. */
  readonly keys: readonly Uint8Array[];
  readonly clock: Clock;
  readonly random: Random;
  readonly lifeSeconds: number;
  readonly maxEnded: number;
}

/** Creates the sessions of a server. @throws {TypeError} when `keys` is empty */
export function createSessions({ keys, clock, random, lifeSeconds, maxEnded }: SessionOptions) {
  const [signingKey] = keys;
  if (!signingKey) throw new TypeError("Cannot sign session ids: no key was given");
  const ended = new Set<string>();
  const now = () => Math.floor(clock.now() / 1000);
  return {
    /** A new session that agreed on `version`. */
    mint(version: LegacyVersion): Session {
      const nonce = random.bytes(12).toBase64({ alphabet: "base64url", omitPadding: true });
      const claims = `1.${now().toString(36)}.${LEGACY_VERSIONS.length - LEGACY_VERSIONS.indexOf(version)}.${nonce}`;
      return { id: `${claims}.${signature(claims, signingKey)}`, version };
    },
    /** The session of an id, or null when it is not ours, too old or ended. */
    find(id: string): Session | null {
      const match = SHAPE.exec(id);
      if (!match) return null;
      const [, claims = "", minted = "", index = "", signed = ""] = match;
      const version = LEGACY_VERSIONS.at(-Number(index));
      const age = now() - Number.parseInt(minted, 36);
      if (!version || age > lifeSeconds || ended.has(id)) return null;
      return keys.some((key) => timingSafeEqual(ENCODER.encode(signature(claims, key)), ENCODER.encode(signed)))
        ? { id, version }
        : null;
    },
    /** From now on `find` refuses the id. */
    end(id: string): void {
      ended.add(id);
      const [oldest] = ended;
      if (ended.size > maxEnded && oldest !== undefined) ended.delete(oldest);
    },
  };
}

const SHAPE = /^(1\.([0-9a-z]{1,10})\.([1-9])\.[\w-]{16})\.([\w-]{22})$/;

/** The first 132 bits of the HMAC, base64url. */
function signature(claims: string, key: Uint8Array): string {
  return createHmac("sha256", key).update(claims).digest("base64url").slice(0, 22);
}

const ENCODER = new TextEncoder();
