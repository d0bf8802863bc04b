/** The console of a test behind a real port, for a browser. */
import { openTestConsole, type TestConsole, type TestConsoleOptions } from "./console.ts";

export interface ConsoleStage extends TestConsole {
  readonly url: string;
}

export function serveConsole(options: TestConsoleOptions = {}): ConsoleStage {
  // The address is known once there is a port, and the console is made with its address.
  let handle: TestConsole["handle"] = async () => new Response(null, { status: 503 });
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", development: false, fetch: (request) => handle(request) });
  const url = `http://localhost:${server.port}`;
  const console = openTestConsole({ ...options, services: { ...options.services, consoleUrl: url } });
  handle = console.handle;
  return {
    ...console,
    url,
    async [Symbol.asyncDispose]() {
      await server.stop(true);
      await console[Symbol.asyncDispose]();
    },
  };
}
