/** English with every letter marked. */
import { catalogueOf, compileCatalogue, type pagesEnglish, type Words } from "../../src/languages/mod.ts";

/** English with every letter outside of gaps replaced by one of another script: what is not marked is not of the catalogue. */
export function markedWords(): Words {
  const english = catalogueOf("en");
  const marked = Object.entries(english.messages).map(([key, message]) => {
    if (typeof message === "string") return [key, mark(message)];
    return [key, Object.fromEntries(Object.entries(message).map(([form, text]) => [form, mark(text)]))];
  });
  // Intl's own words are Japanese there: names of months and "and" are no letters of ours.
  return compileCatalogue<typeof pagesEnglish>({
    ...english,
    language: "zz",
    locale: "ja",
    messages: Object.fromEntries(marked) as typeof english.messages,
  });
}

function mark(text: string): string {
  return text.replaceAll(/\{\w+\}|[A-Za-z]/g, (found) => (found.startsWith("{") ? found : "ж"));
}
