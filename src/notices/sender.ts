/** Sends notices to the owner: due rows are claimed, sent and settled, for two days at most. */

import { createHmac } from "node:crypto";
import { bareAddress, type Mailer } from "../invitations/mod.ts";
import {
  type ClaimedBatch,
  type ClaimedItem,
  type ClaimRequest,
  type ClaimStore,
  createRunner,
  retryAfterMs,
  retryDelayMs,
} from "../outbox/mod.ts";
import type { Clock, GuardedFetch, Log, OutboundRequest, OutboundResponse, Random } from "../platform.ts";
import { utf8Bytes } from "../utf8.ts";
import { type LowDisk, type NoticeChannel, type OwnerNotice, webhookBody } from "./notice.ts";
import { type NoticeReader, noticeLetter } from "./notice_letter.ts";

export interface DueNotice extends ClaimedItem {
  /** The same in every attempt and by every channel. */
  readonly noticeId: string;
  readonly channel: NoticeChannel;
  /** When it was queued, epoch milliseconds. */
  readonly at: number;
  readonly notice: OwnerNotice;
  readonly reader: NoticeReader;
}

/** The result of an attempt to save. `outcome` is shown to the owner. */
export type NoticeSettlement = { readonly id: number; readonly outcome: string } & (
  | { readonly kind: "delivered" | "given_up" | "released" }
  | { readonly kind: "again"; readonly retryInMs: number }
);

export interface NoticeRules {
  readonly channels: readonly NoticeChannel[];
  /** A new channel reports events from here on: the start of the server, or by default the first call. */
  readonly startedAt?: number;
  /** Name of this machine, and which of its disks are nearly full. */
  readonly host: string;
  readonly low: readonly LowDisk[];
}

export interface ListedNotice extends Pick<DueNotice, "noticeId" | "channel" | "at" | "notice" | "attempts"> {
  readonly state: "delivered" | "waiting" | "given_up";
  readonly nextAttemptAt: number;
  /** The outcome of the last attempt; null before the first. */
  readonly outcome: string | null;
}

/** Plain values, since the store may live in another thread. @throws {GoodwordError} `database` from each function */
export interface NoticeStore extends ClaimStore {
  /** Queues whatever is owed and not queued yet, for each channel; how many. Safe to repeat. */
  queueNotices(rules: NoticeRules): Promise<number>;
  /** Settles notices and claims due ones, in one transaction. */
  exchangeNotices(
    settlements: readonly NoticeSettlement[],
    request: ClaimRequest & Pick<NoticeRules, "channels">,
  ): Promise<ClaimedBatch<DueNotice>>;
  /** The latest first. */
  listNotices(limit: number): Promise<readonly ListedNotice[]>;
}

export interface NoticeChannels {
  readonly mail: { readonly mailer: Mailer; readonly from: string; readonly to: string; readonly host: string } | null;
  readonly webhook: (WebhookTarget & { readonly fetch: GuardedFetch }) | null;
  readonly site: string;
  /** Null without a console. */
  readonly consoleUrl: string | null;
}

interface NoticeSenderParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly store: NoticeStore;
  readonly ways: NoticeChannels;
  readonly rules: () => Promise<NoticeRules>;
}

export type NoticeSender = ReturnType<typeof createNoticeSender>;

/** Creates a sender, which does nothing before `start()`. Disposing it releases its claims. */
export function createNoticeSender(parts: NoticeSenderParts) {
  const { clock, random, log, store, ways } = parts;
  const channels = channelsOf(ways);
  async function look(): Promise<void> {
    const queued = await store.queueNotices(await parts.rules());
    if (queued > 0) log.info("Notices queued", { notices: queued });
    loop.wake();
  }
  const runner = createRunner({
    ...parts,
    name: "Notices",
    upkeep: look,
  });
  const loop = runner.add<DueNotice, NoticeSettlement>({
    // One by each way: where one of them hangs, the other goes on, and a kill repeats few.
    max: 2,
    maxPerDestination: 1,
    exchange: (settlements, request) => store.exchangeNotices(settlements, { ...request, channels }),
    async send(due) {
      const { answer, waitMs } = await deliverNotice(due, ways, clock.now());
      const settlement = settleNotice(due, answer, { chance: random.number(), waitMs });
      const fields = { notice: due.noticeId, type: due.notice.type, channel: due.channel, outcome: settlement.outcome };
      if (settlement.kind === "delivered") log.info("Notice delivered", fields);
      else log.warn(settlement.kind === "given_up" ? "Notice given up" : "Notice not delivered yet", fields);
      return settlement;
    },
  });
  return {
    start: runner.start,
    /** Looks for new notices now, instead of within ten seconds. */
    look: () => void look().catch(() => {}),
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]();
      ways.mail?.mailer.close();
    },
  };
}

