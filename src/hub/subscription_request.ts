/** Reads a subscription request, WebSub 5.1. Unknown fields are ignored; everything that is wrong is named at once. */

import { createRateLimit } from "../http/admission.ts";
import { classifyHost } from "../http/egress.ts";
import { clip, isWellEncoded } from "../http/parameters.ts";
import { problemResponse } from "../http/problem.ts";
import type { Issue } from "../http/problem_schema.ts";
import { Quota } from "../http/quota.ts";
import { prefers, readFormBody } from "../http/request.ts";
import type { Clock } from "../platform.ts";
import { TOPIC_PATHS } from "../publication/feeds/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import {
  FAILURES_TO_REMOVAL,
  FORM_BYTES,
  type HubLimits,
  type HubParts,
  type PendingRequest,
  type VerificationMode,
} from "./context.ts";
import {
  CALLBACK_MAX_LENGTH,
  callbackFault,
  callbackHost,
  callbackSite,
  isOwnAddress,
  type Requester,
  requesterOf,
} from "./verification.ts";

/** Seconds after which a client may come again when the hub is full, or when it cannot write. */
const RETRY_WHEN_FULL = 600;
const RETRY_AFTER_TROUBLE = 5;

type HandleRequest = (request: Request, clientAddress: string) => Promise<Response>;

/** `onSaved` is called when a request waits for its verification. */
export function createRequestHandler(parts: HubParts, onSaved: () => void): HandleRequest {
  const { limits, clock, hubUrl, baseUrl, log } = parts;
  const topicUrls = TOPIC_PATHS.map((path) => baseUrl.replace(/\/$/, "") + path);
  const secondsToWait = createBudgets(limits, clock);
  const waiting = new Quota({
    ofKey: limits.allowPrivateCallbacks ? limits.pendingVerifications : WAITING_AT_ONCE,
    all: Number.POSITIVE_INFINITY,
  });

  async function subscribe(request: Request, clientAddress: string): Promise<Response> {
    const body = await readFormBody(request, FORM_BYTES);
    if (body.kind === "refused") return errorAnswer(request, body.status, [body.issue]);
    const reading = readSubscriptionRequest(body.text, { baseUrl, topicUrls, limits });
    if (reading.kind === "refused") return errorAnswer(request, reading.status, reading.issues);
    const pending = reading.request;
    const requester = requesterOf(clientAddress);
    const site = pending.callbackSite;
    const keepInTime = async () => {
      const seconds = secondsToWait(requester, site);
      return seconds > 0 ? tooMany(request, 429, TOO_FAST, seconds) : keep(request, pending);
    };
    const ofLine = () => (requester === null ? keepInTime() : waiting.take(`line ${requester.line}`, keepInTime));
    const kept = await waiting.take(`site ${site}`, ofLine);
    return kept === "full" ? tooMany(request, 429, TOO_FAST, RETRY_WHEN_WAITING) : kept;
  }

  async function keep(request: Request, pending: PendingRequest): Promise<Response> {
    try {
      const result = await parts.subscriptions.savePending(pending, {
        pending: limits.pendingVerifications,
        perTopic: limits.subscriptionsPerTopic,
        perSite: limits.subscriptionsPerSite,
      });
      if (result === "too_many_pending") return tooMany(request, 429, MANY_PENDING, RETRY_AFTER_TROUBLE);
      if (result === "too_many_subscriptions") return tooMany(request, 429, FULL, RETRY_WHEN_FULL);
    } catch (error) {
      // A bug of the program is not the database's trouble: it is logged as such, and answered 500.
      if (error instanceof TypeError || error instanceof ReferenceError) throw error;
      log.error("Subscription request could not be saved", { error: String(error) });
      return tooMany(request, 503, CANNOT_WRITE, RETRY_AFTER_TROUBLE);
    }
    onSaved();
    return textAnswer(202, "Accepted. The callback is now asked to confirm.");
  }

  return async function handle(request, clientAddress) {
    switch (request.method) {
      case "GET":
        return textAnswer(200, explanation(hubUrl, topicUrls, limits), { "Cache-Control": "max-age=3600" });
      case "HEAD":
        return new Response(null, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
      case "POST":
        return subscribe(request, clientAddress);
      default:
        return errorAnswer(request, 405, [NOT_ALLOWED], { Allow: "GET, HEAD, POST" });
    }
  };
}

const NOT_ALLOWED: Issue = { path: [], code: "method", message: "the hub allows GET, HEAD and POST" };
const TOO_FAST: Issue = { path: [], code: "rate", message: "too many subscription requests; try again later" };
const MANY_PENDING: Issue = { path: [], code: "busy", message: "too many requests are waiting for verification" };
const FULL: Issue = { path: [], code: "full", message: "the hub has reached its subscription limit" };
export const CANNOT_WRITE: Issue = { path: [], code: "busy", message: "the request cannot be saved at the moment" };

function tooMany(request: Request, status: 429 | 503, issue: Issue, retryAfterSeconds: number): Response {
  return errorAnswer(request, status, [issue], { "Retry-After": String(retryAfterSeconds) });
}

/** Lines that share a network share this many times the budget of one. */
const NETWORK_SHARE = 4;
/** Requests of one line for one site that are admitted whatever others ask in the name of that site. */
const FIRST_REQUESTS = 3;
/** Requests of one line, or for one site, that may wait for the disk at once. */
const WAITING_AT_ONCE = 8;
const RETRY_WHEN_WAITING = 5;

/**
 * How long a request has to wait, in seconds. `requester` is null when it cannot be distinguished from others. Budgets are taken from the widest to
 * the narrowest; what a refused request took from a wider one is not given back.
 */
function createBudgets(limits: HubLimits, { now }: Pick<Clock, "now">) {
  const { verificationBurst: burst, verificationsPerSecond: perSecond } = limits;
  const networks = createRateLimit({ burst: NETWORK_SHARE * burst, perSecond: NETWORK_SHARE * perSecond, now });
  const lines = createRateLimit({ burst, perSecond, now });
  const sites = createRateLimit({ burst, perSecond, now });
  const pairs = createRateLimit({ burst: FIRST_REQUESTS, perSecond: FIRST_REQUESTS / 600, now });

  function* budgets(requester: Requester | null, site: string) {
    if (requester !== null) {
      yield networks.take(requester.network);
      yield lines.take(requester.line);
    }
    const ofSite = sites.take(site);
    // A request in another's name must not use up that other's budget: anybody can name any callback.
    const isFirst = ofSite > 0 && pairs.take(`${site} ${requester?.line}`) === 0;
    if (!isFirst) yield ofSite;
  }
  return (requester: Requester | null, site: string): number =>
    budgets(requester, site).find((seconds) => seconds > 0) ?? 0;
}

function explanation(hubUrl: string, topicUrls: readonly string[], limits: HubLimits): string {
  const { leaseMinSeconds, leaseDefaultSeconds, leaseMaxSeconds, retryDelaysSeconds } = limits;
  return `This is a WebSub hub (https://www.w3.org/TR/websub/). It pushes these topics whenever their content changes:

${topicUrls.map((url) => `  ${url}`).join("\n")}

To subscribe, POST a form (application/x-www-form-urlencoded) to ${hubUrl}:

  hub.callback       your https URL, at most ${CALLBACK_MAX_LENGTH} characters
  hub.mode           subscribe or unsubscribe
  hub.topic          one of the topics above, exactly as written
  hub.lease_seconds  optional, ${leaseMinSeconds} to ${leaseMaxSeconds}; ${leaseDefaultSeconds} when left out
  hub.secret         optional, at most ${SECRET_MAX_BYTES} bytes; deliveries then carry X-Hub-Signature: sha256=...

The answer is 202. The hub then sends a GET to the callback, which must answer 2xx within 10 seconds with exactly the
value of hub.challenge as its body, with no trailing line break. Subscribe again before the lease ends to renew it.

Deliveries are POSTs of the full content of the topic. Any 2xx status within ${limits.deliveryTimeoutSeconds} seconds acknowledges one. Anything
else, redirects included, is a failure and is retried after ${retryDelaysSeconds.join(" and ")} seconds. ${FAILURES_TO_REMOVAL} failures in a row end the
subscription, and so does status 410.`;
}

function textAnswer(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers },
  });
}

