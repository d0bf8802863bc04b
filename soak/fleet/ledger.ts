/** What was acknowledged and what was seen, and how the one is held against the other. */

export interface Change {
  readonly edition: number;
  readonly at: number;
}

export class Ledger {
  readonly imported: Change[] = [];
  readonly removed: string[] = [];
  readonly subscribed: string[] = [];
  reads = 0;
  /** Reads older than one that had ended before they began. */
  readonly backInTime: string[] = [];
  readonly failures: string[] = [];
  /** From the acknowledgement of an edition to the last read that began later and still showed an older one, by edition. */
  readonly #staleMs = new Map<number, number>();
  #newest = 0;

  /** To be called before a read; what it returns, with the edition that the read has shown, or null when it failed. */
  beginRead(path: string): (edition: number | null, how: string) => void {
    const floor = this.#newest;
    const startedAt = performance.now();
    return (edition, how) => {
      this.reads++;
      if (edition === null) {
        this.failures.push(`${path} ${how}`);
        return;
      }
      if (edition < floor) this.backInTime.push(`${path} showed ${edition} after ${floor} ${how}`);
      this.#newest = Math.max(this.#newest, edition);
      this.#noteStale(edition, startedAt);
    };
  }

  acknowledge(edition: number): void {
    this.imported.push({ edition, at: performance.now() });
    this.#staleMs.set(edition, 0);
  }

  /** How long each acknowledged edition took until no read missed it, in milliseconds. */
  staleness(): number[] {
    return [...this.#staleMs.values()];
  }

  #noteStale(shown: number, startedAt: number): void {
    for (let at = this.imported.length - 1; at >= 0; at--) {
      const change = this.imported[at] as Change;
      if (change.edition <= shown) return;
      if (change.at > startedAt) continue;
      this.#staleMs.set(change.edition, Math.max(this.#staleMs.get(change.edition) ?? 0, startedAt - change.at));
    }
  }
}
