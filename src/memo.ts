/** Caches: for good, for the lifetime of an owner, or of the most recently used values. */

/** `of` estimates the size of a value. A larger value is not cached. */
interface MemoBytes<Value> {
  readonly max: number;
  of(key: string, value: Value): number;
}

const NO_BYTES: MemoBytes<unknown> = { max: 0, of: () => 0 };

/** A cache by key: of all values, or of the most recently used ones within `max` and `bytes`. */
export class Memo<Value> {
  readonly #values = new Map<string, Value>();
  /** An iterator at the oldest value. A new one would have to skip all deleted entries each time. */
  #oldest = this.#values.keys();
  #held = 0;

  constructor(
    private readonly max = Number.POSITIVE_INFINITY,
    private readonly bytes: MemoBytes<Value> = NO_BYTES,
  ) {}

  find(key: string): Value | undefined {
    const known = this.#values.get(key);
    if (known !== undefined) this.#touch(key, known);
    return known;
  }

  /** The value of a key, made by `make` if it is not cached. A rejected promise is removed, so that the next call tries again. */
  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined || this.#values.has(key)) {
      this.#touch(key, known as Value);
      return known as Value;
    }
    const value = make();
    if (value instanceof Promise) value.catch(() => this.#forgetIf(key, value));
    const size = this.bytes.of(key, value);
    if (size > this.bytes.max) return value;
    this.#values.set(key, value);
    this.#held += size;
    while (this.#values.size > this.max || this.#held > this.bytes.max) this.#forgetOldest();
    return value;
  }

  forget(key: string): void {
    if (!this.#values.has(key)) return;
    this.#held -= this.bytes.of(key, this.#values.get(key) as Value);
    this.#values.delete(key);
  }

  #touch(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
  }

  #forgetOldest(): void {
    const { value: key, done } = this.#oldest.next();
    if (done) this.#oldest = this.#values.keys();
    else this.forget(key);
  }

  #forgetIf(key: string, value: Value): void {
    if (Object.is(this.#values.get(key), value)) this.forget(key);
  }
}

const OWNED = new WeakMap<object, Memo<unknown>>();

/** Caches the result of `make` for the lifetime of `owner`, such as a publication. */
export function memo<T>(owner: object, key: string, make: () => T): T {
  const known = OWNED.get(owner) ?? new Memo();
  OWNED.set(owner, known);
  return known.get(key, make) as T;
}

/** Calls `make` once and returns its value from then on. Calls it again after a rejected promise. */
export function once<T>(make: () => T): () => T {
  const made = new Memo<T>();
  return () => made.get("", make);
}

/** A proxy that turns every method into a call by its name. It has no own members, so spreading it yields nothing. */
export function createMethodProxy<Part extends object>(
  call: (name: keyof Part & string, given: readonly unknown[]) => Promise<unknown>,
  dispose?: () => Promise<void>,
): Part & AsyncDisposable {
  return new Proxy({} as Part & AsyncDisposable, {
    get(_, name) {
      if (name === Symbol.asyncDispose) return dispose;
      // It must not look like a promise.
      if (name === "then" || typeof name === "symbol") return undefined;
      return (...given: unknown[]) => call(name as keyof Part & string, given);
    },
  });
}
