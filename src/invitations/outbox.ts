/**
 * Sends messages to customers, each composed when it is sent. Retries reuse the Message-ID and the link, so a crash can send a mail twice
 * but never under two ids.
 */

import { domainToASCII } from "node:url";
import { DAY_MS } from "../durations.ts";
import {
  type ClaimedBatch,
  type ClaimedItem,
  type ClaimRequest,
  type ClaimStore,
  createRunner,
  retryDelayMs,
} from "../outbox/mod.ts";
import type { Clock, Log, Random } from "../platform.ts";
import type { InvitationPolicy } from "./job.ts";
import { customerLetter, type LetterFacts } from "./letters/customer_letter.ts";
import { type Letter, letterFaults } from "./letters/letter.ts";
import type { MailAnswer } from "./mail_answer.ts";

export interface DueMessage extends Omit<LetterFacts, "links" | "incentive">, ClaimedItem {
  readonly messageId: string;
  readonly jobId: string;
  readonly to: string;
  /** Time from the mail server's first deferral to this attempt; null without one. */
  readonly putOffForMs: number | null;
}

/** How an attempt is saved. `outcome` is a word for the owner. */
export type MessageSettlement = { readonly id: number; readonly outcome: string } & (
  | { readonly kind: "accepted" }
  | { readonly kind: "again"; readonly retryInMs: number; readonly isPutOff: boolean }
  | { readonly kind: "undeliverable" }
  /** Nothing is sent for a while; no attempt is counted. */
  | { readonly kind: "paused" }
);

export interface OutboxRules {
  readonly policy: InvitationPolicy;
  readonly perDay: number | null;
  /** Key from which the digests of links are made. */
  readonly linkKey: string;
  /** The part of a Message-ID after the sign. */
  readonly host: string;
}

export interface SendingPause {
  /** When it is tried again, and since when nothing was accepted; epoch milliseconds. */
  readonly until: number;
  readonly since: number;
  /** Troubles in a row. */
  readonly count: number;
  readonly code: string;
}

export interface OutboxState {
  readonly waiting: number;
  /** Messages that were not accepted at first. */
  readonly retried: number;
  readonly acceptedToday: number;
  readonly undeliverable: number;
  readonly pause: SendingPause | null;
}

/** Plain values, since the store may live in another thread. @throws {GoodwordError} `database` from each function */
export interface OutboxStore extends ClaimStore {
  /** Queues a message for whatever is owed and has none yet; how many. Safe to repeat. */
  queueMessages(rules: OutboxRules): Promise<number>;
  /**
   * Settles messages and claims due ones, in one transaction. Every reason not to send is looked at again; what may be sent at
   * this hour, within a minute and a day is counted over all servers.
   */
  exchangeMessages(
    settlements: readonly MessageSettlement[],
    request: ClaimRequest & OutboxRules,
  ): Promise<ClaimedBatch<DueMessage>>;
  /** Whether a message with this Message-ID was sent; its job counts as undeliverable then. Safe to repeat. */
  saveBounce(messageId: string, status: string): Promise<boolean>;
  outboxState(): Promise<OutboxState>;
}

export interface Mailer {
  /** The bytes of a message. `from` and `replyTo` as they are written, with a name. */
  compose(mail: {
    readonly from: string;
    readonly replyTo: string | null;
    readonly to: string;
    readonly messageId: string;
    readonly letter: Letter;
  }): Promise<Uint8Array>;
  /** Never rejects. `from` and `to` are bare addresses. */
  send(mail: { readonly from: string; readonly to: string; readonly mime: Uint8Array }): Promise<MailAnswer>;
  /** Cuts off what is under way. */
  close(): void;
}

export interface Sender {
  readonly from: string;
  readonly replyTo: string | null;
}

interface LinkMaker {
  readonly site: string;
  form(jobId: string): string;
  unsubscribe(jobId: string): string;
}

