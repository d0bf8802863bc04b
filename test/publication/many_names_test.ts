/** As many names as reviews: a file may call every technician otherwise. */
import { expect, test } from "bun:test";
import { MentionTerms } from "../../src/publication/mention_terms.ts";
import { buildSegment, SEGMENT_SIZE } from "../../src/publication/search/build_search_index.ts";
import { reviewSet } from "../../src/publication/search/review_sets.ts";

const COUNT = SEGMENT_SIZE + 10;

function named() {
  const terms = new MentionTerms(COUNT);
  for (let at = 0; at < COUNT; at++) terms.add([`Technician ${at}`]);
  return terms.finish();
}

test("more than 65,535 names stay apart, and in the publication that follows too", () => {
  const before = named();
  const next = new MentionTerms(COUNT);
  next.add(["Technician 3"]);
  next.keep(before, 0, COUNT);
  const { names, lists } = next.finish();
  expect([before.names.length, names.length]).toEqual([COUNT, COUNT]);
  const nameAt = (ordinal: number) => names[lists.ids[ordinal] ?? -1];
  expect([0, 4, COUNT].map(nameAt)).toEqual(["Technician 3", "Technician 3", `Technician ${COUNT - 1}`]);
});

test("a segment with a name for each review takes no more memory than the names that it has", () => {
  const none = { offsets: new Uint32Array(COUNT + 1), ids: new Uint32Array(0) };
  const labels = { technicians: named().lists, services: none };
  const ratings = new Uint8Array(COUNT).fill(5);
  const column = { bytes: new Uint8Array(0), offsets: new Uint32Array(COUNT + 1) };
  const texts = { ...column, language: "en", spoken: column };
  const segment = buildSegment({ labels, ratings, texts, updated: new Uint32Array(COUNT) }, { first: 10, end: COUNT });
  const { bits, members, places } = segment.filters;
  expect(bits.byteLength + members.byteLength + places.byteLength).toBeLessThan(16 * COUNT);
  const lastTerm = places.length - 1;
  expect(reviewSet(segment.filters, segment.size, lastTerm)).toEqual({
    kind: "rare",
    members: Uint16Array.of(SEGMENT_SIZE - 1),
  });
});
