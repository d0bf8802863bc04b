/** The site as its pages see it, and links within it. A page's state is its URL, in the words of the search interface. */

import { PATHS, reviewPath, type Site } from "../http/paths.ts";
import { LANGUAGES, type Language, type Words, wordsFor } from "../languages/mod.ts";
import type { Publication, SearchQuery } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";

export interface PageSite extends Site {
  /** Version of the program, shown in the footer. */
  readonly version: string;
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

/** Link without the host, so that a page works under another name; with the path of the base address. */
export function linkWithin({ baseUrl }: Site, path: string): string {
  return `${new URL(baseUrl).pathname.replace(/\/$/, "")}${path}`;
}

export function pageLink(site: PageSite, path: string): string {
  return linkWithin(site, pathIn(site.words.language, path, site));
}

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

export function searchLink(site: PageSite, query: SearchQuery): string {
  return pageLink(site, "/") + queryOf(query);
}

export function foundLink(site: PageSite, href: string): string {
  const at = href.indexOf("?");
  return `${pageLink(site, "/")}${at < 0 ? "" : href.slice(at)}`;
}

export function searchDataLink(site: PageSite, query: SearchQuery): string {
  return linkWithin(site, PATHS.search) + queryOf(query);
}

/** The page of a review, in the language of the business whatever that of the page. */
export function reviewLink(site: Site, id: string): string {
  return linkWithin(site, reviewPath(id));
}

export function verificationLink(site: PageSite, method: string): string {
  return `${pageLink(site, PATHS.verification)}#${method}`;
}

/** A letter that names the review (RFC 6068), or the owner's page with its address as `review`. */
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

export function formatHost(url: string): string {
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
