import { expect, test } from "bun:test";
import fc from "fast-check";
import { MemberLists } from "../../src/publication/search/review_sets.ts";

test("MemberLists keeps lists that grow side by side apart and in order, however long they become", () => {
  const lists = new MemberLists(0);
  const expected: number[][] = [[], [], [], []];
  const ends = [0, 0, 0, 0];
  for (let member = 0; member < 65_536; member++) {
    for (const [at, members] of expected.entries()) {
      if (member % (at * at + 1) !== 0) continue;
      members.push(member);
      ends[at] = lists.add(ends[at]!, member);
    }
  }
  for (const [at, members] of expected.entries()) {
    const copied = new Uint16Array(members.length);
    lists.copyTo(copied, copied.length, ends[at]!);
    expect([...copied]).toEqual(members);
    expect(lists.count(ends[at]!)).toBe(members.length);
  }
});

test("MemberLists.add() takes a member that is a list's last already only once", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(65_535), { maxLength: 200 }), (drawn) => {
      const members = drawn.sort((a, b) => a - b);
      const lists = new MemberLists(members.length);
      const end = members.reduce((list, member) => lists.add(list, member), 0);
      expect(lists.count(end)).toBe(new Set(members).size);
    }),
  );
});
