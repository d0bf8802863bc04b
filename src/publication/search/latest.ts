/**
 * Remembers what was made for the keys that were asked for last.
 *
 * @module
 */

/** Values by key, the latest `most` of them. */
export class Latest<Value extends object | null> {
  readonly #most: number;
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The value of a key, made by `make` where it is not known. */
  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    const value = known === undefined ? make() : known;
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value ?? "");
    return value;
  }
}
