import { describe, expect, test } from "bun:test";
import { Outgoing, PIECE_BYTES } from "../../src/http/outgoing.ts";
import { createResourceSubscriptions, readResource } from "../../src/mcp/resources.ts";
import { DEFAULT_LIMITS } from "../../src/mcp/tool.ts";
import type { Publication } from "../../src/publication/mod.ts";
import {
  BASE_URL,
  CLIENT,
  endpointOf,
  eventsOf,
  modern,
  PLUMBER,
  review,
  SIXTY,
  sessionOn,
} from "../support/mcp_endpoint.ts";
import { publicationOf } from "../support/publication_of.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const publication = publicationOf(PLUMBER, SIXTY, { insights: { topics: ["<b>"] } as never });
const changed = publicationOf(PLUMBER, [...SIXTY, review({ id: "new", date: "2026-12-31" })], { revision: 2 });
const settled = async () => {};
const UPDATED = "notifications/resources/updated";

interface Content {
  readonly uri: string;
  readonly text: string;
}

async function read(client: Awaited<ReturnType<typeof sessionOn>>, uri: string): Promise<Content> {
  const { contents } = await client.result("resources/read", { uri });
  return (contents as Content[])[0]!;
}

describe("Resources", () => {
  test("list the documents with size and date, and each can be read", async () => {
    const client = await sessionOn(endpointOf(publication));
    const { resources } = await client.result("resources/list");
    const listed = resources as { uri: string; size: number; annotations: object }[];
    expect(listed.map(({ uri }) => uri)).toEqual([
      "goodword://business",
      "goodword://reviews/latest",
      "goodword://reviews",
      "goodword://insights",
    ]);
    for (const { uri, size, annotations } of listed) {
      const content = await read(client, uri);
      expect(new TextEncoder().encode(content.text).length).toBe(size);
      expect(annotations).toMatchObject({ lastModified: "2026-06-01T12:00:00.000Z" });
    }
  });

  test("hold the same values as the tools and documents", async () => {
    const client = await sessionOn(endpointOf(publication));
    const json = async (uri: string) => JSON.parse((await read(client, uri)).text) as Record<string, unknown>;
    expect(await json("goodword://business")).toEqual((await client.call("get_business")).structured!);
    expect(await json("goodword://reviews/latest")).toEqual(
      (await client.call("search_reviews", { detail: "full" })).structured!,
    );
    expect(await json("goodword://insights")).toEqual({ topics: ["‹b>"] });
    const whole = await json("goodword://reviews");
    expect(Object.keys(whole)).toEqual(["business", "aggregate_rating", "revision", "reviews"]);
    expect(whole.reviews).toHaveLength(60);
  });

  test("are the bytes of REST's documents, encoded once for a publication", async () => {
    const question = { publication, baseUrl: BASE_URL, limits: DEFAULT_LIMITS };
    expect(readResource("goodword://reviews", question)).toBe(readResource("goodword://reviews", question));
    const { text } = await read(await sessionOn(endpointOf(publication)), "goodword://reviews");
    expect(`${text}\n`).toBe(Buffer.concat(publication.json.reviews).toString());
  });

  test("that are large are the same as JSON, as an event, and with the newest revision", async () => {
    const large = endpointOf(
      publicationOf(
        PLUMBER,
        Array.from({ length: 300 }, (_, at) => review({ id: `r_${at}` })),
      ),
    );
    const { headers, result } = await sessionOn(large);
    const params = { uri: "goodword://reviews" };
    const json = await result("resources/read", params);
    expect(JSON.stringify(json).length).toBeGreaterThan(PIECE_BYTES);
    const events = { ...headers, accept: "text/event-stream" };
    const event = await large.send("POST", events, { jsonrpc: "2.0", id: 1, method: "resources/read", params });
    expect([event.status, event.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(await eventsOf(event).next()).toMatchObject({ id: 1, result: json });
    expect(await (await modern(large, "resources/read", params)).json()).toMatchObject({ result: json });
  });

  test("that are large and left unread by one address are refused with 429 at its limit", async () => {
    const large = endpointOf(
      publicationOf(
        PLUMBER,
        Array.from({ length: 300 }, (_, at) => review({ id: `r_${at}` })),
      ),
    );
    const { post } = await sessionOn(large);
    const readReviews = () => post("resources/read", { uri: "goodword://reviews" });
    const unread = await Promise.all(Array.from({ length: 64 }, readReviews));
    expect(unread.map(({ status }) => status)).toEqual(Array(64).fill(200));
    const refused = await readReviews();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    await unread[0]?.text();
    expect((await readReviews()).status).toBe(200);
  });

  test("that are large count with all other answers that an address leaves unread", async () => {
    const clock = createVirtualClock();
    const outgoing = new Outgoing(clock, { maxUnsentBytesPerClient: PIECE_BYTES, maxUnsentBytes: 64 * PIECE_BYTES });
    const reviews = Array.from({ length: 300 }, (_, at) => review({ id: `r_${at}` }));
    const large = endpointOf(publicationOf(PLUMBER, reviews), { clock, outgoing });
    const { post } = await sessionOn(large);
    const other = { parts: [new Uint8Array(2 * PIECE_BYTES)], client: CLIENT.clientAddress, cut: () => {} };
    expect(outgoing.send(other).kind).toBe("sending");
    expect((await post("resources/read", { uri: "goodword://reviews" })).status).toBe(429);
    expect(large.mcp.metrics().droppedAnswers).toBe(0);
    await clock.advance(2000, settled);
    expect((await post("resources/read", { uri: "goodword://reviews" })).status).toBe(429);
    await clock.advance(5000, settled);
    expect((await post("resources/read", { uri: "goodword://reviews" })).status).toBe(200);
    await clock.advance(2000, settled);
    expect((await post("resources/read", { uri: "goodword://reviews" })).status).toBe(429);
    expect([outgoing.dropped, large.mcp.metrics().droppedAnswers]).toEqual([2, 1]);
  });

  test("offer each review by a template", async () => {
    const client = await sessionOn(endpointOf(publication));
    const { resourceTemplates } = await client.result("resources/templates/list");
    expect(resourceTemplates).toMatchObject([{ uriTemplate: "goodword://review/{id}" }]);
    expect(JSON.parse((await read(client, "goodword://review/r_11")).text)).toMatchObject({ id: "r_11" });
  });

  test("of a copy at another site are the review that counts", async () => {
    const joinedCopies = [{ id: "r_yelp", countedId: "r_11" }];
    const client = await sessionOn(endpointOf(publicationOf(PLUMBER, SIXTY, { joinedCopies })));
    expect(JSON.parse((await read(client, "goodword://review/r_yelp")).text)).toMatchObject({ id: "r_11" });
  });

  test.each([
    ["goodword://nothing"],
    ["goodword://review/nobody"],
    ["goodword://review/a/b"],
    ["file:///etc/passwd"],
    [""],
  ])("answer %p with -32002 and the URI, since there is none", async (uri) => {
    const { rpc } = await sessionOn(endpointOf(publication));
    expect((await rpc("resources/read", { uri })).error).toMatchObject({ code: -32002, data: { uri } });
  });

  test("leave the full set out while it is too large to be handed out whole", async () => {
    const client = await sessionOn(endpointOf(publication, { limits: { maxResourceBytes: 1000 } }));
    const { resources } = await client.result("resources/list");
    expect(JSON.stringify(resources)).not.toContain('"goodword://reviews"');
    expect((await client.rpc("resources/read", { uri: "goodword://reviews" })).error?.code).toBe(-32002);
  });
});

/** Opens the stream of a legacy session. */
async function streamOf(endpoint: ReturnType<typeof endpointOf>, headers: Record<string, string>) {
  const response = await endpoint.send("GET", { ...headers, accept: "text/event-stream" });
  return { response, events: eventsOf(response) };
}

describe("The stream of a session", () => {
  test("sends its first bytes at once and a sign of life every fifteen seconds", async () => {
    const endpoint = endpointOf(publication);
    const { headers } = await sessionOn(endpoint);
    const { response, events } = await streamOf(endpoint, headers);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(await events.raw()).toStartWith(": open\nretry: 3000\n\n");
    await endpoint.clock.advance(15_000, settled);
    expect(await events.raw()).toContain(": keep-alive");
    await events.cancel();
  });

  test("lifts the server's idle time-out", async () => {
    const endpoint = endpointOf(publication);
    const { headers } = await sessionOn(endpoint);
    const kept: Request[] = [];
    const request = new Request(`${BASE_URL}/mcp`, { headers });
    await endpoint.mcp.handle(request, { ...CLIENT, keepOpen: (open) => void kept.push(open) });
    expect(kept).toEqual([request]);
  });

  test("tells once of each change of a resource that was subscribed to, and of no other", async () => {
    const endpoint = endpointOf(publication);
    const client = await sessionOn(endpoint);
    await client.result("resources/subscribe", { uri: "goodword://reviews/latest" });
    await client.result("resources/subscribe", { uri: "goodword://reviews/latest" });
    await client.result("resources/subscribe", { uri: "goodword://review/r_01" });
    const { events } = await streamOf(endpoint, client.headers);
    endpoint.publish(changed);
    endpoint.publish(changed);
    endpoint.publish(publication);
    await endpoint.mcp[Symbol.asyncDispose]();
    const update = { jsonrpc: "2.0", method: UPDATED, params: { uri: "goodword://reviews/latest" } };
    expect([await events.next(), await events.next(), await events.next()]).toEqual([update, update, null]);
  });

  test("tells of a single review that was edited or taken down", async () => {
    const endpoint = endpointOf(publication);
    const client = await sessionOn(endpoint);
    await client.result("resources/subscribe", { uri: "goodword://review/r_01" });
    const { events } = await streamOf(endpoint, client.headers);
    const [, edited] = SIXTY;
    endpoint.publish(publicationOf(PLUMBER, [{ ...edited!, text: "Edited." }]));
    endpoint.publish(publicationOf(PLUMBER, []));
    await endpoint.mcp[Symbol.asyncDispose]();
    expect([(await events.next())?.method, (await events.next())?.method, await events.next()]).toEqual([
      UPDATED,
      UPDATED,
      null,
    ]);
  });

  test("catches up, once, on what changed while nobody listened", async () => {
    const endpoint = endpointOf(publication);
    const client = await sessionOn(endpoint);
    await client.result("resources/subscribe", { uri: "goodword://business" });
    endpoint.publish(changed);
    endpoint.publish(publicationOf(PLUMBER, SIXTY.slice(1), { revision: 3 }));
    const { events } = await streamOf(endpoint, client.headers);
    await endpoint.mcp[Symbol.asyncDispose]();
    expect([(await events.next())?.params, await events.next()]).toEqual([{ uri: "goodword://business" }, null]);
  });

  test("is silent after unsubscribing", async () => {
    const endpoint = endpointOf(publication);
    const client = await sessionOn(endpoint);
    await client.result("resources/subscribe", { uri: "goodword://business" });
    const { events } = await streamOf(endpoint, client.headers);
    await client.result("resources/unsubscribe", { uri: "goodword://business" });
    endpoint.publish(changed);
    await endpoint.mcp[Symbol.asyncDispose]();
    expect(await events.next()).toBeNull();
  });

  test("gives way to a newer one of the same session", async () => {
    const endpoint = endpointOf(publication);
    const client = await sessionOn(endpoint);
    await client.result("resources/subscribe", { uri: "goodword://business" });
    const first = await streamOf(endpoint, client.headers);
    const second = await streamOf(endpoint, client.headers);
    expect(await first.events.next()).toBeNull();
    endpoint.publish(changed);
    expect((await second.events.next())?.method).toBe(UPDATED);
    expect(endpoint.mcp.metrics().openStreams).toBe(1);
    await second.events.cancel();
    expect(endpoint.mcp.metrics().openStreams).toBe(0);
  });

  test("ends with its session, after an hour, and when the endpoint is disposed of, leaving no alarm behind", async () => {
    const endpoint = endpointOf(publication);
    const ended = await sessionOn(endpoint);
    const old = await sessionOn(endpoint);
    const last = await sessionOn(endpoint);
    const streams = await Promise.all([ended, old, last].map(({ headers }) => streamOf(endpoint, headers)));
    await endpoint.send("DELETE", ended.headers);
    expect(await streams[0]!.events.next()).toBeNull();
    await endpoint.mcp[Symbol.asyncDispose]();
    expect(await streams[2]!.events.next()).toBeNull();
    const aged = await streamOf(endpoint, old.headers);
    await endpoint.clock.advance(3600_000, settled);
    expect(await aged.events.next()).toBeNull();
    expect(endpoint.clock.nextAlarmAt()).toBeNull();
  });

  test("is cut off when its reader stops reading", async () => {
    const endpoint = endpointOf(publication, { limits: { streamMs: Number.MAX_SAFE_INTEGER } });
    const { headers } = await sessionOn(endpoint);
    await streamOf(endpoint, headers);
    await endpoint.clock.advance(15_000 * 300, settled);
    expect(endpoint.mcp.metrics().openStreams).toBe(0);
  });

  test("is one of so many by address; one more is 429, and opens when another was closed", async () => {
    const endpoint = endpointOf(publication, { limits: { maxStreamsPerAddress: 8 } });
    const open = async (address: string) => {
      const { headers } = await sessionOn(endpoint);
      return endpoint.mcp.handle(new Request(`${BASE_URL}/mcp`, { headers }), { ...CLIENT, clientAddress: address });
    };
    const eight = await Promise.all(Array.from({ length: 8 }, () => open("192.0.2.1")));
    expect(eight.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const ninth = await open("192.0.2.1");
    expect([ninth.status, ninth.headers.get("retry-after")]).toEqual([429, "30"]);
    expect((await open("192.0.2.2")).status).toBe(200);
    await eight[0]!.body?.cancel();
    expect((await open("192.0.2.1")).status).toBe(200);
  });

  test("is one of so many in all: the address that holds most gives one up, and where none does, one more is 503", async () => {
    const endpoint = endpointOf(publication, { limits: { maxStreams: 3 } });
    const open = async (address: string) => {
      const { headers } = await sessionOn(endpoint);
      return endpoint.mcp.handle(new Request(`${BASE_URL}/mcp`, { headers }), { ...CLIENT, clientAddress: address });
    };
    const [oldest] = [await open("192.0.2.1"), await open("192.0.2.1"), await open("192.0.2.1")];
    expect([(await open("192.0.2.2")).status, endpoint.mcp.metrics().openStreams]).toEqual([200, 3]);
    expect(await oldest.text()).toStartWith(": open");
    expect((await open("192.0.2.2")).status).toBe(503);
    expect((await open("192.0.2.3")).status).toBe(200);
    expect((await open("192.0.2.4")).status).toBe(503);
  });

  test("is not held against the other sessions of an address that hosts many agents", async () => {
    const endpoint = endpointOf(publication);
    for (let session = 0; session < 40; session++) {
      const { headers } = await sessionOn(endpoint);
      expect((await endpoint.send("GET", headers)).status).toBe(200);
    }
    expect(endpoint.mcp.metrics().openStreams).toBe(40);
  });

  test("needs a session and a client that takes events", async () => {
    const endpoint = endpointOf(publication);
    const { headers } = await sessionOn(endpoint);
    expect((await endpoint.send("GET", { accept: "text/event-stream" })).status).toBe(400);
    expect((await endpoint.send("GET", { ...headers, "mcp-session-id": "nobody" })).status).toBe(404);
    expect((await endpoint.send("GET", { ...headers, accept: "application/json" })).status).toBe(406);
  });
});

describe("resources/subscribe", () => {
  test("refuses an unknown resource with -32002 and malformed params with -32602", async () => {
    const { rpc } = await sessionOn(endpointOf(publication));
    expect((await rpc("resources/subscribe", { uri: "goodword://nothing" })).error?.code).toBe(-32002);
    expect((await rpc("resources/subscribe", {})).error?.code).toBe(-32602);
    expect((await rpc("resources/unsubscribe", { uri: 5 })).error?.code).toBe(-32602);
  });

  test("takes fifty resources for a session and no more", async () => {
    const { rpc, result } = await sessionOn(endpointOf(publication));
    for (const { id } of SIXTY.slice(0, 50)) await result("resources/subscribe", { uri: `goodword://review/${id}` });
    expect((await rpc("resources/subscribe", { uri: "goodword://business" })).error?.message).toContain("50");
  });

  test("forgets the oldest session that nobody listens on when there are too many", () => {
    const question = { publication, baseUrl: BASE_URL, limits: DEFAULT_LIMITS };
    const subscriptions = createResourceSubscriptions({ ...DEFAULT_LIMITS, maxSubscribedSessions: 2 });
    const told: string[] = [];
    subscriptions.subscribe("listening", "goodword://business", question);
    subscriptions.attach("listening", (uri) => void told.push(uri), question);
    for (const id of ["a", "b", "c"]) subscriptions.subscribe(id, "goodword://business", question);
    expect(subscriptions.count()).toBe(2);
    subscriptions.publicationChanged({ publication: changed, baseUrl: BASE_URL, limits: DEFAULT_LIMITS });
    expect(told).toEqual(["goodword://business"]);
  });

  test("is refused, and not forgotten at once, where somebody listens on every session there is room for", () => {
    const question = { publication, baseUrl: BASE_URL, limits: DEFAULT_LIMITS };
    const subscriptions = createResourceSubscriptions({ ...DEFAULT_LIMITS, maxSubscribedSessions: 2 });
    for (const id of ["a", "b"]) subscriptions.attach(id, () => {}, question);
    expect(() => subscriptions.subscribe("c", "goodword://business", question)).toThrow("Too many sessions");
    subscriptions.subscribe("a", "goodword://business", question);
    expect(subscriptions.count()).toBe(1);
  });
});

describe("Many subscribers", () => {
  const question = (of: Publication) => ({ publication: of, baseUrl: BASE_URL, limits: DEFAULT_LIMITS });
  const ids = Array.from({ length: 500 }, (_, at) => `r${at}`);
  const uris = ids.map((id) => `goodword://review/${id}`);
  const [first, reworded] = ["Good.", "Better."].map((text, at) =>
    publicationOf(
      PLUMBER,
      ids.map((id) => review({ id, text })),
      { revision: at + 1 },
    ),
  ) as [Publication, Publication];
  const stage = () => {
    const notified: string[] = [];
    const subscriptions = createResourceSubscriptions(DEFAULT_LIMITS);
    for (const uri of uris) subscriptions.listen([uri], (changed) => void notified.push(changed), question(first));
    return { notified, subscriptions };
  };

  test("are all notified of a change, a few before everything else that waits", async () => {
    const { notified, subscriptions } = stage();
    const notifying = subscriptions.publicationChanged(question(reworded));
    expect(notified).toHaveLength(50);
    await notifying;
    expect(notified.toSorted()).toEqual(uris.toSorted());
  });

  test("are notified of the latest publication only, where another came before all were", async () => {
    const { notified, subscriptions } = stage();
    await Promise.all([reworded, first].map((of) => subscriptions.publicationChanged(question(of))));
    expect(notified).toHaveLength(100);
  });
});

describe("subscriptions/listen", () => {
  const listen = (endpoint: ReturnType<typeof endpointOf>, uris: unknown) =>
    modern(endpoint, "subscriptions/listen", {
      notifications: { resourceSubscriptions: uris, toolsListChanged: true },
    });
  const META = { "io.modelcontextprotocol/subscriptionId": 1 };

  test("acknowledges what it will tell of, tells of it once, and takes leave when the server stops", async () => {
    const endpoint = endpointOf(publication);
    const events = eventsOf(await listen(endpoint, ["goodword://business", "goodword://nothing"]));
    expect(await events.next()).toEqual({
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { notifications: { resourceSubscriptions: ["goodword://business"] }, _meta: META },
    });
    endpoint.publish(changed);
    expect(await events.next()).toEqual({
      jsonrpc: "2.0",
      method: UPDATED,
      params: { uri: "goodword://business", _meta: META },
    });
    await endpoint.mcp[Symbol.asyncDispose]();
    expect(await events.next()).toMatchObject({ id: 1, result: { resultType: "complete", _meta: META } });
    expect(await events.next()).toBeNull();
  });

  test("ends at once when there is nothing to tell of", async () => {
    const endpoint = endpointOf(publication);
    const events = eventsOf(await listen(endpoint, ["goodword://nothing"]));
    expect(await events.next()).toMatchObject({ params: { notifications: {} } });
    expect(await events.next()).toMatchObject({ id: 1, result: { resultType: "complete" } });
    expect(await events.next()).toBeNull();
  });

  test("is cancelled by closing the stream", async () => {
    const endpoint = endpointOf(publication);
    const events = eventsOf(await listen(endpoint, ["goodword://business"]));
    await events.next();
    expect(endpoint.mcp.metrics()).toMatchObject({ openStreams: 1, subscriptions: 1 });
    await events.cancel();
    expect(endpoint.mcp.metrics()).toMatchObject({ openStreams: 0, subscriptions: 0 });
  });

  test("counts as a stream of its address, where there are no sessions", async () => {
    const endpoint = endpointOf(publication, { limits: { maxStreamsPerClient: 1 } });
    await listen(endpoint, ["goodword://business"]);
    const second = await listen(endpoint, ["goodword://business"]);
    expect(second.status).toBe(429);
    expect(((await second.json()) as { id: number }).id).toBe(1);
  });

  test.each([
    ["a text", "x"],
    ["numbers", [5]],
    ["more than fifty", Array(51).fill("x")],
  ])("refuses %s as resourceSubscriptions", async (_, uris) => {
    const response = await listen(endpointOf(publication), uris);
    expect(((await response.json()) as { error: object }).error).toMatchObject({ code: -32602 });
  });
});
