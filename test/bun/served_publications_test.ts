import { expect, test } from "bun:test";
import { type Lease, ServedPublications } from "../../src/bun/activation/served_publications.ts";
import type { Published } from "../../src/publishing/mod.ts";

/** A lease of a server that is alone: what it holds is activated at once. */
function loneLease(): Lease {
  const held = new Set<number>();
  const newest = () => Math.max(0, ...held);
  return {
    listen: () => {},
    hold: (revision) => void held.add(revision),
    giveUp: (revision) => void held.delete(revision),
    isHeld: (revision) => held.has(revision),
    served: () => ({ kind: "serve", revision: newest(), until: Number.POSITIVE_INFINITY }),
    unleased: () => null,
    get activated() {
      return newest();
    },
    get newest() {
      return newest();
    },
    isAlone: true,
  };
}

const publishedAs = (revision: number) => ({ publication: { revision }, documents: new Map() }) as unknown as Published;

test("who waits for the first publication is given the present one, and the first is not held on to", async () => {
  const readiness = { report: () => {} };
  const served = new ServedPublications({ lease: loneLease(), readiness, onActivated: () => {} });
  const waiting = served.ready();
  served.offer(publishedAs(1));
  expect((await waiting).publication.revision).toBe(1);
  served.offer(publishedAs(2));
  expect((await served.ready()).publication.revision).toBe(2);
});
