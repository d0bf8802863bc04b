/** The endpoints of a running server: REST, pages, the hub and MCP over one store and one publisher. */
import { createHmac } from "node:crypto";
import { memoryUsage } from "node:process";
import { version } from "../../package.json";
import { createChangeStreams, LogTiles } from "../api/mod.ts";
import { GoodwordError } from "../errors.ts";
import { type Histogram, labelledMetric, type Metric, metricsText, singleMetric } from "../http/metrics.ts";
import { mapResponse } from "../http/operation.ts";
import { absoluteUrl, PATHS } from "../http/paths.ts";
import type { Representation } from "../http/representation.ts";
import { createHub, hubLimits } from "../hub/mod.ts";
import type { InvitationService, Outbox } from "../invitations/mod.ts";
import { createMcp, type McpMetrics } from "../mcp/mod.ts";
import { once } from "../memo.ts";
import { agentViews } from "../pages/agent_views.tsx";
import { keptPageAt } from "../pages/mod.ts";
import type { Published } from "../publication/publishing/mod.ts";
import { readLog, type Store, sessionKey } from "../store/mod.ts";
import { type App, createApp } from "./app/mod.ts";
import { systemRandom } from "./clock.ts";
import { createGuardedFetch } from "./guarded_fetch.ts";
import type { Publisher } from "./publisher/publisher.ts";
import type { OpenBusiness } from "./server_process.ts";
import { openRowStore } from "./workers/row_thread.ts";

interface EndpointsOptions extends OpenBusiness {
  readonly publisher: Publisher;
  readonly isFile: boolean;
}

export type Endpoints = Awaited<ReturnType<typeof createEndpoints>>;

