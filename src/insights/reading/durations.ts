/**
 * Compares how long a thing was to take with how long it took: "said two days, took two weeks", "a one hour job took all
 * day".
 *
 * @module
 */
import { flagOf, isOneOf } from "./lexeme.ts";
import type { Opinion } from "./opinion.ts";
import { type Token, tokenAt } from "./tokens.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const UNIT_HOURS: ReadonlyMap<string, number> = new Map([
  ...["minute", "minutes", "min", "mins"].map((unit) => [unit, 1 / 60] as const),
  ...["hour", "hours", "hr", "hrs"].map((unit) => [unit, 1] as const),
  ...["day", "days"].map((unit) => [unit, 8] as const),
  ...["week", "weeks"].map((unit) => [unit, 40] as const),
  ...["month", "months"].map((unit) => [unit, 170] as const),
]);
const COUNTS: ReadonlyMap<string, number> = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve".split(" ").map((word, i) => [word, i]),
);
const SINGLE = words("a an all half whole entire");

const PROMISED = words("said told quoted promised estimated estimate supposed should expected scheduled claimed");
const JOBS = words("job project fix repair task install visit");
const TOOK = words("took taken takes been lasted turned became stretched");

/** Promise and outcome stand no further apart than this many tokens. */
const NEAR = 16;
/** A role is told this many tokens before its duration. */
const BEFORE = 5;

/** An opinion where a duration that was promised is followed by the one that came. */
export function comparedDurations(tokens: readonly Token[]): Opinion[] {
  const found: Opinion[] = [];
  if (!tokens.some(isUnit)) return found;
  let promised: { readonly hours: number; readonly unit: number; readonly at: number } | null = null;
  for (let i = 0; i < tokens.length; i++) {
    const { kind, lexeme } = tokenAt(tokens, i);
    if (kind !== "number" && !isCount(lexeme)) continue;
    const count = countAt(tokenAt(tokens, i));
    if (count === null) continue;
    const unit = UNIT_HOURS.get(tokens[i + 1]?.word ?? "");
    if (unit === undefined && promised === null) continue;
    const took = promised && i - promised.at < NEAR ? roleBefore(tokens, i, TOOK) : null;
    if (took !== null && promised && took > promised.at) {
      const isBare = unit === undefined && !SINGLE.has(tokenAt(tokens, i).word) && endsThought(tokens[i + 1]);
      if (unit === undefined && !isBare) continue;
      const isLonger = count * (unit ?? promised.unit) > promised.hours * 1.05;
      found.push({ from: took, to: unit === undefined ? i + 1 : i + 2, value: isLonger ? -2.6 : 2.2, aspect: "speed" });
      promised = null;
    } else if (
      unit !== undefined &&
      (JOBS.has(tokens[i + 2]?.word ?? "") || roleBefore(tokens, i, PROMISED) !== null)
    ) {
      promised = { hours: count * unit, unit, at: i + 1 };
    }
  }
  return found;
}

const namesUnit = isOneOf(UNIT_HOURS);

function isUnit({ lexeme }: Token): boolean {
  return namesUnit(lexeme);
}

const isCount = flagOf((word) => SINGLE.has(word) || COUNTS.has(word));

function countAt({ word, kind }: Token): number | null {
  if (SINGLE.has(word)) return word === "half" ? 0.5 : 1;
  const count = kind === "number" ? Number(word) : COUNTS.get(word);
  return count === undefined || Number.isNaN(count) ? null : count;
}

/** Whether a bare number stands alone: "took six." */
function endsThought(next: Token | undefined): boolean {
  return next === undefined || (next.kind === "mark" && next.word !== "-" && next.word !== "%") || next.word === "and";
}

function roleBefore(tokens: readonly Token[], i: number, roles: ReadonlySet<string>): number | null {
  for (let at = i - 1; at >= Math.max(0, i - BEFORE); at--) if (roles.has(tokenAt(tokens, at).word)) return at;
  return null;
}
