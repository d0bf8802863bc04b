/**
 * A part of the store that is loaded with its first call.
 *
 * @module
 */

/** Calls go to what `load` gives, which is loaded once; one that fails is tried again with the next call. */
export function loadedLater<Part extends object>(
  load: () => Promise<Part>,
  explain: (error: unknown) => unknown = (error) => error,
): Part {
  let loading: Promise<Part> | undefined;
  const loaded = () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const call = async (name: keyof Part, given: readonly unknown[]) => {
    try {
      const called = (await loaded())[name] as (...given: readonly unknown[]) => unknown;
      return await called(...given);
    } catch (error) {
      throw explain(error);
    }
  };
  return new Proxy({} as Part, {
    // It is no promise, whoever awaits it.
    get: (_, name) => (name === "then" ? undefined : (...given: unknown[]) => call(name as keyof Part, given)),
  });
}
