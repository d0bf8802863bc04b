/** Sends what is owed to customers: what a server does all the time, and a command once. */
import type { Config } from "../config.ts";
import { answerPath, unsubscribingPath } from "../http/paths.ts";
import {
  createOutbox,
  type LinkMaker,
  linkToken,
  type OutboxParts,
  type OutboxRules,
  type OutboxState,
  type OutboxStore,
  readBounce,
  type Sender,
  unsubscribeToken,
} from "../invitations/mod.ts";

/** The settings of an outbox. */
interface OutboxSettings {
  readonly rules: OutboxRules;
  readonly sender: Sender;
  readonly links: LinkMaker;
}

/** Settings that are checked already: with `INVITATIONS=mail` there is a sender. */
export function outboxSettings(config: Config, linkKey: string): OutboxSettings {
  const { invitations, baseUrl } = config;
  const { mailFrom, mailReplyTo, mailPerDay, mode } = invitations;
  const { inviteAfterMs, remindAfterMs, expiresAfterMs, contactsKeptMs, incentive } = invitations;
  return {
    rules: {
      policy: { mode, inviteAfterMs, remindAfterMs, expiresAfterMs, contactsKeptMs, incentive },
      perDay: mailPerDay,
      linkKey,
      host: new URL(baseUrl).hostname,
    },
    sender: { from: mailFrom ?? "", replyTo: mailReplyTo },
    links: linksOf(baseUrl, linkKey),
  };
}

function linksOf(baseUrl: string, linkKey: string): LinkMaker {
  return {
    log: (number) => logOrigin(baseUrl, number),
    site: `${baseUrl}/`,
    form: (jobId) => baseUrl + answerPath(linkToken(linkKey, jobId)),
    unsubscribe: (jobId) => baseUrl + unsubscribingPath(unsubscribeToken(linkKey, jobId)),
  };
}

/** A log by the name that its checkpoints have: the address of the site without its scheme. */
function logOrigin(baseUrl: string, number: number): string {
  return `${baseUrl.replace(/^https?:\/\//, "")}/log${number === 1 ? "" : `/${number}`}`;
}

/** An outbox without the one who waits for it. */
type SendOptions = Omit<OutboxParts, "onIdle">;

/** A wait within which sending goes on: the limit of a minute. */
const GOES_ON_MS = 60_000;

/** Sends what is due now, as fast as the limit of a minute allows, and stops at trouble. */
export async function sendDue(options: SendOptions): Promise<OutboxState> {
  const { store } = options;
  const idle = Promise.withResolvers<void>();
  const onIdle = async (nextInMs: number | null) => {
    const { pause } = await store.outboxState();
    if (pause !== null || nextInMs === null || nextInMs > GOES_ON_MS) idle.resolve();
  };
  await using outbox = createOutbox({ ...options, onIdle: (nextInMs) => void onIdle(nextInMs).catch(idle.reject) });
  outbox.start();
  await idle.promise;
  return store.outboxState();
}

/** `not_ours`: about no message that was sent from here; `no_failure`: a delay, or a success. */
export type BounceOutcome = "undeliverable" | "not_ours" | "no_failure" | "no_report";

/** Takes a report as it arrived (RFC 3464). Doing it twice changes nothing. */
export async function takeBounce(outbox: OutboxStore, mime: Uint8Array): Promise<BounceOutcome> {
  const bounce = await readBounce(mime);
  if (bounce === null) return "no_report";
  const { failure, messageIds } = bounce;
  if (failure === null) return "no_failure";
  const saved = await Promise.all(messageIds.map((messageId) => outbox.saveBounce(messageId, failure)));
  return saved.includes(true) ? "undeliverable" : "not_ours";
}
