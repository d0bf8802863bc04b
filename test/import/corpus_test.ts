/**
 * Files of other tools in test/fixtures/other_tools: each must be read without options, or refused with the right
 * hint. other_tools.jsonl has what is expected of each file.
 */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { type ImportOptions, readImport } from "../../src/import/mod.ts";
import { PROFILES } from "../../src/import/profiles.ts";
import { OPTIONS, refusalOf } from "./builders.ts";

interface Case {
  readonly file: string;
  readonly tool: string;
  readonly kind: string;
  /** The source that must be found; null where the owner has to name it. */
  readonly source: string | null;
  /** The profile that must be recognised; left out for formats with a reader of their own. */
  readonly profile?: string;
  /** The pattern that the refusal must match, where the file is refused. */
  readonly refused?: string;
  /** What the owner then answers; the file must be understood with it. Without it the refusal is final. */
  readonly hint?: Partial<ImportOptions>;
  /** The dates of the three reviews, where they are not those of {@link READ}. */
  readonly dates?: readonly string[];
  /** What must be read, where it is not the three reviews. */
  readonly read?: readonly (readonly unknown[])[];
  /** What the first review has besides. */
  readonly first?: Readonly<Record<"author" | "id" | "title" | "hidden", unknown>>;
}

const FIXTURES = new URL("../fixtures/", import.meta.url).pathname;
const CASES: readonly Case[] = readFileSync(`${FIXTURES}other_tools.jsonl`, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** The date, stars and words of the three reviews. A day above 12 stands among them, so that every order of day and month is settled. */
const READ: readonly (readonly unknown[])[] = [
  ["2025-03-14", 5, "Fixed the leak in an hour, and left no mess"],
  ["2025-04-25", 2, "Came two hours late, and nobody called"],
  ["2025-11-03", 4, "A fair price for the new water heater"],
];

const titleOf = ({ tool, kind }: Case) => `${tool}: ${kind}`;
const read = ({ file }: Case, options: Partial<ImportOptions> = {}) =>
  readImport([{ name: file, bytes: readFileSync(`${FIXTURES}other_tools/${file}`) }], {
    ...OPTIONS,
    timeZone: "UTC",
    ...options,
  });

describe("files of other tools", () => {
  const understood = CASES.filter(({ refused }) => refused === undefined);
  test.each(understood.map((each) => [titleOf(each), each] as const))(
    "%s is understood without hints",
    (_title, each) => {
      expectRead(each, read(each));
    },
  );

  const wanting = CASES.filter(({ refused, hint }) => refused !== undefined && hint !== undefined);
  test.each(wanting.map((each) => [titleOf(each), each] as const))(
    "%s is understood after the hint that it asks for",
    (_title, each) => {
      expect(refusalOf(() => read(each, withoutAsked(each)))).toMatch(new RegExp(each.refused ?? ""));
      expectRead(each, read(each, each.hint));
    },
  );

  const hopeless = CASES.filter(({ refused, hint }) => refused !== undefined && hint === undefined);
  test.each(hopeless.map((each) => [titleOf(each), each] as const))("%s is refused for what it is", (_title, each) => {
    expect(refusalOf(() => read(each, { source: each.source ?? undefined }))).toMatch(new RegExp(each.refused ?? ""));
  });

  test("every profile of a tool has a file here, and is known by it", () => {
    const shown = new Set(CASES.map(({ profile }) => profile));
    expect(PROFILES.map(({ tool }) => tool).filter((tool) => !shown.has(tool))).toEqual([]);
  });

  test("there are at least sixty of them, of at least forty tools and kinds", () => {
    expect(CASES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(CASES.map(titleOf)).size).toBeGreaterThanOrEqual(40);
  });
});

/** The options without the one that is to be asked for. */
function withoutAsked({ refused, hint }: Case): Partial<ImportOptions> {
  return refused?.includes("--source") === true ? { ...hint, source: undefined } : { source: hint?.source };
}

function expectRead(each: Case, { records, problems, understood }: ReturnType<typeof read>): void {
  expect(problems).toEqual([]);
  const expected = each.read ?? READ.map(([date, ...others], at) => [each.dates?.[at] ?? date, ...others]);
  expect(records.map(({ review: { date, rating, text } }) => [date, rating, text] as readonly unknown[])).toEqual([
    ...expected,
  ]);
  const [first] = records.map(({ review }) => review);
  const { authorName: author, sourceId: id, title, hiddenAtSource: hidden } = first ?? {};
  expect<unknown>({ author, id, title, hidden }).toEqual(each.first);
  if (each.source !== null) expect(new Set(records.map(({ review }) => review.source))).toEqual(new Set([each.source]));
  if (each.profile !== undefined) expect(understood.map(({ tool }) => tool)).toEqual([each.profile]);
}
