/**
 * What the server itself counts: its build, what it has published and answered, and what MCP did.
 *
 * @module
 */
import { version } from "../../package.json";
import type { McpMetrics } from "../mcp/mod.ts";
import { readLog, type Store } from "../store/mod.ts";
import type { Histogram } from "../web/histogram.ts";
import { labelledMetric, type Metric, singleMetric } from "../web/metrics.ts";
import type { LeaseKeeper } from "./activation/lease_keeper.ts";
import type { AnswerCounts } from "./answer_counts.ts";
import type { Publisher } from "./publisher/publisher.ts";

/** The sources of the figures on `/metrics`. */
export interface ServerMetricsParts {
  readonly store: Store;
  readonly publisher: Publisher;
  readonly counts: AnswerCounts;
  readonly durations: Histogram;
  readonly mcp: McpMetrics;
  readonly openChangeStreams: number;
  readonly lease: LeaseKeeper;
  readonly fallbackReads: { readonly count: number };
}

const DURATION_HELP = "Response time of all requests except those for documents, whose time is negligible";

/** The figures as they are now. */
export async function serverMetrics(parts: ServerMetricsParts): Promise<Metric[]> {
  const { store, publisher, counts, durations, mcp } = parts;
  const byStatus = [...counts].map(([status, count]): [string, number] => [String(status), count]);
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
    singleMetric("process_resident_memory_bytes", "gauge", "Resident memory", process.memoryUsage.rss()),
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

function leaseMetrics({ lease, fallbackReads }: ServerMetricsParts): Metric[] {
  const isValid = lease.leaseLeftMs > 0 ? 1 : 0;
  return [
    singleMetric("goodword_lease_valid", "gauge", "Whether this server may answer readers", isValid),
    singleMetric("goodword_lease_failures_total", "counter", "Lease renewals that failed", lease.failures),
    singleMetric("goodword_fallback_reads_total", "counter", "Reads answered without a lease", fallbackReads.count),
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

/** An instant, as Prometheus wants it; without a sample while there is none. */
function seconds(name: string, help: string, instantMs: number | null): Metric {
  const samples = instantMs === null ? [] : [{ labels: {}, value: instantMs / 1000 }];
  return { name, type: "gauge", help, samples };
}
