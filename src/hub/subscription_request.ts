/**
 * Reads a subscription request. WebSub 5.1: a form with hub.callback, hub.mode and hub.topic, and optionally
 * hub.lease_seconds and hub.secret; what is not understood is ignored. Everything that is wrong is named at once.
 */

import { judgeHost } from "../http/egress.ts";
import { clip, isWellEncoded } from "../http/parameters.ts";
import type { Issue } from "../http/problem_schema.ts";
import { callbackFault, callbackHost, callbackSite, isOwnAddress } from "./callback.ts";
import type { HubLimits } from "./policy.ts";
import type { PendingRequest, VerificationMode } from "./subscription_store.ts";

/** WebSub 5.1: the secret must be less than 200 bytes. */
export const SECRET_MAX_BYTES = 199;
const VERIFY_TOKEN_MAX_BYTES = 255;
const KNOWN = ["hub.callback", "hub.mode", "hub.topic", "hub.lease_seconds", "hub.secret"] as const;
type Known = (typeof KNOWN)[number];

/** A valid request, or every issue found in it. */
type RequestReading =
  | { readonly kind: "sound"; readonly request: Omit<PendingRequest, "requester"> }
  | { readonly kind: "refused"; readonly status: 400 | 403; readonly issues: readonly Issue[] };

/** What a request is validated against. */
interface RequestRules {
  readonly baseUrl: string;
  readonly topicUrls: readonly string[];
  readonly limits: HubLimits;
}

/** The request in a form body, or all that keeps it from being one. */
export function readSubscriptionRequest(form: string, rules: RequestRules): RequestReading {
  if (!isWellEncoded(form)) {
    return refused(400, issue(null, "malformed_encoding", "invalid percent-encoding in form: incomplete or not UTF-8"));
  }
  const given = new URLSearchParams(form);
  const value = (name: Known) => given.get(name) ?? "";
  const issues = [
    ...repeatedIssues(given),
    ...callbackIssues(value("hub.callback")),
    ...modeIssues(value("hub.mode")),
    ...topicIssues(value("hub.topic"), rules.topicUrls),
    ...leaseIssues(value("hub.mode"), value("hub.lease_seconds")),
    ...secretIssues(value("hub.secret")),
  ];
  if (issues.length > 0) return { kind: "refused", status: 400, issues };
  const callback = value("hub.callback");
  const forbidden = forbiddenReason(callback, rules);
  if (forbidden !== null) return refused(403, issue("hub.callback", "forbidden_address", forbidden));
  return {
    kind: "sound",
    request: {
      topic: value("hub.topic"),
      callback,
      callbackSite: callbackSite(callback, { withPort: rules.limits.allowPrivateCallbacks }),
      mode: value("hub.mode") as VerificationMode,
      secret: value("hub.secret") || null,
      leaseSeconds: grantedLeaseSeconds(value("hub.mode"), value("hub.lease_seconds"), rules.limits),
      verifyToken: echoableToken(given.get("hub.verify_token")),
    },
  };
}

/** The lease that is granted: what was asked for, kept between the least and the most; the default when nothing was. */
function grantedLeaseSeconds(mode: string, asked: string, limits: HubLimits): number {
  // WebSub 5.1: on an unsubscription the parameter is ignored.
  if (asked === "" || mode !== "subscribe") return limits.leaseDefaultSeconds;
  return Math.min(Math.max(Number(asked), limits.leaseMinSeconds), limits.leaseMaxSeconds);
}

function repeatedIssues(given: URLSearchParams): Issue[] {
  return KNOWN.filter((name) => given.getAll(name).length > 1).map((name) =>
    issue(name, "repeated", `${name} is given more than once`),
  );
}

function callbackIssues(callback: string): Issue[] {
  if (callback === "") return [required("hub.callback")];
  const fault = callbackFault(callback);
  return fault === null ? [] : [issue("hub.callback", fault.code, fault.message)];
}

function modeIssues(mode: string): Issue[] {
  if (mode === "") return [required("hub.mode")];
  if (mode === "subscribe" || mode === "unsubscribe") return [];
  return [issue("hub.mode", "enum", "hub.mode must be subscribe or unsubscribe", mode)];
}

function topicIssues(topic: string, topicUrls: readonly string[]): Issue[] {
  if (topic === "") return [required("hub.topic")];
  if (topicUrls.includes(topic)) return [];
  return [issue("hub.topic", "enum", `hub.topic must be one of ${topicUrls.join(", ")}`, topic)];
}

function leaseIssues(mode: string, lease: string): Issue[] {
  if (lease === "" || mode === "unsubscribe" || /^\d+$/.test(lease)) return [];
  return [issue("hub.lease_seconds", "type", "hub.lease_seconds must be a decimal number of seconds", lease)];
}

function secretIssues(secret: string): Issue[] {
  if (new TextEncoder().encode(secret).length <= SECRET_MAX_BYTES) return [];
  return [issue("hub.secret", "maxLength", `hub.secret must have at most ${SECRET_MAX_BYTES} bytes`)];
}

function forbiddenReason(callback: string, { baseUrl, limits }: RequestRules): string | null {
  if (isOwnAddress(callback, baseUrl)) return "hub.callback must not be an address of this service";
  if (limits.allowPrivateCallbacks) return null;
  const judgement = judgeHost(callbackHost(callback));
  return judgement.kind === "refused" ? "hub.callback must not lead to a private or reserved address" : null;
}

function echoableToken(token: string | null): string | null {
  return token !== null && new TextEncoder().encode(token).length <= VERIFY_TOKEN_MAX_BYTES ? token : null;
}

function required(name: Known): Issue {
  return issue(name, "required", `${name} is required`);
}

/** Callbacks and secrets are never repeated in an answer, so only harmless values are handed in as `received`. */
function issue(name: Known | null, code: string, message: string, received?: string): Issue {
  const shown = received === undefined ? {} : { received: clip(received) };
  return { path: name === null ? [] : [name], code, message, ...shown };
}

function refused(status: 400 | 403, fault: Issue): RequestReading {
  return { kind: "refused", status, issues: [fault] };
}
