/** What keeps a server from being ready, beside the first publication. Changes are logged, repeated reports are not. */
import type { Log } from "../platform.ts";

interface Trouble {
  /** Message for anyone who may ask: no path, no text of an error. */
  readonly message: string;
  readonly detail?: string;
}

export class Readiness {
  readonly #troubles = new Map<string, Trouble>();
  #isLeaving = false;

  /** `whole` is what this is a part of: it is not ready while that is not. */
  constructor(
    private readonly log: Log,
    private readonly whole: Readiness | null = null,
  ) {}

  /** Reports a part as troubled, or as well again. Repeating a report changes nothing. */
  report(part: string, trouble: Trouble | null): void {
    const before = this.#troubles.get(part) ?? null;
    if (before?.message === trouble?.message) return;
    if (trouble === null) {
      this.#troubles.delete(part);
      this.log.info("Ready again", { after: before?.message });
      return;
    }
    this.#troubles.set(part, trouble);
    this.log.error(`Not ready: ${trouble.message}`, { detail: trouble.detail });
  }

  /** Reports a server that stops soon: it is no longer ready, although nothing is wrong with it. */
  leave(): void {
    this.#isLeaving = true;
  }

  get trouble(): string | null {
    for (const { message } of this.#troubles.values()) return message;
    return this.#isLeaving ? "the server is about to stop" : (this.whole?.trouble ?? null);
  }
}
