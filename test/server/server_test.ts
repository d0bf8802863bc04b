import { describe, expect, test } from "bun:test";
import { GoodwordError } from "../../src/errors.ts";
import { listen } from "../../src/server/listen.ts";

const front = () => new Response();
const handle = async () => new Response();
const counted = (response: Response) => response;

function faultOf(host: string, port: number): { code: string; message: string } {
  try {
    listen({ host, port, trustProxy: [], front, handle, counted }).stop(true);
  } catch (error) {
    if (error instanceof GoodwordError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error(`${host} was listened on`);
}

describe("listen()", () => {
  test("names a port that another program has", () => {
    using taken = listen({ host: "127.0.0.1", port: 0, trustProxy: [], front, handle, counted });
    const message = `Port ${taken.port} on 127.0.0.1 is in use by another program; stop it or set PORT`;
    expect(faultOf("127.0.0.1", taken.port!)).toEqual({ code: "port_taken", message });
  });

  test("names a HOST that is no address of this machine", () => {
    const host = "192.0.2.1";
    const message = `HOST is "${host}", expected an address of this machine, such as 0.0.0.0 or 127.0.0.1`;
    expect(faultOf(host, 0)).toEqual({ code: "usage", message });
  });

  test("says of a client that has given up that it is gone", async () => {
    const asked = Promise.withResolvers<{ isGone?: boolean }>();
    const answered = Promise.withResolvers<Response>();
    await using server = listen({
      host: "127.0.0.1",
      port: 0,
      trustProxy: [],
      front: () => null,
      handle: (_, client) => {
        asked.resolve(client);
        return answered.promise;
      },
      counted,
    });
    const giveUp = new AbortController();
    const given = fetch(server.url, { signal: giveUp.signal }).catch(() => null);
    const client = await asked.promise;
    expect(client.isGone).toBe(false);
    giveUp.abort();
    await given;
    while (client.isGone === false) await new Promise((resolve) => setImmediate(resolve));
    expect(client.isGone).toBe(true);
    answered.resolve(new Response());
  });
});
