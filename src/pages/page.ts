/** A page: the request it is rendered from, the row that describes it, and the document it becomes. */

import type { TObject } from "typebox";
import type { Issue } from "../http/problem_schema.ts";
import type { Draw } from "../platform.ts";
import type { Publication } from "../publication/mod.ts";
import type { OpenApiDocument } from "./docs/openapi.ts";
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
export const PAGE_SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
  "X-Content-Type-Options": "nosniff",
};

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
  /** The OpenAPI document, as it is served; made when it is first asked for. */
  readonly openapi: () => Promise<OpenApiDocument>;
  /** Answers a GET of a path below the base address, as the service does. */
  readonly ask: (path: string) => Promise<Response>;
  /** Draws a picture as PNG. */
  readonly draw: Draw;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** 308, 308, 400, 404 and 410. */
export type PageTrouble = "moved" | "called" | "refused" | "missing" | "gone";

/** A page: its path, how the OpenAPI document describes it, and how it is rendered. */
export interface PageRoute {
  /** Of its operation in the OpenAPI document: a verb and what it gets. */
  readonly id: string;
  /** Path with parameters in braces. */
  readonly path: string;
  /** One line for the OpenAPI document. */
  readonly summary: string;
  /** What the OpenAPI document says beyond the summary. */
  readonly description: string;
  /** Content-Type without its charset; HTML when left out. */
  readonly mediaType?: string;
  readonly pathParameters?: TObject;
  /** What the OpenAPI document says of the query; a page that reads it is lenient. */
  readonly query?: TObject;
  /** What it may answer instead of the page. */
  readonly mayBe?: readonly PageTrouble[];
  /** No part of the documented interface, as what only leads elsewhere: left out of the OpenAPI document. */
  readonly isHidden?: true;
  /** True for what is written in every language that has a catalogue: its address is also that of `/{language}`, as `/es/`. */
  readonly inLanguages?: boolean;
  /** True for what releases before 2.0 wrote in every language: those addresses lead to the page itself. */
  readonly wasInLanguages?: boolean;
  /**
   * What of a query string changes the answer, always written in the same way: nothing for one that asks for the page
   * itself, as one of unknown parameters alone does. Without it the page is the same whatever the query.
   */
  readonly readsQuery?: (queryString: string) => string;
  /** Where a query string leads instead of to the page, as that of a form does; null for nowhere. */
  readonly leadsTo?: (request: PageRequest) => Promise<PageDocument | null>;
  readonly render: (request: PageRequest) => PageDocument | Promise<PageDocument>;
}
