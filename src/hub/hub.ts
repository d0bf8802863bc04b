import { Type } from "typebox";
import { type Call, operation, type ResponseOrPromise } from "../http/operation.ts";
import { PATHS } from "../http/paths.ts";
import { Problem } from "../http/problem_schema.ts";
import { problem, text } from "../http/responses.ts";
import { memo } from "../memo.ts";
import { CLAIM_MS, createRunner, type Runner } from "../outbox/mod.ts";
import { TOPIC_PATHS, type Topic } from "../publication/feeds/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import {
  ask,
  createCounters,
  type DeliverySettlement,
  type DueDelivery,
  type HubContext,
  type HubParts,
  settleDelivery,
  topicStates,
} from "./context.ts";
import { CANNOT_WRITE, createRequestHandler } from "./subscription_request.ts";
import { addVerificationLoop, callbackHost } from "./verification.ts";

export type Hub = ReturnType<typeof createHub>;

/** A WebSub hub: accepts subscriptions, verifies them and delivers the content of topics. It does nothing before `start`. */
export function createHub(parts: HubParts) {
  const { log, subscriptions } = parts;
  const counters = createCounters();
  const runner = createRunner({
    ...parts,
    name: "Hub",
    store: subscriptions,
    upkeep,
  });
  const context: HubContext = { ...parts, counters };
  const compare = addDeliveries(runner, context);
  const verifications = addVerificationLoop(runner, context, compare);
  const handle = createRequestHandler(parts, verifications.wake);

  async function upkeep(): Promise<void> {
    compare();
    const count = await subscriptions.deleteExpired();
    if (count === 0) return;
    counters.add("removals", "lease", count);
    log.info("Leases expired", { subscriptions: count });
  }

  return {
    /** Answers a request to the hub's address. */
    async handle(request: Request, clientAddress: string): Promise<Response> {
      const response = await handle(request, clientAddress);
      if (request.method === "POST") counters.add("requests", String(response.status));
      return response;
    },
    start: runner.start,
    /** To be called after each new publication. */
    topicsChanged() {
      compare();
      verifications.wake();
    },
    async metrics() {
      return counters.metrics(await subscriptions.count(parts.topics().map(({ url }) => url)), runner.underWay);
    },
    get underWay() {
      return runner.underWay;
    },
    [Symbol.asyncDispose]: () => runner[Symbol.asyncDispose](),
  };
}

export interface HubService {
  readonly hub: Pick<Hub, "handle">;
}

const plain = (description: string, example: string, length = "One line") => ({
  description,
  content: { "text/plain": { schema: text(length), example } },
});

/** A refusal of the hub: a line of text, or JSON for clients that ask for it. */
const refusal = (status: number, description: string, example: string, headers: readonly string[] = []) => {
  const { content } = plain(description, example);
  return { description, headers, content: { ...content, ...problem(status, description).content } };
};

const verificationOfIntent = {
  operationId: "verifyIntent",
  tags: ["WebSub"],
  summary: "Verification of intent: the hub asks the subscriber to confirm",
  parameters: [
    ["hub.mode", "subscribe or unsubscribe, as requested"],
    ["hub.topic", "The topic"],
    ["hub.challenge", "Random string to echo in the response body"],
    ["hub.lease_seconds", "Lease granted, in seconds"],
  ].map(([name, description]) => {
    return { name, in: "query", required: name !== "hub.lease_seconds", description, schema: { type: "string" } };
  }),
  responses: {
    "200": {
      description: "Confirmed: the body is exactly the challenge; any 2xx status is accepted",
      content: { "text/plain": { schema: { type: "string" } } },
    },
    "404": { description: "Not confirmed; so is any other response" },
  },
};

export const contentDistribution = {
  operationId: "receiveTopic",
  tags: ["WebSub"],
  summary: "Content distribution: the hub sends the full content of the topic",
  parameters: [
    ["Link", "rel=hub and rel=self"],
    ["X-Hub-Signature", "sha256=..., if the subscription has a secret"],
  ].map(([name, description]) => {
    return { name, in: "header", required: name === "Link", description, schema: { type: "string" } };
  }),
  requestBody: {
    required: true,
    content: {
      "application/atom+xml": { schema: { type: "string" } },
      "application/json": { schema: { type: "object" } },
    },
  },
  responses: {
    "204": { description: "Received; any 2xx status is accepted" },
    "410": { description: "No longer wanted: the subscription ends" },
  },
};

