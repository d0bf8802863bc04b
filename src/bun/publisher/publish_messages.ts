/**
 * What the server and its publishing worker say to each other.
 *
 * @module
 */
import type { SearchIndexData } from "../../publication/mod.ts";
import type { CodedReviews, KeptParts, PublishedParts } from "../../publishing/mod.ts";
import type { Site } from "../../web/site.ts";

/** An order to the worker: publish the database at a path. */
export interface PublishOrder {
  readonly databasePath: string;
  readonly site: Site;
  readonly isReadOnly: boolean;
  /** What is taken over where nothing has changed; null has all built anew. */
  readonly before: KeptParts | null;
  /** Whether the file is looked through for damage first. */
  readonly checksIntegrity: boolean;
  /** The newest revision that this server holds, and the newest that any holds; 0 for none. */
  readonly held: number;
  readonly othersHold: number;
}

/** How long it took to build a publication, or to load what another server had built; as the log has it, in milliseconds. */
export type Took = { readonly built_ms: number } | { readonly loaded_ms: number };

/** What the worker reports back, in the order in which it happens. */
export type PublishMessage =
  /** The worker listens. */
  | { readonly kind: "ready" }
  | { readonly kind: "published"; readonly parts: PublishedParts; readonly took: Took }
  | { readonly kind: "indexed"; readonly segments: SearchIndexData["segments"] }
  /** A document of the parts in further codings. */
  | ({ readonly kind: "coded" } & CodedReviews)
  /**
   * Nothing more is done. `unkept` says why analyses made for this could not be kept, if any could not, `unstored` why
   * other servers have to build it for themselves.
   */
  | { readonly kind: "done"; readonly unkept: string | null; readonly unstored: string | null }
  | { readonly kind: "failed"; readonly message: string };

/** Posts a message to the publisher; buffers in `transfer` are moved, not copied. */
export type Tell = (message: PublishMessage, transfer?: ArrayBuffer[]) => void;
