/** How much a run measures. */
export interface BenchOptions {
  /** Large sizes and more rounds. */
  readonly isFull: boolean;
}
