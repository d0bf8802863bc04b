/** Streams of changes without a server: contents, receivers, end. */
import { describe, expect, test } from "bun:test";
import { createChangeStreams } from "../../src/api/mod.ts";
import { type Publication, readChangeCursor } from "../../src/publication/mod.ts";
import { CLIENT } from "../support/client.ts";
import { businessOf, reviewOf } from "../support/page_stage.ts";
import { publicationOf } from "../support/publication_of.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const UTF8 = new TextDecoder();
const REQUEST = new Request("http://goodword.test/api/changes");
const settle = async () => {};

/** Revisions 1, 2, ... of a business, each with one review more. */
function publicationAt(revision: number): Publication {
  const reviews = Array.from({ length: revision }, (_, at) => reviewOf({ id: `r${at}`, date: `2026-01-1${at}` }));
  return publicationOf(businessOf(), reviews, { revision, changedIn: ({ id }) => Number(id.slice(1)) + 1 });
}

function stage(limits: Parameters<typeof createChangeStreams>[0]["limits"] = {}, isOnlyServer = false) {
  let publication = publicationAt(1);
  let cuts = 0;
  const clock = createVirtualClock();
  const streams = createChangeStreams({
    publication: () => publication,
    clock,
    isOnlyServer: () => isOnlyServer,
    limits,
  });
  const open = (after: string | null = null, clientAddress = CLIENT.clientAddress) => {
    const client = { ...CLIENT, clientAddress, cut: () => void cuts++ };
    const response = streams.open(REQUEST, client, after === null ? null : readChangeCursor(after));
    const reader = response.body?.getReader();
    const next = async () => {
      const { done, value } = (await reader?.read()) ?? { done: true };
      return done ? null : UTF8.decode(value);
    };
    return { response, next, cancel: () => reader?.cancel() };
  };
  return {
    streams,
    clock,
    open,
    cuts: () => cuts,
    publish(revision: number) {
      publication = publicationAt(revision);
      streams.publicationChanged();
    },
  };
}

function eventOf(text: string | null): { id: string; ids: string[]; more: boolean } {
  const [, id = "", data = ""] = /^event: changes\nid: (.*)\ndata: (.*)\n\n$/.exec(text ?? "") ?? [];
  const page = JSON.parse(data) as { cursor: string; more: boolean; changes: { id: string }[] };
  expect(page.cursor).toBe(id);
  return { id, ids: page.changes.map((change) => change.id), more: page.more };
}

describe("a stream of changes", () => {
  test("opens with the current reviews, then sends each change when it is published", async () => {
    const { open, publish } = stage();
    const { response, next } = open();
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(await next()).toBe(": open\nretry: 3000\n\n");
    expect(eventOf(await next()).ids).toEqual(["r0"]);
    const second = next();
    publish(2);
    expect(eventOf(await second).ids).toEqual(["r1"]);
  });

  test("goes on after the last event that was received", async () => {
    const { open, publish } = stage();
    const first = open();
    await first.next();
    const { id } = eventOf(await first.next());
    publish(3);
    const again = open(id);
    await again.next();
    expect(eventOf(await again.next()).ids).toEqual(["r1", "r2"]);
  });

  test("queues nothing for a slow reader, and sends the latest state when it reads again", async () => {
    const { open, publish } = stage();
    const { next } = open();
    await next();
    for (let revision = 2; revision <= 9; revision++) publish(revision);
    expect(eventOf(await next()).ids).toEqual(["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8"]);
  });

  test("is cut in events of bounded size", async () => {
    const { open, publish } = stage({ maxEventBytes: 1 });
    publish(3);
    const { next } = open();
    await next();
    const told = [eventOf(await next()), eventOf(await next()), eventOf(await next())];
    expect(told.map(({ ids, more }) => [ids, more])).toEqual([
      [["r0"], true],
      [["r1"], true],
      [["r2"], false],
    ]);
  });

  test("sends a sign of life every 15 seconds while nothing changes", async () => {
    const { open, clock } = stage();
    const { next } = open();
    await next();
    await next();
    const waiting = next();
    await clock.advance(15_000, settle);
    expect(await waiting).toBe(": keep-alive\n\n");
  });

  test("is cut when nothing was taken from it for a minute", async () => {
    const { open, clock, cuts, streams } = stage();
    const { next } = open();
    await next();
    await clock.advance(80_000, settle);
    expect([cuts(), streams.count()]).toEqual([1, 0]);
  });

  test("ends with the connection, with the server, and when the data are replaced", async () => {
    const { open, streams, publish } = stage();
    const left = open();
    await left.next();
    await left.cancel();
    expect(streams.count()).toBe(0);
    publish(2);
    const staying = open();
    await staying.next();
    await staying.next();
    const last = staying.next();
    publish(1);
    streams[Symbol.dispose]();
    expect(await last).toBeNull();
    expect([streams.count(), open().response.status]).toEqual([0, 503]);
  });

  test("ends where the only server went back to an earlier revision, as by a backup", async () => {
    const { open, publish, streams } = stage({}, true);
    const { next } = open();
    await next();
    await next();
    publish(2);
    await next();
    publish(1);
    expect([await next(), streams.count()]).toEqual([null, 0]);
  });

  test("is refused beyond the limit of an address, an IPv6 network counting as one", async () => {
    const { open } = stage({ maxStreamsPerAddress: 1 });
    open(null, "2001:db8:0:1::1");
    const { response } = open(null, "2001:db8:0:1::2");
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "30"]);
    expect(open(null, "2001:db8:0:2::1").response.status).toBe(200);
  });

  test("of the client that holds most, the oldest, ends for a client that holds fewer, read or not", async () => {
    const { open, streams, cuts } = stage({ maxStreams: 4 });
    const [oldest] = [1, 2, 3].map(() => open(null, "192.0.2.66"));
    const other = open(null, "192.0.2.1");
    await other.next();
    const newcomer = open(null, "192.0.2.2");
    expect([newcomer.response.status, streams.count(), cuts()]).toEqual([200, 4, 1]);
    expect(await oldest?.next().catch((error: Error) => error.message)).toStartWith("Dropped");
    expect(eventOf(await other.next()).ids).toEqual(["r0"]);
    expect(open(null, "192.0.2.66").response.status).toBe(503);
  });

  test("is refused where nobody holds more, with the time to try again", async () => {
    const { open } = stage({ maxStreams: 1 });
    open();
    const { response } = open();
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "30"]);
  });
});
