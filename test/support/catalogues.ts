/** The catalogues as they are in the folder, and one whose every letter is marked. */
import { join } from "node:path";
import type { ConsoleCatalogue } from "../../src/console/words/en.ts";
import { type Catalogue, compileCatalogue, type Words } from "../../src/review/languages/mod.ts";
import { ROOT } from "./source_files.ts";

/** Every catalogue of the folder. */
export async function catalogues(): Promise<Catalogue[]> {
  const files = [...new Bun.Glob("[a-z][a-z].ts").scanSync(join(ROOT, "src/review/languages"))].sort();
  return Promise.all(files.map((file) => catalogueOf(file.slice(0, 2))));
}

/** The catalogue of a language. */
export async function catalogueOf(language: string): Promise<Catalogue> {
  return (await import(join(ROOT, `src/review/languages/${language}.ts`)))[language];
}

/** The console's messages in a language. */
export async function consoleCatalogueOf(language: string): Promise<ConsoleCatalogue> {
  const name = `console${language[0]?.toUpperCase()}${language.slice(1)}`;
  return (await import(join(ROOT, `src/console/words/${language}.ts`)))[name];
}

/** English with every letter outside of gaps replaced by one of another script: what is not marked is not of the catalogue. */
export async function markedWords(): Promise<Words> {
  const english = await catalogueOf("en");
  const marked = Object.entries(english.messages).map(([key, message]) => {
    if (typeof message === "string") return [key, mark(message)];
    return [key, Object.fromEntries(Object.entries(message).map(([form, text]) => [form, mark(text)]))];
  });
  // Intl's own words are Japanese there: names of months and "and" are no letters of ours.
  return compileCatalogue({ ...english, language: "zz", locale: "ja", messages: Object.fromEntries(marked) });
}

function mark(text: string): string {
  return text.replaceAll(/\{\w+\}|[A-Za-z]/g, (found) => (found.startsWith("{") ? found : "ж"));
}
