/** A map from words to values that is asked by places in a text: most words of a text are known, and need no string of their own. */
export class WordTable<Value> {
  readonly #most: number;
  #words: string[] = [];
  #values: Value[] = [];
  #hashes: number[] = [];
  /** Number + 1 of a word by its hash; 0 is free. The length is a power of two. */
  #slots = new Int32Array(MIN_SLOTS);

  /** Forgets all words when there are more: those of a hostile text must not fill the memory. */
  constructor(max: number) {
    this.#most = max;
  }

  /** The value of the word [`start`, `end`) of a text, which is made at its first call. */
  at(text: string, start: number, end: number, make: (word: string) => Value): Value {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number < 0) break;
      if (this.#hashes[number] === hash && isAt(text, start, end, this.#words[number] ?? "")) {
        return this.#values[number] as Value;
      }
    }
    return this.#add(text.slice(start, end), hash, make);
  }

  #add(word: string, hash: number, make: (word: string) => Value): Value {
    // Made first: it may ask this table for other words.
    const value = make(word);
    if (this.#words.length >= this.#most) this.#clear();
    this.#hashes.push(hash);
    this.#words.push(word);
    this.#values.push(value);
    if (2 * this.#words.length > this.#slots.length) this.#enlarge();
    else this.#place(this.#words.length - 1);
    return value;
  }

  #place(number: number): void {
    const mask = this.#slots.length - 1;
    let slot = (this.#hashes[number] ?? 0) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = number + 1;
  }

  #enlarge(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let number = 0; number < this.#words.length; number++) this.#place(number);
  }

  #clear(): void {
    [this.#words, this.#values, this.#hashes] = [[], [], []];
    this.#slots = new Int32Array(MIN_SLOTS);
  }
}

const MIN_SLOTS = 1 << 10;

function isAt(text: string, start: number, end: number, word: string): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++) if (text.charCodeAt(start + at) !== word.charCodeAt(at)) return false;
  return true;
}
