/** The pieces of /reviews.json: whatever is taken over from whichever publication, they are those that are made anew. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { idHash } from "../../src/publication/publication_builder.ts";
import { PieceWriter, partsOf, ReviewBytes } from "../../src/publication/review_pieces.ts";

/** A review is its number, its version, and whether it begins a piece: that follows from its id. */
interface Given {
  readonly id: string;
  readonly version: number;
}

const begins = (hash: number) => hash % 3 === 0;
const jsonOf = ({ id, version }: Given) => JSON.stringify({ id, version, text: "x".repeat(version) });
const HEAD = new TextEncoder().encode('{"reviews":[');

function finished(writer: PieceWriter, reviews: readonly Given[]) {
  const pieces = writer.finish();
  const idHashes = Uint32Array.from(reviews, ({ id }) => idHash(id));
  return { document: { head: HEAD, pieces }, spans: writer.spans.finish(), idHashes };
}

function anew(reviews: readonly Given[]) {
  const writer = new PieceWriter(0, begins);
  for (const review of reviews) writer.add(jsonOf(review), idHash(review.id));
  return finished(writer, reviews);
}

/** What becomes of each of some reviews, in their order. */
const fates = fc.array(fc.constantFrom("kept", "kept", "kept", "kept", "changed", "gone", "new"), { maxLength: 40 });

test("PieceWriter makes the same pieces of what it takes over as of what it writes", () => {
  let shared = 0;
  fc.assert(
    fc.property(fates, (list) => {
      const reviews = list.map((fate, at) => ({ id: `r${at}`, version: 0, fate }));
      const old = reviews.filter(({ fate }) => fate !== "new").map(({ id, version }) => ({ id, version }));
      const next = reviews
        .filter(({ fate }) => fate !== "gone")
        .map(({ id, fate }) => ({ id, version: fate === "changed" ? 1 : 0 }));
      const before = anew(old);
      const writer = new PieceWriter(0, begins);
      for (let at = 0; at < next.length; ) {
        const from = old.findIndex((each) => Bun.deepEquals(each, next[at]));
        let count = 0;
        while (from >= 0 && at + count < next.length && Bun.deepEquals(old[from + count], next[at + count])) count++;
        const review = next[at];
        if (count > 0) writer.keep(before, { from, to: from + count });
        else if (review !== undefined) writer.add(jsonOf(review), idHash(review.id));
        at += Math.max(count, 1);
      }
      const made = finished(writer, next);
      expect(made).toEqual(anew(next));
      shared += made.document.pieces.filter(({ bytes }) =>
        before.document.pieces.some((old) => old.bytes === bytes),
      ).length;
      const document = Buffer.concat(partsOf(made.document)).toString();
      expect(document).toBe(`{"reviews":[\n${next.map(jsonOf).join(",\n")}\n]}\n`.replace("[\n\n]", "[\n]"));
    }),
    { numRuns: 400 },
  );
  // Else nothing was kept that could have been wrong.
  expect(shared).toBeGreaterThan(0);
});

test("ReviewBytes finds reviews, their ids and the newest of them, in whichever piece they are", () => {
  const list = Array.from({ length: 40 }, (_, at) => ({ id: `r${at}`, version: at % 3 }));
  const made = anew(list);
  const bytes = new ReviewBytes(made);
  expect(made.document.pieces.length).toBeGreaterThan(5);
  expect(list.map((_, at) => bytes.idAt(at))).toEqual(list.map(({ id }) => id));
  expect(list.map((_, at) => Buffer.from(bytes.at(at)).toString())).toEqual(list.map(jsonOf));
  for (const count of [0, 1, 7, 40]) {
    const newest = Buffer.concat(bytes.newest(count)).toString();
    expect(newest).toBe(list.slice(0, count).map(jsonOf).join(",\n"));
  }
});
