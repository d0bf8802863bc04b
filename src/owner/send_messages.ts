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
import { addressInWords, counted, groupedDigits } from "../review/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";
import type { Finding } from "./finding.ts";

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
    links: {
      site: `${baseUrl}/`,
      form: (jobId) => baseUrl + answerPath(linkToken(linkKey, jobId)),
      unsubscribe: (jobId) => baseUrl + unsubscribingPath(unsubscribeToken(linkKey, jobId)),
    },
  };
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

// How invitations by mail stand: what keeps them from being sent, and what the mail server said of those that were.

/** What stands in the way of mail, or makes it worse. */
type MailObstacle = "sample" | "no_address" | "not_https";

/** How mail stands. */
export interface MailStanding {
  readonly obstacles: readonly MailObstacle[];
  readonly outbox: OutboxState;
}

export async function mailStanding(store: Store, { baseUrl }: Pick<Config, "baseUrl">): Promise<MailStanding> {
  const business = (await readBusiness(store))?.profile;
  const obstacles: MailObstacle[] = [];
  if (business?.is_sample) obstacles.push("sample");
  else if (addressInWords(business?.address ?? null) === "") obstacles.push("no_address");
  if (!baseUrl.startsWith("https:")) obstacles.push("not_https");
  return { obstacles, outbox: await store.outbox.outboxState() };
}

const OBSTACLES: Readonly<Record<MailObstacle, Omit<Finding, "about">>> = {
  sample: { level: "advice", message: "nothing is sent while the sample is shown" },
  no_address: {
    level: "wrong",
    message: "nothing is sent: each message shows the postal address of the business, which is missing",
  },
  not_https: { level: "advice", message: "links are not https: mail programs offer no unsubscribing by a click then" },
};

/** Why no message can be sent at all; null where they can. */
export function mailObstacle({ obstacles }: Pick<MailStanding, "obstacles">): string | null {
  const [first] = obstacles.filter((obstacle) => obstacle !== "not_https");
  return first === undefined ? null : OBSTACLES[first].message;
}

/** What the doctor says of it. */
export async function checkMail(store: Store, config: Config): Promise<Finding[]> {
  if (config.invitations.mode !== "mail") return [];
  const about = "invitations";
  const { obstacles, outbox } = await mailStanding(store, config);
  const findings = obstacles.map((obstacle): Finding => ({ about, ...OBSTACLES[obstacle] }));
  const { pause, waiting, retried, acceptedToday, undeliverable } = outbox;
  if (pause !== null) {
    const [since, until] = [pause.since, pause.until].map((at) => new Date(at).toISOString());
    const message = `sending is paused since ${since}: the mail server says ${pause.code}; tried again at ${until}`;
    findings.push({ level: "wrong", about, message });
  }
  if (retried > 0) {
    findings.push({ level: "advice", about, message: `${counted(retried, "message")} put off by the mail server` });
  }
  const figures = [`${groupedDigits(waiting)} waiting`, `${groupedDigits(acceptedToday)} accepted within a day`];
  const message = [...figures, `${groupedDigits(undeliverable)} undeliverable`].join(", ");
  return [...findings, { level: "fine", about, message }];
}
