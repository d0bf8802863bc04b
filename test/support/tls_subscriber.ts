/** A subscriber as they live in the wild: an HTTPS server of its own, with a certificate of the tests' own authority. */
import { serverTls } from "./test_certificates.ts";

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
    idleTimeout: 0,
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
