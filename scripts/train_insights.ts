/**
 * Makes the learned numbers of the insights engine from text written for this project: the weights of the sentence model,
 * and those that turn its scores and the rules' mentions into log-odds.
 *
 * `bun scripts/train_insights.ts` writes both data files; the same text gives the same bytes. Nothing else is learned
 * from: the text stands in `test/insights/data/` and `test/insights/reading/plain_speech.ts`.
 */
import { pairs } from "./insights_training/composed_text.ts";
import { fitEvidence, PAIRED } from "./insights_training/evidence_fit.ts";
import { readLabelled } from "./insights_training/labelled_text.ts";
import { fitted, samplesOf } from "./insights_training/sentence_fit.ts";
import { writeEvidence, writeModel } from "./insights_training/write_weights.ts";

const labelled = readLabelled();
writeModel(fitted(labelled.flatMap(samplesOf), pairs(labelled, PAIRED).flatMap(samplesOf)));
writeEvidence(fitEvidence(labelled));
