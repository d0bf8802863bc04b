/**
 * English names of languages.
 *
 * @module
 */

/** Names of the languages that most reviews in other languages are in; others keep their code. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  cs: "Czech",
  de: "German",
  es: "Spanish",
  fr: "French",
  it: "Italian",
  nl: "Dutch",
  nb: "Norwegian",
  sv: "Swedish",
  da: "Danish",
  el: "Greek",
  fi: "Finnish",
  he: "Hebrew",
  hi: "Hindi",
  hu: "Hungarian",
  no: "Norwegian",
  pl: "Polish",
  pt: "Portuguese",
  ro: "Romanian",
  ru: "Russian",
  tr: "Turkish",
  uk: "Ukrainian",
  zh: "Chinese",
  ja: "Japanese",
  ko: "Korean",
  ar: "Arabic",
  vi: "Vietnamese",
};
