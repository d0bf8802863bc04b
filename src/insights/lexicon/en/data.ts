/** English: the language with learned models, and with most of the lists. */

import { EVIDENCE } from "../evidence_weights.ts";
import type { LanguageData } from "../language_data.ts";
import { endingsOf } from "../lists.ts";
import aspectGuards from "./aspect_guards.tsv" with { type: "text" };
import aspectTerms from "./aspect_terms.tsv" with { type: "text" };
import commonWords from "./common_words.tsv" with { type: "text" };
import homePhrases from "./home_phrases.tsv" with { type: "text" };
import idioms from "./idioms.tsv" with { type: "text" };
import intensifiers from "./intensifiers.tsv" with { type: "text" };
import meaningClasses from "./meaning_classes.tsv" with { type: "text" };
import names from "./names.tsv" with { type: "text" };
import narrativePhrases from "./narrative_phrases.tsv" with { type: "text" };
import neutralTerms from "./neutral_terms.tsv" with { type: "text" };
import opinionPhrases from "./opinion_phrases.tsv" with { type: "text" };
import opinionWords from "./opinion_words.tsv" with { type: "text" };
import outcomePhrases from "./outcome_phrases.tsv" with { type: "text" };
import ruleWords from "./rule_words.tsv" with { type: "text" };
import sentences from "./sentence_model.json" with { type: "json" };
import spellings from "./spellings.tsv" with { type: "text" };
import terms from "./term_model.json" with { type: "json" };
import topicStopWords from "./topic_stop_words.tsv" with { type: "text" };
import vaderWords from "./vader_words.tsv" with { type: "text" };
import wordClasses from "./word_classes.tsv" with { type: "text" };

export const ENGLISH: LanguageData = {
  code: "en",
  keyOf: (word) => word,
  stem,
  singular,
  capitalisesNouns: false,
  aspectGuards,
  aspectTerms,
  commonWords,
  englishWords: "english\twords",
  homePhrases,
  idioms,
  intensifiers,
  names,
  narrativePhrases,
  neutralTerms,
  opinionPhrases,
  opinionEndings: "ly ily>y ness iness>y ier>y iest>y er er>e est est>e ed ed>e ing ing>e s es ish in>ing",
  opinionWords: [vaderWords, opinionWords],
  outcomePhrases,
  ruleWords,
  spellings,
  topicStopWords,
  wordClasses,
  evidence: EVIDENCE,
  learned: { meaningClasses, sentences, terms },
};

/** Strips inflectional endings from a lower-case English word. */
function stem(word: string): string {
  const base = word.endsWith("'s") ? word.slice(0, -2) : word;
  if (base.length < 5)
    return withoutE(base.length > 3 && base.endsWith("s") && !base.endsWith("ss") ? base.slice(0, -1) : base);
  for (const [ending, replacement] of ENDINGS) {
    if (base.endsWith(ending) && base.length - ending.length >= 3 && !base.endsWith("ss")) {
      return undoubled(base.slice(0, -ending.length) + replacement);
    }
  }
  return withoutE(base);
}

function withoutE(word: string): string {
  return word.length > 3 && word.endsWith("e") ? word.slice(0, -1) : word;
}

const ENDINGS = endingsOf("ations ation ements ement ings ing ies>y ied>y sses>ss ches>ch shes>sh xes>x es ed s");

function undoubled(word: string): string {
  const last = word.at(-1) ?? "";
  if (last === word.at(-2) && !"lsz".includes(last)) return word.slice(0, -1);
  if (word.endsWith("s") && !word.endsWith("ss") && word.length > 4) return word.slice(0, -1);
  return word.endsWith("e") ? word.slice(0, -1) : word;
}

/** The singular of a plain plural: "windows" to "window", "batteries" to "battery". */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us") || word.endsWith("is"))
    return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:[sx]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
