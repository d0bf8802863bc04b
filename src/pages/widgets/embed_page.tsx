/** @jsxImportSource preact */
/** The newest reviews as a page that any site may frame, and the oEmbed answer that turns an address into that frame. */
import type { JSX } from "preact";
import { type Static, Type } from "typebox";
import { isWellEncoded, parameterReader } from "../../http/parameters.ts";
import { PATHS, reviewPath } from "../../http/paths.ts";
import type { Issue } from "../../http/problem_schema.ts";
import { describeVerification, LANGUAGES } from "../../languages/mod.ts";
import { once } from "../../memo.ts";
import type { Publication } from "../../publication/mod.ts";
import { knownDate, type Review } from "../../review/mod.ts";
import { ASSETS } from "../assets.ts";
import { themePath } from "../brand.ts";
import { htmlOf } from "../components/layout.tsx";
import { StarShapes, Stars } from "../components/stars.tsx";
import { type Mentioned, mentionedOf, reviewsOf, services, technicians } from "../entity.ts";
import { renderErrorPage } from "../error_page.tsx";
import { PAGE_SECURITY_HEADERS, type PageDocument } from "../page.ts";
import { abridged, reviewDatePhrase, reviewsPhrase, starsPhrase } from "../phrases.ts";
import { linkWithin, type PageProps, type PageSite, pageAddress } from "../site.ts";
import { xmlText } from "../svg.ts";

const MAX_TEXT_LENGTH = 400;

export const EMBED_LAYOUTS = ["list", "grid", "strip"] as const;
/** The defaults of parameters that the address of a frame omits. */
export const EMBED_DEFAULTS = { count: 6, layout: "list", theme: "auto" } as const;

const EmbedQuery = Type.Object({
  service: Type.Optional(Type.String({ maxLength: 200 })),
  technician: Type.Optional(Type.String({ maxLength: 200 })),
  review: Type.Optional(Type.String({ maxLength: 200 })),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 24, default: EMBED_DEFAULTS.count })),
  layout: Type.Optional(Type.Enum([...EMBED_LAYOUTS], { default: EMBED_DEFAULTS.layout })),
  theme: Type.Optional(Type.Enum(["light", "dark", "auto"], { default: EMBED_DEFAULTS.theme })),
});
type EmbedQuery = Static<typeof EmbedQuery>;

