/**
 * Words that look like an aspect and are not one: "late fee", "early morning", "works for the city".
 *
 * @module
 */
import { type Token, tokenAt } from "../../tokens.ts";

const set = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** The word is no mention when one of these follows. */
const FOLLOWED: Readonly<Record<string, ReadonlySet<string>>> = {
  late: set("husband wife mother father fee fees night evening afternoon spring summer fall winter 20th 90s in"),
  early: set("morning evening afternoon spring summer fall winter this in on"),
  work: set("for at from day days nights week trip order orders van truck area schedule shifts"),
  works: set("for at as"),
  worked: set("for at as"),
  working: set("for at as"),
  call: set("it this for them"),
  sell: set("our my the house"),
  sold: set("our my the house"),
  job: set("interview site"),
  cost: set("of"),
  look: set("for at forward no elsewhere into"),
  looked: set("for at forward into"),
  looks: set("for at forward"),
  pressure: set("washer washing washed gauge valve test tested regulator reducing relief"),
  cleaner: set("job work install installation finish lines line cut cuts edge edges look air"),
  running: set("water toilet late errands"),
};

/** The word is no mention when one of these comes before. */
const PRECEDED: Readonly<Record<string, ReadonlySet<string>>> = {
  work: set("to from at my his her"),
  sold: set("just we've"),
  deal: set("great good big to"),
  team: set("sports football"),
  late: set("of"),
  pressure: set("water gas air oil the low high steam blood static"),
  cleaner: set("drain oven pool carpet window"),
};

/** Whether the aspect term at token `i` is part of something else. */
export function isGuarded(tokens: readonly Token[], i: number): boolean {
  const { word } = tokenAt(tokens, i);
  const next = tokens[i + 1]?.word ?? "";
  const before = tokens[i - 1]?.word ?? "";
  return (FOLLOWED[word]?.has(next) ?? false) || (PRECEDED[word]?.has(before) ?? false);
}
