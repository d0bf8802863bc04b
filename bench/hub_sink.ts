/**
 * Subscribers for the hub's bench, in a process of their own: one TLS server that answers for every loopback address.
 * Prints its port. `/hang` never answers, others after the milliseconds that are the first argument.
 */
import { serverTls } from "../test/support/test_certificates.ts";

const delayMs = Number(process.argv[2] ?? 0);
const server = Bun.serve({
  hostname: "0.0.0.0",
  port: 0,
  tls: serverTls(),
  idleTimeout: 60,
  async fetch(request) {
    const { pathname } = new URL(request.url);
    await request.arrayBuffer();
    if (delayMs > 0) await Bun.sleep(delayMs);
    return pathname === "/hang" ? new Promise<Response>(() => {}) : new Response(null, { status: 204 });
  },
});
console.log(server.port);