/** An error in the language the client asked for by Accept; text unless it asks for JSON. */
function errorAnswer(
  request: Request,
  status: number,
  issues: readonly Issue[],
  headers: Record<string, string> = {},
): Response {
  if (prefers(request.headers.get("Accept"), "application/json", "text/plain"))
    return problemResponse(status, issues, headers);
  return textAnswer(status, issues.map(({ message }) => message).join("; "), headers);
}

/** WebSub 5.1: the secret must be less than 200 bytes. */
const SECRET_MAX_BYTES = 199;
const VERIFY_TOKEN_MAX_BYTES = 255;
const KNOWN = ["hub.callback", "hub.mode", "hub.topic", "hub.lease_seconds", "hub.secret"] as const;
type Known = (typeof KNOWN)[number];

type RequestReading =
  | { readonly kind: "sound"; readonly request: PendingRequest }
  | { readonly kind: "refused"; readonly status: 400 | 403; readonly issues: readonly Issue[] };

interface RequestRules {
  readonly baseUrl: string;
  readonly topicUrls: readonly string[];
  readonly limits: HubLimits;
}

function readSubscriptionRequest(form: string, rules: RequestRules): RequestReading {
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

/** The granted lease: the requested one, clamped to the limits; the default if none was requested. */
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
  if (utf8Bytes(secret).length <= SECRET_MAX_BYTES) return [];
  return [issue("hub.secret", "maxLength", `hub.secret must have at most ${SECRET_MAX_BYTES} bytes`)];
}

function forbiddenReason(callback: string, { baseUrl, limits }: RequestRules): string | null {
  if (isOwnAddress(callback, baseUrl)) return "hub.callback must not be an address of this service";
  if (limits.allowPrivateCallbacks) return null;
  const judgement = classifyHost(callbackHost(callback));
  return judgement.kind === "refused" ? "hub.callback must not lead to a private or reserved address" : null;
}

function echoableToken(token: string | null): string | null {
  return token !== null && utf8Bytes(token).length <= VERIFY_TOKEN_MAX_BYTES ? token : null;
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
