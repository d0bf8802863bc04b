/**
 * Reads one text: its language, its opinions, a vote for each aspect, and what it mentions of the catalog.
 *
 * In: one review, the business's catalog. Out: a {@link ReviewAnalysis}, the same for the same.
 * Never: another review, a count, the clock, the network, the store. Importing it loads no word list; first use does.
 *
 * What belongs to one language are data files in `lexicon/<language>/`; `lexicon.ts` is the one way to them.
 *
 * @module
 */
export { ENGINE_VERSION, type ReviewAnalysis } from "./analysis.ts";
export { readAnalysis, writeAnalysis } from "./analysis_code.ts";
export { analyzeReview, type ReviewInput } from "./analyze_review.ts";
export { analyzeAspect, analyzeText, type Sentiment } from "./analyze_text.ts";
export { ASPECT_IDS, ASPECT_NAMES, type AspectId } from "./aspects.ts";
export { auditPhrases, type PhraseAudit } from "./audit_phrases.ts";
export { type Explanation, explainReview } from "./explain.ts";
export { foundMentions } from "./found_mentions.ts";
export {
  CERTAIN,
  type JudgedSentiment,
  type Judgement,
  judgementsOf,
  namedJudgement,
  sideCertainty,
  wholeJudgement,
} from "./judgements.ts";
export { type NameSuggestion, suggestNames } from "./suggest_names.ts";