export function channelsOf({ mail, webhook }: { readonly mail: unknown; readonly webhook: unknown }): NoticeChannel[] {
  return [...(mail === null ? [] : ["mail" as const]), ...(webhook === null ? [] : ["webhook" as const])];
}

/** One attempt; never rejects. `waitMs` is what a busy receiver asks for. */
export async function deliverNotice(
  due: Pick<DueNotice, "noticeId" | "channel" | "at" | "notice" | "reader">,
  ways: NoticeChannels,
  now: number,
): Promise<{ readonly answer: NoticeAnswer; readonly waitMs: number }> {
  const { noticeId: id, channel, notice } = due;
  try {
    if (channel === "webhook" && ways.webhook !== null) {
      const answer = await ways.webhook.fetch(
        webhookRequest(ways.webhook, { id, body: webhookBody(notice, due.at), now }),
      );
      return { answer: classifyWebhookResponse(answer), waitMs: retryAfterMs(answer, now) };
    }
    if (channel === "mail" && ways.mail !== null) return { answer: await mailNotice(due, ways, ways.mail), waitMs: 0 };
    return { answer: { kind: "later", code: "not configured" }, waitMs: 0 };
  } catch (error) {
    // The message of an error may contain an address.
    return {
      answer: { kind: "later", code: `not sent: ${error instanceof Error ? error.name : typeof error}` },
      waitMs: 0,
    };
  }
}

async function mailNotice(
  { noticeId, notice, reader }: Pick<DueNotice, "noticeId" | "notice" | "reader">,
  { site, consoleUrl }: NoticeChannels,
  { mailer, from, to, host }: NonNullable<NoticeChannels["mail"]>,
): Promise<NoticeAnswer> {
  const letter = noticeLetter(notice, reader, { site, consoleUrl });
  const address = bareAddress(to);
  const mime = await mailer.compose({ from, replyTo: null, to: address, messageId: `<${noticeId}@${host}>`, letter });
  const answer = await mailer.send({ from: bareAddress(from), to: address, mime });
  switch (answer.kind) {
    case "accepted":
      return { kind: "delivered", code: "accepted" };
    case "undeliverable":
      return { kind: "refused", code: answer.code };
    default:
      return { kind: "later", code: answer.code };
  }
}

/** The delays between attempts, in seconds: two days in all. */
const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 36_000, 36_000, 36_000];

export function settleNotice(
  { id, attempts }: Pick<DueNotice, "id" | "attempts">,
  { kind, code: outcome }: NoticeAnswer,
  { chance, waitMs }: { readonly chance: number; readonly waitMs: number },
): NoticeSettlement {
  if (kind === "delivered") return { id, kind, outcome };
  if (kind === "stopped") return { id, kind: "released", outcome };
  if (kind === "refused") return { id, kind: "given_up", outcome };
  const failures = attempts + 1;
  if (failures > RETRY_SECONDS.length) return { id, kind: "given_up", outcome: `${outcome} for two days` };
  return { id, kind: "again", outcome, retryInMs: Math.max(waitMs, retryDelayMs(failures, RETRY_SECONDS, chance)) };
}

// A notice as a signed POST. Spec: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
// (symmetric signatures, v1). Unsupported: asymmetric ones (v1a).

/** The outcome of an attempt. `code` is shown to the owner and contains no address. */
interface NoticeAnswer {
  /** `stopped`: the attempt was interrupted because the server is stopping. */
  readonly kind: "delivered" | "later" | "refused" | "stopped";
  readonly code: string;
}

interface WebhookTarget {
  readonly url: string;
  /** The signing secrets, `whsec_` and base64; several while one replaces another. */
  readonly secrets: readonly string[];
}

const TIMEOUT_MS = 15_000;

export function webhookRequest(
  { url, secrets }: WebhookTarget,
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: number },
): OutboundRequest {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64")).update(
      `${id}.${timestamp}.${body}`,
    );
    return `v1,${mac.digest("base64")}`;
  });
  return {
    url,
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signatures.join(" "),
    },
    body: utf8Bytes(body),
    timeoutMs: TIMEOUT_MS,
    maxAnswerBytes: 0,
  };
}

/** Judges an answer. A redirect is never followed, since its target was not checked. */
export function classifyWebhookResponse(answer: OutboundResponse): NoticeAnswer {
  if (answer.kind === "failed") return { kind: answer.reason === "stopped" ? "stopped" : "later", code: answer.reason };
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: "delivered", code: String(status) };
  if (status === 410) return { kind: "refused", code: "410" };
  return {
    kind: "later",
    code: status >= 300 && status < 400 ? `${status}: redirects are not followed` : String(status),
  };
}
