/**
 * Verifies pending requests and sends denials, one request to a callback at a time.
 *
 * Only a confirmed request changes a subscription; any other leaves everything as it was.
 */

import type { OutboundAnswer, Random } from "../platform.ts";
import type { Runner, WorkLoop } from "../work/mod.ts";
import { callbackHost, withParameters } from "./callback.ts";
import { ask, type HubContext, topicStates } from "./context.ts";
import { longestWaitMs, VERIFICATION_ANSWER_BYTES } from "./policy.ts";
import type {
  PendingVerification,
  SettledVerification,
  TopicState,
  VerificationResult,
  VerificationSettlement,
} from "./subscription_store.ts";

const VERIFICATION_TIMEOUT_MS = 10_000;
/** An unreachable callback is asked twice: it may live in the very process that is still subscribing. */
const ATTEMPTS = 2;

/** `onSubscribed`: a topic may have changed while its new subscriber was being asked. */
export function addVerificationLoop(runner: Runner, context: HubContext, onSubscribed: () => void): WorkLoop {
  const { subscriptions, limits } = context;
  return runner.add<PendingVerification, SettledVerification>({
    concurrency: limits.verificationConcurrency,
    perDestination: limits.concurrencyPerSite,
    destinationOf: ({ callbackSite }) => callbackSite,
    longestWaitMs: longestWaitMs(limits),
    async settleAndClaim(settled, request) {
      // Without topics it is not known yet what a new subscriber has already seen.
      const limit = context.topics().length === 0 ? 0 : request.limit;
      const { results, ...batch } = await subscriptions.settleAndClaimVerifications(settled, { ...request, limit });
      for (const [at, verification] of settled.entries()) report(context, verification, results[at]);
      if (settled.some(({ settlement }) => settlement.kind === "subscribed")) onSubscribed();
      return batch;
    },
    renew: subscriptions.renewVerifications,
    work: (pending) => (pending.mode === "denied" ? sendDenial(context, pending) : verify(context, pending)),
  });
}

async function verify(context: HubContext, pending: PendingVerification): Promise<SettledVerification> {
  const { counters, log } = context;
  const baseline = topicStates(context).find(({ topic }) => topic === pending.topic);
  if (baseline === undefined) return { pending, settlement: { kind: "dropped" } };
  const challenge = createChallenge(context.random);
  const answer = await ask(context, get(verificationUrl(pending, challenge)));
  const verdict = judgeVerification(answer, challenge);
  const outcome = answer.kind === "answered" ? answer.status : answer.reason;
  counters.add("verifications", verdict);
  log.info("Verification answered", { host: callbackHost(pending.callback), mode: pending.mode, verdict, outcome });
  if (verdict === "unreachable") return { pending, settlement: anotherAttempt(context, pending) };
  if (verdict === "refused") return { pending, settlement: { kind: "dropped" } };
  return { pending, settlement: confirmed(context, pending, baseline) };
}

function confirmed({ limits }: HubContext, pending: PendingVerification, baseline: TopicState): VerificationSettlement {
  if (pending.mode === "unsubscribe") return { kind: "unsubscribed" };
  const caps = { perTopic: limits.subscriptionsPerTopic, perSite: limits.subscriptionsPerSite };
  return { kind: "subscribed", baseline, caps };
}

async function sendDenial(context: HubContext, pending: PendingVerification): Promise<SettledVerification> {
  const answer = await ask(context, get(denialUrl(pending)));
  const outcome = answer.kind === "answered" ? answer.status : answer.reason;
  context.log.info("Denial sent", { host: callbackHost(pending.callback), topic: pending.topic, outcome });
  const settlement = answer.kind === "failed" ? anotherAttempt(context, pending) : { kind: "dropped" as const };
  return { pending, settlement };
}

function anotherAttempt({ limits }: HubContext, pending: PendingVerification): VerificationSettlement {
  if (pending.attempts + 1 >= ATTEMPTS) return { kind: "dropped" };
  return { kind: "again", retryInMs: limits.verificationRetrySeconds * 1000 };
}

function report(
  { counters, log }: HubContext,
  { pending, settlement }: SettledVerification,
  result: VerificationResult | undefined,
): void {
  const host = callbackHost(pending.callback);
  switch (result) {
    case "saved":
      if (settlement.kind === "unsubscribed") counters.add("removals", "unsubscribed");
      return;
    case "displaced":
      counters.add("removals", "displaced");
      log.warn("Topic full: lowest-ranked subscription evicted for a new one", { host, topic: pending.topic });
      return;
    default:
      log.info("Verification had no effect", { host, result });
  }
}

function get(url: string) {
  return {
    url,
    method: "GET" as const,
    headers: { Accept: "text/plain, */*;q=0.1" },
    timeoutMs: VERIFICATION_TIMEOUT_MS,
    maxAnswerBytes: VERIFICATION_ANSWER_BYTES,
  };
}

/** What a callback's answer means: only `unreachable` is worth another attempt. */
type Verdict = "confirmed" | "refused" | "unreachable";

/** A fresh challenge of 24 random bytes, in letters, digits, "-" and "_" only, so that no page can make it markup. */
function createChallenge(random: Random): string {
  const binary = String.fromCharCode(...random.bytes(24));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_");
}

/** The URL of the verification request. The lease is always there, since the interface promises it for both modes. */
function verificationUrl(pending: PendingVerification, challenge: string): string {
  const parameters: [string, string][] = [
    ["hub.mode", pending.mode],
    ["hub.topic", pending.topic],
    ["hub.challenge", challenge],
    ["hub.lease_seconds", String(pending.leaseSeconds)],
  ];
  if (pending.verifyToken !== null) parameters.push(["hub.verify_token", pending.verifyToken]);
  return withParameters(pending.callback, parameters);
}

/** The URL that notifies a subscriber that its subscription was denied or ended. WebSub 5.2. */
function denialUrl(pending: PendingVerification): string {
  return withParameters(pending.callback, [
    ["hub.mode", "denied"],
    ["hub.topic", pending.topic],
    ...(pending.reason === null ? [] : [["hub.reason", pending.reason] as const]),
  ]);
}

/** WebSub 5.3.1: a 2xx status and a body equal to the challenge, byte for byte, confirm. */
function judgeVerification(answer: OutboundAnswer, challenge: string): Verdict {
  if (answer.kind === "failed" || answer.status >= 500) return "unreachable";
  if (answer.status < 200 || answer.status > 299) return "refused";
  const expected = new TextEncoder().encode(challenge);
  const isEcho = answer.body.length === expected.length && expected.every((byte, at) => byte === answer.body[at]);
  return isEcho ? "confirmed" : "refused";
}
