/**
 * What a page is before it is asked for: where it stands, how it is described, what it may depend on.
 *
 * @module
 */
import { type TObject, Type } from "typebox";
import type { Draw } from "../platform.ts";
import type { Publication } from "../publication/mod.ts";
import type { OpenApiDocument } from "./docs/openapi.ts";
import type { PageDocument } from "./page_document.ts";
import type { PageSite } from "./site.ts";

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

/** Names a technician or a service. */
export const CatalogIdParameter = Type.Object({
  id: Type.String({ maxLength: 64, description: "Id in the catalog of the business" }),
});

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
  /** True for what is written in every language that has a catalogue: its address is also that of `/{language}`, as `/es/`. */
  readonly inLanguages?: boolean;
  /** True when the query string changes the answer; others may be built once per revision. */
  readonly readsQuery: boolean;
  readonly render: (request: PageRequest) => PageDocument | Promise<PageDocument>;
}