export async function createEndpoints(parts: EndpointsOptions) {
  const { process, site, database, store, isReadOnly, publisher, lease } = parts;
  const { clock, config, log } = process;
  const { durations, resolve, ...limits } = process.limits;
  const stack = new AsyncDisposableStack();
  const startedAt = clock.now();
  const shared = { clock, random: systemRandom, log, baseUrl: site.baseUrl };
  const mcp = stack.use(
    createMcp({
      ...shared,
      publication: async () => (publisher.current ?? (await publisher.ready())).publication,
      sessionKey: await sessionKeyOf(parts),
      allowedOrigins: config.mcpAllowedOrigins,
      views: agentViews({ ...site, version }),
    }),
  );
  const isOnlyServer = () => lease.isAlone && lease.isValid;
  const changeStreams = stack.use(
    createChangeStreams({ publication: () => publisher.current?.publication ?? null, clock, isOnlyServer }),
  );
  const work = stack.use(workFor(parts));
  // Ended after the hub: what it could not wait for would keep the process alive.
  const outbound = new AbortController();
  stack.defer(() => outbound.abort());
  const outboundFetch = process.inTurn(
    createGuardedFetch({
      resolve,
      allowPrivate: config.hub.allowPrivateCallbacks,
      userAgent: `Goodword-Hub/${version} (+${absoluteUrl(site, PATHS.hub)})`,
      signal: outbound.signal,
    }),
  );
  const hub = stack.use(
    createHub({
      ...shared,
      hubUrl: absoluteUrl(site, PATHS.hub),
      topics: () => publisher.current?.topics ?? [],
      revision: () => publisher.current?.publication.revision ?? 0,
      subscriptions: work.subscriptions,
      fetch: outboundFetch,
      limits: hubLimits(config.hub),
    }),
  );
  const { mode, linkKey } = config.invitations;
  const isAsking = mode !== "off";
  const order = { database, isAsking, linkKey };
  const invitationService = process.office.service<InvitationService>("invitations", order);
  /** Days pass, jobs are added and mails accepted without a change of reviews. */
  const countRecord = async () => {
    const isKept = isAsking || (await store.reviews.read((reads) => reads.setting("record"))) !== undefined;
    if (isKept) await invitationService.record(config.invitations);
  };
  const keepRecord = once(() => {
    const chore = process.chores.add({ name: "record", everyMs: RECORD_MS, firstMs: 0, run: countRecord });
    stack.defer(() => chore.stop());
  });
  const logTiles = new LogTiles(store.transparencyLog);
  const app = createApp({
    ...shared,
    invitationService,
    isAsking,
    ...limits,
    site,
    version,
    startedAt: performance.timeOrigin,
    reader: publisher,
    trouble: () => process.readiness.trouble,
    hub,
    mcp,
    photos: work.photos,
    logTiles,
    isOnlyServer,
    isOneOfMany: process.id !== "",
    changeStreams,
    draw: process.draw,
  });
  let outbox: Outbox | null = null;
  const sendMessages = once(async () => {
    try {
      const { startOutbox } = await import("./outbox.ts");
      if (!stack.disposed) outbox = stack.use(startOutbox(parts, work.outbox));
    } catch (error) {
      log.error("Invitations are not sent", { error: error instanceof GoodwordError ? error.message : String(error) });
    }
  });
  const tellOwner = once(async () => {
    const { startNotices } = await import("./notices.ts");
    return stack.disposed
      ? null
      : stack.use(startNotices(parts, { store: work.notices, fetch: outboundFetch, startedAt }));
  });
  let works = false;
  function begin(): void {
    works = true;
    if (isReadOnly || publisher.current === null) return;
    hub.start();
    if (config.invitations.mode === "mail") sendMessages();
    keepRecord();
    if (config.notices.mail !== null || config.notices.webhook !== null)
      void tellOwner().then((owner) => owner?.look());
  }
  return {
    app: timed(app, durations),
    metrics: async () =>
      metricsText([
        ...(await serverMetrics({ ...parts, durations, mcp: mcp.metrics(), openChangeStreams: changeStreams.count() })),
        ...(await hub.metrics().catch(() => [])),
      ]),
    /** Starts the senders. Calling it again changes nothing. */
    work: begin,
    isBusy: () => changeStreams.count() + mcp.metrics().openStreams + hub.underWay > 0 || outbox?.isBusy === true,
    /** Paths served like a document without being one: parts of the log, and pages rendered for the current publication. */
    document(path: string): Representation | undefined {
      const { served } = publisher;
      const published = served.isServing ? served.current : null;
      return logTiles.document(path) ?? (published === null ? undefined : keptPageAt(published.publication, path));
    },
    published: (published: Published) => {
      if (works) {
        begin();
        hub.topicsChanged();
      }
      changeStreams.publicationChanged();
      mcp.publicationChanged(published.publication);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const RECORD_MS = 60_000;

/** A business may be a copy of another, whose sessions mean nothing to it. */
async function sessionKeyOf({ site, store }: EndpointsOptions): Promise<Uint8Array> {
  return createHmac("sha256", await sessionKey(store, systemRandom))
    .update(site.baseUrl)
    .digest();
}

function timed(app: App, durations: Histogram): App {
  return (request, client) => {
    const start = performance.now();
    return mapResponse(app(request, client), (response) => {
      durations.observe((performance.now() - start) / 1000);
      return response;
    });
  };
}

/** What is owed to the outside, and photographs: in a file kept by a thread, since it waits for the disk; a PostgreSQL server waits by itself. */
function workFor({ process, database, store, isReadOnly, isFile }: EndpointsOptions): Work {
  if (isFile) {
    const rows = openRowStore(process.rows, { path: database, isReadOnly });
    return {
      subscriptions: rows,
      outbox: rows,
      notices: rows,
      photos: rows,
      [Symbol.asyncDispose]: rows[Symbol.asyncDispose],
    };
  }
  return { ...store, async [Symbol.asyncDispose]() {} };
}

type Work = Pick<Store, "subscriptions" | "outbox" | "notices" | "photos"> & AsyncDisposable;

interface ServerMetricsParts extends EndpointsOptions {
  readonly durations: Histogram;
  readonly mcp: McpMetrics;
  readonly openChangeStreams: number;
}

const DURATION_HELP = "Response time of all requests except for documents, whose time is negligible";

async function serverMetrics(parts: ServerMetricsParts): Promise<Metric[]> {
  const { store, publisher, lease, durations, mcp } = parts;
  const { current, publishedAt, failures } = publisher;
  const byStatus = [...parts.process.counts].map(([status, count]): [string, number] => [String(status), count]);
  // Left out while the database cannot be read.
  const importedAt = await lastImportAt(store).catch(() => null);
  const gauge = (name: string, help: string, value: number) => singleMetric(name, "gauge", help, value);
  const counter = (name: string, help: string, value: number) => singleMetric(name, "counter", help, value);
  return [
    {
      ...gauge("goodword_build_info", "Version of the program and of its runtime; always 1", 1),
      samples: [{ labels: { version, bun: Bun.version }, value: 1 }],
    },
    labelledMetric("goodword_http_requests_total", "counter", "Responses by status", "status", byStatus),
    durations.metric("goodword_http_request_duration_seconds", DURATION_HELP),
    gauge("goodword_reviews", "Published reviews", current?.publication.reviewCount ?? 0),
    gauge("goodword_revision", "Revision being served", current?.publication.revision ?? 0),
    seconds("goodword_last_publication_timestamp_seconds", "When the served revision was published", publishedAt),
    counter("goodword_publication_failures_total", "Failed publications", failures),
    gauge("goodword_lease_valid", "Whether this server holds a lease to serve", lease.isValid ? 1 : 0),
    counter("goodword_lease_failures_total", "Lease renewals that failed", lease.failures),
    seconds("goodword_last_import_timestamp_seconds", "When an import last changed anything", importedAt),
    gauge("process_resident_memory_bytes", "Resident memory", memoryUsage.rss()),
    gauge("process_start_time_seconds", "When the process started", performance.timeOrigin / 1000),
    labelledMetric("goodword_mcp_tool_calls_total", "counter", "Calls by tool", "tool", Object.entries(mcp.toolCalls)),
    counter("goodword_mcp_tool_errors_total", "Calls with invalid arguments", mcp.toolErrors),
    counter("goodword_mcp_faults_total", "Calls that failed because of an internal error", mcp.faults),
    counter("goodword_mcp_dropped_answers_total", "Responses dropped unread", mcp.droppedAnswers),
    gauge("goodword_mcp_open_streams", "Open event streams", mcp.openStreams),
    gauge("goodword_mcp_subscriptions", "Resource subscriptions", mcp.subscriptions),
    gauge("goodword_change_streams", "Open streams of /api/changes", parts.openChangeStreams),
  ];
}

async function lastImportAt(store: Store): Promise<number | null> {
  const [last] = await readLog(store, { command: "import", limit: 1 });
  return last?.at ?? null;
}

function seconds(name: string, help: string, instantMs: number | null): Metric {
  const samples = instantMs === null ? [] : [{ labels: {}, value: instantMs / 1000 }];
  return { name, type: "gauge", help, samples };
}
