/**
 * Round robin over the servers that say they are ready, as a load balancer does it: another one is tried where a server does not
 * answer or says 503, and when none is ready, reads are marked for one of them to answer from what it holds: always the same one, as
 * long as it answers.
 */
import { promisedMs, signalWithin } from "../../test/support/test_limit.ts";
import { pause } from "../../test/support/wait.ts";
import type { Member } from "./member.ts";

const CHECK_EVERY_MS = 100;
const CHECK_WITHIN_MS = promisedMs(500);
const ANSWER_WITHIN_MS = promisedMs(2000);
/** A read is tried so often in all. */
const ATTEMPTS = 8;

export interface Answered {
  readonly status: number;
  readonly body: string;
  readonly by: string;
  readonly isFallback: boolean;
}

export class Balancer {
  /** Reads that were marked since no server was ready. */
  fallbacks = 0;
  readonly #ready = new Set<Member>();
  #answeredLast: Member | null = null;
  /** Who answers while none is ready. */
  #fallback: Member | null = null;
  #turn = 0;
  #isOver = false;
  readonly #checking: Promise<unknown>;

  constructor(private readonly members: readonly Member[]) {
    this.#checking = Promise.all(members.map((member) => this.#keepChecking(member)));
  }

  get ready(): number {
    return this.#ready.size;
  }

  /** Null when no server has answered with anything but 503. */
  async read(path: string): Promise<Answered | null> {
    let refusals = 0;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const isFallback = this.#ready.size === 0;
      const member = isFallback ? this.#withoutLease(refusals++) : this.#next();
      if (isFallback) this.fallbacks++;
      const headers = isFallback ? { "Goodword-Fallback": "all-unready" } : {};
      const answered = await ask(member, path, { headers, signal: signalWithin(ANSWER_WITHIN_MS) });
      if (answered !== null && answered.status !== 503) {
        // An answer that was under way when the last server became unready says nothing of who is to go on.
        if (isFallback || this.#ready.size > 0) this.#answeredLast = member;
        if (isFallback && this.#ready.size === 0) this.#fallback = member;
        return { ...answered, isFallback };
      }
      if (attempt >= this.members.length) await pause(CHECK_EVERY_MS);
    }
    return null;
  }

  /** Posts a form to a server that is ready; null when it does not answer. Not repeated: it may have been taken. */
  post(path: string, form: Readonly<Record<string, string>>): Promise<Answered | null> {
    const body = new URLSearchParams(form);
    return ask(this.#next(), path, { method: "POST", body, signal: signalWithin(ANSWER_WITHIN_MS) });
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#checking;
  }

  /** While none is ready, one server answers all: the one that answered last, for others may have lagged behind it. */
  #withoutLease(refusals: number): Member {
    const first = this.#fallback ?? this.#answeredLast;
    const at = first === null ? 0 : this.members.indexOf(first);
    return this.members[(at + refusals) % this.members.length] as Member;
  }

  #next(): Member {
    const among = this.#ready.size === 0 ? this.members : this.members.filter((member) => this.#ready.has(member));
    return among[this.#turn++ % among.length] as Member;
  }

  async #keepChecking(member: Member): Promise<void> {
    while (!this.#isOver) {
      const answered = await ask(member, "/readyz", { signal: signalWithin(CHECK_WITHIN_MS) });
      if (answered?.status === 200) this.#ready.add(member);
      else this.#ready.delete(member);
      if (this.#ready.size > 0) this.#fallback = null;
      await pause(CHECK_EVERY_MS);
    }
  }
}

async function ask(member: Member, path: string, init: RequestInit): Promise<Answered | null> {
  try {
    const response = await fetch(member.url + path, init);
    return { status: response.status, body: await response.text(), by: member.name, isFallback: false };
  } catch {
    return null;
  }
}
