import { describe, expect, test } from "bun:test";
import { Outgoing, PIECE_BYTES } from "../../src/http/outgoing.ts";
import { createResourceSubscriptions, readResource } from "../../src/mcp/resources.ts";
import { DEFAULT_LIMITS } from "../../src/mcp/tool.ts";
import type { Publication } from "../../src/publication/mod.ts";
import { CLIENT } from "../support/client.ts";
import { BASE_URL, endpointOf, eventsOf, modern, PLUMBER, review, SIXTY, sessionOn } from "../support/mcp_endpoint.ts";
import { publicationOf } from "../support/publication_of.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const publication = publicationOf(PLUMBER, SIXTY, { insights: { topics: ["<b>"] } as never });
const changed = publicationOf(PLUMBER, [...SIXTY, review({ id: "new", date: "2026-12-31" })], { revision: 2 });
/** Its reviews are sent in several pieces. */
const LARGE = publicationOf(
  PLUMBER,
  Array.from({ length: 300 }, (_, at) => review({ id: `r_${at}` })),
);
const settle = async () => {};
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
    const large = endpointOf(LARGE);
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
    const large = endpointOf(LARGE);
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
    const large = endpointOf(LARGE, { clock, outgoing });
    const { post } = await sessionOn(large);
    const other = { parts: [new Uint8Array(2 * PIECE_BYTES)] };
    expect(outgoing.send(other, { client: CLIENT.clientAddress, cut: () => {} }).kind).toBe("sending");
    expect((await post("resources/read", { uri: "goodword://reviews" })).status).toBe(429);
    expect(large.mcp.metrics().droppedAnswers).toBe(0);
    await clock.advance(2000, settle);
    expect((await post("resources/read", { uri: "goodword://reviews" })).status).toBe(429);
    await clock.advance(5000, settle);
    expect((await post("resources/read", { uri: "goodword://reviews" })).status).toBe(200);
    await clock.advance(2000, settle);
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
    const subscriptions = createResourceSubscriptions();
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

  test("acknowledges the known resources, notifies of each change once, and completes when the server stops", async () => {
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

  test("ends at once when no requested resource exists", async () => {
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

  test("reports a single review that was edited or taken down", async () => {
    const endpoint = endpointOf(publication);
    const events = eventsOf(await listen(endpoint, ["goodword://review/r_01"]));
    await events.next();
    const [, edited] = SIXTY;
    endpoint.publish(publicationOf(PLUMBER, [{ ...edited!, text: "Edited." }]));
    endpoint.publish(publicationOf(PLUMBER, []));
    expect([(await events.next())?.method, (await events.next())?.method]).toEqual([UPDATED, UPDATED]);
  });

  test("sends its first bytes at once, a sign of life every fifteen seconds, and ends after an hour", async () => {
    const endpoint = endpointOf(publication);
    const events = eventsOf(await listen(endpoint, ["goodword://business"]));
    expect(await events.raw()).toStartWith(": open\nretry: 3000\n\n");
    await events.raw();
    await endpoint.clock.advance(15_000, settle);
    expect(await events.raw()).toContain(": keep-alive");
    await endpoint.clock.advance(3600_000, settle);
    expect(endpoint.mcp.metrics().openStreams).toBe(0);
    expect(endpoint.clock.nextAlarmAt()).toBeNull();
  });

  test("is cut off when its reader stops reading", async () => {
    const endpoint = endpointOf(publication, { limits: { streamMs: Number.MAX_SAFE_INTEGER } });
    await listen(endpoint, ["goodword://business"]);
    await endpoint.clock.advance(15_000 * 300, settle);
    expect(endpoint.mcp.metrics().openStreams).toBe(0);
  });

  test("is one of eight of its address; one more is 429, and opens when another was closed", async () => {
    const endpoint = endpointOf(publication);
    const open = () => listen(endpoint, ["goodword://business"]);
    const eight = await Promise.all(Array.from({ length: 8 }, open));
    expect(eight.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const ninth = await open();
    expect([ninth.status, ninth.headers.get("retry-after")]).toEqual([429, "30"]);
    expect(((await ninth.json()) as { id: number }).id).toBe(1);
    await eight[0]!.body?.cancel();
    expect((await open()).status).toBe(200);
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
