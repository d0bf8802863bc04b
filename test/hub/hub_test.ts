import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outbox } from "../../src/store/sqlite/tables.ts";
import {
  answered,
  BASE_URL,
  createHubStage,
  failed,
  HUB_URL,
  type HubStage,
  type Subscriber,
  topicUrl,
  willing,
} from "../support/hub_stage.ts";
import { openTestStore } from "../support/test_store.ts";

const SOON = 1000;
const MINUTE = 60_000;

const never: Subscriber = () => new Promise(() => {});

/** A callback of a site of its own. */
const siteOf = (k: number) => ({ "hub.callback": `https://s${k}.test/` });

async function withSubscribers(count: number, settings: Parameters<typeof createHubStage>[0] = {}): Promise<HubStage> {
  const stage = createHubStage({ allowPrivateCallbacks: true, ...settings });
  for (let k = 0; k < count; k++) await stage.subscribe(siteOf(k));
  await stage.pass(10 * SOON);
  stage.received.length = 0;
  return stage;
}

/** A hub whose one delivery never ended until a stop cut it off. */
async function withDeliveryCutOff(): Promise<HubStage> {
  const stage = await withSubscribers(1);
  stage.subscriber = never;
  stage.publish("second");
  await stage.pass(SOON);
  const stopped = stage.hub[Symbol.asyncDispose]();
  await stage.pass(6 * SOON);
  await stopped;
  stage.subscriber = willing;
  return stage;
}

describe("the hub's address", () => {
  test("GET explains topics, limits and policy as plain text", async () => {
    const response = await createHubStage().hub.handle(new Request(HUB_URL), "192.0.2.1");
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toStartWith("text/plain");
    const text = await response.text();
    for (const part of [topicUrl("/feed.xml"), topicUrl("/api/feed.json"), topicUrl("/reviews.json"), "hub.secret"]) {
      expect(text).toContain(part);
    }
  });

  test("an ill-formed percent escape, or a form that is not UTF-8, is answered 400", async () => {
    for (const form of ["hub.mode=%zz", "hub.mode=%ff", "hub.callback=%"]) {
      expect((await createHubStage().post(form)).status).toBe(400);
    }
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const request = new Request(HUB_URL, { method: "POST", headers, body: new Uint8Array([0x61, 0x3d, 0xff]) });
    expect((await createHubStage().hub.handle(request, "192.0.2.1")).status).toBe(400);
  });
});

