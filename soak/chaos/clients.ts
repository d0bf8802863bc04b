/** Clients that send more than anybody should, and a stop while some are connected. */
import { connect } from "node:net";
import type { Service } from "../../test/support/goodword_process.ts";
import { promisedMs } from "../../test/support/test_limit.ts";
import { pause } from "../../test/support/wait.ts";
import { ensure, type Stage } from "./stage.ts";
import { subscribe, untilNothingOwed, Witness, watchedSubscriber } from "./witness.ts";

/** Requests larger than anything sensible, and some that are no HTTP at all. */
export async function oversize(stage: Stage): Promise<void> {
  await stage.import();
  const service = await stage.serve();
  for (const [name, request] of Object.entries(OVERSIZE)) {
    stage.faults++;
    const status = await answerTo(service, request());
    // Bun's parser answers 505 to a request line with too many words.
    ensure(status === null || status === 505 || (status >= 400 && status < 500), `${name} is answered ${status}`);
  }
  await new Witness().untilVisible(stage, service.url);
  const { status } = await fetch(`${service.url}/healthz`);
  ensure(status === 200, `the server is unwell after it all: ${status}`);
}

const HEAD = "HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
const post = (path: string, type: string, body: string) =>
  `POST ${path} ${HEAD}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const FORM = "application/x-www-form-urlencoded";

const OVERSIZE: Readonly<Record<string, () => string>> = {
  "a 20 MB body to /mcp": () => post("/mcp", "application/json", "1".repeat(20 << 20)),
  "a 20 MB form": () => post("/api/websub/hub", FORM, `hub.mode=${"x".repeat(20 << 20)}`),
  "a 1 MB secret": () => post("/api/websub/hub", FORM, `hub.secret=${"x".repeat(1 << 20)}`),
  "a chunked body without end": () =>
    `POST /mcp ${HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${`10000\r\n${"1".repeat(65_536)}\r\n`.repeat(90)}`,
  "JSON 150,000 deep": () => post("/mcp", "application/json", "[".repeat(150_000)),
  "a batch of 10,000": () =>
    post("/mcp", "application/json", `[${Array(10_000).fill('{"jsonrpc":"2.0","id":1,"method":"ping"}').join()}]`),
  "a path of 100 kB": () => `GET /${"a".repeat(100_000)} ${HEAD}\r\n`,
  "a query of 15 kB": () => `GET /api/reviews/search?query=${"a".repeat(15_000)} ${HEAD}\r\n`,
  "a header of 1 MB": () => `GET / ${HEAD}X-Long: ${"a".repeat(1 << 20)}\r\n\r\n`,
  "5,000 headers": () => `GET / ${HEAD}${"X-Many: 1\r\n".repeat(5000)}\r\n`,
  "two lengths": () => `POST /mcp ${HEAD}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`,
  "length and chunks": () => `POST /mcp ${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  "a space in the path": () => `GET /reviews .json ${HEAD}\r\n`,
  "no HTTP": () => "\u0016\u0003\u0001\u0000\u00a5 hello\r\n\r\n",
};

const ANSWERED_WITHIN_MS = promisedMs(15_000);

/** The status of the answer; null when the connection was cut without one. @throws when there is neither in time */
function answerTo({ port }: Service, request: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request, "latin1"));
    let answer = "";
    void pause(ANSWERED_WITHIN_MS).then(() => reject(new Error(`no answer and no cut to ${request.slice(0, 60)}`)));
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1").slice(0, 100);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? Number.NaN) || null));
  });
}

/**
 * Asked to stop with an event stream open and a delivery that hangs, the server ends by itself, in time and with 0. The
 * next one makes the delivery again.
 */
export async function stopped(stage: Stage): Promise<void> {
  const witness = new Witness();
  using subscriber = watchedSubscriber(witness);
  await stage.import();
  const service = await stage.serve();
  await subscribe(service, subscriber.callback);
  const stream = await openEventStream(service);
  subscriber.hangs = true;
  await stage.import();
  await subscriber.until(stage.acknowledged);
  const cutOff = subscriber.count();
  await stop(stage, service);
  await stream.body?.cancel().catch(() => {});
  subscriber.hangs = false;
  const next = await stage.serve();
  await subscriber.untilCount(cutOff + 1);
  await subscriber.until(stage.acknowledged);
  await untilNothingOwed(next);
  const all = subscriber.count();
  await stop(stage, next);
  await stage.serve();
  await pause(500);
  ensure(subscriber.count() === all, "a delivery that was acknowledged is made again after a stop");
}

const STOPPED_WITHIN_MS = promisedMs(2000);

async function stop(stage: Stage, service: Service): Promise<void> {
  const started = performance.now();
  service.signal("SIGTERM");
  stage.faults++;
  const { code, err } = await service.ended;
  const tookMs = Math.round(performance.now() - started);
  ensure(code === 0, `a server that is asked to stop ended with ${code}: ${err.slice(-500)}`);
  ensure(tookMs < STOPPED_WITHIN_MS, `stopping took ${tookMs} ms`);
}

async function openEventStream({ url }: Service): Promise<Response> {
  const version = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { _meta, notifications: { resourceSubscriptions: ["goodword://business"] } };
  const method = "subscriptions/listen";
  const opened = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "MCP-Protocol-Version": version, "Mcp-Method": method },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  ensure(opened.status === 200, `an event stream is answered ${opened.status}`);
  return opened;
}
