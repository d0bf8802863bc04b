/**
 * The owner's listener of a server of many businesses. A proxy that gets certificates on demand asks it whether a name is that
 * of a business: Caddy's `on_demand_tls`, with `ask http://localhost:3080/ask`.
 */
import { type Config, consoleUrlAt } from "../../config.ts";
import { plainProblem } from "../../http/problem.ts";
import { pathnameOf, queryStringOf } from "../../http/request.ts";
import type { Log } from "../../platform.ts";
import { listenOrRefuse } from "../console_listener.ts";
import { listenUrl, stopListening } from "../listen.ts";

const ASK = "/ask";

interface AskOptions {
  readonly host: string;
  readonly config: Config;
  readonly log: Log;
  /** Whether a business is at a host of this name. From memory: anybody's handshake asks. */
  readonly isServed: (name: string) => boolean;
}

/** Listens. @throws {GoodwordError} `port_taken` */
export function openAskListener({ host, config, log, isServed }: AskOptions): AsyncDisposable {
  const server = listenOrRefuse(host, config.console.port ?? 0, (request) =>
    pathnameOf(request.url) === ASK
      ? answerTo(request, isServed)
      : plainProblem("not_found", "there is nothing at this path"),
  );
  const port = server.port ?? 0;
  log.info("Owner's listener", { url: listenUrl({ host, port }), console_url: consoleUrlAt(config, port) });
  return { [Symbol.asyncDispose]: () => stopListening(server) };
}

function answerTo({ method, url }: Request, isServed: (name: string) => boolean): Response {
  if (method !== "GET" && method !== "HEAD")
    return plainProblem("method_not_allowed", "expected GET", { Allow: "GET" });
  const name = domainOf(queryStringOf(url));
  return new Response(null, { status: name !== null && isServed(name) ? 200 : 404 });
}

/** Most are the one parameter and nothing that has to be decoded. */
function domainOf(query: string): string | null {
  return /^domain=[\w.-]+$/.test(query) ? query.slice("domain=".length) : new URLSearchParams(query).get("domain");
}
