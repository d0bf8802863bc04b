/**
 * Writes `src/owner/sample_analyses.json`: what the insights engine finds in the sample, so that a first start need not look.
 * To be run after a change of the engine or of the sample; a test says when.
 */
import { writeFileSync } from "node:fs";
import { analyzedSample, SAMPLE_ANALYSES } from "../test/support/analyzed_sample.ts";

writeFileSync(SAMPLE_ANALYSES, `${JSON.stringify(await analyzedSample(), null, 2)}\n`);
