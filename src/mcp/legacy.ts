/**
 * The era of sessions, 2024-10-07 to 2025-11-25: everything after the edge has found the session.
 *
 * @module
 */
import { Type } from "typebox";
import { withCommonHeaders } from "../web/headers.ts";
import type { Answering } from "./answering.ts";
import type { ClientContext, Streams } from "./event_stream.ts";
import { type Exchange, sendResult } from "./exchange.ts";
import type { Message, Params, RpcRequest } from "./message.ts";
import { isWritten, METHODS, type Method, paramsReader, UriParams } from "./methods.ts";
import type { Question } from "./question.ts";
import { acceptedResponse, errorResponse } from "./rpc.ts";
import type { Session } from "./session.ts";
import type { Subscriptions } from "./subscriptions.ts";
import { type LegacyVersion, negotiate } from "./versions.ts";

/** What answers a legacy client. The edge checks the sessions. */
export interface LegacyLeg {
  /** Answers `initialize` with a session from `mint`, named in {@link SESSION_HEADER}. */
  initialize(request: RpcRequest, mint: (version: LegacyVersion) => Session): Promise<Response>;
  post(message: Message, session: Session, exchange: Exchange): Promise<Response>;
  /** Opens the stream of a session, on which it hears of resources. */
  stream(session: Session, request: Request, client: ClientContext): Promise<Response>;
  /** Frees what is held for a session. */
  end(session: Session): Promise<void>;
}

/** The header that carries the session id in both directions. */
export const SESSION_HEADER = "Mcp-Session-Id";

/** What the legacy leg answers from, and what it holds for sessions. */
export interface LegacyParts {
  readonly answering: Answering;
  readonly streams: Streams;
  readonly subscriptions: Subscriptions;
}

/** Creates the leg for clients that open with `initialize`. */
export function createLegacyLeg({ answering, streams, subscriptions }: LegacyParts): LegacyLeg {
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
      const members = await answering.written(method, params, (work) => exchange.client.charge?.(work));
      return sendResult(exchange, id, { members });
    }
    const question = await answering.question();
    const found = methodFor(method, session);
    const known = found?.known(params) ?? {};
    return throughSdk({ ...request, params: known }, question, (checked) => found?.answer(checked, question) ?? {});
  }

  /** The methods of the table, and the two that change what a session hears. */
  function methodFor(name: string, { id }: Session): Method | undefined {
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

const readUri = paramsReader(UriParams);

/** The params of `initialize` that matter here. @throws {RpcError} when they are malformed. */
const readInitialize = paramsReader(
  Type.Object({
    protocolVersion: Type.String(),
    capabilities: Type.Object({}),
    clientInfo: Type.Object({ name: Type.String(), version: Type.String() }),
  }),
);
