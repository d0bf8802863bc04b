/** A release can be checked with tools that are no part of it: sha256sum and minisign. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signChecksums, writeChecksums } from "../../scripts/checksums.ts";
import { isMissing } from "../support/tools.ts";

const folder = mkdtempSync(join(tmpdir(), "goodword-release-"));
const keys = mkdtempSync(join(tmpdir(), "goodword-keys-"));
const inFolder = (name: string) => join(folder, name);
const isFine = (...command: string[]) => Bun.spawnSync(command, { cwd: folder, stderr: "ignore" }).exitCode === 0;

beforeAll(async () => {
  writeFileSync(inFolder("goodword-1.0.0-linux-x64"), "a binary");
  writeFileSync(inFolder("THIRD_PARTY_LICENSES.txt"), "licences");
  await writeChecksums(folder);
});
afterAll(() => {
  for (const each of [folder, keys]) rmSync(each, { recursive: true });
});

test("SHA256SUMS is what sha256sum --check takes, and finds a changed file", () => {
  expect(readFileSync(inFolder("SHA256SUMS"), "utf8").match(/^[0-9a-f]{64} {2}\S+$/gm)).toHaveLength(2);
  expect(isFine("sha256sum", "--check", "--strict", "SHA256SUMS")).toBe(true);
  writeFileSync(inFolder("THIRD_PARTY_LICENSES.txt"), "licenses");
  expect(isFine("sha256sum", "--check", "--strict", "SHA256SUMS")).toBe(false);
});

describe.skipIf(isMissing("minisign"))("SHA256SUMS.minisig", () => {
  const keyPair = (name: string) => {
    const pair = { secret: join(keys, `${name}.key`), open: join(keys, `${name}.pub`) };
    expect(isFine("minisign", "-G", "-W", "-p", pair.open, "-s", pair.secret)).toBe(true);
    return pair;
  };
  const isSignedBy = (key: { open: string }) => isFine("minisign", "-V", "-q", "-p", key.open, "-m", "SHA256SUMS");

  test("vouches for the checksums by one key, and for nothing else", async () => {
    const ours = keyPair("ours");
    const theirs = keyPair("theirs");
    await signChecksums(folder, ours.secret, "goodword 1.0.0");
    expect(isSignedBy(ours)).toBe(true);
    expect(isSignedBy(theirs)).toBe(false);
    expect(readFileSync(inFolder("SHA256SUMS.minisig"), "utf8")).toContain("\ntrusted comment: goodword 1.0.0\n");
    writeFileSync(inFolder("SHA256SUMS"), readFileSync(inFolder("SHA256SUMS"), "utf8").replace(/^./, "x"));
    expect(isSignedBy(ours)).toBe(false);
  });

  test("a key that cannot be read is refused by name", async () => {
    const missing = join(keys, "missing.key");
    await expect(signChecksums(folder, missing, "")).rejects.toThrow(`Cannot sign with ${missing}`);
  });
});
