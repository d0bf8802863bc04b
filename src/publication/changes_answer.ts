/** Pages of changes, made of the bytes of the reviews in /reviews.json. */
import { Buffer } from "node:buffer";
import type { Review } from "../review/mod.ts";
import { type ChangeLimits, ChangeLog, type ChangePage } from "./change_log.ts";
import { type ChangePlace, writeChangeCursor } from "./cursor.ts";
import type { Publication } from "./publication.ts";
import type { PublicationData } from "./publication_builder.ts";
import { ReviewBytes } from "./review_pieces.ts";

/** The bytes are made when asked for. */
export function changesAnswer(publication: Publication, after: ChangePlace | null, limits: ChangeLimits) {
  const page = publication.changes.page(after, limits);
  const cursor = writeChangeCursor(page.end);
  return { page, cursor, bytes: () => pageBytes(publication, page, cursor) };
}

function pageBytes(publication: Publication, { changes, more }: ChangePage, cursor: string): Uint8Array<ArrayBuffer> {
  const head = JSON.stringify({ cursor, more, revision: publication.contentDigest });
  const pieces: (string | Uint8Array)[] = [`${head.slice(0, -1)},"changes":[`];
  // Changes of one revision share their instant as text.
  const instants = new Map<number, string>();
  for (const change of changes) {
    const { kind, revision, at } = change;
    const instant = instants.get(at) ?? new Date(at).toISOString();
    instants.set(at, instant);
    const [id, review] =
      change.kind === "removed"
        ? [change.id, "null"]
        : [publication.idAt(change.ordinal), publication.reviewBytesAt(change.ordinal)];
    const before = pieces.length > 1 ? "," : "";
    pieces.push(`${before}{"kind":"${kind}","revision":${revision},"at":"${instant}","id":"${id}","review":`);
    pieces.push(review, "}");
  }
  pieces.push("]}\n");
  return joined(pieces);
}

/** The texts are ASCII: ids, our words and numbers. */
function joined(pieces: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) {
    if (typeof piece === "string") bytes.write(piece, end, "latin1");
    else bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
}

const UTF8 = new TextDecoder();

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
