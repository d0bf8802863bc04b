/**
 * What a page is to the rest of the program: a value, with everything that serving it needs to know.
 *
 * @module
 */
import type { Business } from "../review/mod.ts";
import type { Issue } from "../web/problem_schema.ts";

/** A rendered page, or a discovery document. */
export interface PageDocument {
  readonly status: number;
  /** Content-Type, with its charset where the type needs one. */
  readonly mediaType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** True when it depends on nothing but publication and site, so that it may be built once per revision. */
  readonly cacheable: boolean;
  /** Answer with these as well: a content security policy, Link, X-Robots-Tag ... */
  readonly headers?: Readonly<Record<string, string>>;
  /** What is wrong with the request, for programs that ask for the page. */
  readonly issues?: readonly Issue[];
}

/** The media type of HTML pages. */
export const HTML = "text/html; charset=utf-8";

/** On every HTML page; see {@link contentSecurityPolicy} for the header that depends on the business. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
  "X-Content-Type-Options": "nosniff",
};

/** The security headers of a page that may show this logo. */
export function pageSecurityHeaders(logo: string | null = null): Readonly<Record<string, string>> {
  return { "Content-Security-Policy": contentSecurityPolicy(logo), ...SECURITY_HEADERS };
}

/**
 * Nothing comes from elsewhere but the business's logo, nothing runs inline, nobody may frame it; structured data in
 * `application/ld+json` is a data block, which no policy keeps from being there and no browser runs.
 */
function contentSecurityPolicy(logo: string | null): string {
  const images = ["'self'", imageSource(logo)].filter((source) => source !== null);
  return `default-src 'none'; style-src 'self'; script-src 'self'; img-src ${images.join(" ")}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
}

/** Exactly this picture, not all of its host; a policy is parted by `;` and `,`, and takes no query. */
function imageSource(logo: string | null): string | null {
  const url = logo === null ? null : URL.parse(logo);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.origin + url.pathname.replaceAll(";", "%3B").replaceAll(",", "%2C");
}

/** How an HTML page may be cached, and whose logo its content security policy allows. */
export interface HtmlPageOptions {
  readonly cacheable: boolean;
  /** Whose page it is; null where nothing is published. */
  readonly business: Pick<Business, "logo"> | null;
}

/** An HTML page that is the same for everybody until the next revision. */
export function htmlPage(status: number, html: string, { cacheable, business }: HtmlPageOptions): PageDocument {
  return { status, mediaType: HTML, body: html, cacheable, headers: pageSecurityHeaders(business?.logo) };
}

/** A redirect to where the content stands from now on. */
export function redirectTo(location: string): PageDocument {
  const headers = { Location: location };
  return { status: 308, mediaType: "text/plain; charset=utf-8", body: "", cacheable: false, headers };
}
