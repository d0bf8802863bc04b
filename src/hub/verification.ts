/** Verifies pending requests and sends denials, one request to a callback at a time. */

import { getDomain } from "tldts";
import { clientKey } from "../http/admission.ts";
import { isLocalAddress } from "../http/egress.ts";
import type { Runner, SenderLoop } from "../outbox/mod.ts";
import type { OutboundResponse, Random } from "../platform.ts";
import { utf8Bytes } from "../utf8.ts";
import {
  ask,
  type HubContext,
  type PendingVerification,
  type SettledVerification,
  type TopicState,
  topicStates,
  VERIFICATION_ANSWER_BYTES,
  type VerificationResult,
  type VerificationSettlement,
} from "./context.ts";

const VERIFICATION_TIMEOUT_MS = 10_000;
/** Retries an unreachable callback once: it may be in the very process that is still subscribing. */
const ATTEMPTS = 2;

/** `onSubscribed`: a topic may have changed while its new subscriber was being asked. */
export function addVerificationLoop(runner: Runner, context: HubContext, onSubscribed: () => void): SenderLoop {
  const { subscriptions, limits } = context;
  return runner.add<PendingVerification, SettledVerification>({
    max: limits.verificationConcurrency,
    maxPerDestination: limits.concurrencyPerSite,
    async exchange(settled, request) {
      // Without topics it is not known yet what a new subscriber has already seen.
      const limit = context.topics().length === 0 ? 0 : request.limit;
      const { results, ...batch } = await subscriptions.exchangeVerifications(settled, { ...request, limit });
      for (const [at, verification] of settled.entries()) report(context, verification, results[at]);
      if (settled.some(({ settlement }) => settlement.kind === "subscribed")) onSubscribed();
      return batch;
    },
    send: (pending) => (pending.mode === "denied" ? sendDenial(context, pending) : verify(context, pending)),
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
  if (result !== "saved") log.info("Verification had no effect", { host, result });
  else if (settlement.kind === "unsubscribed") counters.add("removals", "unsubscribed");
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

type Verdict = "confirmed" | "refused" | "unreachable";

/** A fresh challenge of 24 random bytes, in letters, digits, "-" and "_" only, so that no page can make it markup. */
function createChallenge(random: Random): string {
  const binary = String.fromCharCode(...random.bytes(24));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_");
}

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

function denialUrl(pending: PendingVerification): string {
  return withParameters(pending.callback, [
    ["hub.mode", "denied"],
    ["hub.topic", pending.topic],
    ...(pending.reason === null ? [] : [["hub.reason", pending.reason] as const]),
  ]);
}

/** WebSub 5.3.1: a 2xx status and a body equal to the challenge, byte for byte, confirm. */
function judgeVerification(answer: OutboundResponse, challenge: string): Verdict {
  if (answer.kind === "failed" || answer.status >= 500) return "unreachable";
  if (answer.status < 200 || answer.status > 299) return "refused";
  const expected = utf8Bytes(challenge);
  const isEcho = answer.body.length === expected.length && expected.every((byte, at) => byte === answer.body[at]);
  return isEcho ? "confirmed" : "refused";
}

// Callback URLs: what is accepted, and how parameters are added to one. WebSub 5.1.1: the callback is used exactly as
// given, its own query is kept, and the hub's parameters come after it.

export const CALLBACK_MAX_LENGTH = 2048;

interface CallbackFault {
  readonly code: string;
  readonly message: string;
}

/** What is wrong with a callback as a URL, or null when it is sound. Where it leads is judged elsewhere. */
export function callbackFault(callback: string): CallbackFault | null {
  if (callback.length > CALLBACK_MAX_LENGTH) {
    return { code: "maxLength", message: `hub.callback must have at most ${CALLBACK_MAX_LENGTH} characters` };
  }
  if (/^http:/i.test(callback)) return { code: "scheme", message: "hub.callback must be an https URL, not plain http" };
  // URL() repairs what it can (blanks, backslashes, missing slashes); a callback must need no repair.
  if (!/^https:\/\/[^/?#]/i.test(callback) || !/^[\x21-\x7e]+$/.test(callback) || /["<>\\^`{}]/.test(callback)) {
    return { code: "format", message: "hub.callback must be an absolute https URL, percent-encoded" };
  }
  const url = URL.parse(callback);
  if (url === null) return { code: "format", message: "hub.callback must be an absolute https URL" };
  if (/^[^/?#]*@/.test(callback.slice("https://".length))) {
    return { code: "userinfo", message: "hub.callback must not contain a user name or password" };
  }
  if (callback.includes("#")) return { code: "fragment", message: "hub.callback must not have a fragment" };
  return null;
}

export function callbackHost(callback: string): string {
  return new URL(callback).hostname.replace(/\.$/, "");
}

/** Whether a callback is this service itself: a push to it would come back to us. */
export function isOwnAddress(callback: string, baseUrl: string): boolean {
  const ours = new URL(baseUrl);
  const theirs = new URL(callback);
  return callbackHost(callback) === ours.hostname.replace(/\.$/, "") && portOf(theirs) === portOf(ours);
}

function withParameters(callback: string, parameters: readonly (readonly [string, string])[]): string {
  const added = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  if (!callback.includes("?")) return `${callback}?${added}`;
  return /[?&]$/.test(callback) ? callback + added : `${callback}&${added}`;
}

function portOf(url: URL): string {
  return url.port || (url.protocol === "https:" ? "443" : "80");
}

/**
 * The registrable domain of a callback, by the public suffix list with its private part: customers of one hosting platform are strangers to
 * each other. An address stands for itself or its /64 network. `withPort`: one private host often serves many subscribers.
 */
export function callbackSite(callback: string, { withPort }: { readonly withPort: boolean }): string {
  const host = callbackHost(callback);
  const { port } = new URL(callback);
  if (withPort && port !== "") return `${host}:${port}`;
  if (host.startsWith("[")) return requesterOf(host.slice(1, -1))?.line ?? host;
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

export interface Requester {
  /** One customer's line: an IPv4 address, or the /64 network of an IPv6 address. */
  readonly line: string;
  /** The many lines that one customer can have at once: a /48 network of IPv6. The line itself for IPv4, which has none to spare. */
  readonly network: string;
}

/** Null for a private address, which may be that of a proxy: all its clients would share one budget. */
export function requesterOf(clientAddress: string): Requester | null {
  if (isLocalAddress(clientAddress)) return null;
  return { line: clientKey(clientAddress), network: clientKey(clientAddress, 3) };
}
