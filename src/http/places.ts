/** Bounds how much is under way at once, per key and in all. */
export class Places {
  readonly #underWay = new Map<string, number>();
  #all = 0;

  constructor(private readonly limits: { readonly ofKey: number; readonly all: number }) {}

  async take<Done>(key: string, work: () => Promise<Done>): Promise<Done | "full"> {
    const before = this.#underWay.get(key) ?? 0;
    if (before >= this.limits.ofKey || this.#all >= this.limits.all) return "full";
    this.#underWay.set(key, before + 1);
    this.#all++;
    try {
      return await work();
    } finally {
      this.#all--;
      const left = (this.#underWay.get(key) ?? 1) - 1;
      if (left === 0) this.#underWay.delete(key);
      else this.#underWay.set(key, left);
    }
  }
}
