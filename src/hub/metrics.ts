/** What the hub counts, in the terms of the Prometheus text format. */
import { labelledMetric, type Metric, singleMetric } from "../http/metrics.ts";
import type { HubCounts } from "./subscription_store.ts";

/** Counters by name and label value. */
const COUNTERS = {
  requests: { name: "goodword_hub_requests_total", label: "status", help: "Responses to subscription requests" },
  verifications: { name: "goodword_hub_verifications_total", label: "result", help: "Verifications of intent" },
  deliveries: { name: "goodword_hub_deliveries_total", label: "result", help: "Delivery attempts" },
  removals: { name: "goodword_hub_removals_total", label: "reason", help: "Subscriptions that ended" },
} as const;
/** The counters a hub keeps. */
type CounterName = keyof typeof COUNTERS;

/** Counts what the hub does, and reports it as metrics. */
export interface HubCounters {
  add(counter: CounterName, labelValue: string, count?: number): void;
  /** Seconds between a change of a topic and the acknowledgement of its delivery. */
  addLag(seconds: number): void;
  metrics(counts: HubCounts, underWay: number): readonly Metric[];
}

/** Creates counters that all start at zero; they last as long as the process. */
export function createCounters(): HubCounters {
  const values = new Map<CounterName, Map<string, number>>();
  let lagSeconds = 0;
  let lagCount = 0;
  return {
    add(counter, labelValue, count = 1) {
      const byLabel = values.get(counter) ?? new Map<string, number>();
      values.set(counter, byLabel.set(labelValue, (byLabel.get(labelValue) ?? 0) + count));
    },
    addLag(seconds) {
      lagSeconds += seconds;
      lagCount++;
    },
    metrics: (counts, underWay) => [
      ...Object.entries(COUNTERS).map(([counter, { name, label, help }]) =>
        labelledMetric(name, "counter", help, label, values.get(counter as CounterName) ?? []),
      ),
      {
        name: "goodword_hub_delivery_lag_seconds",
        help: "Time from a change to the acknowledgement of its delivery",
        type: "summary",
        samples: [
          { suffix: "_sum", labels: {}, value: lagSeconds },
          { suffix: "_count", labels: {}, value: lagCount },
        ],
      },
      labelledMetric("goodword_hub_subscriptions", "gauge", "Active subscriptions", "topic", counts.subscriptions),
      singleMetric(
        "goodword_hub_pending_verifications",
        "gauge",
        "Subscription requests awaiting verification",
        counts.pendingVerifications,
      ),
      singleMetric(
        "goodword_hub_deliveries_owed",
        "gauge",
        "Subscriptions behind the current content of their topic",
        counts.owed,
      ),
      singleMetric("goodword_hub_requests_under_way", "gauge", "Requests to callbacks in flight", underWay),
    ],
  };
}
