import { wordsBy } from "../lists.ts";
import ruleWordsTsv from "./rule_words.tsv" with { type: "text" };

const lists = wordsBy("list", ruleWordsTsv);

/** A list of `rule_words.tsv`; throws a RangeError where there is none of that name. */
export function ruleWords(name: string): ReadonlySet<string> {
  const words = lists.get(name);
  if (words === undefined) throw new RangeError(`no word list is called ${name}`);
  return words;
}
