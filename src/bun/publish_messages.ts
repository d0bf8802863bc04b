/**
 * What the server and its publishing worker say to each other.
 *
 * @module
 */
import type { SearchIndexData } from "../publication/mod.ts";
import type { PublishedData } from "../publish.ts";
import type { Coding } from "../web/content_coding.ts";
import type { Site } from "../web/site.ts";

export interface PublishOrder {
  readonly databasePath: string;
  readonly site: Site;
  readonly isReadOnly: boolean;
  /** Whether the file is looked through for damage first. */
  readonly checksIntegrity: boolean;
}

export type PublishMessage =
  | { readonly kind: "published"; readonly published: PublishedData; readonly index: SearchIndexData }
  | { readonly kind: "coded"; readonly path: string; readonly bodies: ReadonlyMap<Coding, Blob> }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };
