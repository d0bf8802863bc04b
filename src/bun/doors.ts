/**
 * The doors of a running server: REST, pages, the hub and MCP over one store and one publisher. Loaded with the first
 * request that is not for a document, or the first publication, since none of it is needed before.
 *
 * @module
 */
import { version } from "../../package.json";
import { type App, createApp, operations } from "../app/mod.ts";
import type { Config } from "../config.ts";
import { createHub, hubLimits } from "../hub/mod.ts";
import { createMcp, type McpMetrics } from "../mcp/mod.ts";
import type { Log } from "../platform.ts";
import type { Published } from "../publishing/mod.ts";
import { openApiDocument } from "../rest/openapi_document.ts";
import { createSubscriptionThread } from "../sqlite/subscription_thread.ts";
import { sessionKey } from "../store/keys.ts";
import type { Store } from "../store/mod.ts";
import { Histogram } from "../web/histogram.ts";
import { labelledMetric, metricsText, singleMetric } from "../web/metrics.ts";
import { assetRepresentation } from "../web/representation.ts";
import { absoluteUrl, HUB_PATH } from "../web/site.ts";
import { systemClock, systemRandom } from "./clock.ts";
import { createGuardedFetch } from "./guarded_fetch.ts";
import { once } from "./once.ts";
import type { Publisher } from "./publisher/publisher.ts";
import type { AnswerCounts } from "./start_answering.ts";

export interface DoorsParts {
  readonly config: Config;
  readonly store: Store;
  /** A hub that cannot save its work does none. */
  readonly isReadOnly: boolean;
  readonly publisher: Publisher;
  readonly log: Log;
  readonly counts: AnswerCounts;
}

export interface Doors extends AsyncDisposable {
  readonly app: App;
  /** To be called after each new publication. */
  readonly published: (published: Published) => void;
}

/** Opens the doors. Disposing them ends what the hub and MCP have under way. */
export function createDoors({ config, store, isReadOnly, publisher, log, counts }: DoorsParts): Doors {
  const stack = new AsyncDisposableStack();
  const site = { baseUrl: config.baseUrl };
  const shared = { clock: systemClock, random: systemRandom, log, baseUrl: config.baseUrl };
  const mcp = stack.use(
    createMcp({
      ...shared,
      publication: async () => (publisher.current ?? (await publisher.ready())).publication,
      sessionKeys: [sessionKey(store, systemRandom)],
    }),
  );
  const subscriptions = createSubscriptionThread({ path: config.databasePath, isReadOnly });
  stack.defer(() => subscriptions.close());
  // Ended after the hub: what it could not wait for would keep the process alive.
  const outbound = new AbortController();
  stack.defer(() => outbound.abort());
  const hub = stack.use(
    createHub({
      ...shared,
      hubUrl: absoluteUrl(site, HUB_PATH),
      topics: () => publisher.current?.topics ?? [],
      revision: () => publisher.current?.publication.revision ?? 0,
      generation: version,
      subscriptions,
      fetch: createGuardedFetch({
        allowPrivate: config.hub.allowPrivateCallbacks,
        userAgent: `Goodword-Hub/${version} (+${absoluteUrl(site, HUB_PATH)})`,
        signal: outbound.signal,
      }),
      limits: hubLimits(config.hub),
    }),
  );
  const durations = new Histogram();
  // The description changes with the program alone, and that with a start at most.
  const described = { lastModified: systemClock.now(), cacheControl: "max-age=60" };
  const app = createApp({
    ...shared,
    site,
    version,
    reader: publisher,
    hub,
    mcp,
    rateLimitPerMinute: config.rateLimitPerMinute,
    openApi: once(async () => {
      const document = await openApiDocument(operations, config.baseUrl);
      const bytes = new TextEncoder().encode(`${JSON.stringify(document)}\n`);
      return { document, representation: assetRepresentation("application/json", bytes, described) };
    }),
    metrics: async () =>
      metricsText([
        ...serverMetrics(publisher, counts),
        durations.metric("goodword_http_request_duration_seconds", DURATION_HELP),
        ...mcpMetrics(mcp.metrics()),
        ...(await hub.metrics()),
      ]),
  });
  return {
    app: timed(app, durations),
    published: (published) => {
      if (!isReadOnly) hub.start();
      hub.topicsChanged();
      mcp.publicationChanged(published.publication);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const DURATION_HELP = "Time to an answer, of all requests but those for documents, which take no time worth counting";

/** The application, with how long it takes until an answer begins. */
function timed(app: App, durations: Histogram): App {
  return async (request, client) => {
    const start = performance.now();
    const response = await app(request, client);
    durations.observe((performance.now() - start) / 1000);
    return response;
  };
}

function serverMetrics({ current }: Publisher, counts: AnswerCounts) {
  const byStatus = [...counts].map(([status, count]): [string, number] => [String(status), count]);
  return [
    labelledMetric("goodword_http_requests_total", "counter", "Answers by status", "status", byStatus),
    singleMetric("goodword_reviews", "gauge", "Published reviews", current?.publication.reviewCount ?? 0),
    singleMetric("goodword_revision", "gauge", "Revision that is served", current?.publication.revision ?? 0),
    singleMetric("process_resident_memory_bytes", "gauge", "Resident memory", process.memoryUsage.rss()),
    singleMetric("process_start_time_seconds", "gauge", "When the process started", performance.timeOrigin / 1000),
  ];
}

function mcpMetrics({ toolCalls, toolErrors, faults, droppedAnswers, openStreams, subscriptions }: McpMetrics) {
  return [
    labelledMetric("goodword_mcp_tool_calls_total", "counter", "Calls by tool", "tool", Object.entries(toolCalls)),
    singleMetric("goodword_mcp_tool_errors_total", "counter", "Calls a client has to mend", toolErrors),
    singleMetric("goodword_mcp_faults_total", "counter", "Calls that failed through a fault of ours", faults),
    singleMetric("goodword_mcp_dropped_answers_total", "counter", "Answers dropped unread", droppedAnswers),
    singleMetric("goodword_mcp_open_streams", "gauge", "Event streams open", openStreams),
    singleMetric("goodword_mcp_subscriptions", "gauge", "Resource subscriptions", subscriptions),
  ];
}
