import { createHub, type Hub, type HubSettings, hubLimits } from "../../src/hub/mod.ts";
import type { OutboundRequest, OutboundResponse } from "../../src/platform.ts";
import { TOPIC_PATHS, type Topic, type TopicPath } from "../../src/publication/feeds/mod.ts";
import type { SubscriptionRecord } from "../../src/store/mod.ts";
import { createRecordingLog } from "./recording_log.ts";
import { createSeededRandom } from "./seeded_random.ts";
import { openTestStore, type TestStore } from "./test_store.ts";
import { createVirtualClock } from "./virtual_clock.ts";

export const BASE_URL = "https://reviews.goodword.test";
export const HUB_URL = `${BASE_URL}/api/websub/hub`;
export const CALLBACK = "https://reader.test/push?k=1";

export const SETTINGS: HubSettings = {
  retryDelaysSeconds: [60, 600],
  deliveryTimeoutSeconds: 10,
  leaseMinSeconds: 300,
  leaseDefaultSeconds: 864_000,
  leaseMaxSeconds: 2_592_000,
  concurrency: 64,
  allowPrivateCallbacks: false,
};

const CONTENT_TYPES: Record<TopicPath, string> = {
  "/feed.xml": "application/atom+xml; charset=utf-8",
  "/api/feed.json": "application/json",
  "/reviews.json": "application/json",
  "/api/updates.json": "application/json",
};

export function topicUrl(path: TopicPath = "/feed.xml"): string {
  return BASE_URL + path;
}

export function topicsShowing(content: string): Topic[] {
  return TOPIC_PATHS.map((path) => ({
    path,
    url: topicUrl(path),
    contentType: CONTENT_TYPES[path],
    body: new Blob([`${path} ${content}`]),
    digest: `digest of ${path} ${content}`,
  }));
}

/** What a subscriber saw: the hub's parameters of a GET, or the body of a POST. */
export interface Received extends OutboundRequest {
  readonly at: number;
  readonly parameters: URLSearchParams;
  readonly content: string;
}

/** Answers a request of the hub; undefined never answers. */
export type Subscriber = (request: Received) => OutboundResponse | Promise<OutboundResponse>;

export function answered(status: number, body = "", headers: Record<string, string> = {}): OutboundResponse {
  return { kind: "answered", status, headers: new Headers(headers), body: new TextEncoder().encode(body) };
}

export const failed = (reason = "ECONNREFUSED"): OutboundResponse => ({ kind: "failed", reason });

/** Confirms whatever it is asked and acknowledges every delivery. */
export const willing: Subscriber = ({ method, parameters }) =>
  method === "GET" ? answered(200, parameters.get("hub.challenge") ?? "") : answered(204);

export interface HubStage {
  readonly clock: ReturnType<typeof createVirtualClock>;
  readonly log: ReturnType<typeof createRecordingLog>;
  readonly store: TestStore;
  /** The hub that runs now. */
  readonly hub: Hub;
  /** All requests that the hub sent, in order. */
  readonly received: Received[];
  /** Answers every request; may be replaced at any time. */
  subscriber: Subscriber;
  verifications(): Received[];
  deliveries(): Received[];
  publish(content: string): void;
  post(
    form: Record<string, string> | string,
    more?: { headers?: Record<string, string>; client?: string },
  ): Promise<Response>;
  /** A sound request for {@link CALLBACK} and the Atom topic, with `more` on top. */
  subscribe(more?: Record<string, string>, by?: { client?: string }): Promise<Response>;
  unsubscribe(more?: Record<string, string>): Promise<Response>;
  pass(ms: number): Promise<void>;
  /** Like {@link pass}, while the hub itself waits for an alarm. */
  passAlarms(ms: number): Promise<void>;
  subscriptions(): Promise<readonly SubscriptionRecord[]>;
  /** Kills the hub and starts another one on the same store. */
  restart(): void;
}

/**
 * A hub over a database in memory, with a clock, a network and chance that tests hold in their hands; `instead` takes the
 * place of what the store of subscriptions does.
 */
export function createHubStage(
  settings: Partial<HubSettings> = {},
  content: string | null = "first",
  path = ":memory:",
  instead: Partial<TestStore["subscriptions"]> = {},
): HubStage {
  const clock = createVirtualClock();
  const store = openTestStore(path, { clock, lockTimeoutMs: 3000 });
  const log = createRecordingLog();
  const random = createSeededRandom(1);
  const received: Received[] = [];
  let topics = content === null ? [] : topicsShowing(content);
  let revision = 1;
  /** Calls of the store and of the hub that have not been answered. */
  let calls = 0;
  /** Attempts of the hub that runs now that have not been sent, or wait for a subscriber. */
  let attempts: () => { readonly underWay: number; readonly sent: number };
  let hub = startHub();

  async function counted<Done>(call: Promise<Done>): Promise<Done> {
    calls++;
    try {
      return await call;
    } finally {
      calls--;
    }
  }

  function startHub(): Hub {
    let sent = 0;
    const started = createHub({
      hubUrl: HUB_URL,
      baseUrl: BASE_URL,
      topics: () => topics,
      revision: () => revision,
      subscriptions: new Proxy(store.subscriptions, {
        get: (of, name) => {
          const method = Reflect.get(instead, name) ?? Reflect.get(of, name);
          return (...given: unknown[]) => counted(method(...given));
        },
      }),
      fetch: async (request) => {
        const body = request.body ? await new Blob([request.body as Blob]).text() : "";
        const parameters = new URL(request.url).searchParams;
        const seen = { ...request, at: clock.now(), parameters, content: body };
        received.push(seen);
        sent++;
        try {
          return await stage.subscriber(seen);
        } finally {
          sent--;
        }
      },
      clock,
      random,
      log,
      limits: hubLimits({ ...SETTINGS, ...settings }),
    });
    attempts = () => ({ underWay: started.underWay, sent });
    started.start();
    return started;
  }

  async function settle(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      do {
        await new Promise((resolve) => setImmediate(resolve));
      } while (calls > 0 || attempts().underWay > attempts().sent);
    }
  }

  const stage: HubStage = {
    clock,
    log,
    store,
    received,
    subscriber: willing,
    get hub() {
      return hub;
    },
    verifications: () => received.filter(({ method }) => method === "GET"),
    deliveries: () => received.filter(({ method }) => method === "POST"),
    publish(next) {
      topics = topicsShowing(next);
      revision++;
      hub.topicsChanged();
    },
    post: (form, { headers = {}, client = "192.0.2.1" } = {}) =>
      counted(
        hub.handle(
          new Request(HUB_URL, {
            method: "POST",
            headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
            body: typeof form === "string" ? form : new URLSearchParams(form).toString(),
          }),
          client,
        ),
      ),
    subscribe: (more = {}, by = {}) =>
      stage.post({ "hub.mode": "subscribe", "hub.topic": topicUrl(), "hub.callback": CALLBACK, ...more }, by),
    unsubscribe: (more = {}) => stage.subscribe({ "hub.mode": "unsubscribe", ...more }),
    pass: (ms) => clock.advance(ms, settle),
    passAlarms: (ms) => clock.advance(ms, () => new Promise((resolve) => setImmediate(resolve))),
    subscriptions: () => store.subscribers.list(),
    restart() {
      hub = startHub();
    },
  };
  return stage;
}
