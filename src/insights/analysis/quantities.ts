/**
 * Compares what was promised with what came, which is an opinion without a word of praise or blame: "quoted 400,
 * charged 725", "due between 8 and 10, came at 2", "said two days, took two weeks".
 */
import { factOf, inList, type Lexeme } from "./lexeme.ts";
import type { Opinion } from "./negation.ts";
import { type Token, tokenAt } from "./tokens.ts";

/** The opinions with those that quantities add; an added one takes the place of what it covers. */
export function withQuantities(tokens: readonly Token[], opinions: readonly Opinion[]): readonly Opinion[] {
  const places = figuresIn(tokens);
  if (places.length === 0) return opinions;
  // Each of them compares two.
  const pairs = places.length > 1 ? [...comparedAmounts(tokens, places), ...comparedTimes(tokens, places)] : [];
  const added = [...pairs, ...comparedDurations(tokens)];
  if (added.length === 0) return opinions;
  const kept = opinions.filter(({ from, to }) => !added.some((own) => own.from < to && own.to > from));
  return [...kept, ...added].sort((a, b) => a.from - b.from);
}

/** The tokens that are numbers or times. */
function figuresIn(tokens: readonly Token[]): number[] {
  const places: number[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const { kind, lexeme } = tokenAt(tokens, i);
    if (kind === "number" || isOfTime(lexeme)) places.push(i);
  }
  return places;
}

/** What a figure of a text stands for. */
type Role = "promised" | "came";

interface Figure {
  readonly role: Role;
  readonly from: number;
  readonly to: number;
  /** Of an amount: its value twice. Of a time: when a window opens and closes, in hours. */
  readonly low: number;
  readonly high: number;
}

/** Promise and outcome stand no further apart than this many tokens. */
const NEAR = 40;

/** Each outcome with the nearest promise, mostly the one before. */
function pairs(figures: readonly Figure[]): [promised: Figure, came: Figure][] {
  return figures.flatMap((came, i) => {
    if (came.role !== "came") return [];
    const promised = [figures[i - 1], figures[i + 1]].find(
      (f) => f?.role === "promised" && Math.abs(f.from - came.from) < NEAR,
    );
    return promised ? [[promised, came] as [Figure, Figure]] : [];
  });
}

/** What a word of two lists says of the figure behind it. */
function roleOf(figure: "amount" | "time"): (lexeme: Lexeme | undefined) => Role | null {
  const [promises, tells] = [inList(`${figure}_promised`), inList(`${figure}_came`)];
  return (lexeme) => (tells(lexeme) ? "came" : promises(lexeme) ? "promised" : null);
}

const roleOfAmount = roleOf("amount");
/** Words behind a number that make it no amount of money. */
const isCounted = inList("counted");

function comparedAmounts(tokens: readonly Token[], places: readonly number[]): Opinion[] {
  const figures: Figure[] = [];
  let used = 0;
  for (const i of places) {
    const value = tokenAt(tokens, i).kind === "number" ? amountAt(tokens, i) : null;
    if (value === null) continue;
    const before = lastBefore(tokens, i, Math.max(used, i - 6), (own) => roleOfAmount(own) !== null);
    const after = roleOfAmount(tokens[i + 1]?.lexeme);
    const role = after === "promised" ? after : roleOfAmount(tokens[before]?.lexeme);
    if (role) figures.push({ role, from: before < 0 ? i : before, to: i + 1, low: value, high: value });
    used = i + 1;
  }
  return pairs(figures).map(([promised, came]) => {
    const isMore = came.low > promised.low * 1.02;
    return { from: came.from, to: came.to, value: isMore ? -2.6 : 2.5, aspect: "price_value" as const };
  });
}

/** The nearest of some words before token `i`, from token `floor` on; -1 where there is none. */
function lastBefore(tokens: readonly Token[], i: number, floor: number, isOne: (lexeme: Lexeme) => boolean): number {
  for (let at = i - 1; at >= Math.max(0, floor); at--) if (isOne(tokenAt(tokens, at).lexeme)) return at;
  return -1;
}

/** Value of the amount of money that the number at `i` is, or null. */
function amountAt(tokens: readonly Token[], i: number): number | null {
  const { word } = tokenAt(tokens, i);
  if (word.includes(":")) return null;
  const [match, digits = "", thousands = ""] = /^(\d[\d,]*(?:\.\d+)?)(k?)$/.exec(word) ?? [];
  const next = tokens[i + 1]?.word ?? "";
  if (!match || isCounted(tokens[i + 1]?.lexeme)) return null;
  const value = Number(digits.replaceAll(",", "")) * (thousands || next === "k" || next === "grand" ? 1000 : 1);
  const isMarked = isMoneyMark(tokens[i - 1]?.lexeme) || isMoneyWord(tokens[i + 1]?.lexeme);
  return isMarked || value >= 40 ? value : null;
}

const isMoneyMark = inList("money_marks");
const isMoneyWord = inList("money_words");

const roleOfTime = roleOf("time");
/** Times this many hours behind a promise are still on time. */
const GRACE = 0.34;

