/** What is made once and then remembered: for good, for as long as its owner lives, or while it is asked for. */

/** Values by key: all of them, or the `most` that were asked for last. */
export class Memo<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Value>();

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** The value of a key that is known. */
  find(key: string): Value | undefined {
    const known = this.#values.get(key);
    if (known !== undefined) this.#keep(key, known);
    return known;
  }

  /**
   * The value of a key, made by `make` where it is not known. One key always stands for one computation. A promise that
   * is rejected is forgotten, so that the next call tries again.
   */
  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    const isNew = known === undefined && !this.#values.has(key);
    const value = isNew ? make() : (known as Value);
    if (isNew && value instanceof Promise) value.catch(() => this.#forget(key, value));
    this.#keep(key, value);
    return value;
  }

  #keep(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value ?? "");
  }

  #forget(key: string, value: Value): void {
    if (this.#values.get(key) === value) this.#values.delete(key);
  }
}

const OWNED = new WeakMap<object, Memo<unknown>>();

/** What `make` gives, made at the first call for `owner`, such as a publication, and forgotten with it. */
export function memo<T>(owner: object, key: string, make: () => T): T {
  const known = OWNED.get(owner) ?? new Memo();
  OWNED.set(owner, known);
  return known.get(key, make) as T;
}

/** Calls `make` at the first call and returns its value from then on; after a promise that is rejected, calls it again. */
export function once<T>(make: () => T): () => T {
  const made = new Memo<T>();
  return () => made.get("", make);
}

/** An object whose every method is a call by its name. It has no members of its own: to spread it gives nothing. */
export function methodsBy<Part extends object>(
  call: (name: keyof Part & string, given: readonly unknown[]) => Promise<unknown>,
): Part {
  return new Proxy({} as Part, {
    // It is neither a promise nor disposable.
    get: (_, name) =>
      name === "then" || typeof name === "symbol"
        ? undefined
        : (...given: unknown[]) => call(name as keyof Part & string, given),
  });
}
