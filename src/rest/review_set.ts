/**
 * What the answers about reviews are computed from.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import type { Site } from "../web/site.ts";

export interface ReviewSet {
  readonly publication: Publication;
  /** Digest of its /reviews.json: the validators of all answers are made from it. */
  readonly digest: string;
  readonly site: Site;
}