function comparedTimes(tokens: readonly Token[], places: readonly number[]): Opinion[] {
  const figures: Figure[] = [];
  let used = 0;
  for (const i of places) {
    const time = i < used ? null : timeAt(tokens, i);
    if (!time) continue;
    const before = lastBefore(tokens, i, Math.max(used, i - 6), (own) => roleOfTime(own) !== null);
    const second = isRange(tokens[time.to]?.lexeme) ? timeAt(tokens, time.to + 1) : null;
    const to = second?.to ?? time.to;
    const isWindow = second !== null || isWindowWord(tokens[to]?.lexeme);
    const role = isWindow ? "promised" : roleOfTime(tokens[before]?.lexeme);
    if (role && (isWindow || isClocked(tokens[i - 1]?.lexeme)))
      figures.push({ role, from: role === "came" ? before : i, to, low: time.hour, high: second?.hour ?? time.hour });
    used = to;
  }
  return pairs(figures)
    .filter(([promised, came]) => promised.from < came.from)
    .map(([promised, came]) => ({
      from: came.from,
      to: came.to,
      value: isLate(promised, came) ? -2.6 : 2.4,
      aspect: "punctuality" as const,
    }));
}

const isRange = inList("range");
const isWindowWord = inList("windows");
/** Words a time of the day stands behind; other numbers are amounts. */
const isClocked = inList("clocked");

/** Hours from 1 to 12 without am or pm: a time before the promised one is after noon. */
function isLate(promised: Figure, came: Figure): boolean {
  const closes = promised.high < promised.low ? promised.high + 12 : promised.high;
  const arrival = came.low < promised.low - 1 ? came.low + 12 : came.low;
  return arrival > closes + GRACE;
}

const HOURS = new Map(
  "one two three four five six seven eight nine ten eleven twelve".split(" ").map((word, i) => [word, i + 1]),
);
const FRACTIONS = new Map([
  ["half", 0.5],
  ["quarter", 0.25],
  ["ten", 1 / 6],
  ["twenty", 1 / 3],
  ["five", 1 / 12],
]);

const TIME_WORDS = new Set([...HOURS.keys(), ...FRACTIONS.keys(), "noon", "midnight"]);
const isOfTime = factOf((word) => TIME_WORDS.has(word));

/** The time of day at token `i`: "9", "9:30", "half seven", "ten past eleven", "noon". */
function timeAt(tokens: readonly Token[], i: number): { readonly hour: number; readonly to: number } | null {
  const token = tokens[i];
  if (!token || (token.kind !== "number" && !isOfTime(token.lexeme))) return null;
  const { word } = token;
  if (word === "noon") return { hour: 12, to: i + 1 };
  if (word === "midnight") return { hour: 24, to: i + 1 };
  const part = FRACTIONS.get(word);
  if (part !== undefined) {
    const next = tokens[i + 1]?.word ?? "";
    const hour = HOURS.get(tokens[i + 2]?.word ?? "");
    if (hour !== undefined && (next === "past" || next === "to"))
      return { hour: next === "to" ? hour - part : hour + part, to: i + 3 };
    const half = word === "half" ? HOURS.get(next) : undefined;
    if (half !== undefined) return { hour: half + 0.5, to: i + 2 };
  }
  const clock = /^(\d{1,2})(?::(\d\d))?(am|pm|ish)?$/.exec(word);
  const hour = clock ? Number(clock[1]) + Number(clock[2] ?? 0) / 60 : HOURS.get(word);
  if (hour === undefined || hour > 24) return null;
  const next = tokens[i + 1]?.word ?? "";
  if (isCounted(tokens[i + 1]?.lexeme) && !/^[ap]\.?m$/.test(next)) return null;
  const half = clock?.[3] ?? next.replace(".", "");
  return { hour: half === "pm" && hour < 12 ? hour + 12 : hour, to: /^[ap]\.?m$|o'clock/.test(next) ? i + 2 : i + 1 };
}

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
const isSingle = inList("single");

const isPromised = inList("duration_promised");
const isJob = inList("jobs");
const isTook = inList("duration_came");

/** Promise and outcome stand no further apart than this many tokens. */
const MOST_BETWEEN_DURATIONS = 16;
/** A role is told this many tokens before its duration. */
const BEFORE = 5;

/** An opinion where a duration that was promised is followed by the one that came. */
function comparedDurations(tokens: readonly Token[]): Opinion[] {
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
    const took = promised && i - promised.at < MOST_BETWEEN_DURATIONS ? lastBefore(tokens, i, i - BEFORE, isTook) : -1;
    if (promised && took > promised.at) {
      const isBare = unit === undefined && !isSingle(tokenAt(tokens, i).lexeme) && endsThought(tokens[i + 1]);
      if (unit === undefined && !isBare) continue;
      const isLonger = count * (unit ?? promised.unit) > promised.hours * 1.05;
      found.push({ from: took, to: unit === undefined ? i + 1 : i + 2, value: isLonger ? -2.6 : 2.2, aspect: "speed" });
      promised = null;
    } else if (
      unit !== undefined &&
      (isJob(tokens[i + 2]?.lexeme) || lastBefore(tokens, i, i - BEFORE, isPromised) >= 0)
    ) {
      promised = { hours: count * unit, unit, at: i + 1 };
    }
  }
  return found;
}

const namesUnit = factOf((word) => UNIT_HOURS.has(word));

function isUnit({ lexeme }: Token): boolean {
  return namesUnit(lexeme);
}

const isCount = factOf((word, language) => language.words("single").has(word) || COUNTS.has(word));

function countAt({ word, kind, lexeme }: Token): number | null {
  if (isSingle(lexeme)) return word === "half" ? 0.5 : 1;
  const count = kind === "number" ? Number(word) : COUNTS.get(word);
  return count === undefined || Number.isNaN(count) ? null : count;
}

/** Whether a bare number stands alone: "took six." */
function endsThought(next: Token | undefined): boolean {
  return next === undefined || (next.kind === "mark" && next.word !== "-" && next.word !== "%") || next.word === "and";
}
