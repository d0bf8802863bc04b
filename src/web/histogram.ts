/**
 * A histogram of durations, as Prometheus counts them: each bucket holds what took no longer than its bound.
 *
 * @module
 */
import type { Metric } from "./metrics.ts";

/** Upper bounds in seconds; whatever takes longer is in the count alone. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A Prometheus histogram of durations, in seconds. */
export class Histogram {
  /** One more than there are bounds. */
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
