/** Prometheus text format 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/. */
import { plainProblem } from "./problem.ts";

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  readonly samples: readonly Sample[];
}

interface Sample {
  /** Appended to the metric's name. */
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export function singleMetric(name: string, type: Metric["type"], help: string, value: number): Metric {
  return { name, help, type, samples: [{ labels: {}, value }] };
}

export function labelledMetric(
  name: string,
  type: Metric["type"],
  help: string,
  label: string,
  values: Iterable<readonly [string, number]>,
): Metric {
  return { name, help, type, samples: Array.from(values, ([key, value]) => ({ labels: { [label]: key }, value })) };
}

/** `read` returns null while there is nothing to measure. */
export async function answerMetrics({ method }: Request, read: () => Promise<string> | null): Promise<Response> {
  if (method !== "GET" && method !== "HEAD") {
    return plainProblem("method_not_allowed", "this path allows GET, HEAD", { Allow: "GET, HEAD" });
  }
  const reading = read();
  if (reading === null) return plainProblem("not_ready", "nothing is served yet; try again in a moment");
  const headers = { "Cache-Control": "no-store", "Content-Type": "text/plain; version=0.0.4; charset=utf-8" };
  return new Response(await reading, { headers });
}

export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(({ suffix = "", labels, value }) => `${name}${suffix}${labelsText(labels)} ${value}\n`);
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
    })
    .join("");
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const written = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return written.length === 0 ? "" : `{${written.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export class Histogram {
  readonly #counts = new Uint32Array(BOUNDS.length + 1);
  #sum = 0;

  observe(seconds: number): void {
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? Infinity)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += seconds;
  }

  metric(name: string, help: string): Metric {
    let count = 0;
    const samples = [...BOUNDS, "+Inf"].map((bound, bucket) => {
      count += this.#counts[bucket] ?? 0;
      return { suffix: "_bucket", labels: { le: String(bound) }, value: count };
    });
    const totals = [
      { suffix: "_sum", labels: {}, value: this.#sum },
      { suffix: "_count", labels: {}, value: count },
    ];
    return { name, help, type: "histogram", samples: [...samples, ...totals] };
  }
}
