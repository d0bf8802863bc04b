/**
 * Subscribers for the hub's bench, in a process of their own: one TLS server that answers for every loopback address.
 * Prints its port. `/hang` never answers.
 */
import { serverTls } from "../test/support/test_certificates.ts";

const server = Bun.serve({
  hostname: "0.0.0.0",
  port: 0,
  tls: serverTls(),
  idleTimeout: 60,
  async fetch(request) {
    await request.arrayBuffer();
    const isHanging = new URL(request.url).pathname === "/hang";
    return isHanging ? new Promise<Response>(() => {}) : new Response(null, { status: 204 });
  },
});
console.log(server.port);
