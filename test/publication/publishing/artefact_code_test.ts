import { expect, test } from "bun:test";
import { decodeArtefact, encodeArtefact } from "../../../src/publication/publishing/artefact_code.ts";
import { analystFor, type PublishedParts, publishEdition } from "../../../src/publication/publishing/mod.ts";
import { draftOf, importInto, storeInMemory } from "../../support/drafts.ts";

const SITE = { baseUrl: "https://reviews.goodword.test" };

/** A whole publication; by default large enough for a search index with grams, and for a document that is compressed in pieces. */
async function publication(count = 2100): Promise<PublishedParts> {
  const store = storeInMemory();
  const drafts = Array.from({ length: count }, (_, at) =>
    draftOf({ id: `r${at}`, text: `On time, ${at} times; tidy` }),
  );
  await importInto(store, drafts, { analystFor });
  const { parts, index, codedReviews } = await store.editions.read((edition) =>
    publishEdition(edition, { site: SITE, analystOf: analystFor }),
  );
  const { document: coded } = codedReviews();
  const documents = parts.documents.map((document) => (document.path === coded.path ? coded : document));
  return { ...parts, index: index(), documents };
}

async function* following(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

test("decodeArtefact() gives back every part of a publication, and the same buffer wherever it stood", async () => {
  const parts = await publication();
  const { parts: decoded } = await decodeArtefact(following(encodeArtefact(parts)));
  expect(decoded).toStrictEqual(parts);
  const [, , second] = decoded.documents[0]?.bodies.get("identity") ?? [];
  expect(second).toBe(decoded.data.document.pieces[1]?.bytes);
  expect(second?.buffer).toBeInstanceOf(SharedArrayBuffer);
});

test("decodeArtefact() gives back a publication whose documents are all small", async () => {
  const parts = await publication(3);
  const { parts: decoded } = await decodeArtefact(following(encodeArtefact(parts)));
  expect(decoded).toStrictEqual(parts);
});

test("decodeArtefact() names the buffers that another thread can be given, each once", async () => {
  const { transfer } = await decodeArtefact(following(encodeArtefact(await publication())));
  expect(new Set(transfer).size).toBe(transfer.length);
  const [first] = transfer;
  structuredClone(first, { transfer: [...transfer] });
  expect(transfer.every(({ byteLength }) => byteLength === 0)).toBe(true);
});

/** Buffers that no piece ends with. */
function large(): PublishedParts {
  const numbers = Uint32Array.from({ length: 2_500_001 }, (_, at) => at * 7919);
  const parts = {
    numbers,
    empty: new Uint16Array(0),
    bytes: new Uint8Array(8_000_003).fill(3),
    last: new Int32Array(0),
  };
  return parts as unknown as PublishedParts;
}

test("encodeArtefact() cuts what is large into pieces, wherever that is", async () => {
  const pieces = [...encodeArtefact(large())];
  expect(pieces.length).toBe(6);
  const { parts } = await decodeArtefact(following(pieces));
  expect(Bun.deepEquals(parts, large(), true)).toBe(true);
});

test.each([
  ["a piece is missing", (pieces: Uint8Array[]) => pieces.slice(0, -1)],
  ["a piece is there twice", (pieces: Uint8Array[]) => [...pieces, ...pieces.slice(-1)]],
  ["nothing is there", () => []],
  ["they are something else", () => [new Uint8Array([1, 2, 3])]],
])("decodeArtefact() refuses pieces of which %s", async (_, spoil) => {
  await expect(decodeArtefact(following(spoil([...encodeArtefact(large())])))).rejects.toThrow();
});

test("encodeArtefact() refuses a kind of buffer that it does not know", () => {
  const parts = { numbers: new BigInt64Array(2) } as unknown as PublishedParts;
  expect(() => [...encodeArtefact(parts)]).toThrow("Cannot encode a BigInt64Array");
});