const readEmbed = once(() => parameterReader(EmbedQuery));
const readOEmbed = once(() =>
  parameterReader(
    Type.Object({
      url: Type.String({ maxLength: 2000 }),
      format: Type.Optional(Type.Enum(["json", "xml"])),
      maxwidth: Type.Optional(Type.Integer({ minimum: 1 })),
      maxheight: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
  ),
);

/** Frames are on other sites; everything else holds as on every page. */
const FRAMED = {
  ...PAGE_SECURITY_HEADERS,
  "Content-Security-Policy": PAGE_SECURITY_HEADERS["Content-Security-Policy"].replace(
    "frame-ancestors 'none'",
    "frame-ancestors *",
  ),
  "X-Robots-Tag": "noindex",
};

/** The page at `/embed`: 400 for parameters it does not know, and for who or what is not in the catalog. */
export function renderEmbed(publication: Publication, site: PageSite, queryString: string): PageDocument {
  const reading = readEmbed()(queryString);
  if (reading.kind === "invalid") return refuse(site, reading.issues);
  const query = reading.value;
  const found = shownBy(publication, query);
  if ("issues" in found) return refuse(site, found.issues);
  return frame(site, query, 200, <Shown publication={publication} site={site} query={query} {...found} />, publication);
}

interface ShownReviews {
  readonly reviews: readonly Review[];
  readonly of: Mentioned | null;
}

function shownBy(publication: Publication, query: EmbedQuery): ShownReviews | { readonly issues: Issue[] } {
  const { review, count: limit = EMBED_DEFAULTS.count } = query;
  const issues: Issue[] = [];
  const mentioned: Mentioned[] = [];
  for (const kind of ["service", "technician"] as const) {
    const asked = query[kind];
    if (asked === undefined) continue;
    const entries = (kind === "service" ? services : technicians)(publication);
    const entry = entries.find(({ id }) => id === asked) ?? entries.find(({ name }) => name === asked);
    if (entry !== undefined) mentioned.push(entry);
    else issues.push(unknown(kind, asked, entries));
  }
  const ordinal = review === undefined ? null : publication.ordinalOf(review);
  if (review !== undefined && ordinal === null) {
    issues.push({ path: ["review"], code: "unknown", message: `no review "${review}" is published`, received: review });
  }
  if (issues.length > 0) return { issues };
  if (ordinal !== null) return { reviews: [publication.reviewAt(ordinal)], of: null };
  const match = publication.search({ ...Object.assign({}, ...mentioned.map((each) => each.query)), limit });
  return { reviews: reviewsOf(publication, match), of: mentioned[0] ?? null };
}

function unknown(kind: Mentioned["kind"], asked: string, entries: readonly Mentioned[]): Issue {
  const ids = entries.slice(0, 20).map(({ id }) => id);
  const message = `no ${kind} "${asked}", expected ${ids.length === 0 ? `no ${kind}` : ids.join(", ")}`;
  return { path: [kind], code: "unknown", message, received: asked };
}

function refuse(site: PageSite, issues: Issue[]): PageDocument {
  const list = (
    <main>
      <h1>{site.words.say("error.400")}</h1>
      <ul class="issues" lang="en">
        {issues.map(({ path, message }) => (
          <li>
            <code>{path.join(".")}</code> {message}
          </li>
        ))}
      </ul>
    </main>
  );
  return { ...frame(site, {}, 400, list), issues };
}

function frame(
  site: PageSite,
  { layout = EMBED_DEFAULTS.layout, theme = EMBED_DEFAULTS.theme }: Pick<EmbedQuery, "layout" | "theme">,
  status: number,
  body: JSX.Element,
  publication?: Publication,
): PageDocument {
  const at = (path: string) => linkWithin(site, path);
  const { words } = site;
  const business = publication?.business;
  const html = htmlOf(
    <html lang={words.language} dir="ltr" class={theme}>
      <head>
        <meta charset="utf-8" />
        <title>{words.say("badge.alt", { business: business?.name ?? words.say("frame.name") })}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href={at(ASSETS.embedStyle.path)} />
        {business?.color && <link rel="stylesheet" href={at(themePath(business.color))} />}
        <script type="module" src={at(ASSETS.embedScript.path)} />
      </head>
      <body class={layout}>{body}</body>
    </html>,
  );
  return { status, mediaType: "text/html; charset=utf-8", body: html, cacheable: true, headers: FRAMED };
}

function Shown({ publication, site, query, reviews, of }: ShownReviews & PageProps & { readonly query: EmbedQuery }) {
  const { business, aggregateRating } = publication;
  const { words } = site;
  const rating = aggregateRating.rating_value;
  const isAlone = query.review !== undefined;
  const Heading = isAlone ? "h1" : "h2";
  return (
    <>
      <StarShapes />
      {!isAlone && (
        <header>
          <h1>{business.name}</h1> {rating !== null && <Stars rating={rating} words={words} />}{" "}
          <a href={pageAddress(site, of?.path ?? PATHS.home)} target="_blank" rel="noopener">
            {of === null ? reviewsPhrase(words, aggregateRating) : [of.name, words.say("count.reviews", of)].join(": ")}
          </a>
        </header>
      )}
      <main>
        {reviews.map((review) => (
          <article>
            <Heading class="by">
              <Stars rating={review.rating} words={words} /> <bdi>{review.author.name}</bdi>,{" "}
              <a href={site.baseUrl + reviewPath(review.id)} target="_blank" rel="noopener">
                <time dateTime={knownDate(review)}>{reviewDatePhrase(words, review)}</time>
              </a>
            </Heading>
            {review.text !== "" && (
              <blockquote lang={review.language ?? business.language} dir="auto">
                {abridged(review.text, MAX_TEXT_LENGTH)}
              </blockquote>
            )}
            <p class="proof">{describeVerification(words, review.verification, review.source.name)}</p>
          </article>
        ))}
      </main>
    </>
  );
}

const IN_LANGUAGE = new RegExp(`^/(?:${LANGUAGES.join("|")})(?=/)`);

/** The frame for a page of the site, and the page's address without what the asker added to it; null for other addresses. */
function framedBy(publication: Publication, site: PageSite, url: string) {
  const base = new URL(site.baseUrl);
  const address = URL.canParse(url) ? new URL(url) : null;
  // Any scheme has a host, javascript: among them.
  if (address === null || !/^https?:$/.test(address.protocol) || address.host !== base.host) return null;
  if (!isWellEncoded(address.pathname)) return null;
  const page = base.origin + address.pathname;
  const within = address.pathname.slice(base.pathname.replace(/\/$/, "").length).replace(IN_LANGUAGE, "");
  const [, kind, id] = /^\/(?:(reviews|services|technicians)\/([^/]+))?\/?$/.exec(within) ?? [];
  if (kind === undefined)
    return within === "/" || within === "" ? { page, parameters: { count: "6" }, name: null } : null;
  const name = decodeURIComponent(id ?? "");
  if (kind === "reviews") {
    return publication.ordinalOf(name) === null ? null : { page, parameters: { review: name }, name: null };
  }
  const single = kind === "services" ? "service" : "technician";
  const entry = mentionedOf(publication, single, name);
  return entry === undefined ? null : { page, parameters: { [single]: name, count: "6" }, name: entry.name };
}

const JSON_TYPE = "application/json; charset=utf-8";

/** Default width and height of a frame, in pixels. The script in the frame requests the height that it needs. */
const FRAME_SIZE = { width: 640, height: 480 };

/** The answer at `/oembed`, by https://oembed.com: a page of the site as a frame. */
export function renderOEmbed(publication: Publication, site: PageSite, queryString: string): PageDocument {
  const reading = readOEmbed()(queryString);
  if (reading.kind === "invalid") return { ...renderErrorPage(site, 400, { publication }), issues: reading.issues };
  const { url, format, maxwidth = FRAME_SIZE.width, maxheight = FRAME_SIZE.height } = reading.value;
  if (format === "xml") return refuseOEmbed(501, { path: ["format"], message: "XML is not spoken, expected json" });
  const framed = framedBy(publication, site, url);
  if (framed === null) {
    const message = "url is no address of the profile, a review, a service or a technician of this site";
    return refuseOEmbed(404, { path: ["url"], message, received: url });
  }
  const { business, aggregateRating } = publication;
  const width = Math.min(maxwidth, FRAME_SIZE.width);
  const height = Math.min(maxheight, FRAME_SIZE.height);
  const subject = framed.name === null ? business.name : `${framed.name} – ${business.name}`;
  const rated = site.words.say("badge.named", { business: subject, rated: reviewsPhrase(site.words, aggregateRating) });
  const title =
    framed.parameters.review === undefined ? rated : titleOfReview(publication, site, framed.parameters.review);
  const src = `${pageAddress(site, PATHS.embedPage)}?${new URLSearchParams(framed.parameters)}`;
  // The classes and the quote are what WordPress takes from providers that it does not know.
  const html =
    `<blockquote class="wp-embedded-content"><a href="${xmlText(framed.page)}">${xmlText(title)}</a></blockquote>` +
    `<iframe class="wp-embedded-content" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" src="${xmlText(src)}" ` +
    `width="${width}" height="${height}" title="${xmlText(title)}" frameborder="0" loading="lazy"></iframe>`;
  const provider = { provider_name: business.name, provider_url: pageAddress(site, PATHS.home) };
  const answer = { version: "1.0", type: "rich", title, ...provider, html, width, height, cache_age: 3600 };
  return { status: 200, mediaType: JSON_TYPE, body: `${JSON.stringify(answer)}\n`, cacheable: true };
}

function titleOfReview(publication: Publication, { words }: PageSite, id: string): string {
  const ordinal = publication.ordinalOf(id);
  const stars = ordinal === null ? "" : starsPhrase(words, publication.reviewAt(ordinal).rating);
  return words.say("badge.named", { business: publication.business.name, rated: stars });
}

function refuseOEmbed(status: number, issue: Omit<Issue, "code">): PageDocument {
  const issues = [{ ...issue, code: "unsupported" }];
  const body = `${JSON.stringify({ status, issues })}\n`;
  return { status, mediaType: JSON_TYPE, body, cacheable: false, issues };
}
