/**
 * The site as its pages see it, and the links between them. A page's state is its URL, in the words of the search
 * interface.
 */

import { PATHS, reviewPath, type Site } from "../http/paths.ts";
import { LANGUAGES, type Language, type Words, wordsFor } from "../languages/mod.ts";
import type { Publication, SearchQuery } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";

/** The site as the pages see it. */
export interface PageSite extends Site {
  /** Version of the program, shown in the footer. */
  readonly version: string;
  /** What this page speaks. */
  readonly words: Words;
  /** The language of addresses that name none. */
  readonly ownLanguage: Language;
  /** Whether readers may report reviews here. */
  readonly takesReports?: boolean;
}

/** What is for developers is written in English only. */
export function inEnglish(site: PageSite): PageSite {
  return site.words.language === "en" ? site : { ...site, words: wordsFor("en") };
}

export interface PageProps {
  readonly publication: Publication;
  readonly site: PageSite;
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

/** The whole address of a page in the language of the page that names it. */
export function pageAddress(site: PageSite, path: string): string {
  return site.baseUrl + pathIn(site.words.language, path, site);
}

/** The path of a page in a language: the business's own language is named by no address. */
function pathIn(language: string, path: string, { ownLanguage }: Pick<PageSite, "ownLanguage">): string {
  return language === ownLanguage ? path : `/${language}${path}`;
}

/** A page in every language: its path, the language, and whether it is the one that is being read. */
export function inAllLanguages(site: PageSite, path: string) {
  return LANGUAGES.map((language) => {
    return { language, path: pathIn(language, path, site), isThis: language === site.words.language };
  });
}

/** The home page showing the reviews that a query asks for. */
export function searchLink(site: PageSite, query: SearchQuery): string {
  return pageLink(site, "/") + queryOf(query);
}

/** The home page showing the reviews that a search of the insights finds. */
export function foundLink(site: PageSite, href: string): string {
  const at = href.indexOf("?");
  return `${pageLink(site, "/")}${at < 0 ? "" : href.slice(at)}`;
}

/** The same search as JSON. */
export function searchDataLink(site: PageSite, query: SearchQuery): string {
  return linkWithin(site, PATHS.search) + queryOf(query);
}

/** The page of a review, in the language of the business whatever that of the page. */
export function reviewLink(site: Site, id: string): string {
  return linkWithin(site, reviewPath(id));
}

/** How a method of verification is explained. */
export function verificationLink(site: PageSite, method: string): string {
  return `${pageLink(site, PATHS.verification)}#${method}`;
}

/**
 * Where a review is reported: a letter that names it (RFC 6068), or the owner's page with its address as `review`. Null
 * where the owner takes no reports.
 */
export function reportLink({ id, url }: Review, reportTo: string | null, words: Words): string | null {
  if (reportTo === null) return null;
  if (!reportTo.startsWith("https://")) {
    const subject = words.say("why.reportSubject", { id });
    return `mailto:${encodeURI(reportTo)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(url)}`;
  }
  const address = new URL(reportTo);
  address.searchParams.set("review", url);
  return address.href;
}

/** The host of an address, without "www.". */
export function hostInWords(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url;
}

/** RFC 3966; null for a number without digits, such as "ask at the desk". */
export function telephoneLink(number: string): string | null {
  const dialled = number.replaceAll(/[^\d+]/g, "");
  return /\d/.test(dialled) ? `tel:${dialled}` : null;
}

/** The query string of a search, from its question mark on; empty for one without filters. */
function queryOf(query: SearchQuery): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return parameters.size === 0 ? "" : `?${parameters}`;
}
