/**
 * The W3C Recommendation WebSub, clause by clause, as far as it binds a hub and its publisher's content.
 *
 * https://www.w3.org/TR/websub/. A title that begins with "this interface" states where this service differs.
 */
import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import {
  answered,
  CALLBACK,
  createHubStage,
  failed,
  HUB_URL,
  type HubStage,
  type Subscriber,
  topicUrl,
  willing,
} from "../support/hub_stage.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SOON = 1000;

async function subscribed(more: Record<string, string> = {}, stage = createHubStage()): Promise<HubStage> {
  expect((await stage.subscribe(more)).status).toBe(202);
  await stage.pass(SOON);
  stage.received.length = 0;
  return stage;
}

async function published(stage: HubStage, content: string): Promise<HubStage> {
  stage.publish(content);
  await stage.pass(SOON);
  return stage;
}

const confirming =
  (deliver: Subscriber): Subscriber =>
  (request) =>
    request.method === "GET" ? willing(request) : deliver(request);

describe("WebSub 5.1: subscription requests", () => {
  test("5.1, 5.1.2: a sound request is answered 202 before anything is dialled", async () => {
    const stage = createHubStage();
    const response = await stage.subscribe();
    expect(response.status).toBe(202);
    expect(response.headers.get("Content-Type")).toStartWith("text/plain");
    expect(stage.received).toEqual([]);
  });

  test("5.1.2: the answer does not depend on the outcome of the verification", async () => {
    const stage = createHubStage();
    stage.subscriber = () => answered(404);
    expect((await stage.subscribe()).status).toBe(202);
    await stage.pass(SOON);
    expect((await stage.subscribe()).status).toBe(202);
  });

  for (const type of [
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=UTF-8",
    "APPLICATION/X-WWW-Form-Urlencoded;charset=utf-8",
    'application/x-www-form-urlencoded; charset="utf-8"',
  ]) {
    test(`5.1: a form sent as ${type} is taken`, async () => {
      const response = await createHubStage().post(
        { "hub.mode": "subscribe", "hub.topic": topicUrl(), "hub.callback": CALLBACK },
        { headers: { "Content-Type": type } },
      );
      expect(response.status).toBe(202);
    });
  }

  for (const headers of [
    { "Content-Type": "application/json" },
    { "Content-Type": "multipart/form-data; boundary=x" },
    { "Content-Type": "" },
    { "Content-Type": "application/x-www-form-urlencoded; charset=iso-8859-1" },
    { "Content-Type": "application/x-www-form-urlencoded", "Content-Encoding": "gzip" },
  ]) {
    test(`5.1: a body with ${JSON.stringify(headers)} is refused with 415`, async () => {
      expect((await createHubStage().post("hub.mode=subscribe", { headers })).status).toBe(415);
    });
  }

  for (const missing of ["hub.callback", "hub.mode", "hub.topic"]) {
    test(`5.1: a request without ${missing} is refused with 400 and a reason that names it`, async () => {
      const response = await createHubStage().subscribe({ [missing]: "" });
      expect(response.status).toBe(400);
      expect(response.headers.get("Content-Type")).toStartWith("text/plain");
      expect(await response.text()).toContain(missing);
    });
  }

  for (const mode of ["publish", "Subscribe", "denied", "subscribe "]) {
    test(`5.1: the mode ${JSON.stringify(mode)} is refused, for only subscribe and unsubscribe are literal`, async () => {
      expect((await createHubStage().subscribe({ "hub.mode": mode })).status).toBe(400);
    });
  }

  for (const topic of [
    "/feed.xml",
    "https://reviews.goodword.test/feed.xml?",
    "https://reviews.goodword.test/feed.xml/",
    "https://reviews.goodword.test/feed%2Exml",
    "https://Reviews.goodword.test/feed.xml",
    "https://other.test/feed.xml",
    "feed",
  ]) {
    test(`5.1: the topic ${topic} is refused, for it is not one of the three, letter by letter`, async () => {
      const response = await createHubStage().subscribe({ "hub.topic": topic });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain(topicUrl("/reviews.json"));
    });
  }

  for (const path of ["/feed.xml", "/api/feed.json", "/reviews.json"] as const) {
    test(`5.1: the topic ${path} is taken and delivered with its own type`, async () => {
      const stage = await published(await subscribed({ "hub.topic": topicUrl(path) }), "second");
      expect(stage.deliveries().map(({ content }) => content)).toEqual([`${path} second`]);
      expect(stage.deliveries()[0]?.headers["Content-Type"]).toStartWith("application/");
      expect(stage.deliveries()[0]?.headers.Link).toContain(`<${topicUrl(path)}>; rel="self"`);
    });
  }

  test("5.1: names of parameters are literal, too: in capitals they are not understood", async () => {
    const form = new URLSearchParams({ "HUB.MODE": "subscribe", "hub.topic": topicUrl(), "hub.callback": CALLBACK });
    const response = await createHubStage().post(form.toString());
    expect([response.status, await response.text()]).toEqual([400, "hub.mode is required\n"]);
  });

  test("5.1: parameters that are not understood are ignored", async () => {
    const more = { foo: "bar", "hub.foo": "hub.bar", "hub.verify": "sync", "hub.url": "x" };
    const stage = await subscribed(more);
    expect(await stage.subscriptions()).toHaveLength(1);
  });

  test("5.1 and the old hub.verify twice: a repeated parameter that is not understood is ignored, too", async () => {
    const form = new URLSearchParams({ "hub.mode": "subscribe", "hub.topic": topicUrl(), "hub.callback": CALLBACK });
    const stage = createHubStage();
    expect((await stage.post(`${form}&hub.verify=async&hub.verify=sync`)).status).toBe(202);
    for (const name of ["hub.callback", "hub.mode", "hub.topic", "hub.secret", "hub.lease_seconds"]) {
      expect((await stage.post(`${form}&${name}=1&${name}=1`)).status).toBe(400);
    }
  });

  for (const [what, secret, status] of [
    ["199 bytes", "s".repeat(199), 202],
    ["200 bytes", "s".repeat(200), 400],
    ["100 characters of 2 bytes each", "é".repeat(100), 400],
  ] as const) {
    test(`5.1: hub.secret must be less than 200 bytes: ${what} give ${status}`, async () => {
      const response = await createHubStage().subscribe({ "hub.secret": secret });
      expect(response.status).toBe(status);
      expect(await response.text()).not.toContain(secret);
    });
  }

  for (const [callback, status] of [
    ["https://reader.test", 202],
    ["HTTPS://Reader.test/push", 202],
    ["https://reader.test:8443/a/b;c~d?x=1&x=&y", 202],
    ["https://8.8.8.8/push", 202],
    ["http://reader.test/push", 400],
    ["HTTP://reader.test/push", 400],
    ["ftp://reader.test/push", 400],
    ["//reader.test/push", 400],
    ["reader.test/push", 400],
    ["https:reader.test/push", 400],
    ["https:///push", 400],
    ["https://", 400],
    ["https://reader.test\\push", 400],
    ["https://reader.test/a b", 400],
    ["https://reader.test/a\nb", 400],
    ["https://reader.test/ü", 400],
    ["https://bücher.test/push", 400],
    ["https://xn--bcher-kva.test/push", 202],
    ["https://reader.test/{key}", 400],
    ['https://reader.test/?k="1"', 400],
    ["https://reader.test/<key>", 400],
    ["https://reader.test/?k[]=1|2&k[]='3'", 202],
    ["https://[2606:4700:4700::1111]:8443/push", 202],
    ["https://[2606:4700:4700::1111%25eth0]/push", 400],
    ["https://reader.test:99999/", 400],
    ["https://user@reader.test/push", 400],
    ["https://@reader.test/push", 400],
    ["https://user:word@reader.test/push", 400],
    ["https://reader.test/push#part", 400],
    ["https://reader.test/push#", 400],
    [`https://reader.test/${"x".repeat(2028)}`, 202],
    [`https://reader.test/${"x".repeat(2029)}`, 400],
    ["https://127.0.0.1/push", 403],
    ["https://2130706433/push", 403],
    ["https://[::ffff:127.0.0.1]/push", 403],
    ["https://localhost./push", 403],
    ["https://169.254.169.254/latest", 403],
    ["https://reviews.goodword.test/push", 403],
    ["https://reviews.goodword.test:8443/push", 202],
  ] as const) {
    const shown = callback.length > 60 ? `of ${callback.length} characters` : JSON.stringify(callback);
    test(`5.1 and this interface: the callback ${shown} is answered ${status} and never contacted while asking`, async () => {
      const stage = createHubStage();
      const response = await stage.subscribe({ "hub.callback": callback });
      expect(response.status).toBe(status);
      expect(stage.received).toEqual([]);
      await stage.pass(SOON);
      expect(stage.received.length).toBe(status === 202 ? 1 : 0);
    });
  }

  test("5.1.2: everything that is wrong is named at once", async () => {
    const response = await createHubStage().post("hub.callback=http://x.test/&hub.mode=x&hub.lease_seconds=soon");
    const text = await response.text();
    for (const name of ["hub.callback", "hub.mode", "hub.topic", "hub.lease_seconds"]) expect(text).toContain(name);
  });

  test("5.1.2: a client that accepts JSON gets the same issues in the shape of the other endpoints", async () => {
    const response = await createHubStage().post("hub.mode=x", { headers: { Accept: "application/json" } });
    expect(response.status).toBe(400);
    expect(response.headers.get("Content-Type")).toBe("application/json");
    const problem = await response.json();
    expect(problem).toMatchObject({ status: 400 });
    expect(problem.issues.map(({ path }: { path: string[] }) => path[0])).toEqual([
      "hub.callback",
      "hub.mode",
      "hub.topic",
    ]);
  });

  test("5.1.1: the query of the callback is kept, and the hub's parameters come after it", async () => {
    const callback = "https://reader.test/push?k=%c3%A9&hub.mode=mine&k=&z";
    const stage = createHubStage();
    await stage.subscribe({ "hub.callback": callback });
    await stage.pass(SOON);
    expect(stage.verifications()[0]?.url).toStartWith(`${callback}&hub.mode=subscribe&hub.topic=`);
    await published(stage, "second");
    expect(stage.deliveries()[0]?.url).toBe(callback);
    expect(stage.deliveries()[0]?.content).toBe("/feed.xml second");
  });

  test("1: callbacks that differ in their query or case are subscriptions of their own", async () => {
    const stage = createHubStage();
    const callbacks = ["https://reader.test/push?k=1", "https://reader.test/push?k=2", "https://reader.test/Push?k=1"];
    for (const callback of callbacks) await stage.subscribe({ "hub.callback": callback });
    await stage.pass(SOON);
    await published(stage, "second");
    expect(stage.deliveries().map(({ url }) => url)).toEqual(callbacks);
  });
});

