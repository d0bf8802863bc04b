/** Large bodies that are sent from the file of their publication, by a real server to readers that stop reading. */
import { afterAll, expect, test } from "bun:test";
import { closeSync, mkdtempSync, openSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { documentFastPath } from "../../src/api/document_fast_path.ts";
import type { Coding } from "../../src/http/content_coding.ts";
import { makeDocument } from "../../src/http/representation.ts";
import { completeBusiness } from "../../src/import/mod.ts";
import { analystFor, openPublished, type Published, publishEdition } from "../../src/publication/publishing/mod.ts";
import { bodiesInFile } from "../../src/server/publisher/bodies_in_file.ts";
import { openPlace, type PlacedPublication, writeFile } from "../../src/server/publisher/publication_file.ts";
import { draftOf, importInto, NOON, storeInMemory } from "../support/drafts.ts";
import { createSeededRandom } from "../support/seeded_random.ts";
import { skipUnless } from "../support/tools.ts";
import { eventually } from "../support/wait.ts";

const SITE = { baseUrl: "https://reviews.example" };
const folder = mkdtempSync(join(tmpdir(), "goodword-bodies-"));
const path = join(folder, "goodword.sqlite.publication");
const isLinux = process.platform === "linux";
afterAll(() => rmSync(folder, { recursive: true }));

/** More than the buffers of both ends of a connection hold, and not compressible. */
const LARGE = 24 << 20;
const random = createSeededRandom(48);
const large = () => new Uint8Array(Uint32Array.from({ length: LARGE / 4 }, () => random.number() * 2 ** 32).buffer);

async function published() {
  await using store = storeInMemory();
  const businessAfter = () => completeBusiness({ name: "Ace", language: "en" }, null);
  await importInto(store, [draftOf({ id: "r1" })], { now: NOON, businessAfter });
  return (await store.editions.read((edition) => publishEdition(edition, { site: SITE, analystOf: analystFor }))).parts;
}
const parts = await published();

/** Writes a publication in which /large has these bytes. */
async function written(bytes: Uint8Array, at = path): Promise<PlacedPublication> {
  const head = { path: "/large", contentType: "application/json", lastModified: NOON };
  const half = bytes.length / 2;
  const bodies = new Map<Coding, Uint8Array[]>([
    ["identity", [bytes.subarray(0, half), bytes.subarray(half)]],
    ["gzip", [new Uint8Array(gzipSync(bytes, { level: 0 }))]],
  ]);
  const documents = [...parts.documents, makeDocument(head, bytes, bodies)];
  const name = { generation: "0123456789abcdef".repeat(2), revision: 7, publishedAt: NOON };
  const placed = await openPlace(writeFile(at, { ...parts, documents }, name));
  if (placed === null) throw new Error("It is not opened");
  return placed;
}

const open = (placed: PlacedPublication) => openPublished(placed.parts, SITE, bodiesInFile(placed));

function serve(current: () => Published) {
  const answer = documentFastPath((at) => current().documents.get(at));
  const fetch = (request: Request) => answer(request) ?? new Response(null, { status: 404 });
  return Bun.serve({ port: 0, hostname: "127.0.0.1", idleTimeout: 0, fetch });
}

/** Asks for the large document and stops reading after the first bytes of the answer. */
async function slowReader(port: number | undefined) {
  const { promise, resolve } = Promise.withResolvers<Socket>();
  const chunks: Buffer[] = [];
  const socket = connect(Number(port), "127.0.0.1", () =>
    socket.write("GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
  );
  const ended = new Promise<void>((end) => socket.once("close", () => end()));
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.once("data", () => resolve(socket.pause()));
  await promise;
  return {
    async readOn(): Promise<Uint8Array> {
      socket.resume();
      await ended;
      const all = Buffer.concat(chunks);
      return all.subarray(all.indexOf("\r\n\r\n") + 4);
    },
    leave: () => socket.destroy(),
  };
}

/** How many descriptors of this process are of a publication. */
function descriptorsOf(at: string): number {
  return readdirSync("/proc/self/fd").filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(at);
    } catch {
      return false;
    }
  }).length;
}

const digest = (bytes: Uint8Array) => Bun.SHA256.hash(bytes, "hex");

test("a reader that pauses gets its whole document although another publication takes its place", async () => {
  const first = large();
  const second = large();
  let current = open(await written(first));
  using server = serve(() => current);
  const reader = await slowReader(server.port);
  current = open(await written(second));
  const newer = await (await fetch(new URL("/large", server.url))).bytes();
  expect([digest(newer), digest(await reader.readOn())]).toEqual([digest(second), digest(first)]);
});

test("an answer from the file is the same as one from memory", async () => {
  const placed = await written(large());
  const inFile = open(placed);
  const inMemory = openPublished(placed.parts, SITE);
  using server = serve(() => inFile);
  using other = serve(() => inMemory);
  const etag = inFile.documents.get("/large")?.tags[0] ?? "";
  const asked: BunFetchRequestInit[] = [
    {},
    { method: "HEAD" },
    { headers: { "Accept-Encoding": "gzip" } },
    { headers: { "Accept-Encoding": "gzip", Range: "bytes=9-2000000" } },
    ...["bytes=0-0", "bytes=100-5000000", `bytes=${LARGE - 7}-`, "bytes=-2000000", `bytes=${LARGE}-`].map((Range) => ({
      headers: { "Accept-Encoding": "identity", Range },
    })),
    { headers: { "If-None-Match": etag } },
    { headers: { "If-Match": '"other"' } },
  ];
  for (const options of asked) {
    const answers = [server, other].map(async ({ url }) => {
      const response = await fetch(new URL("/large", url), { decompress: false, ...options });
      const { status, headers } = response;
      headers.delete("date");
      return { status, headers: [...headers].sort(), digest: digest(await response.bytes()) };
    });
    const [fromFile, fromMemory] = await Promise.all(answers);
    expect(fromFile).toEqual(fromMemory);
  }
});

test("a publication whose file was replaced before it was opened is sent from memory", async () => {
  const bytes = large();
  const placed = await written(bytes);
  await written(large());
  using server = serve(() => open(placed));
  expect(digest(await (await fetch(new URL("/large", server.url))).bytes())).toBe(digest(bytes));
  rmSync(path);
  expect(digest(await (await fetch(new URL("/large", server.url))).bytes())).toBe(digest(bytes));
});

test.skipIf(skipUnless(isLinux, "open files that have a path: only Linux has them"))(
  "slow readers hold a descriptor of the file each, until many are in use",
  async () => {
    // Those of other tests end with their publications, at an instant of the garbage collector.
    const own = join(folder, "slow.publication");
    const descriptors = () => descriptorsOf(own);
    const published = open(await written(large(), own));
    using server = serve(() => published);
    const before = descriptors();
    const reader = await slowReader(server.port);
    expect(descriptors()).toBe(before + 1);
    const others = Array.from({ length: 520 }, () => openSync(process.execPath, "r"));
    const late = await slowReader(server.port);
    expect(descriptors()).toBe(before + 1);
    for (const descriptor of others) closeSync(descriptor);
    for (const each of [reader, late]) each.leave();
    await eventually("the reader's descriptor is closed", () => descriptors() === before);
  },
);
