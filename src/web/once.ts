/**
 * Work that is done when it is first asked for, and then never again.
 *
 * @module
 */

/** Calls `make` at the first call and gives everybody its value, which may be a promise. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
