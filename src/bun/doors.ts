/**
 * The doors of a running server: REST, pages, the hub and MCP over one store and one publisher. Loaded with the first
 * request that is not for a document, or the first publication, since none of it is needed before.
 *
 * @module
 */

import { version } from "../../package.json";
import { type App, createApp } from "../app/mod.ts";
import { type Config, isServerUrl } from "../config.ts";
import { GoodwordError } from "../errors.ts";
import { createHub, hubLimits, type SubscriptionStore } from "../hub/mod.ts";
import { createMcp } from "../mcp/mod.ts";
import { agentViews } from "../pages/agent_views/agent_views.ts";
import type { Log } from "../platform.ts";
import type { Published } from "../publishing/mod.ts";
import { createChangeStreams } from "../rest/mod.ts";
import { createSubscriptionThread } from "../sqlite/subscription_thread.ts";
import { type Store, sessionKey } from "../store/mod.ts";
import { Histogram } from "../web/histogram.ts";
import { metricsText } from "../web/metrics.ts";
import { PATHS } from "../web/paths.ts";
import { absoluteUrl } from "../web/site.ts";
import { whenAnswered } from "../web/when_answered.ts";
import type { LeaseKeeper } from "./activation/lease_keeper.ts";
import type { AnswerCounts } from "./answer_counts.ts";
import { systemClock, systemRandom } from "./clock.ts";
import { DrawWorkerHost } from "./drawing/draw_worker_host.ts";
import { createGuardedFetch } from "./guarded_fetch.ts";
import type { Publisher } from "./publisher/publisher.ts";
import type { Readiness } from "./readiness.ts";
import { serverMetrics } from "./server_metrics.ts";
import { startSubscriptionWorker } from "./subscriptions/start_subscription_worker.ts";

/** What the HTTP API, the hub and MCP are built from. */
export interface DoorsParts {
  readonly config: Config;
  readonly store: Store;
  /** A hub that cannot save its work does none. */
  readonly isReadOnly: boolean;
  readonly publisher: Publisher;
  readonly log: Log;
  readonly readiness: Readiness;
  readonly counts: AnswerCounts;
  readonly lease: LeaseKeeper;
  /** Reads that were answered without a lease, since the start. */
  readonly fallbackReads: { readonly count: number };
}

/** Every way into the server: the HTTP app, with the hub and MCP behind it. */
export interface Doors extends AsyncDisposable {
  readonly app: App;
  /** To be called after each new publication. */
  readonly published: (published: Published) => void;
}

/** Opens the doors. Disposing them ends what the hub and MCP have under way. */
export async function createDoors(parts: DoorsParts): Promise<Doors> {
  const { config, store, isReadOnly, publisher, log, readiness, counts, lease, fallbackReads } = parts;
  const stack = new AsyncDisposableStack();
  const site = { baseUrl: config.baseUrl };
  const shared = { clock: systemClock, random: systemRandom, log, baseUrl: config.baseUrl };
  const mcp = stack.use(
    createMcp({
      ...shared,
      publication: async () => (publisher.current ?? (await publisher.ready())).publication,
      sessionKeys: [await keptSessionKey(store)],
      allowedOrigins: config.mcpAllowedOrigins,
      views: agentViews({ ...site, version }),
    }),
  );
  const changeStreams = stack.use(
    createChangeStreams({ publication: () => publisher.current?.publication ?? null, clock: systemClock }),
  );
  const subscriptions = stack.use(openSubscriptions(parts));
  // Ended after the hub: what it could not wait for would keep the process alive.
  const outbound = new AbortController();
  stack.defer(() => outbound.abort());
  const hub = stack.use(
    createHub({
      ...shared,
      hubUrl: absoluteUrl(site, PATHS.hub),
      topics: () => publisher.current?.topics ?? [],
      revision: () => publisher.current?.publication.revision ?? 0,
      generation: version,
      subscriptions,
      fetch: createGuardedFetch({
        allowPrivate: config.hub.allowPrivateCallbacks,
        userAgent: `Goodword-Hub/${version} (+${absoluteUrl(site, PATHS.hub)})`,
        signal: outbound.signal,
      }),
      limits: hubLimits(config.hub),
    }),
  );
  const drawing = stack.use(new DrawWorkerHost(systemClock));
  const durations = new Histogram();
  const app = createApp({
    ...shared,
    site,
    version,
    startedAt: performance.timeOrigin,
    reader: publisher,
    trouble: () => readiness.trouble,
    hub,
    mcp,
    changeStreams,
    draw: drawing.draw,
    rateLimitPerMinute: config.rateLimitPerMinute,
    metrics: async () =>
      metricsText([
        ...(await serverMetrics({
          store,
          publisher,
          counts,
          durations,
          mcp: mcp.metrics(),
          openChangeStreams: changeStreams.count(),
          lease,
          fallbackReads,
        })),
        // Left out while the database cannot be read.
        ...(await hub.metrics().catch(() => [])),
      ]),
  });
  return {
    app: timed(app, durations),
    published: (published) => {
      if (!isReadOnly) hub.start();
      hub.topicsChanged();
      changeStreams.publicationChanged();
      mcp.publicationChanged(published.publication);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Wait between two attempts to read the key of sessions, in milliseconds, and how many there are. */
const KEY_RETRY_MS = 500;
const KEY_ATTEMPTS = 6;

/** A PostgreSQL server may just be restarting. */
async function keptSessionKey(store: Store): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sessionKey(store, systemRandom);
    } catch (error) {
      if (!(error instanceof GoodwordError) || attempt === KEY_ATTEMPTS) throw error;
      await new Promise<void>((resume) => void systemClock.after(KEY_RETRY_MS, resume));
    }
  }
}

/** The application, with how long it takes until an answer begins. */
function timed(app: App, durations: Histogram): App {
  return (request, client) => {
    const start = performance.now();
    return whenAnswered(app(request, client), (response) => {
      durations.observe((performance.now() - start) / 1000);
      return response;
    });
  };
}

/** The hub's rows: in a file kept by a thread, since a commit waits for the disk; a PostgreSQL server waits by itself. */
function openSubscriptions({ config, store, isReadOnly }: DoorsParts): SubscriptionStore & AsyncDisposable {
  if (isServerUrl(config.databasePath)) return { ...store.subscriptions, async [Symbol.asyncDispose]() {} };
  const thread = createSubscriptionThread({ path: config.databasePath, isReadOnly }, startSubscriptionWorker);
  return { ...thread, [Symbol.asyncDispose]: () => thread.close() };
}
