/** What is made once and then remembered: for good, for as long as its owner lives, or while it is asked for. */

/** What the values of a memo may take together, each as much as `of` estimates; one that takes more is not kept. */
interface MemoBytes<Value> {
  readonly most: number;
  of(key: string, value: Value): number;
}

const NO_BYTES: MemoBytes<unknown> = { most: 0, of: () => 0 };

/** Values by key: all of them, or those that were asked for last, as many as `most` and `bytes` allow. */
export class Memo<Value> {
  readonly #values = new Map<string, Value>();
  /** Stands before the oldest value. To begin at the front each time passes all places that values have left. */
  #oldest = this.#values.keys();
  #held = 0;

  constructor(
    private readonly most = Number.POSITIVE_INFINITY,
    private readonly bytes: MemoBytes<Value> = NO_BYTES,
  ) {}

  /** The value of a key that is known. */
  find(key: string): Value | undefined {
    const known = this.#values.get(key);
    if (known !== undefined) this.#touch(key, known);
    return known;
  }

  /**
   * The value of a key, made by `make` where it is not known. One key always stands for one computation. A promise that
   * is rejected is forgotten, so that the next call tries again.
   */
  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined || this.#values.has(key)) {
      this.#touch(key, known as Value);
      return known as Value;
    }
    const value = make();
    if (value instanceof Promise) value.catch(() => this.#forget(key, value));
    const size = this.bytes.of(key, value);
    if (size > this.bytes.most) return value;
    this.#values.set(key, value);
    this.#held += size;
    while (this.#values.size > this.most || this.#held > this.bytes.most) this.#forgetOldest();
    return value;
  }

  #touch(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
  }

  #forgetOldest(): void {
    const { value: key, done } = this.#oldest.next();
    if (done) this.#oldest = this.#values.keys();
    else this.#forget(key, this.#values.get(key) as Value);
  }

  #forget(key: string, value: Value): void {
    if (!Object.is(this.#values.get(key), value)) return;
    this.#values.delete(key);
    this.#held -= this.bytes.of(key, value);
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
