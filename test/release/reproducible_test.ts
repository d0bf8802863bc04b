/** Anyone with the source can verify that a binary was built from it. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../support/source_files.ts";

async function digestOfBuild(environment: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "goodword-build-"));
  const outfile = join(folder, "goodword");
  const env = { ...process.env, ...environment };
  const command = [process.execPath, "scripts/build.ts", outfile];
  const { exited } = Bun.spawn(command, { cwd: ROOT, env, stdout: "ignore", stderr: "ignore" });
  expect(await exited).toBe(0);
  const digest = new Bun.CryptoHasher("sha256").update(await Bun.file(outfile).bytes()).digest("hex");
  rmSync(folder, { recursive: true });
  return digest;
}

test("two builds of the same source are identical across users, time zones and languages", async () => {
  const one = await digestOfBuild({});
  const other = await digestOfBuild({ TZ: "Asia/Tokyo", LANG: "de_DE.UTF-8", USER: "somebody", HOME: tmpdir() });
  expect(other).toBe(one);
});
