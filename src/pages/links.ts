/**
 * Addresses of searches: the page's state is its URL, in the words of the search interface.
 *
 * @module
 */

import type { Words } from "../languages/mod.ts";
import type { SearchQuery } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";
import { PATHS, reviewPath } from "../web/paths.ts";
import { linkWithin, type PageSite, pageLink } from "./site.ts";

/** The home page showing the reviews that a query asks for. */
export function searchLink(site: PageSite, query: SearchQuery): string {
  const parameters = queryString(query);
  return `${pageLink(site, "/")}${parameters && `?${parameters}`}`;
}

/** The home page showing the reviews that a search of the insights finds. */
export function foundLink(site: PageSite, href: string): string {
  const at = href.indexOf("?");
  return `${pageLink(site, "/")}${at < 0 ? "" : href.slice(at)}`;
}

/** The same search as JSON. */
export function searchDataLink(site: PageSite, query: SearchQuery): string {
  const parameters = queryString(query);
  return `${linkWithin(site, PATHS.search)}${parameters && `?${parameters}`}`;
}

/** The page of a review. */
export function reviewLink(site: PageSite, id: string): string {
  return pageLink(site, reviewPath(id));
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
    return `mailto:${encodeURI(reportTo)}?subject=${encodeURIComponent(words.say("why.reportSubject", { id }))}&body=${encodeURIComponent(url)}`;
  }
  const address = new URL(reportTo);
  address.searchParams.set("review", url);
  return address.href;
}

/** RFC 3966; null for a number without digits, such as "ask at the desk". */
export function telephoneLink(number: string): string | null {
  const dialled = number.replaceAll(/[^\d+]/g, "");
  return /\d/.test(dialled) ? `tel:${dialled}` : null;
}

function queryString(query: SearchQuery): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
