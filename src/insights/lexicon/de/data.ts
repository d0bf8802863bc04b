/** German. Words meet by their stems, ä, ö and ü written as two letters or without dots alike. */
import { stemmer } from "@orama/stemmers/german";
import { plainLetters, toNormalForm } from "../../../review/text.ts";
import { EVIDENCE_OF_OTHERS } from "../evidence_weights.ts";
import { type LanguageData, NO_PHRASES } from "../language_data.ts";
import aspectGuards from "./aspect_guards.tsv" with { type: "text" };
import aspectTerms from "./aspect_terms.tsv" with { type: "text" };
import commonWords from "./common_words.tsv" with { type: "text" };
import englishWords from "./english_words.tsv" with { type: "text" };
import homePhrases from "./home_phrases.tsv" with { type: "text" };
import intensifiers from "./intensifiers.tsv" with { type: "text" };
import names from "./names.tsv" with { type: "text" };
import neutralTerms from "./neutral_terms.tsv" with { type: "text" };
import opinionPhrases from "./opinion_phrases.tsv" with { type: "text" };
import opinionWords from "./opinion_words.tsv" with { type: "text" };
import outcomePhrases from "./outcome_phrases.tsv" with { type: "text" };
import ruleWords from "./rule_words.tsv" with { type: "text" };
import spellings from "./spellings.tsv" with { type: "text" };
import topicStopWords from "./topic_stop_words.tsv" with { type: "text" };
import wordClasses from "./word_classes.tsv" with { type: "text" };

export const GERMAN: LanguageData = {
  code: "de",
  keyOf,
  stem: keyOf,
  singular: (word) => word,
  capitalisesNouns: true,
  aspectGuards,
  aspectTerms,
  commonWords,
  englishWords,
  homePhrases,
  idioms: NO_PHRASES,
  intensifiers,
  names,
  narrativePhrases: NO_PHRASES,
  neutralTerms,
  opinionEndings: "",
  opinionPhrases,
  opinionWords: [opinionWords],
  outcomePhrases,
  ruleWords,
  spellings,
  topicStopWords,
  wordClasses,
  evidence: EVIDENCE_OF_OTHERS,
  learned: null,
};

/** A "ue" behind a, e or q is no ü: "Neue", "Steuer", "Quelle". */
function keyOf(word: string): string {
  if (OWN_WORDS.has(word)) return word;
  const plain = plainLetters(toNormalForm(word, "NFD").replace(/\p{M}/gu, ""))
    .replace(/ae|oe/g, (both) => both.charAt(0))
    .replace(/(?<![aeq])ue/g, "u");
  return /^[a-z]{4,}$/.test(plain) ? stemmer(plain) : plain;
}

/** Words whose stem is that of another: "less" is no form of "wenig", which softens, "later" none of "late", "würde" none of "wurde". */
const OWN_WORDS = new Set(
  "weniger wenigsten später keiner nichts maler schade schön schöne schönem schönen schöner schönes würde würden hätte hätten".split(
    " ",
  ),
);
