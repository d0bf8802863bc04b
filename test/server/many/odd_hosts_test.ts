/** Unusual forms of hosts and paths: each leads to its own business or to an error, never to another business. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { Firms } from "../../support/firms.ts";

const firms = new Firms();

const ADDRESSES = {
  ace: "https://ace.test/",
  bee: "https://bee.test/",
  port: "http://bee.test:8080/",
  north: "https://chain.test/north",
  "north-west": "https://chain.test/north/west",
  cafe: "https://café.test/",
  six: "http://[2001:db8::1]/",
  upper: "https://chain.test/Upper%20Case",
};

beforeAll(async () => {
  for (const [id, baseUrl] of Object.entries(ADDRESSES)) await firms.addReviewed(id, `${baseUrl.replace(/\/$/, "")}/`);
  await firms.serve();
});

afterAll(() => firms[Symbol.asyncDispose]());

/** Sends these lines as they are. Status, and whose reviews are in the answer. */
async function send(...lines: readonly string[]): Promise<{ status: number; of: string[] }> {
  const { port } = new URL(firms.server.url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let answer = "";
  const socket = connect(Number(port), "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
  socket.on("data", (bytes) => {
    answer += bytes.toString("latin1");
  });
  socket.on("close", () => resolve(answer)).on("error", reject);
  const text = await promise;
  const status = Number(/^HTTP\/1\.\d (\d+)/.exec(text)?.[1] ?? 0);
  return { status, of: [...new Set([...text.matchAll(/reviews\/of-([\w-]+)/g)].map(([, id = ""]) => id))] };
}

const get = (target: string, ...hosts: readonly string[]) =>
  send(`GET ${target} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), "Connection: close");

describe("is answered by the business that is meant", () => {
  test.each([
    ["upper case", "/reviews.json", "ACE.TEST", "ace"],
    ["the port of https", "/reviews.json", "ace.test:443", "ace"],
    ["another port than that of its neighbour", "/reviews.json", "bee.test:8080", "port"],
    ["the neighbour", "/reviews.json", "bee.test", "bee"],
    ["a base path", "/north/reviews.json", "chain.test", "north"],
    ["the longer of two base paths", "/north/west/reviews.json", "chain.test", "north-west"],
    ["a base path with a blank", "/Upper%20Case/reviews.json", "chain.test", "upper"],
    ["a name beyond ASCII", "/reviews.json", "xn--caf-dma.test", "cafe"],
    ["an IPv6 address", "/reviews.json", "[2001:db8::1]", "six"],
    ["an IPv6 address in full", "/reviews.json", "[2001:0DB8:0:0:0:0:0:1]", "six"],
    ["a target in absolute form", "http://ace.test/reviews.json", "ace.test", "ace"],
  ])("%s: %s at %s", async (_, target, host, id) => {
    expect(await get(target, host)).toEqual({ status: 200, of: [id] });
  });
});

describe("leads to no business", () => {
  test.each([
    ["another port", "/reviews.json", "ace.test:8081"],
    ["user and password", "/reviews.json", "ace.test@bee.test"],
    ["user and password before", "/reviews.json", "bee.test:x@ace.test"],
    ["a host with a path", "/reviews.json", "ace.test/bee.test"],
    ["a host with a blank", "/reviews.json", "ace.test bee.test"],
    ["two hosts in one", "/reviews.json", "ace.test, bee.test"],
    ["a subdomain", "/reviews.json", "www.ace.test"],
    ["an empty host", "/reviews.json", ""],
    ["no business at this path", "/reviews.json", "chain.test"],
    ["a path that begins alike", "/northern/reviews.json", "chain.test"],
    ["an encoded slash", "/north%2Freviews.json", "chain.test"],
    ["an encoded letter", "/%6eorth/reviews.json", "chain.test"],
    ["upper case", "/NORTH/reviews.json", "chain.test"],
    ["two slashes before", "//north/reviews.json", "chain.test"],
    ["a host in the path", "//ace.test/reviews.json", "chain.test"],
  ])("%s: %s at %s", async (_, target, host) => {
    const { status, of } = await get(target, host);
    expect({ isRefused: status === 421 || status === 400, of }).toEqual({ isRefused: true, of: [] });
  });
});

describe("is never another's", () => {
  test.each([
    ["a trailing dot", ["/reviews.json", "ace.test."], "ace"],
    ["a way up from nobody's", ["/east/../reviews.json", "chain.test"], "nobody"],
    ["a way up within", ["/north/west/../reviews.json", "chain.test"], "north"],
    ["an encoded way up", ["/north/west/%2e%2e/reviews.json", "chain.test"], "north"],
    ["an encoded slash in the way", ["/north/west%2F..%2Freviews.json", "chain.test"], "north"],
    ["two slashes after the base path", ["/north//reviews.json", "chain.test"], "north"],
    ["two slashes within it", ["/north//west/reviews.json", "chain.test"], "north"],
    ["a backslash", ["/north\\west/reviews.json", "chain.test"], "north"],
    ["a fragment", ["/north/reviews.json#/west", "chain.test"], "north"],
    ["two hosts", ["/reviews.json", "ace.test", "bee.test"], "ace"],
    ["two hosts the other way", ["/reviews.json", "bee.test", "ace.test"], "bee"],
    // The runtime keeps nothing of the target but its path.
    ["absolute form of another", ["http://bee.test/reviews.json", "ace.test"], "ace"],
    ["absolute form with a user", ["http://bee.test@ace.test/reviews.json", "ace.test"], "ace"],
  ] as const)("%s: %p", async (_, [target, ...hosts], id) => {
    const { status, of } = await get(target, ...hosts);
    expect({ status, of: of.filter((each) => each !== id) }).toEqual({ status, of: [] });
    expect([200, 301, 308, 400, 404, 421]).toContain(status);
  });

  test("no host at all, by HTTP/1.1 and by HTTP/1.0", async () => {
    for (const version of ["1.1", "1.0"]) {
      const { status, of } = await send(`GET /reviews.json HTTP/${version}`, "Connection: close");
      expect({ isRefused: status === 421 || status === 400, of }).toEqual({ isRefused: true, of: [] });
    }
  });

  test("one connection that changes its host", async () => {
    const hosts = ["ace.test", "bee.test", "nobody.test", "ace.test"];
    const requests = hosts.map((host, at) =>
      [`GET /reviews.json HTTP/1.1`, `Host: ${host}`, ...(at === 3 ? ["Connection: close"] : [])].join("\r\n"),
    );
    expect((await send(requests.join("\r\n\r\n"))).of).toEqual(["ace", "bee"]);
  });
});
