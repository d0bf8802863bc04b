import type { Operation } from "../http/operation.ts";
import type { Issue } from "../http/problem_schema.ts";
import type { Draw } from "../platform.ts";
import type { Publication } from "../publication/mod.ts";
import type { PageSite } from "./site.ts";

export interface PageDocument {
  readonly status: number;
  readonly mediaType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** True when it depends on nothing but publication and site, so that it may be built once per revision. */
  readonly cacheable: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is wrong with the request, for programs that ask for the page. */
  readonly issues?: readonly Issue[];
}

/** A page loads nothing from other origins, runs no inline script and cannot be framed. JSON-LD is data, so no policy blocks it. */
export const PAGE_SECURITY_HEADERS = securityHeaders({ styles: "'self'", pictures: "'self'" });

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

export interface PageRequest {
  readonly publication: Publication;
  readonly site: PageSite;
  readonly parameters: Readonly<Record<string, string>>;
  /** The query string, without its question mark. */
  readonly queryString: string;
  readonly operations: readonly Operation[];
  readonly draw: Draw;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface PageRoute {
  /** Path with parameters in braces. */
  readonly path: string;
  /** True for what is written in every language that has a catalogue: its address is also that of `/{language}`, as `/es/`. */
  readonly inLanguages?: boolean;
  /** True for what releases before 2.0 wrote in every language: those addresses lead to the page itself. */
  readonly wasInLanguages?: boolean;
  /** What of a query string changes the answer, always spelled alike; "" for the page itself. Without it, no query does. */
  readonly readsQuery?: (queryString: string) => string;
  readonly render: (request: PageRequest) => PageDocument | Promise<PageDocument>;
}
