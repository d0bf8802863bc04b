/** Guards the bytes of analyses: what only makes the engine quicker must not change them, what changes them is a new version. */
import { expect, test } from "bun:test";
import { ENGINE_VERSION } from "../../../src/insights/mod.ts";
import { DIGEST_FILE, digestOfAnalyses } from "../all_analyses.ts";

test("the engine finds the same to the byte in all labelled text for as long as it keeps its version", async () => {
  const kept = (await Bun.file(DIGEST_FILE).json()) as { engine: string; digest: string };
  // After a change of the engine's version, `bun test/insights/all_analyses.ts` writes the new digest.
  expect({ engine: ENGINE_VERSION, digest: digestOfAnalyses() }).toEqual(kept);
});
