/**
 * Work that is done when it is first asked for, and then never again.
 *
 * @module
 */

/** Calls `make` at the first call and gives everybody its promise. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
