import { fileURLToPath } from "node:url";
import { AUTHORITY_PATH, serverTls } from "./test_certificates.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

export interface ServerProcess {
  readonly url: string;
  readonly kill: (signal: NodeJS.Signals) => Promise<void>;
}

/** `goodword serve` as a process of its own, ready to answer; it may push to callbacks on this machine. */
export async function startServer(database: string, port = 0): Promise<ServerProcess> {
  const child = Bun.spawn([process.execPath, MAIN, "serve"], {
    env: {
      PATH: process.env.PATH ?? "",
      DATABASE_URL: `file:${database}`,
      HOST: "127.0.0.1",
      PORT: String(port),
      BASE_URL: "http://reviews.goodword.test",
      HUB_ALLOW_PRIVATE_CALLBACKS: "true",
      HUB_RETRY_DELAYS_SECONDS: "1,1",
      NODE_EXTRA_CA_CERTS: AUTHORITY_PATH,
      LOG_FORMAT: "json",
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const url = await listeningUrl(child);
  return {
    url,
    kill: async (signal) => {
      child.kill(signal);
      await child.exited;
    },
  };
}

/** Reads the log until the server says where it listens, then lets it flow by. */
async function listeningUrl(child: Bun.Subprocess<"ignore", "pipe", "pipe">): Promise<string> {
  const found = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) void follow(stream, found.resolve);
  void child.exited.then((code) => found.reject(new Error(`The server ended with code ${code} before it listened`)));
  return found.promise;
}

async function follow(stream: ReadableStream<Uint8Array>, onUrl: (url: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const url = /"message":"Listening"[^\n]*"url":"([^"]+)"/.exec(text)?.[1];
    if (url) onUrl(url);
  }
}

export interface PushedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
  readonly parameters: URLSearchParams;
}

export interface TlsSubscriber extends Disposable {
  /** Its callback on localhost, with a query of its own. */
  readonly callback: string;
  readonly deliveries: PushedRequest[];
  /** Answers everything; may be replaced at any time. */
  answer: (request: PushedRequest) => Response | Promise<Response>;
  /** Resolves with the first request, past or coming, that fits. */
  seen(fits: (request: PushedRequest) => boolean): Promise<PushedRequest>;
}

/** Confirms whatever it is asked and acknowledges every delivery. */
export const agreeing = ({ method, parameters }: PushedRequest): Response =>
  method === "GET" ? new Response(parameters.get("hub.challenge")) : new Response(null, { status: 204 });

/** A subscriber as they live in the wild: an HTTPS server, with a certificate of the tests' own authority. */
export function startTlsSubscriber(): TlsSubscriber {
  const requests: PushedRequest[] = [];
  const waiting = new Set<(request: PushedRequest) => void>();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: serverTls(),
    async fetch(request) {
      const url = new URL(request.url);
      const seen = {
        method: request.method,
        path: url.pathname + url.search,
        headers: request.headers,
        body: await request.text(),
        parameters: url.searchParams,
      };
      requests.push(seen);
      for (const notify of waiting) notify(seen);
      return subscriber.answer(seen);
    },
  });
  const subscriber: TlsSubscriber = {
    callback: `https://localhost:${server.port}/push?key=%c3%a9`,
    get deliveries() {
      return requests.filter(({ method }) => method === "POST");
    },
    answer: agreeing,
    seen(fits) {
      const past = requests.find(fits);
      if (past) return Promise.resolve(past);
      return new Promise((resolve) => {
        const notify = (request: PushedRequest) => {
          if (!fits(request)) return;
          waiting.delete(notify);
          resolve(request);
        };
        waiting.add(notify);
      });
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
  return subscriber;
}
