import { describe, expect, test } from "bun:test";
import { listen } from "../../src/bun/server.ts";
import { GoodwordError } from "../../src/errors.ts";

const front = () => new Response();
const handle = async () => new Response();

function faultOf(host: string, port: number): { code: string; message: string } {
  try {
    listen({ host, port, sharesPort: false, trustProxy: [], front, handle }).stop(true);
  } catch (error) {
    if (error instanceof GoodwordError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error(`${host} was listened on`);
}

describe("listen()", () => {
  test("names a port that another program has", () => {
    using taken = listen({ host: "127.0.0.1", port: 0, sharesPort: false, trustProxy: [], front, handle });
    const message = `Port ${taken.port} on 127.0.0.1 is in use by another program; stop it or set PORT`;
    expect(faultOf("127.0.0.1", taken.port!)).toEqual({ code: "port_taken", message });
  });

  test("names a HOST that is no address of this machine", () => {
    const host = "192.0.2.1";
    const message = `HOST is "${host}", expected an address of this machine, such as 0.0.0.0 or 127.0.0.1`;
    expect(faultOf(host, 0)).toEqual({ code: "usage", message });
  });
});
