/**
 * Opens the changes of a publication, and what of its reviews they are read with, without its search.
 *
 * @module
 */
import type { Review } from "../../review/mod.ts";
import { idBytesAt } from "../id_table.ts";
import type { PublicationData } from "../publication_builder.ts";
import { ChangeLog } from "./change_log.ts";

const UTF8 = new TextDecoder();

/** The changes, and reviews by their ordinal. */
export function openChanges({ document, spans, dates, revision, changes }: PublicationData) {
  const reviewBytesAt = (ordinal: number) => document.subarray(spans[2 * ordinal], spans[2 * ordinal + 1]);
  const idAt = (ordinal: number) => UTF8.decode(idBytesAt({ document, spans }, ordinal));
  const sizeAt = (ordinal: number) => (spans[2 * ordinal + 1] ?? 0) - (spans[2 * ordinal] ?? 0);
  return {
    reviewBytesAt,
    idAt,
    reviewAt: (ordinal: number) => JSON.parse(UTF8.decode(reviewBytesAt(ordinal))) as Review,
    changes: new ChangeLog(changes, { revision, dates, idAt, sizeAt }),
  };
}
