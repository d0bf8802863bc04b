/**
 * Answers requests to the hub's address. WebSub 5.1.2: 202 for a sound request, before and whatever its verification
 * brings; 4xx with a plain reason for any other. Nothing is dialled and nothing revealed while the client waits.
 *
 * @module
 */
import { TOPIC_PATHS } from "../feeds/mod.ts";
import type { Issue } from "../web/problem_schema.ts";
import { createAdmission } from "./admission.ts";
import { errorAnswer, textAnswer } from "./answers.ts";
import { explanation } from "./explanation.ts";
import { readFormBody } from "./form_body.ts";
import type { HubParts } from "./hub_parts.ts";
import { FORM_BYTES } from "./limits.ts";
import { requesterOf } from "./requester.ts";
import { readSubscriptionRequest } from "./subscription_request.ts";
import type { PendingRequest } from "./subscription_store.ts";

/** Seconds after which a client may come again when the hub is full, or when it cannot write. */
const RETRY_WHEN_FULL = 600;
const RETRY_AFTER_TROUBLE = 5;

/** Answers one request to the hub; `clientAddress` is the client's IP address. */
export type HandleRequest = (request: Request, clientAddress: string) => Promise<Response>;

/** `onSaved` is called when a request waits for its verification. */
export function createRequestHandler(parts: HubParts, onSaved: () => void): HandleRequest {
  const { limits, clock, hubUrl, baseUrl, log } = parts;
  const topicUrls = TOPIC_PATHS.map((path) => baseUrl.replace(/\/$/, "") + path);
  const admit = createAdmission(limits, clock);

  async function subscribe(request: Request, clientAddress: string): Promise<Response> {
    const body = await readFormBody(request, FORM_BYTES);
    if (body.kind === "refused") return errorAnswer(request, body.status, [body.issue]);
    const reading = readSubscriptionRequest(body.text, { baseUrl, topicUrls, limits });
    if (reading.kind === "refused") return errorAnswer(request, reading.status, reading.issues);
    const requester = requesterOf(clientAddress);
    const admitted = admit({ requester, site: reading.request.callbackSite });
    if (admitted.kind === "wait") return tooMany(request, 429, TOO_FAST, admitted.seconds);
    try {
      return await keep(request, { ...reading.request, requester: requester?.line ?? "" });
    } finally {
      admitted.done();
    }
  }

  async function keep(request: Request, pending: PendingRequest): Promise<Response> {
    try {
      const result = await parts.subscriptions.savePending(pending, {
        pending: limits.pendingVerifications,
        perTopic: limits.subscriptionsPerTopic,
        perSite: limits.subscriptionsPerSite,
      });
      if (result === "too_many_pending") return tooMany(request, 503, MANY_PENDING, RETRY_AFTER_TROUBLE);
      if (result === "too_many_subscriptions") return tooMany(request, 503, FULL, RETRY_WHEN_FULL);
    } catch (error) {
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
const CANNOT_WRITE: Issue = { path: [], code: "busy", message: "the request cannot be saved at the moment" };

function tooMany(request: Request, status: 429 | 503, issue: Issue, retryAfterSeconds: number): Response {
  return errorAnswer(request, status, [issue], { "Retry-After": String(retryAfterSeconds) });
}
