/** French. Words meet by their stems, with accents or without. */
import { stemmer } from "@orama/stemmers/french";
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

export const FRENCH: LanguageData = {
  code: "fr",
  keyOf,
  stem: keyOf,
  singular: (word) => word,
  capitalisesNouns: false,
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

/** Small words that lose their vowel before another word and stand to it without a blank: "l'heure", "qu'ils". */
const ELIDED = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'(?=.)/;

function keyOf(word: string): string {
  if (OWN_WORDS.has(word)) return word;
  const plain = plainLetters(toNormalForm(word, "NFD").replace(/\p{M}/gu, "")).replace(ELIDED, "");
  return /^[a-z]{4,}$/.test(plain) ? stemmer(plain) : plain;
}

/** Words whose stem is that of another that rules ask for: "By no means" is no form of "nulle", "chaleureux" of "chaleur", "devis" of "devait". */
const OWN_WORDS = new Set("nullement devis dû sav chaleureux chaleureuse chaleureuses".split(" "));
