/** What runs when: `bun run ok` the pure tests, everything else behind `ok --all`. */
import { expect, test } from "bun:test";
import { pureTests } from "../../scripts/pure_tests.ts";
import { sourceFiles } from "../support/source_files.ts";
import { missingPackages, TOOLS } from "../support/tools.ts";

const tests = sourceFiles("test").filter(({ path }) => /_test\.tsx?$/.test(path));
const pure = pureTests();

test("pure tests are those that start nothing and are no journey, whatever else they do", () => {
  expect(pure).toContain("test/outbox/simulation_test.ts");
  expect(pure).toContain("test/pages/home_page_test.ts");
  expect(pure.filter((path) => path.startsWith("test/journeys/"))).toEqual([]);
  expect(pure).not.toContain("test/spec/http_test.ts");
});

test("most tests are pure, so that most is known within a minute", () => {
  expect(pure.length).toBeGreaterThan(tests.length / 2);
});

test("skipped tests print why, through skipUnless() and functions built on it", () => {
  const loud = /skipIf\(\s*(?:skips\)|skipUnless\(|isMissing\(|isWithoutBrowser\()/g;
  const silent = /\b(?:skip|skipIf|todo)\(/;
  const silently = tests.filter(
    ({ path, text }) => path !== "test/house/tiers_test.ts" && silent.test(text.replaceAll(loud, "")),
  );
  expect(silently.map(({ path }) => path)).toEqual([]);
});

test("every tool has the name of a Debian package", () => {
  for (const name of Object.values(TOOLS)) expect(name).toMatch(/^[a-z0-9][a-z0-9+.-]+$/);
});

test("servers that Debian installs in sbin are found also by those whose PATH does not name it", () => {
  expect(missingPackages("/usr/local/bin:/usr/bin:/bin")).toEqual(
    missingPackages("/usr/sbin:/usr/local/bin:/usr/bin:/bin"),
  );
});
