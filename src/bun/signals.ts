/**
 * Signals that ask the process to stop.
 *
 * @module
 */

/** The name of the next such signal. A second one ends the process at once. */
export function nextSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => {
        resolve(signal);
        process.once(signal, () => process.exit(130));
      });
    }
  });
}
