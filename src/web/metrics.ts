/**
 * Figures as Prometheus reads them.
 *
 * Spec: https://prometheus.io/docs/instrumenting/exposition_formats/, text format 0.0.4.
 *
 * @module
 */

/** A metric family of the Prometheus text format. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  readonly samples: readonly Sample[];
}

/** One line of a metric family. */
export interface Sample {
  /** What is added to the metric's name, for those of a histogram or a summary. */
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric with one value and no label. */
export function singleMetric(name: string, type: Metric["type"], help: string, value: number): Metric {
  return { name, help, type, samples: [{ labels: {}, value }] };
}

/** A metric with a value for each value of one label. */
export function labelledMetric(
  name: string,
  type: Metric["type"],
  help: string,
  label: string,
  values: Iterable<readonly [string, number]>,
): Metric {
  return { name, help, type, samples: Array.from(values, ([key, value]) => ({ labels: { [label]: key }, value })) };
}

/** All metrics in the text format. */
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
