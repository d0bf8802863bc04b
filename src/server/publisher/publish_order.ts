/** Orders of publications: what is asked of the worker that builds them, and what it reports. */

import type { Site } from "../../http/paths.ts";
import type { SearchIndexData } from "../../publication/mod.ts";
import type { CodedReviews, KeptParts, PublishedParts } from "../../publication/publishing/mod.ts";

/** Builds publications in a thread, one after another. */
export interface Builder {
  build(order: PublishOrder): Promise<PublishDone>;
}

export interface PublishOrder {
  readonly databasePath: string;
  readonly site: Site;
  readonly isReadOnly: boolean;
  /** What signs the transparency log, unless it is in a file beside the database. */
  readonly logKey: string | null;
  /** What is taken over where nothing has changed; null builds everything. */
  readonly before: KeptParts | null;
  /** Whether the file is looked through for damage first. */
  readonly checksIntegrity: boolean;
  /** Whether what is published from a file is kept beside it, so that it need not be built again. Default false. */
  readonly keepsArtefacts?: boolean;
  /** The newest revision that this server holds, and the newest that any holds; 0 if there is no such. */
  readonly held: number;
  readonly othersHold: number;
}

/** How long it took to build a publication, or to load what another server had built; as the log has it, in milliseconds. */
export type Took = { readonly built_ms: number } | { readonly loaded_ms: number };

/** What the worker reports back, in the order in which it happens. */
export type PublishMessage =
  /** So many reviews are analysed before anything is published. */
  | { readonly kind: "analyzing"; readonly reviews: number }
  | { readonly kind: "published"; readonly parts: PublishedParts; readonly took: Took }
  | { readonly kind: "indexed"; readonly segments: SearchIndexData["segments"] }
  /** A document of the parts in further codings. */
  | ({ readonly kind: "coded" } & CodedReviews)
  | PublishDone
  | { readonly kind: "failed"; readonly message: string };

/**
 * Nothing more is done. `unkept` is why analyses made for this could not be saved, `unstored` why
 * other servers have to build it for themselves.
 */
export interface PublishDone {
  readonly kind: "done";
  readonly unkept: string | null;
  readonly unstored: string | null;
}

/** Reports to the publisher; buffers in `transfer` are moved, not copied. */
export type Tell = (message: PublishMessage, transfer?: ArrayBuffer[]) => void;
