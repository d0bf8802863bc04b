/**
 * Makes the learned numbers of the insights engine: the weights of the sentence model, those that turn its scores and the rules'
 * mentions into log-odds, and those of the term model. The same text gives the same bytes.
 *
 * `bun scripts/train_insights.ts [FOLDER]`: the first two are learned from text written for this project alone
 * (`test/insights/data/`), the term model from that and from the training sentences of
 * MAMS. FOLDER is a copy of https://github.com/siat-nlp/MAMS-for-ABSA (Apache-2.0); without it the term model stays as it is.
 */
import { pairs } from "./insights_training/composed_text.ts";
import { fitEvidence, PAIRED } from "./insights_training/evidence_fit.ts";
import { mamsTerms, ownTerms } from "./insights_training/labelled_terms.ts";
import { readLabelled } from "./insights_training/labelled_text.ts";
import { fitted, samplesOf } from "./insights_training/sentence_fit.ts";
import { fittedTerms, ownTermsRight } from "./insights_training/term_fit.ts";
import { writeEvidence, writeModel, writeTermModel } from "./insights_training/write_weights.ts";

const labelled = readLabelled();
writeModel(fitted(labelled.flatMap(samplesOf), pairs(labelled, PAIRED).flatMap(samplesOf)));
writeEvidence(fitEvidence(labelled));

const folder = process.argv[2];
const own = ownTerms();
const others = mamsTerms(folder);
if (others === null)
  console.log(`SKIPPED: the term model, since ${folder ?? "no folder"} holds no MAMS sentences; it stays as it is`);
else {
  writeTermModel(fittedTerms(own, others));
  console.log(
    `${own.length} own terms, ${others.length} of MAMS; of own terms left out ${ownTermsRight(own, others).toFixed(3)} right`,
  );
}
