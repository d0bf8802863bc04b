/** Sends due messages to customers: a server all the time, a command once. */
import type { Config } from "../config.ts";
import { answerPath, unsubscribingPath } from "../http/paths.ts";
import {
  createOutbox,
  linkToken,
  type OutboxParts,
  type OutboxState,
  type OutboxStore,
  readBounce,
  unsubscribeToken,
} from "../invitations/mod.ts";
import { type Business, counted, formatAddress, groupedDigits } from "../review/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";
import type { Finding } from "./finding.ts";

/** The outbox options of checked settings: with `INVITATIONS=mail` there is a sender. */
export function outboxSettings(config: Config, linkKey: string): Pick<OutboxParts, "rules" | "sender" | "links"> {
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

type SendOptions = Omit<OutboxParts, "onIdle">;

/** A wait up to this long is due to the limit per minute, so sending continues. */
const GOES_ON_MS = 60_000;

/** Sends what is due now, as fast as the limit per minute allows, and stops at a failure. */
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

/** `not_ours`: not about a message sent from here; `no_failure`: a delay or a success. */
type BounceOutcome = "undeliverable" | "not_ours" | "no_failure" | "no_report";

/** Saves a delivery report (RFC 3464). Calling it twice changes nothing. */
export async function receiveBounce(outbox: OutboxStore, mime: Uint8Array): Promise<BounceOutcome> {
  const bounce = await readBounce(mime);
  if (bounce === null) return "no_report";
  const { failure, messageIds } = bounce;
  if (failure === null) return "no_failure";
  const saved = await Promise.all(messageIds.map((messageId) => outbox.saveBounce(messageId, failure)));
  return saved.includes(true) ? "undeliverable" : "not_ours";
}

type MailObstacle = "sample" | "no_address" | "not_https";

export type MailState = Awaited<ReturnType<typeof readMailState>>;

export async function readMailState(store: Store, { baseUrl }: Pick<Config, "baseUrl">) {
  const own = obstacleOf((await readBusiness(store))?.profile ?? null);
  const obstacles: MailObstacle[] = own === null ? [] : [own];
  if (!baseUrl.startsWith("https:")) obstacles.push("not_https");
  return { obstacles, outbox: await store.outbox.outboxState() };
}

/** What a business lacks before any mail can be sent to its customers; null if it lacks nothing. */
export function obstacleOf(business: Pick<Business, "is_sample" | "address"> | null): "sample" | "no_address" | null {
  if (business?.is_sample) return "sample";
  return formatAddress(business?.address ?? null) === "" ? "no_address" : null;
}

const OBSTACLES: Readonly<Record<MailObstacle, Omit<Finding, "about">>> = {
  sample: { level: "advice", message: "nothing is sent while sample data is shown" },
  no_address: {
    level: "wrong",
    message: "nothing is sent: each message must show the postal address of the business, which is missing",
  },
  not_https: { level: "advice", message: "links are not https, so mail programs cannot offer one-click unsubscribing" },
};

export function mailObstacle({ obstacles }: Pick<MailState, "obstacles">): string | null {
  const [first] = obstacles.filter((obstacle) => obstacle !== "not_https");
  return first === undefined ? null : OBSTACLES[first].message;
}

export async function checkMail(store: Store, config: Config): Promise<Finding[]> {
  if (config.invitations.mode !== "mail") return [];
  const about = "invitations";
  const { obstacles, outbox } = await readMailState(store, config);
  const findings = obstacles.map((obstacle): Finding => ({ about, ...OBSTACLES[obstacle] }));
  const { pause, waiting, retried, acceptedToday, undeliverable } = outbox;
  if (pause !== null) {
    const [since, until] = [pause.since, pause.until].map((at) => new Date(at).toISOString());
    const message = `sending is paused since ${since}: the mail server answered ${pause.code}; tried again at ${until}`;
    findings.push({ level: "wrong", about, message });
  }
  if (retried > 0) {
    findings.push({ level: "advice", about, message: `${counted(retried, "message")} deferred by the mail server` });
  }
  const figures = [`${groupedDigits(waiting)} waiting`, `${groupedDigits(acceptedToday)} accepted within a day`];
  const message = [...figures, `${groupedDigits(undeliverable)} undeliverable`].join(", ");
  return [...findings, { level: "fine", about, message }];
}
