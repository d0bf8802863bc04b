/**
 * Verifies pending requests and sends denials, one request to a callback at a time.
 *
 * Only a confirmed request changes a subscription; any other leaves everything as it was.
 *
 * @module
 */
import { callbackHost } from "./callback.ts";
import { ask, claimRequest, renewClaims, topicStates, type Workings } from "./hub_parts.ts";
import { VERIFICATION_ANSWER_BYTES } from "./limits.ts";
import type {
  PendingVerification,
  SettledVerification,
  TopicState,
  VerificationResult,
  VerificationSettlement,
} from "./subscription_store.ts";
import { createChallenge, denialUrl, judgeVerification, verificationUrl } from "./verification.ts";
import { createWorkLoop, type WorkLoop } from "./work_loop.ts";

const VERIFICATION_TIMEOUT_MS = 10_000;
/** An unreachable callback is asked twice: it may live in the very process that is still subscribing. */
const ATTEMPTS = 2;

/** `onSubscribed`: a topic may have changed while its new subscriber was being asked. */
export function createVerificationLoop(workings: Workings, onSubscribed: () => void): WorkLoop {
  const { subscriptions, limits, clock, activity } = workings;
  return createWorkLoop<PendingVerification, SettledVerification>({
    clock,
    activity,
    concurrency: limits.verificationConcurrency,
    async turn(settled, room) {
      // Without topics it is not known yet what a new subscriber has already seen.
      const limit = workings.topics().length === 0 ? 0 : room.limit;
      const claims = claimRequest(workings, { ...room, limit });
      const { results, ...turn } = await subscriptions.turnVerifications(settled, claims);
      for (const [at, verification] of settled.entries()) report(workings, verification, results[at]);
      if (settled.some(({ settlement }) => settlement.kind === "subscribed")) onSubscribed();
      return turn;
    },
    renew: () => renewClaims(workings),
    work: (pending) => (pending.mode === "denied" ? tellDenial(workings, pending) : verify(workings, pending)),
    saves: workings.saves,
  });
}

async function verify(workings: Workings, pending: PendingVerification): Promise<SettledVerification> {
  const { counters, log } = workings;
  const baseline = topicStates(workings).find(({ topic }) => topic === pending.topic);
  if (baseline === undefined) return { pending, settlement: { kind: "dropped" } };
  const challenge = createChallenge(workings.random);
  const answer = await ask(workings, get(verificationUrl(pending, challenge)));
  const verdict = judgeVerification(answer, challenge);
  const outcome = answer.kind === "answered" ? answer.status : answer.reason;
  counters.add("verifications", verdict);
  log.info("Verification answered", { host: callbackHost(pending.callback), mode: pending.mode, verdict, outcome });
  if (verdict === "unreachable") return { pending, settlement: anotherAttempt(workings, pending) };
  if (verdict === "refused") return { pending, settlement: { kind: "dropped" } };
  return { pending, settlement: confirmed(workings, pending, baseline) };
}

function confirmed({ limits }: Workings, pending: PendingVerification, baseline: TopicState): VerificationSettlement {
  if (pending.mode === "unsubscribe") return { kind: "unsubscribed" };
  const caps = { perTopic: limits.subscriptionsPerTopic, perSite: limits.subscriptionsPerSite };
  return { kind: "subscribed", baseline, caps };
}

async function tellDenial(workings: Workings, pending: PendingVerification): Promise<SettledVerification> {
  const answer = await ask(workings, get(denialUrl(pending)));
  const outcome = answer.kind === "answered" ? answer.status : answer.reason;
  workings.log.info("Denial sent", { host: callbackHost(pending.callback), topic: pending.topic, outcome });
  const settlement = answer.kind === "failed" ? anotherAttempt(workings, pending) : { kind: "dropped" as const };
  return { pending, settlement };
}

function anotherAttempt({ limits }: Workings, pending: PendingVerification): VerificationSettlement {
  if (pending.attempts + 1 >= ATTEMPTS) return { kind: "dropped" };
  return { kind: "again", retryInMs: limits.verificationRetrySeconds * 1000 };
}

function report(
  { counters, log }: Workings,
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
