/** Publications that one server builds for all: stored whole, loaded by name, claimed by one at a time. */
import { describe, expect, test } from "bun:test";
import type { PublicationName, SharedPublications, Store } from "../../../src/store/mod.ts";
import { skipUnless } from "../../support/tools.ts";
import { change, ONE_SESSION, type OpenPlace } from "./place.ts";

const GENERATION = "a release";
const name = (fields: Partial<PublicationName> = {}): PublicationName => {
  return { generation: GENERATION, revision: 1, publishedAt: 7, ...fields };
};
const PIECES = [new Uint8Array([0, 1, 255]), new Uint8Array(70_000).fill(7)];

function publicationsOf({ publications }: Store): SharedPublications {
  if (publications === null) throw new Error("this store shares no publications");
  return publications;
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<number[][]> {
  const read: number[][] = [];
  for await (const piece of pieces) read.push([...piece]);
  return read;
}

export function sharedPublicationContract(open: OpenPlace, hasSessions: boolean): void {
  async function twoServers() {
    const place = await open();
    const stores = [await place.connect(), await place.connect()] as const;
    for (let revision = 0; revision < 4; revision++) await change(stores[0]);
    const one = publicationsOf(stores[0]);
    const other = publicationsOf(stores[1]);
    return { one, other, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
  }

  describe("shared publications", () => {
    test("what one server stores, another reads piece by piece", async () => {
      await using servers = await twoServers();
      expect(await servers.other.newest(GENERATION)).toBeNull();
      await servers.one.put(name(), PIECES);
      expect(await servers.other.newest(GENERATION)).toEqual(name());
      expect(await bytesOf(servers.other.read(name()))).toEqual(PIECES.map((piece) => [...piece]));
    });

    test("a publication is stored whole or not at all", async () => {
      await using servers = await twoServers();
      const broken = (function* () {
        yield new Uint8Array([1]);
        throw new Error("out of memory");
      })();
      await expect(servers.one.put(name(), broken)).rejects.toThrow("out of memory");
      expect(await servers.other.newest(GENERATION)).toBeNull();
    });

    test("one that is missing is an error, not empty", async () => {
      await using servers = await twoServers();
      await expect(bytesOf(servers.one.read(name({ revision: 3 })))).rejects.toMatchObject({ code: "database" });
    });

    test("a new publication takes the place of the same and of all older ones, whose words may have been removed", async () => {
      await using servers = await twoServers();
      await servers.one.put(name(), PIECES);
      await servers.one.put(name({ publishedAt: 8 }), [new Uint8Array([9])]);
      expect(await bytesOf(servers.one.read(name()))).toEqual([[9]]);
      await servers.one.put(name({ generation: "another release", revision: 2 }), PIECES);
      expect(await servers.other.newest(GENERATION)).toBeNull();
      await servers.one.put(name({ revision: 2 }), PIECES);
      expect(await servers.other.newest("another release")).not.toBeNull();
    });

    test("those that a restored store has from its future are deleted", async () => {
      await using servers = await twoServers();
      await servers.one.put(name({ revision: 900 }), PIECES);
      await servers.one.put(name({ revision: 2 }), PIECES);
      expect(await servers.other.newest(GENERATION)).toEqual(name({ revision: 2 }));
    });

    test.skipIf(skipUnless(hasSessions, ONE_SESSION))(
      "a generation is claimed by one server at a time; another generation is claimed beside it",
      async () => {
        await using servers = await twoServers();
        const order: string[] = [];
        const waiting = Promise.withResolvers<unknown>();
        await servers.one.claim(GENERATION, async () => {
          waiting.resolve(servers.other.claim(GENERATION, async () => order.push("same")));
          await servers.other.claim("another release", async () => order.push("another"));
          order.push("first");
        });
        await waiting.promise;
        expect(order).toEqual(["another", "first", "same"]);
      },
    );

    test("a claim ends with an error inside of it", async () => {
      await using servers = await twoServers();
      const failing = servers.one.claim(GENERATION, () => Promise.reject(new Error("no memory")));
      await expect(failing).rejects.toThrow("no memory");
      expect(await servers.other.claim(GENERATION, async () => "next")).toBe("next");
    });
  });
}