describe("WebSub 5.2: denial", () => {
  test("5.2: a subscription that exceeds a limit at its verification is denied by hub.mode=denied with a reason", async () => {
    const stage = await subscribed({ "hub.callback": "https://8.8.8.8/0" });
    // The room runs out between the request and its verification: 200 callbacks of one host are served.
    for (let k = 1; k <= 200; k++) await stage.subscribe({ "hub.callback": `https://8.8.8.8/${k}` });
    await stage.pass(SOON);
    const denials = stage.verifications().filter(({ parameters }) => parameters.get("hub.mode") === "denied");
    expect(denials).toHaveLength(1);
    expect(denials[0]?.parameters.get("hub.topic")).toBe(topicUrl());
    expect(denials[0]?.parameters.get("hub.reason")).not.toBeEmpty();
    expect(denials[0]?.parameters.has("hub.challenge")).toBe(false);
    expect(await stage.subscriptions()).toHaveLength(200);
  });
});

describe("WebSub 5.3: verification of intent", () => {
  test("5.3: the request is a GET with mode, topic, a random challenge and the lease", async () => {
    const stage = createHubStage();
    await stage.subscribe();
    await stage.pass(SOON);
    const [{ method, parameters } = { method: "", parameters: new URLSearchParams() }] = stage.verifications();
    expect(method).toBe("GET");
    expect([...parameters.keys()]).toEqual(["k", "hub.mode", "hub.topic", "hub.challenge", "hub.lease_seconds"]);
    expect(parameters.get("hub.mode")).toBe("subscribe");
    expect(parameters.get("hub.topic")).toBe(topicUrl());
    expect(parameters.get("hub.challenge")).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(parameters.get("hub.lease_seconds")).toBe("864000");
  });

  test("5.3: an unsubscription is verified with hub.mode=unsubscribe, and the lease parameter is there, too", async () => {
    const stage = await subscribed();
    await stage.unsubscribe({ "hub.lease_seconds": "soon" });
    await stage.pass(SOON);
    expect(stage.verifications()[0]?.parameters.get("hub.mode")).toBe("unsubscribe");
    expect(stage.verifications()[0]?.parameters.get("hub.lease_seconds")).toMatch(/^\d+$/);
  });

  test("8.2: every verification has a challenge of its own", async () => {
    const stage = createHubStage();
    for (let k = 0; k < 20; k++) await stage.subscribe({ "hub.callback": `https://reader.test/${k}` });
    await stage.pass(SOON);
    const challenges = stage.verifications().map(({ parameters }) => parameters.get("hub.challenge"));
    expect(new Set(challenges).size).toBe(20);
  });

  test("8.1: the secret is never sent to the callback", async () => {
    const stage = createHubStage();
    await stage.subscribe({ "hub.secret": "sesame-9f8e7d" });
    await stage.pass(SOON);
    expect(JSON.stringify(stage.received)).not.toContain("sesame-9f8e7d");
  });

  test("PubSubHubbub 0.3: hub.verify_token is echoed as the last parameter, up to 255 bytes", async () => {
    for (const [token, echoed] of [
      ["t&=1", "t&=1"],
      ["x".repeat(255), "x".repeat(255)],
      ["x".repeat(256), null],
    ] as const) {
      const stage = createHubStage();
      await stage.subscribe({ "hub.verify_token": token });
      await stage.pass(SOON);
      const parameters = stage.verifications()[0]?.parameters;
      expect(parameters?.get("hub.verify_token") ?? null).toBe(echoed);
      if (echoed !== null) expect([...(parameters?.keys() ?? [])].at(-1)).toBe("hub.verify_token");
    }
  });

  const challengeOf = (request: Parameters<Subscriber>[0]) => request.parameters.get("hub.challenge") ?? "";
  for (const [what, answer, isAccepted] of [
    ["200 with the challenge", (r) => answered(200, challengeOf(r)), true],
    ["201 with the challenge", (r) => answered(201, challengeOf(r)), true],
    ["200 with the challenge as HTML", (r) => answered(200, challengeOf(r), { "Content-Type": "text/html" }), true],
    ["299 with the challenge", (r) => answered(299, challengeOf(r)), true],
    ["200 with a line break after the challenge", (r) => answered(200, `${challengeOf(r)}\n`), false],
    ["200 with a byte order mark before it", (r) => answered(200, `\ufeff${challengeOf(r)}`), false],
    ["200 with the challenge in quotes", (r) => answered(200, `"${challengeOf(r)}"`), false],
    ["200 with another body", () => answered(200, "yes"), false],
    ["200 with an empty body", () => answered(200), false],
    ["200 with a part of the challenge", (r) => answered(200, challengeOf(r).slice(1)), false],
    ["301 with the challenge", (r) => answered(301, challengeOf(r), { Location: "https://reader.test/" }), false],
    ["404 with the challenge", (r) => answered(404, challengeOf(r)), false],
    ["500 with the challenge", (r) => answered(500, challengeOf(r)), false],
    ["no answer", () => failed("time-out"), false],
  ] as [string, Subscriber, boolean][]) {
    test(`5.3.1: ${what} ${isAccepted ? "confirms" : "does not confirm"}`, async () => {
      const stage = createHubStage();
      stage.subscriber = answer;
      await stage.subscribe();
      await stage.pass(MINUTE);
      expect(await stage.subscriptions()).toHaveLength(isAccepted ? 1 : 0);
    });
  }

  test("5.1: a renewal that is not confirmed leaves the running subscription as it was", async () => {
    const stage = await subscribed({ "hub.secret": "old", "hub.lease_seconds": "86400" });
    const [before] = await stage.subscriptions();
    stage.subscriber = ({ method }) => (method === "GET" ? answered(404) : answered(200));
    await stage.subscribe({ "hub.secret": "new", "hub.lease_seconds": "172800" });
    await stage.pass(MINUTE);
    expect(await stage.subscriptions()).toEqual([before!]);
    await published(stage, "second");
    const mac = createHmac("sha256", "old").update("/feed.xml second").digest("hex");
    expect(stage.deliveries()[0]?.headers["X-Hub-Signature"]).toBe(`sha256=${mac}`);
  });

  test("5.1: an unsubscription that is not confirmed leaves the running subscription as it was", async () => {
    const stage = await subscribed();
    stage.subscriber = ({ method }) => (method === "GET" ? answered(404) : answered(200));
    await stage.unsubscribe();
    await stage.pass(MINUTE);
    await published(stage, "second");
    expect(stage.deliveries()).toHaveLength(1);
  });

  test("5.3: an unsubscription without a subscription is verified and changes nothing", async () => {
    const stage = await subscribed();
    await stage.unsubscribe({ "hub.callback": "https://other.test/" });
    await stage.pass(SOON);
    expect(stage.verifications().map(({ parameters }) => parameters.get("hub.mode"))).toEqual(["unsubscribe"]);
    expect(await stage.subscriptions()).toHaveLength(1);
  });

  test("3.1, 5.3: a confirmed unsubscription ends the deliveries", async () => {
    const stage = await subscribed();
    await stage.unsubscribe();
    await stage.pass(SOON);
    await published(stage, "second");
    expect(stage.deliveries()).toEqual([]);
    expect(await stage.subscriptions()).toEqual([]);
  });

  test("3.1: an active subscription can be requested again; there is still one, with the new lease and secret", async () => {
    const stage = await subscribed({ "hub.lease_seconds": "600", "hub.secret": "old" });
    await stage.pass(5 * MINUTE);
    await stage.subscribe({ "hub.lease_seconds": "600", "hub.secret": "new" });
    await stage.pass(8 * MINUTE);
    await published(stage, "second");
    expect(stage.deliveries()).toHaveLength(1);
    const mac = createHmac("sha256", "new").update("/feed.xml second").digest("hex");
    expect(stage.deliveries()[0]?.headers["X-Hub-Signature"]).toBe(`sha256=${mac}`);
  });

  test("5.1: a renewal without a secret ends the signing", async () => {
    const stage = await subscribed({ "hub.secret": "old" });
    await stage.subscribe();
    await stage.pass(SOON);
    await published(stage, "second");
    expect(stage.deliveries()[0]?.headers).not.toHaveProperty("X-Hub-Signature");
  });
});

