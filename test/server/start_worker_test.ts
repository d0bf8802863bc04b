/** Whether a worker may be started: it is a question of descriptors, and of nothing else. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { skipUnless } from "../support/tools.ts";

const asked = `import { canStartWorker } from ${JSON.stringify(join(import.meta.dir, "../../src/server/start_worker.ts"))};
console.log(canStartWorker());`;

/** What a process answers that the shell starts as `$0 -e "$1"`. */
function answerIn(script: string, ...command: readonly string[]): string {
  const { stdout } = Bun.spawnSync([...command, "sh", "-c", script, process.execPath, asked]);
  return stdout.toString().trim();
}

const isolated = ["unshare", "--user", "--map-root-user", "--mount"];
const maySeparate = Bun.which("unshare") !== null && Bun.spawnSync([...isolated, "true"]).success;

test("canStartWorker() is false only where descriptors are short", () => {
  expect(answerIn('exec "$0" -e "$1"')).toBe("true");
  expect(answerIn('ulimit -n 60 && exec "$0" -e "$1"')).toBe("false");
});

test.skipIf(skipUnless(maySeparate, "a machine without /dev: unshare is missing or not permitted"))(
  "canStartWorker() is true where there is no /dev",
  () => {
    expect(answerIn('mount -t tmpfs none /dev && exec "$0" -e "$1"', ...isolated)).toBe("true");
  },
);
