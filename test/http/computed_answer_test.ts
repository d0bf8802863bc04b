import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { ComputedAnswers } from "../../src/http/computed_answer.ts";
import { Outgoing, PIECE_BYTES } from "../../src/http/outgoing.ts";
import { NOBODY } from "../support/app_of.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const answers = new ComputedAnswers({
  revision: "r",
  contentType: "application/json",
  digest: "0123456789abcdef0123456789abcdef",
  lastModified: null,
  links: [],
  cacheControl: "max-age=60",
});
const large = new TextEncoder().encode("a".repeat(100_000));

test.each([
  ["zstd;q=0.1, gzip;q=0.9", "gzip"],
  ["br, zstd, gzip", "zstd"],
  ["br, gzip;q=0.5", "gzip"],
  ["identity, gzip;q=0.5", null],
  ["br", null],
])(
  "RFC 9110 12.5.3: a computed answer to Accept-Encoding %s comes in the coding liked best, %s",
  async (accept, coding) => {
    const request = new Request("http://goodword.test/", { headers: { "Accept-Encoding": accept } });
    const { headers } = await answers.respond(request, large);
    expect(headers.get("content-encoding")).toBe(coding);
  },
);

test("a large answer is compressed piece by piece as it is read, and holds no more than its own bytes", async () => {
  const outgoing = new Outgoing(createVirtualClock(), { maxUnsentBytes: 64 << 20, maxUnsentBytesPerClient: 64 << 20 });
  const shared = Array.from({ length: 9 }, (_, at) => new Uint8Array(PIECE_BYTES + at).fill(97 + at));
  const request = new Request("http://goodword.test/", { headers: { "Accept-Encoding": "br, zstd, gzip" } });
  const response = await answers.send(request, shared, { outgoing, client: NOBODY });
  expect([response.headers.get("content-encoding"), outgoing.heldBytes]).toEqual(["gzip", PIECE_BYTES]);
  expect(gunzipSync(await response.arrayBuffer())).toEqual(Buffer.concat(shared));
  expect(outgoing.heldBytes).toBe(0);
});

test("what a client leaves unread counts against it, whichever answer it was computed for", async () => {
  const outgoing = new Outgoing(createVirtualClock(), { maxUnsentBytes: 1 << 20, maxUnsentBytesPerClient: 300_000 });
  const recipient = { outgoing, client: NOBODY };
  const ask = async () => answers.respond(new Request("http://goodword.test/"), large, { recipient });
  const statuses = [(await ask()).status, (await ask()).status, (await ask()).status];
  expect(statuses).toEqual([200, 200, 429]);
});
