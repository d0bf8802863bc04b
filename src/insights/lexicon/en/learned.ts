/** The learned models of English, apart from its lists: half a megabyte that only reading texts needs. */
import type { LearnedData } from "../language_data.ts";
import meaningClasses from "./meaning_classes.tsv" with { type: "text" };
import sentences from "./sentence_model.json" with { type: "json" };
import terms from "./term_model.json" with { type: "json" };

export const LEARNED: LearnedData = { meaningClasses, sentences, terms };
