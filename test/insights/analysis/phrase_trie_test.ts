/** The notation of phrases and the longest match. */
import { expect, test } from "bun:test";
import { PhraseTrie } from "../../../src/insights/analysis/phrase_trie.ts";
import { tokenize } from "../../../src/insights/analysis/tokens.ts";

/** The words that a pattern matches first in a text, or null. */
function match(pattern: string, text: string): string | null {
  const trie = new PhraseTrie<number>(new Map([["come", new Set(["come", "came"])]]));
  trie.add(pattern, 1);
  const tokens = tokenize(text);
  for (let i = 0; i < tokens.length; i++) {
    const found = trie.longestAt(tokens, i);
    if (found) return text.slice(tokens[found.from]!.start, tokens[found.to - 1]!.end);
  }
  return null;
}

test("PhraseTrie matches alternatives, optional words and classes", () => {
  expect(match("left a|the mess", "They left the mess.")).toBe("left the mess");
  expect(match("call|called me| back", "She called back.")).toBe("called back");
  expect(match("@come back", "He came back.")).toBe("came back");
});

test("PhraseTrie takes # for a number in words or digits, and signs of money in its stride", () => {
  expect(match("after # days", "It broke after 17 days.")).toBe("after 17 days");
  expect(match("after # days", "It broke after three days.")).toBe("after three days");
  expect(match("billed me #", "They billed me $310.")).toBe("billed me $310");
});

test("PhraseTrie takes ~ for up to three words, negators excepted", () => {
  expect(match("left ~ mess", "They left a really big mess.")).toBe("left a really big mess");
  expect(match("left ~ mess", "They left us not a mess.")).toBeNull();
});

test("PhraseTrie passes over a loose word, and never across a mark", () => {
  expect(match("did not fix", "They did not even fix it.")).toBe("did not even fix");
  expect(match("on time", "They came on. Time flies.")).toBeNull();
});

test("PhraseTrie takes a loose phrase where no other starts, or where it takes in two words more", () => {
  const trie = new PhraseTrie<string>();
  trie.add("never called", "firm");
  trie.add("never called me", "a word more", true);
  trie.add("never called us back", "two words more", true);
  trie.add("left us", "alone", true);
  const found = (text: string) => trie.longestAt(tokenize(text), 0)?.value;
  expect(found("never called me")).toBe("firm");
  expect(found("never called us back")).toBe("two words more");
  expect(found("left us waiting")).toBe("alone");
});

test("PhraseTrie prefers the longest phrase and knows a text again", () => {
  const trie = new PhraseTrie<string>();
  trie.add("on time", "short");
  trie.add("on time again", "long");
  const tokens = tokenize("on time again");
  expect(trie.longestAt(tokens, 0)?.value).toBe("long");
  expect(trie.longestAt(tokens, 0)?.value).toBe("long");
  trie.add("on time again and again", "longer");
  expect(trie.longestAt(tokenize("on time again and again"), 0)?.value).toBe("longer");
});
