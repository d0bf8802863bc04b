/**
 * Records in the order they came: the first ones in memory, and beyond a limit pages of them in a spool outside of
 * it.
 */

/** A place outside of memory that takes bytes and gives them back. */
export interface Spool {
  /** About how many bytes stay in memory before anything is appended. */
  readonly heldBytes: number;
  /** Appends bytes, and returns where they begin. */
  append(bytes: Uint8Array): number;
  /** What was appended from `start` to `end`. */
  slice(start: number, end: number): Uint8Array;
}

/** Records that can be gone through again and again, a page at a time. */
export interface RecordList<Item> {
  readonly length: number;
  /** Whether they are more than memory should hold. */
  readonly isSpooled: boolean;
  pages(): Iterable<readonly Item[]>;
}

/** Records of a page: what is held of a spooled list at a time. */
const PAGE = 500;

type Page<Item> = readonly Item[] | { readonly start: number; readonly end: number };

/** Where a list keeps its items. */
interface SpillOptions<Item> {
  /** Without one all stays in memory. */
  readonly spool: Spool | null;
  /** About the bytes that an item takes. */
  readonly sizeOf: (item: Item) => number;
}

/** Collects items; those beyond the limit are kept as JSON and must be the same when read back. */
export class SpillList<Item> implements RecordList<Item> {
  readonly #options: SpillOptions<Item>;
  readonly #pages: Page<Item>[] = [];
  #open: Item[] = [];
  #held = 0;
  /** Items that took the place of spooled ones. */
  readonly #replaced = new Map<number, Item>();
  #cached: { readonly number: number; readonly items: readonly Item[] } | null = null;

  constructor(options: SpillOptions<Item>) {
    this.#options = options;
  }

  get length(): number {
    return this.#pages.length * PAGE + this.#open.length;
  }

  get isSpooled(): boolean {
    return this.#pages.some((page) => "start" in page);
  }

  add(item: Item): void {
    const { spool, sizeOf } = this.#options;
    if (spool !== null) this.#held += sizeOf(item);
    this.#open.push(item);
    if (this.#open.length === PAGE) this.#close();
  }

  at(index: number): Item {
    const number = Math.floor(index / PAGE);
    const item = this.#replaced.get(index) ?? this.#pageAt(number)[index - number * PAGE];
    if (item === undefined) throw new Error(`There is no item ${index} of ${this.length}`);
    return item;
  }

  replace(index: number, item: Item): void {
    this.at(index);
    this.#replaced.set(index, item);
  }

  *pages(): Generator<readonly Item[]> {
    for (let number = 0; number <= this.#pages.length; number++) {
      const items = this.#pageAt(number);
      const first = number * PAGE;
      if (items.length > 0) {
        yield this.#replaced.size === 0
          ? items
          : items.map((item, offset) => this.#replaced.get(first + offset) ?? item);
      }
    }
  }

  #pageAt(number: number): readonly Item[] {
    const page = number === this.#pages.length ? this.#open : this.#pages[number];
    if (page === undefined) throw new Error(`There is no page ${number}`);
    if (!("start" in page)) return page;
    if (this.#cached?.number !== number) this.#cached = { number, items: this.#read(page) };
    return this.#cached.items;
  }

  #read({ start, end }: { readonly start: number; readonly end: number }): readonly Item[] {
    const { spool } = this.#options;
    if (spool === null) throw new Error("A list without a spool has spooled nothing");
    return JSON.parse(DECODER.decode(spool.slice(start, end))) as readonly Item[];
  }

  #close(): void {
    const { spool } = this.#options;
    if (spool === null || this.#held <= spool.heldBytes) this.#pages.push(this.#open);
    else {
      const bytes = ENCODER.encode(JSON.stringify(this.#open));
      const start = spool.append(bytes);
      this.#pages.push({ start, end: start + bytes.length });
    }
    this.#open = [];
  }
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();
