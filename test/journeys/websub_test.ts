/** The hub in a real server process, with a real subscriber over HTTPS, through imports, kills and restarts. */
import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { pushingServer, type Service, spawnGoodword, startService } from "../support/goodword_process.ts";
import { agreeing, type PushedRequest, startTlsSubscriber } from "../support/tls_subscriber.ts";
import { untilFiguresShow } from "../support/wait.ts";

const BASE_URL = "http://reviews.goodword.test";
const TOPIC = `${BASE_URL}/feed.xml`;

const isGet = ({ method }: PushedRequest) => method === "GET";
const carries = (text: string) => (request: PushedRequest) => request.method === "POST" && request.body.includes(text);

async function goodword(shop: Workshop, ...args: string[]): Promise<void> {
  const { code, err } = await spawnGoodword(args, { environment: { DATABASE_URL: `file:${shop.database}` } }).ended;
  expect([code, err]).toEqual([0, ""]);
}

const startServer = (shop: Workshop) => startService({ environment: pushingServer(shop.database, BASE_URL) });

async function importReview(shop: Workshop, text: string): Promise<void> {
  const name = text.replaceAll(" ", "-");
  await goodword(shop, "import", shop.write(`${name}.json`, reviewsFile({ id: name, text })));
}

function subscribe(url: string, callback: string, more: Record<string, string> = {}): Promise<Response> {
  const form = { "hub.callback": callback, "hub.mode": "subscribe", "hub.topic": TOPIC, ...more };
  return fetch(`${url}/api/websub/hub`, { method: "POST", body: new URLSearchParams(form) });
}

/** Resolves when the server's own figures count the confirmed subscription. */
function untilSubscribed(service: Service, count = 1): Promise<unknown> {
  return untilFiguresShow(service, new RegExp(`^goodword_hub_subscriptions\\{topic="${TOPIC}"\\} ${count}$`, "m"));
}

test("an import reaches a subscriber signed, typed and byte for byte as a GET of the topic", async () => {
  using shop = new Workshop();
  using subscriber = startTlsSubscriber();
  await importReview(shop, "first words");
  const server = await startServer(shop);
  expect((await subscribe(server.url, subscriber.callback, { "hub.secret": "sesame" })).status).toBe(202);
  const asked = await subscriber.seen(isGet);
  expect(asked.path).toStartWith("/push?key=%c3%a9&hub.mode=subscribe&hub.topic=");
  await untilSubscribed(server);
  await importReview(shop, "second words");
  const pushed = await subscriber.seen(carries("second words"));
  const topic = await fetch(`${server.url}/feed.xml`);
  expect(pushed.body).toBe(await topic.text());
  expect(pushed.headers.get("Content-Type")).toBe(topic.headers.get("Content-Type"));
  expect(pushed.headers.get("Content-Type")).toStartWith("application/atom+xml");
  expect(pushed.headers.get("Link")).toBe(
    `<http://reviews.goodword.test/api/websub/hub>; rel="hub", <${TOPIC}>; rel="self"`,
  );
  const mac = createHmac("sha256", "sesame").update(pushed.body).digest("hex");
  expect(pushed.headers.get("X-Hub-Signature")).toBe(`sha256=${mac}`);
  expect(pushed.headers.get("User-Agent")).toStartWith("Goodword-Hub/");
  expect(subscriber.deliveries).toHaveLength(1);
  await server.kill("SIGTERM");
});

test("a server that is killed while it verifies asks again after its restart", async () => {
  using shop = new Workshop();
  using subscriber = startTlsSubscriber();
  await importReview(shop, "first words");
  subscriber.answer = () => new Promise(() => {});
  const killed = await startServer(shop);
  await subscribe(killed.url, subscriber.callback);
  const { parameters } = await subscriber.seen(isGet);
  await killed.kill("SIGKILL");
  subscriber.answer = agreeing;
  const server = await startServer(shop);
  const again = await subscriber.seen(
    (request) => isGet(request) && request.parameters.get("hub.challenge") !== parameters.get("hub.challenge"),
  );
  expect(again.parameters.get("hub.topic")).toBe(TOPIC);
  await untilSubscribed(server);
  await server.kill("SIGTERM");
});

test("what is imported while the server is dead is delivered after its restart, and what was acknowledged is not repeated", async () => {
  using shop = new Workshop();
  using subscriber = startTlsSubscriber();
  await importReview(shop, "first words");
  const killed = await startServer(shop);
  await subscribe(killed.url, subscriber.callback);
  await untilSubscribed(killed);
  await killed.kill("SIGKILL");
  await importReview(shop, "second words");
  const second = await startServer(shop);
  await subscriber.seen(carries("second words"));
  await second.kill("SIGTERM");
  const third = await startServer(shop);
  await importReview(shop, "third words");
  await subscriber.seen(carries("third words"));
  expect(subscriber.deliveries).toHaveLength(2);
  await third.kill("SIGTERM");
});

test("a delivery that a kill cut off is made again after the restart", async () => {
  using shop = new Workshop();
  using subscriber = startTlsSubscriber();
  await importReview(shop, "first words");
  const killed = await startServer(shop);
  await subscribe(killed.url, subscriber.callback);
  await untilSubscribed(killed);
  subscriber.answer = () => new Promise(() => {});
  await importReview(shop, "second words");
  await subscriber.seen(carries("second words"));
  await killed.kill("SIGKILL");
  subscriber.answer = agreeing;
  const known = new Set(subscriber.deliveries);
  const server = await startServer(shop);
  await subscriber.seen((request) => carries("second words")(request) && !known.has(request));
  await server.kill("SIGTERM");
});
