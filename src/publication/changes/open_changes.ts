/**
 * Opens the changes of a publication, and what of its reviews they are read with, without its search.
 *
 * @module
 */
import type { Review } from "../../review/mod.ts";
import type { PublicationData } from "../publication_builder.ts";
import { ReviewBytes } from "../review_pieces.ts";
import { ChangeLog } from "./change_log.ts";

const UTF8 = new TextDecoder();

/** The changes, and reviews by their ordinal. */
export function openChanges({ document, spans, dates, revision, changes }: PublicationData) {
  const reviews = new ReviewBytes({ document, spans });
  const reviewBytesAt = (ordinal: number) => reviews.at(ordinal);
  const idAt = (ordinal: number) => reviews.idAt(ordinal);
  const sizeAt = (ordinal: number) => reviews.sizeAt(ordinal);
  return {
    reviews,
    reviewBytesAt,
    idAt,
    reviewAt: (ordinal: number) => JSON.parse(UTF8.decode(reviewBytesAt(ordinal))) as Review,
    changes: new ChangeLog(changes, { revision, dates, idAt, sizeAt }),
  };
}
