/** Bounds how much is held at once, per key and in all: requests, streams, bytes. */
export type Full = "key" | "all";

export class Quota {
  readonly #held = new Map<string, number>();
  #all = 0;

  /** With `leavesRoom`, no key has more than is left for the others, so that a few cannot take all. */
  constructor(
    private readonly limits: { readonly ofKey: number; readonly all: number; readonly leavesRoom?: boolean },
  ) {}

  get all(): number {
    return this.#all;
  }

  of(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  /** Which limit leaves no room for more. What is held alone is never too much. */
  full(key: string, amount = 1): Full | null {
    const { ofKey, all, leavesRoom = false } = this.limits;
    if (isOver(this.of(key), amount, leavesRoom ? Math.min(ofKey, all - this.#all) : ofKey)) return "key";
    return isOver(this.#all, amount, all) ? "all" : null;
  }

  /** Negative amounts give back. */
  add(key: string, amount = 1): void {
    const held = this.of(key) + amount;
    this.#all += amount;
    if (held > 0) this.#held.set(key, held);
    else this.#held.delete(key);
  }

  /** Holds `amount` while `work` is done. */
  async hold<Done>(key: string, amount: number, work: () => Promise<Done>): Promise<Done> {
    this.add(key, amount);
    try {
      return await work();
    } finally {
      this.add(key, -amount);
    }
  }

  async take<Done>(key: string, work: () => Promise<Done>): Promise<Done | "full"> {
    return this.full(key) === null ? this.hold(key, 1, work) : "full";
  }

  /** The key that holds most, and how much. */
  most(): readonly [key: string, held: number] {
    return [...this.#held].reduce((most, each) => (each[1] > most[1] ? each : most), ["", 0]);
  }
}

function isOver(held: number, more: number, limit: number): boolean {
  return held > 0 && held + more > limit;
}