describe("limits", () => {
  test("one client may cause 300 verifications at once and then one a second; further ones get 429", async () => {
    const stage = createHubStage();
    const ask = (k: number, client = "192.0.2.1") => stage.subscribe(siteOf(k), { client });
    for (let k = 0; k < 300; k++) expect((await ask(k)).status).toBe(202);
    const refused = await ask(300);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "1"]);
    expect((await ask(301, "192.0.2.2")).status).toBe(202);
    await stage.pass(SOON);
    expect((await ask(302)).status).toBe(202);
    expect((await ask(303)).status).toBe(429);
  });

  test("the addresses of one IPv6 network count as one client", async () => {
    const stage = createHubStage();
    const statuses: number[] = [];
    for (let k = 0; k <= 300; k++) {
      statuses.push((await stage.subscribe(siteOf(k), { client: `2001:db8:1:2::${k.toString(16)}` })).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  test("the lines of one /48 network of IPv6 share four times the budget of one", async () => {
    const stage = createHubStage();
    const statuses: number[] = [];
    for (let k = 0; k <= 1200; k++) {
      statuses.push((await stage.subscribe(siteOf(k), { client: `2001:db8:1:${k.toString(16)}::1` })).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  test("clients on a private address are one proxy's, and are told apart by their callbacks only", async () => {
    for (const client of ["10.1.2.3", "fd00::1"]) {
      const stage = createHubStage();
      for (let k = 0; k < 301; k++) expect((await stage.subscribe(siteOf(k), { client })).status).toBe(202);
    }
  });

  test("one site gets at most 300 requests at once from all clients, except for the first three of each client", async () => {
    const stage = createHubStage();
    const ask = async (k: number, client: string) => {
      // Fewer callbacks than may wait: a newer request takes the place of an older one.
      const form = { "hub.mode": "unsubscribe", "hub.callback": `https://name-${k % 150}.victim.co.uk/` };
      return (await stage.subscribe(form, { client })).status;
    };
    const statuses: number[] = [];
    for (let k = 0; k < 400; k++) statuses.push(await ask(k, `192.0.2.${k % 4}`));
    expect(statuses.filter((status) => status === 202)).toHaveLength(300 + 4 * 3);
    expect(await ask(400, "198.51.100.7")).toBe(202);
  });

  test("refused requests cost a client nothing", async () => {
    const stage = createHubStage();
    for (let k = 0; k < 400; k++) expect((await stage.subscribe({ "hub.mode": "no" })).status).toBe(400);
    expect((await stage.subscribe()).status).toBe(202);
  });

  test("a site that has 200 subscriptions, on whatever hosts, gets no more and is answered 429, but may renew those it has", async () => {
    const stage = createHubStage();
    const callback = (k: number) => ({ "hub.callback": `https://name-${k}.reader.test/` });
    for (let k = 0; k < 200; k++) await stage.subscribe(callback(k));
    await stage.pass(10 * SOON);
    const refused = await stage.subscribe(callback(200));
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "600"]);
    expect((await stage.subscribe(callback(7))).status).toBe(202);
  });

  test("when 2,000 requests wait for their verification, or 200 of one site, new ones are answered 429", async () => {
    const stage = createHubStage({}, null);
    const statuses = new Map<number, number>();
    const ask = async (host: string, k: number) => {
      const client = `192.0.2.${k % 200}`;
      const { status, headers } = await stage.subscribe({ "hub.callback": `https://${host}/` }, { client });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      return headers.get("Retry-After");
    };
    for (let k = 0; k < 200; k++) await ask(`name-${k}.reader.test`, k);
    expect(await ask("name-200.reader.test", 200)).toBe("5");
    for (let k = 0; k < 1800; k++) await ask(`s${k}.test`, k);
    expect([...statuses]).toEqual([
      [202, 2000],
      [429, 1],
    ]);
    expect(await ask("another.test", 0)).toBe("5");
    // One that waits already is replaced.
    expect(await ask("s7.test", 7)).toBeNull();
  });

  test("a host gets at most 4 deliveries at once, others are not held up by it", async () => {
    const stage = createHubStage();
    for (let k = 0; k < 20; k++) await stage.subscribe({ "hub.callback": `https://slow.test/${k}` });
    await stage.subscribe({ "hub.callback": "https://quick.test/" });
    await stage.pass(10 * SOON);
    stage.received.length = 0;
    stage.subscriber = (request) => (request.url.includes("slow.test") ? never(request) : willing(request));
    stage.publish("second");
    await stage.pass(SOON);
    const sites = stage.deliveries().map(({ url }) => new URL(url).hostname);
    expect(sites.filter((host) => host === "slow.test")).toHaveLength(4);
    expect(sites.filter((host) => host === "quick.test")).toHaveLength(1);
  });

  test("a host gets at most 4 verifications at once", async () => {
    const stage = createHubStage();
    stage.subscriber = never;
    for (let k = 0; k < 20; k++) await stage.subscribe({ "hub.callback": `https://slow.test/${k}` });
    await stage.pass(SOON);
    expect(stage.verifications()).toHaveLength(4);
  });
});

describe("scheduling", () => {
  test("subscribers that hang hold up nobody: after 2 seconds their places are given to others", async () => {
    const stage = await withSubscribers(40, { concurrency: 8 });
    stage.subscriber = (request) => (/s\d\.test/.test(request.url) ? never(request) : willing(request));
    stage.publish("second");
    await stage.pass(4 * SOON);
    expect(stage.deliveries()).toHaveLength(40);
  });

  test("no more than the configured deliveries begin at once", async () => {
    const stage = await withSubscribers(40, { concurrency: 8 });
    stage.subscriber = never;
    stage.publish("second");
    await stage.pass(SOON);
    expect(stage.deliveries()).toHaveLength(8);
  });

  test("a crowd that fails again and again does not delay a subscriber that is well", async () => {
    const stage = await withSubscribers(60, { concurrency: 8, retryDelaysSeconds: [60, 60] });
    stage.subscriber = () => failed();
    stage.publish("second");
    await stage.pass(20 * SOON);
    stage.subscriber = (request) => (request.url.includes("//well.test/") ? willing(request) : never(request));
    await stage.subscribe({ "hub.callback": "https://well.test/" });
    await stage.pass(50 * SOON);
    stage.received.length = 0;
    stage.publish("third");
    await stage.pass(SOON);
    expect(stage.deliveries().some(({ url }) => url === "https://well.test/")).toBe(true);
  });

  test("a change during a delivery is delivered right after it; what came in between is left out", async () => {
    const stage = await withSubscribers(1);
    stage.subscriber = async (request) => {
      await new Promise<void>((resolve) => void stage.clock.after(5000, resolve));
      return willing(request);
    };
    for (const content of ["second", "third", "fourth"]) {
      stage.publish(content);
      await stage.pass(SOON);
    }
    await stage.pass(20 * SOON);
    expect(stage.deliveries().map(({ content }) => content)).toEqual(["/feed.xml second", "/feed.xml fourth"]);
  });

  test("a change that is taken back before its delivery owes nothing", async () => {
    const stage = await withSubscribers(1);
    stage.publish("second");
    stage.publish("first");
    await stage.pass(MINUTE);
    expect(stage.deliveries()).toEqual([]);
  });

  test("a change while the verification is answered is delivered", async () => {
    const stage = createHubStage();
    stage.subscriber = async (request) => {
      if (request.method === "GET") await new Promise<void>((resolve) => void stage.clock.after(3000, resolve));
      return willing(request);
    };
    await stage.subscribe();
    await stage.pass(SOON);
    stage.publish("second");
    await stage.pass(4 * SOON);
    expect(stage.deliveries().map(({ content }) => content)).toEqual(["/feed.xml second"]);
  });

  for (const status of [429, 503]) {
    test(`Retry-After of a ${status} is respected, up to an hour`, async () => {
      for (const [value, waitMs] of [
        ["120", 120_000],
        ["1", 60_000],
        ["86400", 3_600_000],
        [new Date(Date.UTC(2026, 0, 5, 12, 30)).toUTCString(), 29 * MINUTE],
        ["soon", 60_000],
      ] as const) {
        const stage = await withSubscribers(1);
        stage.subscriber = () => answered(status, "", { "Retry-After": value });
        stage.publish("second");
        await stage.pass(62 * MINUTE);
        const [first, second] = stage.deliveries();
        expect((second?.at ?? 0) - (first?.at ?? 0)).toBeWithin(waitMs, Math.max(waitMs, 60_000) + MINUTE);
      }
    });
  }

  test("a verification that gets no answer or a 5xx is tried once more after 30 seconds, with a new challenge", async () => {
    for (const answer of [failed("time-out"), answered(503)]) {
      const stage = createHubStage();
      stage.subscriber = () => answer;
      await stage.subscribe();
      await stage.pass(5 * MINUTE);
      const [first, second, ...more] = stage.verifications();
      expect(more).toEqual([]);
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeWithin(30_000, 31_000);
      expect(second?.parameters.get("hub.challenge")).not.toBe(first?.parameters.get("hub.challenge"));
    }
  });

  test("of several requests for one callback and topic the newest counts, and none is verified beside another", async () => {
    const stage = createHubStage();
    const open: (() => void)[] = [];
    stage.subscriber = async (request) => {
      await new Promise<void>((resolve) => open.push(resolve));
      return willing(request);
    };
    await stage.subscribe({ "hub.lease_seconds": "1000" });
    await stage.pass(SOON);
    await stage.subscribe({ "hub.lease_seconds": "2000" });
    await stage.subscribe({ "hub.lease_seconds": "3000" });
    await stage.pass(SOON);
    expect(stage.verifications()).toHaveLength(1);
    open.shift()?.();
    await stage.pass(SOON);
    expect(await stage.subscriptions()).toEqual([]);
    open.shift()?.();
    await stage.pass(SOON);
    expect(stage.verifications().map(({ parameters }) => parameters.get("hub.lease_seconds"))).toEqual([
      "1000",
      "3000",
    ]);
    expect(await stage.subscriptions()).toHaveLength(1);
  });

  test("a clock that is set back holds up neither retries nor deliveries for long", async () => {
    const stage = await withSubscribers(1);
    stage.subscriber = () => answered(500);
    stage.publish("second");
    await stage.pass(SOON);
    stage.clock.jump(-5 * 3_600_000);
    stage.subscriber = willing;
    await stage.pass(MINUTE);
    expect(stage.deliveries()).toHaveLength(2);
  });

  test("a subscription renewed after the end of its lease gets no missed updates", async () => {
    const stage = createHubStage();
    await stage.subscribe({ "hub.lease_seconds": "300" });
    await stage.pass(SOON);
    stage.clock.jump(301_000);
    stage.publish("second");
    await stage.subscribe({ "hub.lease_seconds": "300" });
    await stage.pass(SOON);
    expect(stage.deliveries()).toEqual([]);
    stage.publish("third");
    await stage.pass(SOON);
    expect(stage.deliveries()).toHaveLength(1);
  });
});

describe("what survives", () => {
  test("requests are verified once the first publication is there", async () => {
    const stage = createHubStage({}, null);
    expect((await stage.subscribe()).status).toBe(202);
    await stage.pass(MINUTE);
    expect(stage.received).toEqual([]);
    stage.publish("first");
    await stage.pass(SOON);
    expect(await stage.subscriptions()).toHaveLength(1);
    expect(stage.deliveries()).toEqual([]);
  });

  test("a hub that stops waits for what is under way, saves it and gives back its claims", async () => {
    const stage = await withSubscribers(2);
    stage.subscriber = async (request) => {
      await new Promise<void>((resolve) => void stage.clock.after(1500, resolve));
      return willing(request);
    };
    stage.publish("second");
    await stage.pass(SOON);
    const stopped = stage.hub[Symbol.asyncDispose]();
    stage.publish("third");
    await stage.pass(5 * SOON);
    await stopped;
    expect(stage.deliveries().map(({ content }) => content)).toEqual(["/feed.xml second", "/feed.xml second"]);
    expect((await stage.subscriptions()).map(({ lastOutcome }) => lastOutcome)).toEqual(["204", "204"]);
    const owed = stage.store.db.select().from(outbox).all();
    expect(owed.map(({ kind, claim }) => [kind, claim])).toEqual([
      ["delivery", null],
      ["delivery", null],
    ]);
  });

  test("a hub that stops does not wait for ever, and an aborted delivery is no failure of its subscriber", async () => {
    const stage = await withDeliveryCutOff();
    stage.restart();
    stage.publish("second");
    await stage.pass(SOON);
    expect(stage.deliveries()).toHaveLength(2);
    expect(await stage.subscriptions()).toMatchObject([{ failures: 0, lastOutcome: "204" }]);
  });

  test("a delivery that a stop cut off may have arrived: when its content is taken back, that is delivered", async () => {
    const stage = await withDeliveryCutOff();
    stage.publish("first");
    stage.restart();
    await stage.pass(MINUTE);
    expect(stage.deliveries().map(({ content }) => content)).toEqual(["/feed.xml second", "/feed.xml first"]);
  });

  test("while the database cannot be written to, requests are answered 503 and results are kept for later", async () => {
    const stage = await withSubscribers(1);
    stage.publish("second");
    stage.store.file.run("PRAGMA query_only = ON");
    const response = await stage.subscribe({ "hub.callback": "https://other.test/" });
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
    await stage.pass(5 * SOON);
    expect(stage.deliveries()).toEqual([]);
    stage.store.file.run("PRAGMA query_only = OFF");
    await stage.pass(15 * SOON);
    expect(stage.deliveries()).toHaveLength(1);
  });
});

test("an unexpected error while a request is saved is passed on, for a 500, and blames no database", async () => {
  const stage = createHubStage({}, "first", ":memory:", {
    savePending: () => Promise.reject(new TypeError("a bug")),
  });
  await expect(stage.subscribe()).rejects.toThrow("a bug");
});

describe("while another process holds the write lock", () => {
  async function withLock(use: (stage: HubStage, release: () => void) => Promise<void>) {
    const folder = mkdtempSync(join(tmpdir(), "goodword-hub-"));
    const path = join(folder, "goodword.sqlite");
    const stage = createHubStage({}, "first", path);
    await stage.subscribe();
    await stage.pass(SOON);
    stage.received.length = 0;
    const other = openTestStore(path);
    other.file.run("BEGIN IMMEDIATE");
    await use(stage, () => void other.file.run("ROLLBACK"));
    other.file.close();
    stage.store.file.close();
    rmSync(folder, { recursive: true });
  }

  test("a request is answered 503 with Retry-After when the lock stays taken", async () => {
    await withLock(async (stage, release) => {
      const answer = stage.subscribe({ "hub.callback": "https://other.test/" });
      await stage.passAlarms(4 * SOON);
      expect([(await answer).status, (await answer).headers.get("Retry-After")]).toEqual([503, "5"]);
      release();
      await stage.pass(5 * SOON);
    });
  });
});

describe("the operator", () => {
  test("neither secrets nor queries of callbacks are logged or answered", async () => {
    const stage = createHubStage();
    const secrets = { "hub.callback": "https://reader.test/push?key=c4pab1l1ty", "hub.secret": "s3same" };
    const texts = [await (await stage.subscribe(secrets)).text()];
    for (const wrong of [
      { "hub.mode": "no" },
      { "hub.topic": "no" },
      { "hub.callback": `${secrets["hub.callback"]}#x` },
    ]) {
      texts.push(await (await stage.subscribe({ ...secrets, ...wrong })).text());
    }
    await stage.pass(SOON);
    stage.subscriber = ({ method, ...request }) => (method === "GET" ? willing({ method, ...request }) : answered(500));
    stage.publish("second");
    await stage.pass(20 * MINUTE);
    const told = JSON.stringify([texts, stage.log.lines, await stage.hub.metrics()]);
    expect(told).not.toContain("c4pab1l1ty");
    expect(told).not.toContain("s3same");
    expect(stage.log.lines.map(({ event }) => event)).toContain("Subscription removed");
  });

  test("deliveries, failures, removals, lag and what is owed are counted", async () => {
    const stage = await withSubscribers(2);
    stage.subscriber = ({ url }) => (url.startsWith("https://s0.test") ? answered(200) : answered(410));
    stage.publish("second");
    await stage.pass(SOON);
    const metrics = new Map((await stage.hub.metrics()).map((metric) => [metric.name, metric.samples]));
    expect(metrics.get("goodword_hub_requests_total")).toEqual([{ labels: { status: "202" }, value: 2 }]);
    expect(metrics.get("goodword_hub_verifications_total")).toEqual([{ labels: { result: "confirmed" }, value: 2 }]);
    expect(metrics.get("goodword_hub_deliveries_total")).toEqual([
      { labels: { result: "acknowledged" }, value: 1 },
      { labels: { result: "failed" }, value: 1 },
    ]);
    expect(metrics.get("goodword_hub_removals_total")).toEqual([{ labels: { reason: "gone" }, value: 1 }]);
    const [, count] = metrics.get("goodword_hub_delivery_lag_seconds") ?? [];
    expect(count).toMatchObject({ suffix: "_count", value: 1 });
    expect(metrics.get("goodword_hub_deliveries_owed")?.[0]?.value).toBe(0);
    expect(metrics.get("goodword_hub_subscriptions")?.[0]).toEqual({
      labels: { topic: `${BASE_URL}/feed.xml` },
      value: 1,
    });
  });
});
