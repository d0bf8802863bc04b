/**
 * The whole set as CSV and as NDJSON: written while it is sent, so that a large set costs no memory.
 *
 * @module
 */

import type { Publication } from "../publication/mod.ts";
import { CSV_HEADER, reviewToCsvRow } from "../review/mod.ts";
import { ComputedAnswers } from "../web/computed_answer.ts";
import { PATHS } from "../web/paths.ts";
import { absoluteUrl, link } from "../web/site.ts";
import type { ReviewSet } from "./review_set.ts";

/** Reviews written at a time. */
const CHUNK = 500;

/** How the set of reviews is written: `head` once, then a row for each review, newest first. */
export interface ExportFormat {
  readonly contentType: string;
  /** Tells the tags of the formats apart. */
  readonly name: string;
  readonly head: string;
  row(publication: Publication, ordinal: number): string;
}

const UTF8 = new TextDecoder();

/** RFC 4180 with a header row. */
export const CSV: ExportFormat = {
  contentType: "text/csv; charset=utf-8; header=present",
  name: "csv",
  head: CSV_HEADER,
  row: (publication, ordinal) => reviewToCsvRow(publication.reviewAt(ordinal)),
};

/** One review a line, as in /reviews.json. */
export const NDJSON: ExportFormat = {
  contentType: "application/x-ndjson",
  name: "ndjson",
  head: "",
  row: (publication, ordinal) => `${UTF8.decode(publication.reviewBytesAt(ordinal))}\n`,
};

/** The answer to a GET or HEAD of an export. */
export function exportResponse(
  request: Request,
  { publication, digest, site }: ReviewSet,
  format: ExportFormat,
): Response {
  const answers = new ComputedAnswers({
    contentType: format.contentType,
    digest: `${digest}-${format.name}`,
    lastModified: publication.publishedAt,
    links: [link(absoluteUrl(site, PATHS.openApi), "service-desc", "application/json")],
    cacheControl: "max-age=60",
  });
  return answers.settled(request) ?? answers.stream(exportChunks(publication, format));
}

/** The export as text, some hundred reviews at a time. */
export function* exportChunks(publication: Publication, { head, row }: ExportFormat): Generator<string> {
  let chunk = head;
  for (let ordinal = 0; ordinal < publication.reviewCount; ordinal++) {
    chunk += row(publication, ordinal);
    if (ordinal % CHUNK !== CHUNK - 1) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}
