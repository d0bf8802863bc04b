/**
 * The one wall-clock limit of the suite. It is there so that a test that hangs comes to an end, and for nothing else: no
 * test passes or fails by how busy the machine is.
 *
 * bunfig.toml loads this before the tests. It measures once how fast the machine is at that moment, and every test file
 * begins with the limit that follows, hooks included. Bun itself would end each test after five seconds; its own
 * default cannot be set for all files in one place, so the line is put before the first of each file as it is loaded.
 */
import { plugin } from "bun";
// Bun 1.4.5 forgets macros and `require` in modules that are loaded after a macro has run beside a plugin: so they run first.
import "../../src/store/postgres/tables.ts";
import "../../src/store/sqlite/migrate.ts";
import { IDLE_START_MS, limitMsFor } from "./test_limit.ts";

// Processes that this one starts for a share of the tests take the same limit.
process.env.TEST_LIMIT_MS ??= String(limitMsFor(measureStartMs()));
const FIRST = `import { setDefaultTimeout as limitTo } from "bun:test"; limitTo(${process.env.TEST_LIMIT_MS});`;

plugin({
  name: "one limit for every test",
  setup(build) {
    build.onLoad({ filter: /_test\.tsx?$/ }, async ({ path }) => ({
      // On one line with the first of the file, so that the numbers of lines stay.
      contents: `${FIRST} ${await Bun.file(path).text()}`,
      loader: path.endsWith("x") ? "tsx" : "ts",
    }));
  },
});

/** The median of three starts of a process that works a little, in milliseconds. */
function measureStartMs(): number {
  const work = "let sum = 0; for (let at = 0; at < 1e7; at++) sum += at % 7";
  const starts = Array.from({ length: 3 }, () => {
    const started = performance.now();
    Bun.spawnSync([process.execPath, "-e", work]);
    return performance.now() - started;
  });
  return starts.sort((one, other) => one - other)[1] ?? IDLE_START_MS;
}
