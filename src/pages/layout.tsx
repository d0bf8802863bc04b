/** @jsxImportSource preact */
/**
 * The frame of every page: head, way around, who publishes this.
 *
 * @module
 */

import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Publication } from "../publication/mod.ts";
import { type Business, sourceName } from "../review/mod.ts";
import { PATHS } from "../web/paths.ts";
import { ICON_PATH, PAGE_SCRIPT_PATH, STYLE_PATH } from "./assets.ts";
import { themePath } from "./brand/theme.ts";
import { type JsonLd, scriptSafeJson } from "./json_ld.ts";
import { linkWithin, type PageSite } from "./site.ts";
import { EN } from "./words/en.ts";
import { dateInWords } from "./words.ts";

/** What a page puts into the common frame. */
export interface LayoutProps {
  readonly site: PageSite;
  /** Absent where there is nothing published to speak of, as on a page that tells of a fault. */
  readonly publication?: Publication;
  readonly title: string;
  readonly description: string;
  /** Path that this page is to be known by; null for pages that search engines should leave alone. */
  readonly canonicalPath: string | null;
  readonly jsonLd?: JsonLd;
  readonly scriptPaths?: readonly string[];
  /** What stands at the top left; the business's name unless the page itself begins with it. */
  readonly siteName?: string;
  /** Widens the page where tables need room. */
  readonly isWide?: boolean;
  /** True for the profile, which has a column of facts where there is room. */
  readonly isProfile?: boolean;
  readonly children: ComponentChildren;
}

/** A whole page as HTML. Everything that comes from outside passes the renderer's escaping. */
export function renderPage(props: LayoutProps): string {
  return `<!DOCTYPE html>\n${renderToString(<Layout {...props} />)}\n`;
}

function Layout(props: LayoutProps) {
  const { site, publication, children } = props;
  return (
    <html lang="en">
      <Head {...props} />
      <body class={props.isProfile ? "profile" : props.isWide ? "wide" : undefined}>
        <a class="skip" href="#content">
          {EN.frame.skip}
        </a>
        {publication?.business.is_sample && <SampleNotice />}
        <SiteHeader site={site} name={props.siteName ?? publication?.business.name ?? EN.frame.siteName} />
        <main id="content">{children}</main>
        <SiteFooter site={site} publication={publication} />
      </body>
    </html>
  );
}

function Head({ site, title, description, canonicalPath, publication, jsonLd, scriptPaths = [] }: LayoutProps) {
  const at = (path: string) => linkWithin(site, path);
  return (
    <head>
      <meta charset="utf-8" />
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="description" content={description} />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#fbfbf9" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#14181a" media="(prefers-color-scheme: dark)" />
      {canonicalPath === null && <meta name="robots" content="noindex" />}
      {canonicalPath !== null && <link rel="canonical" href={`${site.baseUrl}${canonicalPath}`} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      {canonicalPath !== null && <meta property="og:url" content={`${site.baseUrl}${canonicalPath}`} />}
      {publication?.business.logo && <meta property="og:image" content={publication.business.logo} />}
      {publication?.business.logo && <meta property="og:image:alt" content={publication.business.name} />}
      <meta name="twitter:card" content="summary" />
      {publication && <meta property="og:site_name" content={publication.business.name} />}
      <link rel="icon" href={at(ICON_PATH)} type="image/svg+xml" />
      <link rel="stylesheet" href={at(STYLE_PATH)} />
      {publication?.business.color && <link rel="stylesheet" href={at(themePath(publication.business.color))} />}
      <link rel="alternate" type="application/atom+xml" title="Newest reviews (Atom)" href={at(PATHS.atomFeed)} />
      <link rel="alternate" type="application/feed+json" title="Newest reviews (JSON Feed)" href={at(PATHS.jsonFeed)} />
      <link rel="alternate" type="application/feed+json" title="Latest changes (JSON Feed)" href={at(PATHS.updates)} />
      <link rel="alternate" type="application/json" title="All reviews" href={at(PATHS.reviews)} />
      <link rel="service-desc" type="application/json" href={at(PATHS.openApi)} />
      <link rel="service-doc" type="text/html" href={at(PATHS.docs)} />
      {[PAGE_SCRIPT_PATH, ...scriptPaths].map((path) => (
        <script type="module" src={at(path)} />
      ))}
      {jsonLd && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptSafeJson(jsonLd) }} />}
    </head>
  );
}

function SampleNotice() {
  return (
    <aside class="sample" aria-label={EN.frame.sampleLabel}>
      <strong>{EN.frame.sample}</strong> {EN.frame.sampleNote}
    </aside>
  );
}

function SiteHeader({ site, name }: { site: PageSite; name: string }) {
  return (
    <header class="site-header">
      <a class="site-name" href={linkWithin(site, "/")}>
        <bdi>{name}</bdi>
      </a>
      <nav aria-label="Site">
        <a href={`${linkWithin(site, "/")}#reviews`}>{EN.frame.reviews}</a>
        <a href={linkWithin(site, PATHS.verification)}>{EN.frame.verification}</a>
      </nav>
    </header>
  );
}

function SiteFooter({ site, publication }: { site: PageSite; publication: Publication | undefined }) {
  return (
    <footer class="site-footer">
      {publication && (
        <p>
          Published by <bdi>{publication.business.name}</bdi>, which controls this site.{" "}
          <a href={linkWithin(site, PATHS.verification)}>How reviews are verified, and how many were held back</a>
        </p>
      )}
      {publication && <Rights business={publication.business} />}
      <p>
        <a href={linkWithin(site, PATHS.developers)}>{EN.frame.developers}</a>
      </p>
      <p class="quiet">
        No cookies, no tracking, no requests to anybody else. Goodword {site.version}
        {publication && <Edition publication={publication} />}
      </p>
    </footer>
  );
}

function Rights({ business: { license, sources } }: { business: Business }) {
  if (license === null && sources.length === 0) return null;
  return (
    <p>
      {license && (
        <>
          These data are published under{" "}
          <a href={license.url} rel="license">
            {license.name}
          </a>
          .
        </>
      )}
      {sources.map(({ name, terms }) => (
        <>
          {" "}
          Reviews from {sourceName(name)} stay under <a href={terms}>its terms</a>.
        </>
      ))}
    </p>
  );
}

function Edition({ publication }: { publication: Publication }) {
  const date = new Date(publication.publishedAt).toISOString();
  return (
    <>
      , revision {publication.revision} of <time dateTime={date}>{dateInWords(date.slice(0, 10))}</time>
    </>
  );
}
