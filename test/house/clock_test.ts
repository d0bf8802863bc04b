/** Nothing in the suite depends on luck or on how busy the machine is: see "Tests" in CONTRIBUTING.md. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readConfigureGlobal } from "fast-check";
import { ROOT, sourceFiles } from "../support/source_files.ts";
import { limitMsFor } from "../support/test_limit.ts";

/** Measuring is what bench/ is for. */
const files = [...sourceFiles("test"), ...sourceFiles("soak")];

/** The waiting itself, the one limit, and the programs that run for a given time. */
const KEEPS_TIME = [
  "test/support/wait.ts",
  "test/support/one_limit.ts",
  "test/support/test_limit.ts",
  "soak/answers/plays.ts",
  "soak/attacks/main.ts",
  "soak/attacks/owner_attacks.ts",
  "soak/backups.ts",
  "soak/chaos/main.ts",
  "soak/fleet/main.ts",
  "soak/fuzz/main.ts",
  "soak/log/main.ts",
  "soak/mail/main.ts",
  "soak/properties/main.ts",
];
/** Plays that measure where they run alone; the house asks that each of their limits is one of `promisedMs()`. */
const MEASURES = /^soak\/(answers|chaos|fleet|fuzz)\//;

function linesWith(pattern: RegExp, isMeant: (path: string) => boolean): string[] {
  return files
    .filter(({ path }) => path !== "test/house/clock_test.ts" && isMeant(path))
    .flatMap(({ path, text }) => Array.from(text.matchAll(pattern), ([found]) => `${path}: ${found.trim()}`));
}

describe("no test has a limit of its own beside the one of the suite", () => {
  test.each([
    ["as the last argument", /^ *\}, [^()\n]*(?:\d{4}|_000|_MS\b|TIMEOUT|PATIENCE)[^()\n]*\);$/gm],
    [
      "as the last argument, on a line of its own",
      /^ +(?:\d[\d_]{3,}|[A-Z_]*(?:_MS|TIMEOUT|PATIENCE))[^()\n]*,\n *\);$/gm,
    ],
    ["as an option", /.*\btimeout: [1-9].*/g],
    ["for its file", /.*\b(?:setDefaultTimeout|jest\.setTimeout)\((?!0\)).*/g],
  ])("%s", (_where, pattern) => {
    expect(linesWith(pattern, (path) => path !== "test/support/one_limit.ts")).toEqual([]);
  });
});

describe("no test waits or judges by the machine's clock", () => {
  test("except eventually(), the waits in its file and the runs that measure", () => {
    const pattern = /.*\b(?:Bun\.sleep|setTimeout|setInterval|AbortSignal\.timeout)\(.*/g;
    expect(linesWith(pattern, (path) => !KEEPS_TIME.includes(path))).toEqual([]);
  });

  test("runs that measure compare with promisedMs(), which is endless in the suite", () => {
    const isKept = (path: string) => KEEPS_TIME.includes(path);
    expect(linesWith(/.*\bperformance\.now\(.*/g, (path) => !isKept(path) && !MEASURES.test(path))).toEqual([]);
    const limits = /.*(?:(?:deadline|endsAt|until) = performance\.now\(\) \+ \d|WITHIN_MS = (?!promisedMs\()).*/g;
    expect(linesWith(limits, (path) => MEASURES.test(path) && !isKept(path))).toEqual([]);
  });
});

describe("no test depends on luck", () => {
  test("properties play the same cases in every run, unless other seeds are asked for", () => {
    expect(readConfigureGlobal().seed).toBe(Number(process.env.PROPERTY_SEED ?? 1));
  });

  test("in a test all else that is random comes from a fixed seed", () => {
    const pattern = /.*\b(?:Math\.random|getRandomValues|randomUUID|randomBytes\(|systemRandom)\b.*/g;
    expect(linesWith(pattern, (path) => path.startsWith("test/"))).toEqual([]);
  });
});

describe("The one limit", () => {
  test("is set before every test, by whatever command it is run", () => {
    expect(Number(process.env.TEST_LIMIT_MS)).toBeGreaterThanOrEqual(limitMsFor(0));
    expect(readFileSync(join(ROOT, "bunfig.toml"), "utf8")).toContain('preload = ["./test/support/one_limit.ts"');
  });

  test("grows with the time that the machine takes, and never falls below that of an idle one", () => {
    expect([limitMsFor(1), limitMsFor(20), limitMsFor(60), limitMsFor(9000)]).toEqual([
      180_000, 180_000, 540_000, 1_800_000,
    ]);
  });
});