export interface OutboxParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly store: OutboxStore;
  readonly mailer: Mailer;
  readonly rules: OutboxRules;
  readonly sender: Sender;
  readonly links: LinkMaker;
  /** Schedules `work` among others that use the same mail server; null if there is no message to send. */
  readonly inTurn?: ((work: () => Promise<"sent" | null>) => Promise<unknown>) | undefined;
  /** Called whenever messages are queued, at start and from time to time. */
  readonly onUpkeep?: () => Promise<void>;
  /** Nothing is under way and nothing can be sent now: how long until there may be something, or null. */
  readonly onIdle?: (nextInMs: number | null) => void;
}

/** Messages in progress per server, so that at most one may have been accepted when it is killed. */
const UNDER_WAY = 1;

/** How long the limit of a minute may hold up the next message, in milliseconds. */
const BUSY_MS = 65_000;

export type Outbox = ReturnType<typeof createOutbox>;

/** Makes an outbox; it does nothing by itself until it is started. Disposing it gives back what is under way. */
export function createOutbox(parts: OutboxParts) {
  const { random, log, store, rules } = parts;
  let hasQueued = false;
  let claimedAt = Number.NEGATIVE_INFINITY;
  const turn = parts.inTurn === undefined ? ALWAYS_MINE : new SendSlot(parts.inTurn, () => loop.wake());
  const runner = createRunner({
    ...parts,
    name: "Outbox",
    async upkeep() {
      const queued = await store.queueMessages(rules);
      if (queued > 0) log.info("Messages queued", { messages: queued });
      await parts.onUpkeep?.();
      hasQueued = true;
      loop.wake();
    },
  });
  const loop = runner.add<DueMessage, MessageSettlement>({
    max: UNDER_WAY,
    maxPerDestination: UNDER_WAY,
    async exchange(settlements, request) {
      const mayClaim = runner.underWay < UNDER_WAY && request.limit > 0;
      const isMine = mayClaim && turn.isMine();
      let isUsed = false;
      try {
        const limit = isMine ? request.limit : 0;
        const batch = await store.exchangeMessages(settlements, { ...request, ...rules, limit });
        isUsed = batch.claimed.length > 0;
        if (isUsed) claimedAt = parts.clock.now();
        const isIdle = hasQueued && !isUsed && runner.underWay === 0;
        if (isIdle) parts.onIdle?.(batch.nextInMs);
        // The turn wakes it.
        return mayClaim && !isMine ? { ...batch, nextInMs: null } : batch;
      } finally {
        if (isMine && !isUsed) turn.end(null);
      }
    },
    async send(due) {
      const answer = await deliver(parts, due).finally(() => turn.end("sent"));
      const settlement = settleMessage(due, answer, random.number());
      const fields = { mail: due.id, kind: due.kind, outcome: settlement.outcome };
      if (settlement.kind === "accepted") log.info("Message accepted by the mail server", fields);
      else log.warn(EVENTS[settlement.kind], fields);
      return settlement;
    },
  });
  return {
    start: runner.start,
    /** Whether it is sending, or has been within the last minute: by its limit of a minute there may be more. */
    get isBusy() {
      return runner.underWay > 0 || parts.clock.now() - claimedAt < BUSY_MS;
    },
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]();
      turn.stop();
      parts.mailer.close();
    },
  };
}

/** A turn among all senders that share a mail server. Acquired before anything is claimed, since claimed messages are sent at once. */
class SendSlot {
  /** Ends the current turn; null without one. */
  #end: ((used: "sent" | null) => void) | null = null;
  #isAskedFor = false;
  #isStopped = false;

  constructor(
    private readonly inTurn: NonNullable<OutboxParts["inTurn"]>,
    private readonly onMine: () => void,
  ) {}

