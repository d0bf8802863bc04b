/** Figures of a whole process in Prometheus text. */
import { version } from "../../package.json";
import { labelledMetric, metricsText, singleMetric } from "../http/metrics.ts";
import type { FrontParts } from "./front.ts";

/** The figures as they are now: those of the only business, or sums that name none of many. Null while nothing is served. */
export function processFigures({ process, businesses, list }: FrontParts): Promise<string> | null {
  if (list.only !== null) return businesses.get(list.only.id)?.business.metrics() ?? null;
  const reviews = Array.from(businesses, ({ business }) => business.reviewCount);
  const byStatus = [...process.counts].map(([status, count]): [string, number] => [String(status), count]);
  const figures = metricsText([
    labelledMetric("goodword_build_info", "gauge", "Version of the program; always 1", "version", [[version, 1]]),
    labelledMetric("goodword_http_requests_total", "counter", "Responses by status", "status", byStatus),
    singleMetric("goodword_businesses", "gauge", "Businesses that are served", list.businesses.length),
    singleMetric("goodword_businesses_held", "gauge", "Businesses in memory", businesses.size),
    singleMetric("goodword_businesses_opened_total", "counter", "Businesses that were opened", businesses.opened),
    singleMetric("goodword_builds_waiting", "gauge", "Publications that are built or wait", process.builds.length),
    singleMetric(
      "goodword_reviews",
      "gauge",
      "Published reviews of the businesses in memory",
      reviews.reduce((sum, each) => sum + each, 0),
    ),
    singleMetric("process_resident_memory_bytes", "gauge", "Resident memory", globalThis.process.memoryUsage.rss()),
    singleMetric("process_start_time_seconds", "gauge", "When the process started", performance.timeOrigin / 1000),
  ]);
  return Promise.resolve(figures);
}
