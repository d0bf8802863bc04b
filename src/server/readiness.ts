/**
 * What keeps a server from being ready, beside the first publication. Changes are logged, and not each new look at the same.
 */
import type { Log } from "../platform.ts";

/** Why a part of the server is not well. */
interface Trouble {
  /** For everybody who may ask: no path, no text of an error. */
  readonly message: string;
  /** For the log. */
  readonly detail?: string;
}

/** Tracks which parts of the server are in trouble; the server is ready when none is. */
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

  /** For a server that stops soon: it is not ready any more, and nothing is wrong with it. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** Why the server is not ready; null when nothing is in its way. */
  get trouble(): string | null {
    for (const { message } of this.#troubles.values()) return message;
    return this.#isLeaving ? "the server is about to stop" : (this.whole?.trouble ?? null);
  }
}

/** Answers since the start, by status. */
export type AnswerCounts = ReadonlyMap<number, number>;