const CALLBACK = "{$request.body#/hub.callback}";

const HUB_EXAMPLE = {
  "hub.callback": "https://reader.example/push?k=1",
  "hub.mode": "subscribe",
  "hub.topic": "https://reviews.example/feed.xml",
};

const PLAIN_HTTP = {
  path: ["hub.callback"],
  code: "scheme",
  message: "hub.callback must be an https URL, not plain http",
};

export const HubForm = Type.Object(
  {
    "hub.callback": Type.String({
      format: "uri",
      pattern: "^https://",
      maxLength: 2048,
      description: "HTTPS URL of the subscriber",
    }),
    "hub.mode": Type.Enum(["subscribe", "unsubscribe"], { description: "Requested action" }),
    "hub.topic": Type.String({
      format: "uri",
      pattern: `(${TOPIC_PATHS.map((path) => path.replaceAll(".", "[.]")).join("|")})$`,
      description: "One of the topic URLs",
    }),
    "hub.lease_seconds": Type.Optional(
      Type.Integer({ minimum: 0, description: "Requested lease, in seconds; clamped to the hub's limits" }),
    ),
    "hub.secret": Type.Optional(
      Type.String({ maxLength: 199, description: "Signs deliveries with HMAC-SHA-256; fewer than 200 bytes" }),
    ),
  },
  { description: "A WebSub subscription request" },
);

export const hubOperations = [
  operation({
    id: "explainHub",
    method: "GET",
    path: PATHS.hub,
    tag: "WebSub",
    summary: "Description of the hub",
    description: "Topics, limits and policy, for authors of subscribers.",
    responses: {
      200: plain(
        "Topics, limits and policy",
        "This is a WebSub hub (https://www.w3.org/TR/websub/). ...",
        "Some lines",
      ),
      405: problem(405, "Only GET, HEAD and POST"),
    },
    answer: askHub,
  }),
  operation({
    id: "subscribe",
    method: "POST",
    path: PATHS.hub,
    tag: "WebSub",
    summary: "Subscribe to a topic or unsubscribe from it",
    description: `W3C WebSub section 5. Topics are ${TOPIC_PATHS.join(", ")} below the base address.`,
    body: { mediaType: "application/x-www-form-urlencoded", schema: HubForm, example: HUB_EXAMPLE },
    responses: {
      202: plain("Accepted; verification of intent follows", "Accepted. The callback will be asked to verify."),
      400: {
        description: "Invalid form",
        content: {
          "text/plain": { schema: text("The reason"), example: PLAIN_HTTP.message },
          "application/json": {
            schema: Problem,
            example: { title: "Invalid request", status: 400, issues: [PLAIN_HTTP] },
          },
        },
      },
      403: refusal(403, "Callback not allowed", "hub.callback must not be an address of this service"),
      413: refusal(413, "The form is too large", "the body must be at most 65536 bytes"),
      415: refusal(415, "Not a form", "the body must be application/x-www-form-urlencoded"),
      429: refusal(
        429,
        "Too many requests, or the hub or the site is at its limit",
        "too many requests are waiting for verification",
        ["Retry-After"],
      ),
      503: refusal(503, "The request cannot be saved", CANNOT_WRITE.message, ["Retry-After"]),
    },
    callbacks: {
      verificationOfIntent: { [CALLBACK]: { get: verificationOfIntent } },
      contentDistribution: { [CALLBACK]: { post: contentDistribution } },
    },
    isLimited: true,
    answer: askHub,
  }),
];

function askHub({ request, client }: Call, { hub }: HubService): ResponseOrPromise {
  return hub.handle(request, client.clientAddress);
}

// WebSub 7. One request at a time to a subscription, and content never goes out after newer content.

