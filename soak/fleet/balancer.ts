/**
 * Round robin over the servers that report ready, as a load balancer does it; while none does, over all of them. A server that does not
 * answer, or answers 503, is followed by another.
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
  /** Whether no server was ready, so that an unready one was asked. */
  readonly isUnready: boolean;
}

export class Balancer {
  /** Reads that went to a server that was not ready, since none was. */
  unready = 0;
  readonly #ready = new Set<Member>();
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
    const turn = this.#turn++;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // Of its own turn: reads that come in between must not lead it to the same server again and again.
      const member = this.#memberAt(turn + attempt);
      const isUnready = !this.#ready.has(member);
      if (isUnready) this.unready++;
      const answered = await ask(member, path, { signal: signalWithin(ANSWER_WITHIN_MS) });
      // A server that has become unready while it answered may have lagged behind the others.
      if (answered !== null && answered.status !== 503) {
        return { ...answered, isUnready: isUnready || !this.#ready.has(member) };
      }
      if (attempt >= this.members.length) await pause(CHECK_EVERY_MS);
    }
    return null;
  }

  /** Posts a form to a server that is ready; null when it does not answer. Not repeated: it may have been taken. */
  post(path: string, form: Readonly<Record<string, string>>): Promise<Answered | null> {
    const body = new URLSearchParams(form);
    return ask(this.#memberAt(this.#turn++), path, { method: "POST", body, signal: signalWithin(ANSWER_WITHIN_MS) });
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#checking;
  }

  #memberAt(turn: number): Member {
    const among = this.#ready.size === 0 ? this.members : this.members.filter((member) => this.#ready.has(member));
    return among[turn % among.length] as Member;
  }

  async #keepChecking(member: Member): Promise<void> {
    while (!this.#isOver) {
      const answered = await ask(member, "/readyz", { signal: signalWithin(CHECK_WITHIN_MS) });
      if (answered?.status === 200) this.#ready.add(member);
      else this.#ready.delete(member);
      await pause(CHECK_EVERY_MS);
    }
  }
}

async function ask(member: Member, path: string, init: RequestInit): Promise<Answered | null> {
  try {
    const response = await fetch(member.url + path, init);
    return { status: response.status, body: await response.text(), by: member.name, isUnready: false };
  } catch {
    return null;
  }
}