  /** Whether this server has the turn; otherwise it is requested. */
  isMine(): boolean {
    if (this.#end !== null) return true;
    if (!this.#isAskedFor) {
      this.#isAskedFor = true;
      void this.inTurn(() => this.#take());
    }
    return false;
  }

  end(used: "sent" | null): void {
    this.#end?.(used);
    this.#end = null;
  }

  stop(): void {
    this.#isStopped = true;
    this.end(null);
  }

  async #take(): Promise<"sent" | null> {
    this.#isAskedFor = false;
    if (this.#isStopped) return null;
    const { promise, resolve } = Promise.withResolvers<"sent" | null>();
    this.#end = resolve;
    this.onMine();
    return promise;
  }
}

const ALWAYS_MINE: Pick<SendSlot, "isMine" | "end" | "stop"> = { isMine: () => true, end() {}, stop() {} };

const EVENTS = {
  again: "Message not accepted yet",
  undeliverable: "Message undeliverable",
  paused: "Sending paused",
} as const;

/** Makes a message, checks it as it would arrive, and hands it over. */
async function deliver(parts: Omit<OutboxParts, "onIdle" | "onUpkeep">, due: DueMessage): Promise<MailAnswer> {
  const { mailer, sender, links, rules, log } = parts;
  try {
    const letter = customerLetter({
      ...due,
      incentive: rules.policy.incentive,
      links: { site: links.site, form: links.form(due.jobId), unsubscribe: links.unsubscribe(due.jobId) },
    });
    const { messageId } = due;
    const to = bareAddress(due.to);
    const from = bareAddress(sender.from);
    const mime = await mailer.compose({ ...sender, to, messageId, letter });
    const faults = await letterFaults(mime, letter, { from, to, messageId });
    if (faults.length === 0) return await mailer.send({ from, to, mime });
    log.error("A finished message failed its check", { mail: due.id, missing: faults.join("; ") });
    return { kind: "later", code: `not sent: ${faults[0]}` };
  } catch (error) {
    // The message may hold an address.
    const name = error instanceof Error ? error.name : typeof error;
    log.error("Cannot write a message", { mail: due.id, error: name });
    return { kind: "later", code: `not sent: ${name}` };
  }
}

/** The address of `Name <address>`, or of an address alone; its domain as messages have it, in small letters and in ASCII. */
export function bareAddress(mailbox: string): string {
  const address = (/<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim();
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return address.slice(0, -domain.length) + (domainToASCII(domain) || domain);
}

/** How long a message is tried again that the mail server puts off, whatever quiet hours and quotas leave of it. */
const PUT_OFF_MS = 2 * DAY_MS;
/** Waits after each attempt that is to be repeated, in seconds. */
const RETRY_SECONDS = [5, 15, 60, 180, 360].map((minutes) => minutes * 60);

/**
 * What an answer means for its message. One that was put off for two days is undeliverable, after a last attempt at their end;
 * one without an answer is not: the mail server has not refused the recipient.
 */
export function settleMessage(
  { id, attempts, putOffForMs }: Pick<DueMessage, "id" | "attempts" | "putOffForMs">,
  answer: MailAnswer,
  chance: number,
): MessageSettlement {
  if (answer.kind === "accepted") return { id, kind: "accepted", outcome: "accepted" };
  const outcome = answer.code;
  if (answer.kind === "undeliverable") return { id, kind: "undeliverable", outcome };
  if (answer.kind === "trouble") return { id, kind: "paused", outcome };
  const waitMs = retryDelayMs(attempts + 1, RETRY_SECONDS, chance);
  const isPutOff = /^4\d\d /.test(outcome);
  if (!isPutOff) return { id, kind: "again", outcome, retryInMs: waitMs, isPutOff };
  const leftMs = PUT_OFF_MS - (putOffForMs ?? 0);
  if (leftMs <= 0) return { id, kind: "undeliverable", outcome: `${outcome} for two days` };
  return { id, kind: "again", outcome, retryInMs: Math.min(waitMs, leftMs), isPutOff };
}

/** Waits before it is tried again to send at all, in minutes. */
const PAUSE_MINUTES = [1, 2, 5, 15, 30, 60];

/** The pause after trouble, from the one before it. Troubles of messages that were under way together are one. */
export function pauseAfter(before: SendingPause | null, code: string, now: number): SendingPause {
  if (before !== null && now < before.until) return before;
  const count = (before?.count ?? 0) + 1;
  const minutes = PAUSE_MINUTES[count - 1] ?? 60;
  return { until: now + minutes * 60_000, since: before?.since ?? now, count, code };
}