/** Adds the sender of deliveries. The returned function has its next exchange compare all subscriptions with the topics. */
function addDeliveries(runner: Runner, context: HubContext): () => void {
  const { clock, limits, subscriptions } = context;
  let changes = 1;
  let comparedChanges = 0;
  const sender = runner.add<ClaimedDelivery, Attempted>({
    max: limits.concurrency,
    maxPerDestination: limits.concurrencyPerSite,
    async exchange(attempts, request) {
      const claimedAt = clock.now();
      const upTo = changes;
      const settlements = attempts.map(({ settlement }) => settlement);
      const claims = { ...request, topics: topicStates(context), compares: comparedChanges < upTo };
      const batch = await subscriptions.exchangeDeliveries(settlements, claims);
      comparedChanges = upTo;
      for (const attempt of attempts) report(context, attempt);
      return { ...batch, claimed: batch.claimed.map((due) => ({ ...due, claimedAt })) };
    },
    send: createDelivery(context),
  });
  return () => {
    changes++;
    sender.wake();
  };
}

interface ClaimedDelivery extends DueDelivery {
  /** When the claim was requested, by this server's clock: never later than the store's own instant. */
  readonly claimedAt: number;
}

interface Attempted {
  readonly settlement: DeliverySettlement;
  readonly lagMs: number;
}

function createDelivery(context: HubContext): (due: ClaimedDelivery) => Promise<Attempted> {
  const { clock, limits } = context;

  return async function deliver({ claimedAt, ...due }) {
    const released: Attempted = { settlement: { due, outcome: "not sent", kind: "released" }, lagMs: 0 };
    const topic = context.topics().find(({ url }) => url === due.topic);
    // Were newer content sent than was claimed, and this server killed, another one could send what it claimed after it.
    if (topic === undefined || context.revision() !== due.revision) return released;
    const headers: Record<string, string> = { "Content-Type": topic.contentType, Link: linkHeader(context, topic) };
    if (due.secret !== null) headers["X-Hub-Signature"] = await signature(due.secret, await bytesOf(topic.body));
    // After a suspend the lease may have ended since the claim, or another server may have taken the delivery over.
    if (clock.now() >= claimedAt + Math.min(due.leaseLeftMs, CLAIM_MS)) return released;
    const answer = await ask(context, {
      url: due.callback,
      method: "POST",
      headers,
      body: topic.body,
      timeoutMs: limits.deliveryTimeoutSeconds * 1000,
      maxAnswerBytes: 0,
    });
    const attempt = { answer, digest: topic.digest, now: clock.now(), chance: context.random.number() };
    return { settlement: settleDelivery(due, attempt, limits), lagMs: due.owedForMs + clock.now() - claimedAt };
  };
}

/** WebSub 7: one Link header with both relations, for subscribers that read only the first. */
function linkHeader({ hubUrl }: HubContext, topic: Topic): string {
  return `<${hubUrl}>; rel="hub", <${topic.url}>; rel="self"`;
}

function report({ counters, log }: HubContext, { settlement, lagMs }: Attempted): void {
  const { due } = settlement;
  const fields = {
    subscription: due.subscription,
    host: callbackHost(due.callback),
    topic: due.topic,
    outcome: settlement.outcome,
  };
  switch (settlement.kind) {
    case "acknowledged":
      counters.add("deliveries", "acknowledged");
      counters.addLag(lagMs / 1000);
      log.debug("Delivery acknowledged", fields);
      return;
    case "failed":
      counters.add("deliveries", "failed");
      log.info("Delivery failed", { ...fields, failures: due.attempts + 1 });
      return;
    case "removed":
      counters.add("deliveries", "failed");
      counters.add("removals", settlement.reason);
      log.warn("Subscription removed", { ...fields, reason: settlement.reason });
      return;
    case "released":
      return;
  }
}

/** The value of X-Hub-Signature: the method, "=", and the HMAC in lower-case hexadecimal digits. */
async function signature(secret: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8Bytes(secret), algorithm, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign(algorithm, key, body));
  return `sha256=${mac.toHex()}`;
}

/** Read once for all subscribers. */
function bytesOf(body: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return memo(body, "bytes", async () => new Uint8Array(await body.arrayBuffer()));
}
