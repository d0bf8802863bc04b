import { expect, test } from "bun:test";
import { buildIdTable, findId, idHash } from "../../src/publication/publication_builder.ts";

/** Ids that all have one hash: of each pair of blocks either one may stand, since both lead to the same state. */
function collidingIds(pairs: number): string[] {
  let ids = [""];
  for (let pair = 0; pair < pairs; pair++) {
    const [start = ""] = ids;
    const seen = new Map<number, string>();
    for (let number = 0; ; number++) {
      const block = Math.imul(number, 0x9e3779b1).toString(36).padStart(7, "0");
      const hash = idHash(start + block);
      const twin = seen.get(hash);
      seen.set(hash, block);
      if (twin === undefined) continue;
      ids = ids.flatMap((id) => [id + twin, id + block]);
      break;
    }
  }
  return ids;
}

function tableOf(ids: readonly string[]) {
  const idAt = (ordinal: number) => ids[ordinal] ?? "";
  const hashes = Uint32Array.from(ids, idHash);
  const table = buildIdTable(hashes, idAt);
  return { find: (id: string, at = idAt) => findId({ hashes, table }, id, at) };
}

test("findId() finds every id of a table, and no other", () => {
  for (const count of [0, 1, 2, 3, 1000]) {
    const ids = Array.from({ length: count }, (_, at) => `r${(at * 7919) % 1009}`);
    const { find } = tableOf(ids);
    expect(ids.map((id) => find(id))).toEqual(ids.map((_, at) => at));
    expect(["", "r", "r1009", "zz"].map((id) => find(id))).toEqual([null, null, null, null]);
  }
});

test("ids that somebody made to have one hash are found with as few looks as others", () => {
  const ids = collidingIds(9);
  expect(new Set(ids.map(idHash)).size).toBe(1);
  const { find } = tableOf(ids);
  for (const [ordinal, id] of ids.entries()) {
    let looks = 0;
    const counted = (at: number) => {
      looks++;
      return ids[at] ?? "";
    };
    expect(find(id, counted)).toBe(ordinal);
    expect(looks).toBeLessThanOrEqual(2 * Math.log2(ids.length));
  }
});
