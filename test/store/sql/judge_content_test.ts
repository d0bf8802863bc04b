import { describe, expect, test } from "bun:test";
import { judgeContent, type ShownContent } from "../../../src/store/queries/deliveries.ts";

/** Shown by a release at a revision, as `old 7 A` in "generation revision digest", and taken for a content. */
function shown(words: string, content: number): ShownContent {
  const [generation = "", revision, digest = ""] = words.split(" ");
  return { generation, revision: Number(revision), digest, content };
}

function judge(words: string, before: readonly ShownContent[]): number {
  return judgeContent({ topic: "t", ...shown(words, 0) }, before);
}

describe("judgeContent()", () => {
  test("takes the first thing that is ever shown for a content of its own", () => {
    expect(judge("old 7 A", [])).toBe(7);
  });

  test("takes other bytes at a new revision for new content", () => {
    expect(judge("old 8 B", [shown("old 7 A", 7)])).toBe(8);
  });

  test("takes the same bytes for the same content, also when a change was taken back", () => {
    expect(judge("old 8 A", [shown("old 7 A", 7)])).toBe(7);
    expect(judge("old 9 A", [shown("old 7 A", 7), shown("old 8 B", 8)])).toBe(7);
  });

  test("takes what two releases show at one revision for the same content, whatever their bytes", () => {
    expect(judge("new 7 a", [shown("old 7 A", 7)])).toBe(7);
    expect(judge("new 8 a", [shown("old 7 A", 7), shown("old 8 A", 7)])).toBe(7);
  });

  test("knows a change by its own bytes where the other release sees none", () => {
    expect(judge("new 8 b", [shown("old 7 A", 7), shown("new 7 a", 7), shown("old 8 A", 7)])).toBe(8);
  });

  test("compares nothing with what the other release showed before, and so takes it for a change", () => {
    expect(judge("new 8 b", [shown("old 7 A", 7)])).toBe(8);
  });

  test("lets the first release keep to what the second saw: nobody goes back and forth", () => {
    const both = [shown("old 7 A", 7), shown("new 7 a", 7), shown("old 8 A", 7), shown("new 8 b", 8)];
    expect(judge("old 8 A", both)).toBe(8);
    expect(judge("new 8 b", both)).toBe(8);
    expect(judge("old 9 A", both)).toBe(8);
  });
});
