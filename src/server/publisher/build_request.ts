/** Requests to build a publication: the input of the worker, and what it reports. */

import type { Config } from "../../config.ts";
import type { Site } from "../../http/paths.ts";
import type { PublicationPlace } from "./publication_file.ts";

export interface BuildRequest {
  readonly release: string;
  readonly databasePath: string;
  readonly site: Site;
  readonly isReadOnly: boolean;
  /** What signs the transparency log, unless it is in a file beside the database. */
  readonly logKey: string | null;
  /** The file that is written; null keeps the publication in memory. */
  readonly file: string | null;
  readonly before: PublicationPlace | null;
  /** Number of reviews in `before`; 0 without one. */
  readonly reviewCount: number;
  /** Whether the database is looked through for damage first. */
  readonly checksIntegrity: boolean;
  /** How the thread writes its own lines of the log, which name one of many businesses; null if it writes no lines. */
  readonly log: (Pick<Config, "logLevel" | "logFormat"> & { readonly business: string }) | null;
  /** The newest revision that this server holds, and the newest that any holds; 0 if there is no such. */
  readonly held: number;
  readonly othersHold: number;
}

/** Times of building a publication, or of loading one built before, in milliseconds; logged. */
export type BuildTiming = { readonly built_ms: number } | { readonly loaded_ms: number };

export interface BuiltPublication {
  readonly place: PublicationPlace;
  readonly took: BuildTiming;
  /** Why analyses made for this could not be saved, or null. */
  readonly unkept: string | null;
  /** Why it could be kept neither in a file nor for other servers, so that it has to be built again; null where it could. */
  readonly unstored: string | null;
}
