/** The endpoints of a running server: REST, pages, the hub and MCP over one store and one publisher. */
import { createHmac } from "node:crypto";
import { memoryUsage } from "node:process";
import { version } from "../../package.json";
import { createChangeStreams, LogTiles } from "../api/mod.ts";
import { GoodwordError } from "../errors.ts";
import { type Histogram, labelledMetric, type Metric, metricsText, singleMetric } from "../http/metrics.ts";
import { whenAnswered } from "../http/operation.ts";
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
import { systemClock, systemRandom } from "./clock.ts";
import { createGuardedFetch } from "./guarded_fetch.ts";
import type { Publisher } from "./publisher/publisher.ts";
import type { OpenBusiness } from "./server_process.ts";
import { openRowStore } from "./workers/row_thread.ts";

interface EndpointsOptions extends OpenBusiness {
  readonly publisher: Publisher;
  readonly isFile: boolean;
}

export interface Endpoints extends AsyncDisposable {
  readonly app: App;
  readonly metrics: () => Promise<string>;
  /** Begins what is owed to the outside. Calling it again changes nothing. */
  readonly work: () => void;
  readonly isBusy: () => boolean;
  /** What is answered like a document without being one: parts of the log, and pages that were rendered for what is served. */
  readonly document: (path: string) => Representation | undefined;
  readonly published: (published: Published) => void;
}

export async function createEndpoints(parts: EndpointsOptions): Promise<Endpoints> {
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
      outgoing: limits.admission.outgoing,
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
  const order = () => ({ database, isAsking, linkKey });
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
    // A hub that cannot save its work does none.
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
    work: begin,
    isBusy: () => changeStreams.count() + mcp.metrics().openStreams + hub.underWay > 0 || outbox?.isBusy === true,
    document(path) {
      const { served } = publisher;
      const published = served.isServing ? served.current : null;
      return logTiles.document(path) ?? (published === null ? undefined : keptPageAt(published.publication, path));
    },
    published: (published) => {
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

/** Wait between two attempts to read the key of sessions, in milliseconds, and how many there are. */
const KEY_RETRY_MS = 500;
const KEY_ATTEMPTS = 6;

/** A business may be a copy of another, whose sessions mean nothing to it. */
async function sessionKeyOf({ site, store }: EndpointsOptions): Promise<Uint8Array> {
  return createHmac("sha256", await keptSessionKey(store))
    .update(site.baseUrl)
    .digest();
}

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

function timed(app: App, durations: Histogram): App {
  return (request, client) => {
    const start = performance.now();
    return whenAnswered(app(request, client), (response) => {
      durations.observe((performance.now() - start) / 1000);
      return response;
    });
  };
}

/** What is owed to the outside, and photographs: in a file kept by a thread, since it waits for the disk; a PostgreSQL server waits by itself. */
function workFor({ process, database, store, isReadOnly, isFile }: WorkOptions): Work {
  if (!isFile) {
    const { subscriptions, outbox, notices, photos } = store;
    return { subscriptions, outbox, notices, photos, async [Symbol.asyncDispose]() {} };
  }
  const rows = openRowStore(process.rows, { path: database, isReadOnly });
  const close = () => rows.close();
  return { subscriptions: rows, outbox: rows, notices: rows, photos: rows, [Symbol.asyncDispose]: close };
}

type WorkParts = Pick<Store, "subscriptions" | "outbox" | "notices" | "photos">;
type Work = WorkParts & AsyncDisposable;

interface WorkOptions extends Pick<EndpointsOptions, "database" | "isReadOnly" | "isFile"> {
  readonly process: Pick<EndpointsOptions["process"], "rows">;
  readonly store: WorkParts;
}

interface ServerMetricsParts extends EndpointsOptions {
  readonly durations: Histogram;
  readonly mcp: McpMetrics;
  readonly openChangeStreams: number;
}

const DURATION_HELP = "Response time of all requests except for documents, whose time is negligible";

async function serverMetrics(parts: ServerMetricsParts): Promise<Metric[]> {
  const { store, publisher, durations, mcp } = parts;
  const byStatus = [...parts.process.counts].map(([status, count]): [string, number] => [String(status), count]);
  return [
    buildInfo(),
    labelledMetric("goodword_http_requests_total", "counter", "Responses by status", "status", byStatus),
    durations.metric("goodword_http_request_duration_seconds", DURATION_HELP),
    ...publishingMetrics(publisher),
    ...leaseMetrics(parts),
    seconds(
      "goodword_last_import_timestamp_seconds",
      "When an import last changed anything",
      // Left out while the database cannot be read.
      await lastImportAt(store).catch(() => null),
    ),
    singleMetric("process_resident_memory_bytes", "gauge", "Resident memory", memoryUsage.rss()),
    singleMetric("process_start_time_seconds", "gauge", "When the process started", performance.timeOrigin / 1000),
    ...mcpMetrics(mcp),
    singleMetric("goodword_change_streams", "gauge", "Open streams of /api/changes", parts.openChangeStreams),
  ];
}

function buildInfo(): Metric {
  const labels = { version, bun: Bun.version };
  return {
    name: "goodword_build_info",
    type: "gauge",
    help: "Version of the program and of its runtime; always 1",
    samples: [{ labels, value: 1 }],
  };
}

function publishingMetrics({ current, publishedAt, failures }: Publisher): Metric[] {
  return [
    singleMetric("goodword_reviews", "gauge", "Published reviews", current?.publication.reviewCount ?? 0),
    singleMetric("goodword_revision", "gauge", "Revision being served", current?.publication.revision ?? 0),
    seconds("goodword_last_publication_timestamp_seconds", "When the served revision was published", publishedAt),
    singleMetric("goodword_publication_failures_total", "counter", "Failed publications", failures),
  ];
}

function leaseMetrics({ lease }: ServerMetricsParts): Metric[] {
  const isValid = lease.isValid ? 1 : 0;
  return [
    singleMetric("goodword_lease_valid", "gauge", "Whether this server holds a lease to serve", isValid),
    singleMetric("goodword_lease_failures_total", "counter", "Lease renewals that failed", lease.failures),
  ];
}

function mcpMetrics({ toolCalls, toolErrors, faults, droppedAnswers, openStreams, subscriptions }: McpMetrics) {
  return [
    labelledMetric("goodword_mcp_tool_calls_total", "counter", "Calls by tool", "tool", Object.entries(toolCalls)),
    singleMetric("goodword_mcp_tool_errors_total", "counter", "Calls with invalid arguments", toolErrors),
    singleMetric("goodword_mcp_faults_total", "counter", "Calls that failed because of an internal error", faults),
    singleMetric("goodword_mcp_dropped_answers_total", "counter", "Responses dropped unread", droppedAnswers),
    singleMetric("goodword_mcp_open_streams", "gauge", "Open event streams", openStreams),
    singleMetric("goodword_mcp_subscriptions", "gauge", "Resource subscriptions", subscriptions),
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
