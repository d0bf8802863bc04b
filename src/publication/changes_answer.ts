/** Pages of changes, made of the bytes of the reviews in /reviews.json. */
import { Buffer } from "node:buffer";
import type { Review } from "../review/mod.ts";
import { type Change, type ChangeLimits, ChangeLog, type ChangePage } from "./change_log.ts";
import { type ChangePlace, writeChangeCursor } from "./cursor.ts";
import type { Publication } from "./publication.ts";
import type { PublicationData } from "./publication_builder.ts";
import { ReviewBytes } from "./review_pieces.ts";

export interface ChangesAnswer {
  readonly page: ChangePage;
  readonly cursor: string;
  bytes(): Uint8Array<ArrayBuffer>;
}

/** The bytes are made when asked for. */
export function changesAnswer(
  publication: Publication,
  after: ChangePlace | null,
  limits: ChangeLimits,
): ChangesAnswer {
  const page = publication.changes.page(after, limits);
  const cursor = writeChangeCursor(page.end);
  return { page, cursor, bytes: () => pageBytes(publication, page, cursor) };
}

function pageBytes(publication: Publication, { changes, more }: ChangePage, cursor: string): Uint8Array<ArrayBuffer> {
  const head = JSON.stringify({ cursor, more, revision: publication.contentDigest });
  const pieces: (string | Uint8Array)[] = [`${head.slice(0, -1)},"changes":[`];
  const write = changeWriter(publication);
  for (const [at, change] of changes.entries()) pieces.push(...write(change, at > 0 ? "," : ""));
  pieces.push("]}\n");
  return joined(pieces);
}

/** Changes of one revision share their instant as text. */
function changeWriter(publication: Publication): (change: Change, before: string) => (string | Uint8Array)[] {
  const instants = new Map<number, string>();
  return (change, before) => {
    const { kind, revision, at } = change;
    const instant = instants.get(at) ?? new Date(at).toISOString();
    instants.set(at, instant);
    const start = `${before}{"kind":"${kind}","revision":${revision},"at":"${instant}","id":"`;
    if (change.kind === "removed") return [`${start}${change.id}","review":null}`];
    const id = publication.idAt(change.ordinal);
    return [`${start}${id}","review":`, publication.reviewBytesAt(change.ordinal), "}"];
  };
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
