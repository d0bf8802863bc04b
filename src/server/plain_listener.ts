/** Answers HTTP for a command that serves something small by itself, until a signal ends it. */

import { GoodwordError } from "../errors.ts";
import type { Listener } from "../platform.ts";
import { hostAddress, resolveName } from "./listen.ts";

const IDLE_SECONDS = 10;

/** Resolves when SIGINT or SIGTERM has ended it. @throws {GoodwordError} `port_taken`, or `usage` for a host that is none */
export async function listenUntilSignal({ host, port, maxBodyBytes, answer, onListening }: Listener): Promise<void> {
  const hostname = await hostAddress(host, resolveName);
  const ended = Promise.withResolvers<void>();
  const server = serve();
  const end = () => ended.resolve();
  process.once("SIGINT", end).once("SIGTERM", end);
  onListening(server.port ?? port);
  await ended.promise;
  await server.stop();

  function serve(): Bun.Server<undefined> {
    try {
      return Bun.serve({
        ...{ hostname, port, development: false, idleTimeout: IDLE_SECONDS, maxRequestBodySize: maxBodyBytes },
        fetch: answer,
        error: () => new Response("internal error\n", { status: 500 }),
      });
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code === "EADDRINUSE" ? "port_taken" : "usage";
      throw new GoodwordError(code, `Cannot listen on port ${port} of ${host}: ${(error as Error).message}`);
    }
  }
}
