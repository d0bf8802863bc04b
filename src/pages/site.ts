/**
 * Where the pages live, and links from one to the other.
 *
 * @module
 */
import { LANGUAGES, type Language, type Words } from "../languages/mod.ts";
import type { Site } from "../web/site.ts";

/** The site as the pages see it. */
export interface PageSite extends Site {
  /** Version of the program, shown in the footer. */
  readonly version: string;
  /** What this page speaks. */
  readonly words: Words;
  /** The language of addresses that name none. */
  readonly ownLanguage: Language;
}

/**
 * A link within the site: the path of the base address, then `path`. Without the host, so that a page also works when it
 * is reached by another name; with the path, so that a site below a folder of a larger one does.
 */
export function linkWithin({ baseUrl }: Site, path: string): string {
  return `${new URL(baseUrl).pathname.replace(/\/$/, "")}${path}`;
}

/** A link to a page, in the language of the page that it stands on. */
export function pageLink(site: PageSite, path: string): string {
  return linkWithin(site, pathIn(site.words.language, path, site));
}

/** The path of a page in a language: the business's own language is named by no address. */
export function pathIn(language: string, path: string, { ownLanguage }: Pick<PageSite, "ownLanguage">): string {
  return language === ownLanguage ? path : `/${language}${path}`;
}

/** A page in every language: its path, the language, and whether it is the one that is being read. */
export function inAllLanguages(site: PageSite, path: string) {
  return LANGUAGES.map((language) => {
    return { language, path: pathIn(language, path, site), isThis: language === site.words.language };
  });
}
