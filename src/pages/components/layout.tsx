/** @jsxImportSource preact */

import type { ComponentChildren, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { PATHS } from "../../http/paths.ts";
import { LANGUAGE_NAMES, type Words } from "../../languages/mod.ts";
import type { Publication } from "../../publication/mod.ts";
import { type Business, sourceName } from "../../review/mod.ts";
import { ASSETS } from "../assets.ts";
import { themePath } from "../brand.ts";
import { type JsonLd, scriptSafeJson } from "../json_ld.ts";
import { isDraft, PAGE_SECURITY_HEADERS, type PageDocument } from "../page.ts";
import { starsPhrase } from "../phrases.ts";
import { inAllLanguages, linkWithin, type PageSite, pageAddress, pageLink } from "../site.ts";
import { SHARE_SIZE } from "../widgets/share_drawing.ts";
import { BusinessCard, CallButton, Logo } from "./business_card.tsx";
import { StarShapes } from "./stars.tsx";

interface LayoutProps {
  readonly site: PageSite;
  /** Absent if nothing is published, or on the page of an internal error. */
  readonly publication?: Publication;
  readonly title: string;
  readonly description: string;
  /** Path that this page is to be known by; null for pages that search engines should leave alone. */
  readonly canonicalPath: string | null;
  readonly jsonLd?: JsonLd | undefined;
  readonly scriptPaths?: readonly string[];
  readonly stylePaths?: readonly string[];
  /** Path of a page that is its reader's alone, in whichever language: it is known by no other. */
  readonly privatePath?: string;
  /** Path of the picture beside links to it; the rating of the business where it has none of its own. */
  readonly sharePath?: string;
  /** Written in one language: developer material in English, a review in the language of the business. */
  readonly isInOneLanguage?: boolean;
  /** True for the profile, which begins with the business itself: its header appears once that is scrolled out of view. */
  readonly isProfile?: boolean;
  /** True for a page about a part of the business, which shows a card with links to the business. */
  readonly hasBusinessCard?: boolean;
  /** True for a page whose address other sites turn into a frame of reviews. */
  readonly isEmbeddable?: boolean;
  readonly children: ComponentChildren;
}

export function renderPage(props: LayoutProps & { status?: number; isCacheable?: boolean }): PageDocument {
  const { status = 200, isCacheable: cacheable = true } = props;
  const headers = PAGE_SECURITY_HEADERS;
  return { status, mediaType: "text/html; charset=utf-8", body: renderHtml(props), cacheable, headers };
}

/** A whole page as HTML. Everything that comes from outside passes the renderer's escaping. */
export function renderHtml(props: LayoutProps): string {
  return htmlOf(<Layout {...props} />);
}

export function htmlOf(document: VNode): string {
  return `<!DOCTYPE html>\n${withoutSlashes(renderToString(document))}\n`;
}

/** The renderer ends void elements as XML does, which means nothing in HTML; a tag begins nowhere else, since texts are escaped. */
function withoutSlashes(html: string): string {
  return html.replaceAll(/<(meta|link|img|input|br|hr|wbr|col)((?: [^\s"=>/]+(?:="[^"]*")?)*)\/>/g, "<$1$2>");
}

export function PageSection(props: {
  id: string;
  title: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}) {
  const { id, title, children } = props;
  return (
    <section class={props.class} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Layout(props: LayoutProps) {
  const { site, publication, children } = props;
  return (
    <html lang={site.words.language} dir="ltr">
      <Head {...props} />
      <body
        data-copy-word={site.words.say("copy.copy")}
        data-copied-word={site.words.say("copy.copied")}
        class={props.isProfile ? "profile" : undefined}
      >
        <a class="skip" href="#content">
          {site.words.say("frame.skip")}
        </a>
        {props.isProfile && publication && publication.reviewCount > 0 && (
          <a class="skip" href="#reviews">
            {site.words.say("frame.skipToReviews")}
          </a>
        )}
        {publication?.business.is_sample && <SampleNotice words={site.words} />}
        <StarShapes />
        <SiteHeader {...props} />
        <main id="content">
          {children}
          {props.hasBusinessCard && publication && <BusinessCard publication={publication} site={site} />}
        </main>
        <SiteFooter {...props} />
      </body>
    </html>
  );
}

function Head(props: LayoutProps) {
  const { site, title, description, canonicalPath, publication, jsonLd, scriptPaths = [], isInOneLanguage } = props;
  const at = (path: string) => linkWithin(site, path);
  const { words } = site;
  const isUnlisted = canonicalPath === null || (publication !== undefined && isDraft(publication));
  const canonical = isUnlisted ? null : pageAddress(site, canonicalPath);
  return (
    <head>
      <meta charset="utf-8" />
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="description" content={description} />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#fbfbf9" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#14181a" media="(prefers-color-scheme: dark)" />
      {canonical === null && <meta name="robots" content="noindex" />}
      {canonical !== null && <link rel="canonical" href={canonical} />}
      {!isUnlisted && !isInOneLanguage && <OtherLanguages site={site} path={canonicalPath} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      {canonical !== null && <meta property="og:url" content={canonical} />}
      {publication && <SharedPicture {...props} />}
      <meta name="twitter:card" content={publication ? "summary_large_image" : "summary"} />
      {publication && <meta property="og:site_name" content={publication.business.name} />}
      <link rel="icon" href={at(ASSETS.icon.path)} type="image/svg+xml" />
      <link rel="stylesheet" href={at(ASSETS.style.path)} />
      {(props.stylePaths ?? []).map((path) => (
        <link rel="stylesheet" href={at(path)} />
      ))}
      {publication?.business.color && <link rel="stylesheet" href={at(themePath(publication.business.color))} />}
      <link rel="alternate" type="application/atom+xml" title={words.say("frame.atom")} href={at(PATHS.atomFeed)} />
      <link
        rel="alternate"
        type="application/feed+json"
        title={words.say("frame.jsonFeed")}
        href={at(PATHS.jsonFeed)}
      />
      <link rel="alternate" type="application/feed+json" title={words.say("frame.updates")} href={at(PATHS.updates)} />
      <link rel="alternate" type="application/json" title={words.say("frame.data")} href={at(PATHS.reviews)} />
      {props.isEmbeddable && canonical !== null && (
        <link
          rel="alternate"
          type="application/json+oembed"
          title={title}
          href={`${site.baseUrl}${PATHS.oEmbed}?${new URLSearchParams({ url: canonical })}`}
        />
      )}
      <link rel="service-desc" type="application/json" href={at(PATHS.openApi)} />
      <link rel="service-doc" type="text/html" href={at(PATHS.docs)} />
      {[ASSETS.pageScript.path, ...scriptPaths].map((path) => (
        <script type="module" src={at(path)} />
      ))}
      {jsonLd && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptSafeJson(jsonLd) }} />}
    </head>
  );
}

function SharedPicture({ site, title, description, sharePath = PATHS.shareImage }: LayoutProps) {
  return (
    <>
      <meta property="og:image" content={pageAddress(site, sharePath)} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(SHARE_SIZE.width)} />
      <meta property="og:image:height" content={String(SHARE_SIZE.height)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
    </>
  );
}

function OtherLanguages({ site, path }: { site: PageSite; path: string }) {
  return (
    <>
      {inAllLanguages(site, path).map((page) => (
        <link rel="alternate" hreflang={page.language} href={site.baseUrl + page.path} />
      ))}
      <link rel="alternate" hreflang="x-default" href={site.baseUrl + path} />
    </>
  );
}

function SampleNotice({ words }: { words: Words }) {
  return (
    <aside class="sample" aria-label={words.say("frame.sample")}>
      <strong>{words.say("frame.sample")}</strong> {words.say("frame.sampleAdvice")}
    </aside>
  );
}

function SiteHeader({ site, publication, privatePath }: LayoutProps) {
  const { words } = site;
  // Ratings of others would bias an author who is about to give stars.
  const isBare = privatePath !== undefined;
  const rating = isBare ? null : (publication?.aggregateRating.rating_value ?? null);
  return (
    <header class="site-header">
      <a class="site-name" href={pageLink(site, "/")}>
        {publication && <Logo publication={publication} site={site} />}
        <span>
          <bdi>{publication?.business.name ?? words.say("frame.name")}</bdi>
          {publication && rating !== null && (
            <small>
              <span aria-hidden="true">★ {words.rating(rating)} · </span>
              <span class="unseen">{starsPhrase(words, rating)}, </span>
              {words.say("count.reviews", { count: publication.reviewCount })}
            </small>
          )}
        </span>
      </a>
      {!isBare && (
        <nav aria-label={words.say("frame.site")}>
          <a href={`${pageLink(site, "/")}#reviews`}>{words.say("frame.reviews")}</a>
          <a href={pageLink(site, PATHS.verification)}>{words.say("frame.verification")}</a>
        </nav>
      )}
      {publication && !isBare && <CallButton business={publication.business} words={words} />}
    </header>
  );
}

function SiteFooter(props: LayoutProps) {
  const { site, publication, isInOneLanguage, privatePath } = props;
  const { words } = site;
  const isBare = privatePath !== undefined;
  return (
    <footer class="site-footer">
      {publication && (
        <p>
          {words.pieces("frame.publishedBy", { business: <bdi>{publication.business.name}</bdi> })}{" "}
          <a href={pageLink(site, PATHS.verification)}>{words.say("frame.howVerified")}</a>
          {" · "}
          <a href={pageLink(site, PATHS.recordPage)}>{words.say("record.frame")}</a>
        </p>
      )}
      {publication && !isBare && <Rights business={publication.business} words={words} />}
      {!isBare && (
        <p class="needs-server">
          <a href={linkWithin(site, PATHS.developers)}>{words.say("frame.developers")}</a>
        </p>
      )}
      <p class="quiet">
        {words.say("frame.private", { version: site.version })}
        {publication && !isBare && <Edition publication={publication} words={words} />}
      </p>
      {!isInOneLanguage && <LanguageChoice {...props} />}
    </footer>
  );
}

/** The page in other languages, each named in its own; by address, so that nothing needs to be remembered of a reader. */
function LanguageChoice({ site, canonicalPath, privatePath }: LayoutProps) {
  const pages = inAllLanguages(site, canonicalPath ?? PATHS.home).map((page) =>
    privatePath === undefined ? page : { ...page, path: `/${page.language}${privatePath}` },
  );
  return (
    <nav class="languages" aria-label={site.words.say("frame.languages")}>
      {pages.map(({ language, path, isThis }) => (
        <a href={linkWithin(site, path)} lang={language} hreflang={language} aria-current={isThis ? "true" : undefined}>
          {LANGUAGE_NAMES[language]}
        </a>
      ))}
    </nav>
  );
}

function Rights({ business: { license, sources }, words }: { business: Business; words: Words }) {
  if (license === null && sources.length === 0) return null;
  return (
    <p>
      {license &&
        words.pieces("frame.license", {
          license: (
            <a href={license.url} rel="license">
              {license.name}
            </a>
          ),
        })}
      {sources.map(({ name, terms }) => (
        <>
          {" "}
          {words.pieces("frame.source", {
            source: sourceName(name),
            terms: <a href={terms}>{words.say("frame.sourceTerms")}</a>,
          })}
        </>
      ))}
    </p>
  );
}

function Edition({ publication, words }: { publication: Publication; words: Words }) {
  const date = new Date(publication.publishedAt).toISOString();
  return (
    <span class="needs-server">
      {words.pieces("frame.edition", {
        revision: String(publication.revision),
        date: <time dateTime={date}>{words.date(date.slice(0, 10))}</time>,
      })}
    </span>
  );
}
