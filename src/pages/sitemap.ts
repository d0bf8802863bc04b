/**
 * The sitemap: every page that search engines should know, with its variants in other languages.
 *
 * Spec: https://www.sitemaps.org/protocol.html; variants as `xhtml:link`, as search engines read them
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import { PATHS, reviewPath } from "../web/paths.ts";
import { services, technicians } from "./entity/mentioned.ts";
import type { PageDocument } from "./page_document.ts";
import { inAllLanguages, type PageSite } from "./site.ts";
import { xmlText } from "./xml_text.ts";

/** Reviews in one part of the sitemap: few enough to be written in milliseconds. The protocol allows 50,000. */
export const SITEMAP_PART = 1_000;

/** A page in the sitemap. */
interface Entry {
  readonly path: string;
  /** When it last changed, ISO 8601; null where that is not known. */
  readonly changed: string | null;
  readonly isEnglishOnly?: boolean;
}

/** The sitemap, with the pages of the reference at `docs`; beyond {@link SITEMAP_PART} reviews an index whose parts are at `?part=1` and so on. */
export function sitemapXml(
  publication: Publication,
  site: PageSite,
  part?: number,
  docs: readonly string[] = [],
): PageDocument | null {
  const parts = Math.max(1, Math.ceil(publication.reviewCount / SITEMAP_PART));
  if (part !== undefined && !(Number.isInteger(part) && part >= 1 && part <= parts)) return null;
  const body =
    part === undefined && parts > 1
      ? sitemapIndex(site, parts)
      : urlSet(site, [...((part ?? 1) === 1 ? pages(publication, docs) : []), ...reviews(publication, part ?? 1)]);
  const isWhole = part === undefined;
  return { status: 200, mediaType: "application/xml; charset=utf-8", body, cacheable: isWhole };
}

function sitemapIndex(site: PageSite, parts: number): string {
  const entries = Array.from(
    { length: parts },
    (_, index) => `<sitemap><loc>${xmlText(`${site.baseUrl}${PATHS.sitemap}?part=${index + 1}`)}</loc></sitemap>\n`,
  );
  return `${XML}<sitemapindex ${SITEMAP_SPACE}>\n${entries.join("")}</sitemapindex>\n`;
}

/** What there is besides the reviews. */
function pages(publication: Publication, docs: readonly string[]): Entry[] {
  const changed = new Date(publication.publishedAt).toISOString();
  const mentioned = [...technicians(publication), ...services(publication)].filter(({ count }) => count > 0);
  return [
    ...[PATHS.home, PATHS.verification, ...mentioned.map(({ path }) => path), PATHS.show].map((path) => {
      return { path, changed };
    }),
    { path: PATHS.developers, changed, isEnglishOnly: true },
    ...[PATHS.docs, ...docs].map((path) => ({ path, changed: null, isEnglishOnly: true })),
  ];
}

function reviews(publication: Publication, part: number): Entry[] {
  const start = (part - 1) * SITEMAP_PART;
  const count = Math.min(publication.reviewCount - start, SITEMAP_PART);
  return Array.from({ length: count }, (_, at) => {
    const { id, updated_at } = publication.reviewAt(start + at);
    return { path: reviewPath(id), changed: updated_at };
  });
}

function urlSet(site: PageSite, entries: readonly Entry[]): string {
  const urls = entries.map(({ path, changed, isEnglishOnly }) => {
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : "";
    return `<url><loc>${xmlText(site.baseUrl + path)}</loc>${lastmod}${isEnglishOnly ? "" : variants(site, path)}</url>\n`;
  });
  return `${XML}<urlset ${SITEMAP_SPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join("")}</urlset>\n`;
}

/** The same page in each language, itself included, and the one for everybody else: what the head of the page says, too. */
function variants(site: PageSite, path: string): string {
  const all = [...inAllLanguages(site, path), { language: "x-default", path }];
  return all
    .map(({ language, path }) => {
      return `<xhtml:link rel="alternate" hreflang="${language}" href="${xmlText(site.baseUrl + path)}"/>`;
    })
    .join("");
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAP_SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
