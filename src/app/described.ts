/**
 * The OpenAPI document of the running service, made when it is first asked for.
 *
 * @module
 */
import type { OpenApiDocument } from "../pages/mod.ts";
import { once } from "../web/once.ts";
import { assetRepresentation, type Representation } from "../web/representation.ts";
import type { Site } from "../web/site.ts";
import type { Router } from "./router.ts";

/** The OpenAPI document, both parsed and ready to serve. */
export interface Described {
  readonly document: OpenApiDocument;
  readonly representation: Representation;
}

/** What the OpenAPI document depends on besides the routes. */
export interface DescriptionParts {
  readonly site: Site;
  /** Epoch milliseconds: it changes with the program alone, and that with a start at most. */
  readonly startedAt: number;
}

/** What the routes of a router are described as; the same at every call. */
export function descriptionOf(router: () => Router, { site, startedAt }: DescriptionParts) {
  return once(async (): Promise<Described> => {
    const { openApiDocument } = await import("./openapi_document.ts");
    const document = await openApiDocument(router(), site.baseUrl);
    const bytes = new TextEncoder().encode(`${JSON.stringify(document)}\n`);
    const kept = { lastModified: startedAt, cacheControl: "max-age=60" };
    const representation = assetRepresentation("application/json", bytes, kept);
    return { document: document as OpenApiDocument, representation };
  });
}
