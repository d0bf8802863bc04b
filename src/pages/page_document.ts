/**
 * What a page is to the rest of the program: a value, with everything that serving it needs to know.
 *
 * @module
 */
import type { Issue } from "../web/problem_schema.ts";

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

export const HTML = "text/html; charset=utf-8";

/**
 * On every HTML page. Nothing comes from elsewhere, nothing runs inline, nobody may frame it; structured data in
 * `application/ld+json` is a data block, which no policy keeps from being there and no browser runs.
 */
export const PAGE_SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
  "X-Content-Type-Options": "nosniff",
};

/** An HTML page that is the same for everybody until the next revision. */
export function htmlPage(status: number, html: string, options: { cacheable: boolean }): PageDocument {
  return { status, mediaType: HTML, body: html, cacheable: options.cacheable, headers: PAGE_SECURITY_HEADERS };
}
