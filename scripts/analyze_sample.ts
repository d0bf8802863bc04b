/**
 * Writes `src/owner/sample_analyses.json`: what the insights engine finds in the sample, so that a first start need not look.
 * And the digest of what it finds in the labelled text. To be run after a change of the engine or of the sample; tests say when.
 */
import { writeFileSync } from "node:fs";
import { ENGINE_VERSION } from "../src/insights/mod.ts";
import { DIGEST_FILE, digestOfAnalyses } from "../test/insights/all_analyses.ts";
import { analyzedSample, SAMPLE_ANALYSES } from "../test/support/analyzed_sample.ts";

writeFileSync(SAMPLE_ANALYSES, `${JSON.stringify(await analyzedSample(), null, 2)}\n`);
writeFileSync(DIGEST_FILE, `${JSON.stringify({ engine: ENGINE_VERSION, digest: digestOfAnalyses() })}\n`);