describe("WebSub 5.1, 5.3: leases", () => {
  for (const [asked, granted] of [
    ["", "864000"],
    ["86400", "86400"],
    ["0086400", "86400"],
    ["0", "300"],
    ["1", "300"],
    ["99999999999999999999", "2592000"],
  ] as const) {
    test(`5.1: a lease of ${JSON.stringify(asked)} seconds is granted as ${granted}`, async () => {
      const stage = createHubStage();
      await stage.subscribe({ "hub.lease_seconds": asked });
      await stage.pass(SOON);
      expect(stage.verifications()[0]?.parameters.get("hub.lease_seconds")).toBe(granted);
    });
  }

  for (const asked of ["-1", "3.5", "1e3", "+60", "10 days", "0x10", " 60", "NaN"]) {
    test(`5.1: a lease of ${JSON.stringify(asked)} is refused, for it is no decimal number of seconds`, async () => {
      expect((await createHubStage().subscribe({ "hub.lease_seconds": asked })).status).toBe(400);
    });
  }

  test("5.3: the lease counts from the moment the verification request was made", async () => {
    const stage = createHubStage();
    stage.subscriber = async (request) => {
      await new Promise<void>((resolve) => void stage.clock.after(9000, resolve));
      return willing(request);
    };
    await stage.subscribe({ "hub.lease_seconds": "300" });
    await stage.pass(10_000);
    const [subscription] = await stage.subscriptions();
    expect(subscription?.leaseUntil).toBe((stage.verifications()[0]?.at ?? 0) + 300_000);
  });

  test("5.3.1: when the lease ends, nothing more is delivered", async () => {
    const stage = await subscribed({ "hub.lease_seconds": "300" });
    await stage.pass(299_000 - SOON);
    await published(stage, "second");
    expect(stage.deliveries()).toHaveLength(1);
    await published(stage, "third");
    expect(stage.deliveries()).toHaveLength(1);
    expect(await stage.subscriptions()).toEqual([]);
  });
});

