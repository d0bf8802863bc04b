/** A page: the request it is rendered from, the row that describes it, and the document it becomes. */
import type { Operation } from "../http/operation.ts";
import type { Issue } from "../http/problem_schema.ts";
import type { Draw } from "../platform.ts";
import type { Publication } from "../publication/mod.ts";
import type { PageSite } from "./site.ts";

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

/**
 * On every HTML page. Nothing comes from elsewhere, nothing runs inline, nobody may frame it; structured data in
 * `application/ld+json` is a data block, which no policy keeps from being there and no browser runs.
 */
export const PAGE_SECURITY_HEADERS = securityHeaders({ styles: "'self'", pictures: "'self'" });

/** The headers of a page with styles and pictures from these sources. */
export function securityHeaders({ styles, pictures }: { readonly styles: string; readonly pictures: string }) {
  return {
    "Content-Security-Policy": `default-src 'none'; style-src ${styles}; script-src 'self'; img-src ${pictures}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "X-Content-Type-Options": "nosniff",
  };
}

/** A site without a review is a draft: it can be viewed at its address, and search engines must not index it. */
export function isDraft({ reviewCount }: Pick<Publication, "reviewCount">): boolean {
  return reviewCount === 0;
}

/** A redirect to where the content stands from now on. */
export function redirectTo(location: string): PageDocument {
  const headers = { Location: location };
  return { status: 308, mediaType: "text/plain; charset=utf-8", body: "", cacheable: false, headers };
}

/** What a page may depend on. */
export interface PageRequest {
  readonly publication: Publication;
  readonly site: PageSite;
  /** Decoded path parameters, such as `id`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The query string, without its question mark. */
  readonly queryString: string;
  /** Those of the documented interface. */
  readonly operations: readonly Operation[];
  readonly draw: Draw;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A page: its path, and how it is rendered. */
export interface PageRoute {
  /** With parameters in braces. */
  readonly path: string;
  /** True for what is written in every language that has a catalogue: its address is also that of `/{language}`, as `/es/`. */
  readonly inLanguages?: boolean;
  /** True for what releases before 2.0 wrote in every language: those addresses lead to the page itself. */
  readonly wasInLanguages?: boolean;
  /**
   * What of a query string changes the answer, always written in the same way: nothing for one that asks for the page
   * itself, as one of unknown parameters alone does. Without it the page is the same whatever the query.
   */
  readonly readsQuery?: (queryString: string) => string;
  readonly render: (request: PageRequest) => PageDocument | Promise<PageDocument>;
}
