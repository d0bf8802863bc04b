/**
 * Compares what was promised with what came: "quoted 400, charged 725", "due between 8 and 10, came at 2".
 *
 * A pair of amounts or of times is an opinion without a single word of praise or blame.
 *
 * @module
 */
import { comparedDurations } from "./durations.ts";
import { isOneOf } from "./lexeme.ts";
import type { Opinion } from "./opinion.ts";
import { type Token, tokenAt } from "./tokens.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** The opinions with those that quantities add; an added one takes the place of what it covers. */
export function withQuantities(tokens: readonly Token[], opinions: readonly Opinion[]): readonly Opinion[] {
  const figures = figuresIn(tokens);
  if (figures === 0) return opinions;
  // Each of them compares two.
  const pairs = figures > 1 ? [...comparedAmounts(tokens), ...comparedTimes(tokens)] : [];
  const added = [...pairs, ...comparedDurations(tokens)];
  if (added.length === 0) return opinions;
  const kept = opinions.filter(({ from, to }) => !added.some((own) => own.from < to && own.to > from));
  return [...kept, ...added].sort((a, b) => a.from - b.from);
}

function figuresIn(tokens: readonly Token[]): number {
  let count = 0;
  for (let i = 0; i < tokens.length; i++) {
    const { kind, lexeme } = tokenAt(tokens, i);
    if (kind === "number" || isOfTime(lexeme)) count++;
  }
  return count;
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

const AMOUNT_ROLES: ReadonlyMap<string, Role> = new Map([
  ...[
    ..."quote quoted quotes estimate estimated estimates bid ballpark agreed advertised promised said told".split(" "),
  ].map((w) => [w, "promised"] as const),
  ...[
    ..."charged charge billed bill paid invoice invoiced final actual wanted demanded ended pay total".split(" "),
  ].map((w) => [w, "came"] as const),
]);
/** Words behind a number that make it no amount of money. */
const COUNTED = words(
  "hours hour minutes minute mins days day weeks week months month years year times % percent people guys men visits o'clock am pm a.m p.m miles techs windows am pm stars star",
);

function comparedAmounts(tokens: readonly Token[]): Opinion[] {
  const figures: Figure[] = [];
  let used = 0;
  for (let i = 0; i < tokens.length; i++) {
    const value = tokenAt(tokens, i).kind === "number" ? amountAt(tokens, i) : null;
    if (value === null) continue;
    const before = roleBefore(tokens, i, Math.max(used, i - 6), AMOUNT_ROLES);
    const after = AMOUNT_ROLES.get(tokens[i + 1]?.word ?? "");
    const role = after === "promised" ? after : before?.role;
    if (role) figures.push({ role, from: before?.at ?? i, to: i + 1, low: value, high: value });
    used = i + 1;
  }
  return pairs(figures).map(([promised, came]) => {
    const isMore = came.low > promised.low * 1.02;
    return { from: came.from, to: came.to, value: isMore ? -2.6 : 2.5, aspect: "price_value" as const };
  });
}

function roleBefore(tokens: readonly Token[], i: number, floor: number, roles: ReadonlyMap<string, Role>) {
  for (let at = i - 1; at >= floor; at--) {
    const role = roles.get(tokenAt(tokens, at).word);
    if (role) return { role, at };
  }
  return null;
}

/** Value of the amount of money that the number at `i` is, or null. */
function amountAt(tokens: readonly Token[], i: number): number | null {
  const { word } = tokenAt(tokens, i);
  if (word.includes(":")) return null;
  const [match, digits = "", thousands = ""] = /^(\d[\d,]*(?:\.\d+)?)(k?)$/.exec(word) ?? [];
  const next = tokens[i + 1]?.word ?? "";
  if (!match || COUNTED.has(next)) return null;
  const value = Number(digits.replaceAll(",", "")) * (thousands || next === "k" || next === "grand" ? 1000 : 1);
  const isMarked = MONEY_MARKS.has(tokens[i - 1]?.word ?? "") || MONEY_WORDS.has(next);
  return isMarked || value >= 40 ? value : null;
}

const MONEY_MARKS = words("$ £ €");
const MONEY_WORDS = words("dollars bucks quid pounds euros grand k");

const TIME_ROLES: ReadonlyMap<string, Role> = new Map([
  ...[
    ..."between window scheduled booked due supposed meant promised said told appointment slot confirmed expected appt set".split(
      " ",
    ),
  ].map((w) => [w, "promised"] as const),
  ...[
    ..."arrived came showed turned rolled pulled knocked appeared strolled sauntered wandered rocked got started here landed".split(
      " ",
    ),
  ].map((w) => [w, "came"] as const),
]);
/** Times this many hours behind a promise are still on time. */
const GRACE = 0.34;

function comparedTimes(tokens: readonly Token[]): Opinion[] {
  const figures: Figure[] = [];
  let used = 0;
  for (let i = 0; i < tokens.length; i++) {
    const time = timeAt(tokens, i);
    if (!time) continue;
    const before = roleBefore(tokens, i, Math.max(used, i - 6), TIME_ROLES);
    const second = RANGE.has(tokens[time.to]?.word ?? "") ? timeAt(tokens, time.to + 1) : null;
    const to = second?.to ?? time.to;
    const isWindow = second !== null || WINDOWS.has(tokens[to]?.word ?? "");
    const role = isWindow ? "promised" : before?.role;
    if (role && (isWindow || CLOCKED.has(tokens[i - 1]?.word ?? "")))
      figures.push({
        role,
        from: before && role === "came" ? before.at : i,
        to,
        low: time.hour,
        high: second?.hour ?? time.hour,
      });
    i = to - 1;
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

const RANGE = words("- – to and");
const WINDOWS = words("window appointment slot appt");
/** Words a time of the day stands behind; other numbers are amounts. */
const CLOCKED = words("at by until around about for before after past nearly almost between from was -");

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
const isOfTime = isOneOf(TIME_WORDS);

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
  if (COUNTED.has(next) && !/^[ap]\.?m$/.test(next)) return null;
  const half = clock?.[3] ?? next.replace(".", "");
  return { hour: half === "pm" && hour < 12 ? hour + 12 : hour, to: /^[ap]\.?m$|o'clock/.test(next) ? i + 2 : i + 1 };
}