describe("WebSub 7: content distribution", () => {
  test("7: the full content is POSTed with its type and one Link header of both relations", async () => {
    const stage = await published(await subscribed(), "second");
    expect(stage.deliveries()).toHaveLength(1);
    expect(stage.deliveries()[0]).toMatchObject({
      method: "POST",
      url: CALLBACK,
      content: "/feed.xml second",
      headers: {
        "Content-Type": "application/atom+xml; charset=utf-8",
        Link: `<${HUB_URL}>; rel="hub", <${topicUrl()}>; rel="self"`,
      },
    });
  });

  test("7: an unchanged topic owes nothing, however often it is published", async () => {
    const stage = await subscribed();
    for (let k = 0; k < 3; k++) await published(stage, "first");
    expect(stage.deliveries()).toEqual([]);
  });

  for (const status of [200, 201, 202, 204, 299]) {
    test(`7: ${status} acknowledges`, async () => {
      const stage = await subscribed();
      stage.subscriber = () => answered(status, "<html>error</html>");
      await published(stage, "second");
      await stage.pass(HOUR);
      expect(stage.deliveries()).toHaveLength(1);
    });
  }

  for (const [what, answer] of [
    ["301", answered(301, "", { Location: "https://reader.test/new" })],
    ["307", answered(307, "", { Location: "https://reader.test/new" })],
    ["304", answered(304)],
    ["400", answered(400)],
    ["404", answered(404)],
    ["500", answered(500)],
    ["a time-out", failed("time-out")],
    ["a refused address", failed("refused address: loopback")],
  ] as const) {
    test(`7: ${what} is a failed delivery and is tried again, at the callback itself`, async () => {
      const stage = await subscribed();
      stage.subscriber = () => answer;
      await published(stage, "second");
      stage.subscriber = willing;
      await stage.pass(70_000);
      expect(stage.deliveries().map(({ url }) => url)).toEqual([CALLBACK, CALLBACK]);
      expect(await stage.subscriptions()).toMatchObject([{ failures: 0 }]);
    });
  }

  test("7 and this interface: the third failure in a row removes the subscription, after 1 and 10 minutes", async () => {
    const stage = await subscribed();
    stage.subscriber = confirming(() => answered(500));
    await published(stage, "second");
    const begun = stage.deliveries()[0]?.at ?? 0;
    await stage.pass(HOUR);
    const waits = stage.deliveries().map(({ at }) => at - begun);
    expect(waits).toHaveLength(3);
    expect(waits[1]).toBeWithin(60_000, 67_000);
    expect(waits[2]).toBeWithin(660_000, 727_000);
    expect(await stage.subscriptions()).toEqual([]);
    stage.subscriber = willing;
    await published(stage, "third");
    expect(stage.deliveries()).toHaveLength(3);
  });

  test("this interface: failures count in a row over several contents", async () => {
    const stage = await subscribed();
    stage.subscriber = confirming(() => answered(500));
    for (const content of ["second", "third", "fourth"]) {
      stage.publish(content);
      await stage.pass(12 * MINUTE);
    }
    expect(stage.deliveries()).toHaveLength(3);
    expect(await stage.subscriptions()).toEqual([]);
  });

  test("this interface: a success resets the count of failures", async () => {
    const stage = await subscribed();
    const statuses = [500, 500, 200, 500, 500, 200];
    stage.subscriber = () => answered(statuses.shift() ?? 200);
    await published(stage, "second");
    await stage.pass(12 * MINUTE);
    await published(stage, "third");
    await stage.pass(12 * MINUTE);
    expect(stage.deliveries()).toHaveLength(6);
    expect(await stage.subscriptions()).toMatchObject([{ failures: 0 }]);
  });

  test("this interface: after a removal the subscriber can subscribe again and begins without failures", async () => {
    const stage = await subscribed();
    stage.subscriber = confirming(() => answered(500));
    await published(stage, "second");
    await stage.pass(HOUR);
    stage.subscriber = willing;
    await stage.subscribe();
    await stage.pass(SOON);
    expect(await stage.subscriptions()).toMatchObject([{ failures: 0 }]);
    await published(stage, "third");
    expect(stage.deliveries().at(-1)?.content).toBe("/feed.xml third");
  });

  test("7: 410 ends the subscription at once", async () => {
    const stage = await subscribed();
    stage.subscriber = confirming(() => answered(410));
    await published(stage, "second");
    expect(await stage.subscriptions()).toEqual([]);
    await stage.pass(HOUR);
    expect(stage.deliveries()).toHaveLength(1);
  });

  test("7.1: X-Hub-Signature is the HMAC-SHA-256 of the body, only when there is a secret", async () => {
    const stage = createHubStage();
    await stage.subscribe({ "hub.secret": "sésame" });
    await stage.subscribe({ "hub.callback": "https://other.test/" });
    await stage.pass(SOON);
    await published(stage, "second");
    const byUrl = new Map(stage.deliveries().map((delivery) => [delivery.url, delivery]));
    const mac = createHmac("sha256", "sésame").update("/feed.xml second").digest("hex");
    expect(byUrl.get(CALLBACK)?.headers["X-Hub-Signature"]).toBe(`sha256=${mac}`);
    expect(byUrl.get("https://other.test/")?.headers).not.toHaveProperty("X-Hub-Signature");
  });
});
