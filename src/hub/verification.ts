/**
 * Verification of intent: asks a callback whether it wants what was requested in its name. WebSub 5.3.
 *
 * @module
 */
import type { OutboundAnswer, Random } from "../platform.ts";
import { withParameters } from "./callback.ts";
import type { PendingVerification } from "./subscription_store.ts";

/** What a callback's answer means: only `unreachable` is worth another attempt. */
export type Verdict = "confirmed" | "refused" | "unreachable";

/** A fresh challenge of 24 random bytes, in letters, digits, "-" and "_" only, so that no page can make it markup. */
export function createChallenge(random: Random): string {
  const binary = String.fromCharCode(...random.bytes(24));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_");
}

/** The URL of the verification request. The lease is always there, since the interface promises it for both modes. */
export function verificationUrl(pending: PendingVerification, challenge: string): string {
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
export function denialUrl(pending: PendingVerification): string {
  return withParameters(pending.callback, [
    ["hub.mode", "denied"],
    ["hub.topic", pending.topic],
    ...(pending.reason === null ? [] : [["hub.reason", pending.reason] as const]),
  ]);
}

/** WebSub 5.3.1: a 2xx status and a body equal to the challenge, byte for byte, confirm. */
export function judgeVerification(answer: OutboundAnswer, challenge: string): Verdict {
  if (answer.kind === "failed" || answer.status >= 500) return "unreachable";
  if (answer.status < 200 || answer.status > 299) return "refused";
  const expected = new TextEncoder().encode(challenge);
  const isEcho = answer.body.length === expected.length && expected.every((byte, at) => byte === answer.body[at]);
  return isEcho ? "confirmed" : "refused";
}
