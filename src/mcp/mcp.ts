/** Puts the endpoint together: the edge in front, the legs of both eras behind it, streams and subscriptions beside. */

import type { Outgoing } from "../http/outgoing.ts";
import type { Clock, Log, Random } from "../platform.ts";
import type { Publication } from "../publication/mod.ts";
import { createDispatcher } from "./dispatcher.ts";
import { createEndpoint, createGuard, type Endpoint } from "./endpoint.ts";
import { createStreams } from "./event_stream.ts";
import { aiCatalog, type DiscoveryDocument, serverCard } from "./identity.ts";
import { createLegacyProtocol, createSessions } from "./legacy.ts";
import { createModernProtocol } from "./modern.ts";
import { DEFAULT_LIMITS, type McpLimits } from "./question.ts";
import { createResourceSubscriptions } from "./resources.ts";
import { errorResponse } from "./rpc.ts";
import type { AgentViews } from "./views.ts";

/** What the endpoint needs from the process that runs it. */
export interface McpOptions {
  /** The current publication; waits for the first one after a start. */
  readonly publication: () => Promise<Publication> | Publication;
  /** The public address, without a slash at the end. */
  readonly baseUrl: string;
  /** Keys of at least 32 bytes that sign session ids: the first signs, all verify. */
  readonly sessionKeys: readonly Uint8Array[];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Large answers on their way to clients, those of the other endpoints included. */
  readonly outgoing: Outgoing;
  /** Renders what hosts show beside answers. */
  readonly views: AgentViews;
  /** What differs from {@link DEFAULT_LIMITS}. */
  readonly limits?: Partial<McpLimits>;
  /** Origins of web pages that may connect, besides our own and those on the same machine; "*" for all. */
  readonly allowedOrigins?: readonly string[];
}

/** Counters and gauges of the endpoint. */
export interface McpMetrics {
  /** Calls since the start, by tool. */
  readonly toolCalls: Readonly<Record<string, number>>;
  /** Calls that ended in an error a client can mend. */
  readonly toolErrors: number;
  /** Requests that failed through a fault of ours. */
  readonly faults: number;
  /** Answers dropped because their client did not read them. */
  readonly droppedAnswers: number;
  readonly openStreams: number;
  readonly subscriptions: number;
}

/** The running endpoint. Disposing of it closes all streams. */
export interface Mcp extends AsyncDisposable {
  /** Answers a request to /mcp, whatever its method. Never throws. */
  readonly handle: Endpoint;
  /** Tells subscribers what changed. To be called after each change of the publication. */
  publicationChanged(publication: Publication): void;
  serverCard(publication: Publication): DiscoveryDocument;
  aiCatalog(publication: Publication): DiscoveryDocument;
  metrics(): McpMetrics;
}

/** Makes the endpoint. Disposing it ends its streams; requests may still be answered. */
export function createMcp(parts: McpOptions): Mcp {
  const { baseUrl, sessionKeys, clock, random, outgoing, allowedOrigins = [] } = parts;
  const limits: McpLimits = { ...DEFAULT_LIMITS, ...parts.limits };
  const answering = createDispatcher({ ...parts, limits });
  const streams = createStreams(clock, limits);
  const subscriptions = createResourceSubscriptions(limits);
  let droppedAnswers = 0;
  const { sessionSeconds: lifeSeconds, maxEndedSessions: maxEnded, maxSubscriptionsPerSession } = limits;
  const edge = createEndpoint({
    outgoing,
    onDropped: () => droppedAnswers++,
    guard: createGuard({ baseUrl, allowedOrigins }),
    maxBodyBytes: limits.maxBodyBytes,
    sessions: createSessions({ keys: sessionKeys, clock, random, lifeSeconds, maxEnded }),
    legacy: createLegacyProtocol({ answering, streams, subscriptions }),
    modern: createModernProtocol({ answering, streams, subscriptions, maxSubscriptions: maxSubscriptionsPerSession }),
  });
  return {
    handle: (request, client) =>
      edge(request, client).catch((error) => errorResponse(500, null, answering.refusal(error))),
    publicationChanged: (publication) => subscriptions.publicationChanged(answering.questionFor(publication)),
    serverCard: (publication) => serverCard(publication, baseUrl),
    aiCatalog: (publication) => aiCatalog(publication, baseUrl),
    metrics: () => ({
      toolCalls: Object.fromEntries(answering.counts.tools),
      toolErrors: answering.counts.toolErrors,
      faults: answering.counts.faults,
      droppedAnswers,
      openStreams: streams.count(),
      subscriptions: subscriptions.count(),
    }),
    async [Symbol.asyncDispose]() {
      streams.closeAll();
    },
  };
}
