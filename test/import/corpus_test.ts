import { describe, expect, test } from "bun:test";
import { type ImportOptions, readImport } from "../../src/import/mod.ts";
import { PROFILES } from "../../src/import/profiles.ts";
import { OPTIONS, refusalOf } from "./builders.ts";
import { type Case, KNOWN_TOOLS, OTHER_THINGS, READ, SHEETS, SITES } from "./corpus.ts";

const CASES = [...KNOWN_TOOLS, ...SHEETS, ...SITES, ...OTHER_THINGS];
const titleOf = ({ tool, kind }: Case) => `${tool}: ${kind}`;
const read = ({ name, bytes }: Case, options: Partial<ImportOptions> = {}) =>
  readImport([{ name, bytes }], { ...OPTIONS, timeZone: "UTC", ...options });

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
      expect(refusalOf(() => read(each, withoutAsked(each)))).toMatch(each.refused ?? "");
      expectRead(each, read(each, each.hint));
    },
  );

  const hopeless = CASES.filter(({ refused, hint }) => refused !== undefined && hint === undefined);
  test.each(hopeless.map((each) => [titleOf(each), each] as const))("%s is refused for what it is", (_title, each) => {
    expect(refusalOf(() => read(each, { source: each.source ?? undefined }))).toMatch(each.refused ?? "");
  });

  test("every profile of a tool has a file here, and is known by it", () => {
    const shown = new Set(KNOWN_TOOLS.map(({ profile }) => profile));
    expect(PROFILES.map(({ tool }) => tool).filter((tool) => !shown.has(tool))).toEqual([]);
  });

  test("there are at least sixty of them, of at least forty tools and kinds", () => {
    expect(CASES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(CASES.map(titleOf)).size).toBeGreaterThanOrEqual(40);
  });
});

/** The options without the one that is to be asked for. */
function withoutAsked({ refused, hint }: Case): Partial<ImportOptions> {
  return refused?.source.includes("--source") === true ? { ...hint, source: undefined } : { source: hint?.source };
}

function expectRead(each: Case, { records, problems, understood }: ReturnType<typeof read>): void {
  expect(problems).toEqual([]);
  expect(records.map(({ review: { date, rating, text } }): unknown => [date, rating, text])).toEqual([
    ...(each.read ?? READ),
  ]);
  if (each.source !== null) expect(new Set(records.map(({ review }) => review.source))).toEqual(new Set([each.source]));
  if (each.profile !== undefined) expect(understood.map(({ tool }) => tool)).toEqual([each.profile]);
}
